"""Ready-made sets of two small test sets, made by a run: one of a year with outputs, and one of a year without."""

import contextlib
import random

from extractors import __main__ as cli
from tests import ROOT
from tests.builders.test_sets import CANARY, lines, write
from tests.libraries import sacrebleu_cache
from tests.workflow import running

SUBJECTS = {"She": "Sie", "The old farmer": "Der alte Bauer", "My sister": "Meine Schwester"}
SENTENCES = {
    "{} did not give the key up.": "{} gab den Schlüssel nicht auf.",
    "{} turned the lights in the long kitchen off.": "{} schaltete die Lichter in der langen Küche aus.",
    "{} reads a book.": "{} liest ein Buch.",
    "{} never slept in that small room.": "{} schlief nie in jenem kleinen Zimmer.",
    "{} sings a song in the garden.": "{} singt ein Lied im Garten.",
    "{} went to a market near the river.": "{} ging auf einen Markt am Fluss.",
}
PAIRS = {
    f"{source.format(subject)[:-1]} {day}.": f"{target.format(theirs)[:-1]} {day}."
    for subject, theirs in SUBJECTS.items()
    for source, target in SENTENCES.items()
    for day in ("today", "on Monday", "in May", "again")
}
SOURCE, REFERENCE = list(PAIRS), list(PAIRS.values())


def damaged(seed, share):
    """An output: the reference without some of its words."""
    draw = random.Random(seed)
    return [" ".join(w for w in text.split() if draw.random() > share) or "." for text in REFERENCE]


OLD = [line.replace("long", "dark").replace("market", "party").replace("book", "letter") for line in SOURCE]
OLD_REFERENCE = [
    line.replace("langen", "dunklen").replace("einen Markt", "ein Fest").replace("Buch", "Brief") for line in REFERENCE
]
OLD_OTHER = [line.replace("schaltete", "machte").replace("schlief nie", "hat nie geschlafen") for line in OLD_REFERENCE]
OUTPUTS = {"good": damaged(1, 0.1), "fair": damaged(2, 0.3), "bad": damaged(3, 0.6)}
SPREAD = 0
"""The line of the campaign that has more white space than sacreBLEU's."""
DOMAINS = ["news" if i // 4 % 2 else "speech" for i in range(len(SOURCE))]
DOCUMENTS = [f"{domain}\tdocument{i // 4}" for i, domain in enumerate(DOMAINS)]


def write_campaign(folder):
    """A year's folder, with the line of a canary; en-es has the lines of en-de in another order."""
    source = [line.replace(" ", "  ", 2) if number == SPREAD else line for number, line in enumerate(SOURCE)]
    for pair, step in (("en-de", 1), ("en-es", -1)):
        write(folder / f"sources/{pair}.txt", lines([CANARY, *source[::step]]))
        write(folder / f"references/{pair}.refA.txt", lines([CANARY, *REFERENCE[::step]]))
        write(folder / f"references/{pair}.refB.txt", lines([CANARY, *SOURCE]))
        write(folder / f"documents/{pair}.docs", lines(["canary\tcanary", *DOCUMENTS]))
        for name, output in OUTPUTS.items():
            write(folder / f"system-outputs/{pair}/{name}.txt", lines([CANARY, *output[::step]]))


# The good output has many segments of refA; in en-es, where nobody says that people made it, it is no human baseline.
CONFIG = """\
check_languages: false
metrics: {{chrf: {{}}, bleu: {{}}}}
controls: {{samples: 1}}
corpora:
  wmt24-en-de: {{from: "wmt:{campaign}#en-de", references: {{refA: {{kind: human}}, refB: {{kind: human}}}}}}
  wmt24-en-es: {{from: "wmt:{campaign}#en-es", align: {{aligner: none}}}}
  wmt19-en-de:
    source_language: en
    target_language: de
    source: "{campaign}/old.en"
    references: {{ref: "{campaign}/old.de", B: "{campaign}/old.other.de"}}
"""


def make(folder):
    """The sets in FOLDER/sets, as of a checkout's resources/ready-made."""
    campaign = folder / "campaign"
    write_campaign(campaign)
    write(campaign / "old.en", lines(OLD))
    write(campaign / "old.de", lines(OLD_REFERENCE))
    write(campaign / "old.other.de", lines(OLD_OTHER))
    config = folder / "config.yaml"
    write(config, CONFIG.format(campaign=campaign))
    running.run(folder, "--snakefile", str(ROOT / "Snakefile"), "--configfile", str(config), "--", "extract")
    with contextlib.chdir(folder):
        assert cli.main(["lab", "ready-made", str(config), "-o", str(folder / "sets")]) == 0


def fill_cache(folder):
    """sacreBLEU's folder with the texts of both test sets."""
    references = {"refA": [CANARY, *REFERENCE], "refB": [CANARY, *SOURCE]}
    sacrebleu_cache.add_xml(folder, "wmt24", "en-de", source=[CANARY, *SOURCE], references=references, systems={})
    sacrebleu_cache.add_sgml(folder, "wmt19", "en-de", source=OLD, reference=OLD_REFERENCE)
