"""The results of a run on a small corpus, made by the stages' functions without a parser's or an aligner's model."""

from extractors.config.output_settings import PublishSettings
from extractors.core.files import write_text
from extractors.extract import ingest
from extractors.extract.control_settings import ControlSettings
from extractors.formats import tables
from extractors.formats.corpus_folder import CorpusFolder
from extractors.inputs.places import parse
from extractors.phenomena import catalogue
from extractors.publish import run_results, write
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests import ROOT
from tests.builders.sets import ranges
from tests.builders.stages import concluded, extracted, scored

PHENOMENA_FILE = ROOT / "config" / "phenomena.yaml"
METRICS = {"bleu": {"tokenize": "intl"}, "ribes": {}}
STATISTICS = {"resamples": 60, "seed": 7, "trials": 30, "alpha": 0.1}
SYSTEMS = ("good", "bad", "worse")
SAID = {"name": "parties", "licence": "cc0-1.0", "attribution": "Written for these tests."}
"""What the publisher says."""
PARSER = "by-hand:1"

SUBJECTS = (("Sie", "She"), ("Er", "He"), ("Anna", "Anna"), ("Das Kind", "The child"))
VERBS = (("kam", "an", "arrived"), ("hörte", "auf", "stopped"), ("brach", "zusammen", "broke down"))
ADVERBS = (("gestern", "yesterday"), ("spät", "late"), ("leise", "quietly"), ("wieder", "again"))
EMPTY = 5
"""A segment without words."""


def _rows():
    """(words of the source, in English, whether the verb has its particle) of each segment."""
    for number in range(72):
        subject, english_subject = SUBJECTS[number % 4]
        verb, particle, english_verb = VERBS[number % 3]
        adverbs = ADVERBS[: number // 2 % 5]
        splits = number % 2 == 0
        german = [*subject.split(), verb, *(a for a, _ in adverbs), "zum", "Fest", *[particle] * splits, "."]
        english = f"{english_subject} {english_verb} at the party {' '.join(e for _, e in adverbs)}".strip() + " ."
        yield german, english, splits


def texts():
    """The texts of the corpus by name: source, two references and the systems."""
    rows = list(_rows())
    english = [row[1] for row in rows]
    found = {
        "source": [" ".join(row[0]).replace(" .", ".") for row in rows],
        "A": [text.replace(" .", ".") for text in english],
        "B": [text.replace("arrived", "came").replace(" .", "!") for text in english],
        "good": [text.replace("late", "too late").replace(" .", ".") for text in english],
        "bad": [" ".join(reversed(text.split())) for text in english],
        "worse": [text.split()[0] if n % 3 else text for n, text in enumerate(english)],
    }
    for segments in found.values():
        segments[EMPTY] = ""
    return found


def parses():
    """The parses of the source, as CoNLL-U."""
    text = f"# generator = {PARSER}\n"
    for number, (words, _, splits) in enumerate(_rows()):
        if number == EMPTY:
            continue
        verb = next(i for i, word in enumerate(words) if word in {v for v, _, _ in VERBS})
        lines, place = [], 0
        for i, word in enumerate(words):
            after = "SpaceAfter=No" if i == len(words) - 2 else "_"
            for part in ("zu", "dem") if word == "zum" else (word,):
                place += 1
                if part == "zu":
                    lines.append(f"{place}-{place + 1}\tzum" + "\t_" * 8)
                head, relation, tag = verb + 1, "advmod", "ADV"
                if i == verb:
                    head, relation, tag = 0, "root", "VERB"
                elif splits and i == len(words) - 2:
                    relation, tag = "compound:prt", "ADP"
                elif word == ".":
                    relation, tag = "punct", "PUNCT"
                lines.append(f"{place}\t{part}\t{part}\t{tag}\t_\t_\t{head}\t{relation}\t_\t{after}")
        source = " ".join(words).replace(" .", ".")
        text += f"# sent_id = {number}\n# segment_id = {number}\n# text = {source}\n" + "\n".join(lines) + "\n\n"
    return text


def make(folder):
    """The results of the run in FOLDER/results, its texts in FOLDER/texts."""
    found = texts()
    place, written = folder / "results", folder / "texts"
    place.mkdir(parents=True)
    written.mkdir()
    for name, segments in found.items():
        (written / f"{name}.txt").write_text("".join(f"{s}\n" for s in segments), encoding="utf-8")
    segments = ingest.ingest(
        source=parse(written / "source.txt"),
        references={name: parse(written / f"{name}.txt") for name in "AB"},
        source_language="de",
        target_language="en",
    )
    tables.write(segments, place / "segments.parquet")
    with write_text(place / "source.conllu.gz") as out:
        out.write(parses())
    links = [("" if n == EMPTY else "0-0 1-1 3-2 2-4") + "\n" for n in range(72)]
    (folder / "links.txt").write_text("".join(links))
    known = catalogue.load(PHENOMENA_FILE)
    chosen = [known["particle_verb"], known["reordering"], known["reflexive"]]
    wanted = {p.id: ranges(minimum=[0, 1, 3], exact=[2], buckets=[(0, 2)]) for p in chosen}
    controls = ControlSettings(samples=12, seed=3)
    extracted(place, place / "source.conllu.gz", chosen, wanted, controls, links=folder / "links.txt")
    score(place, {name: found[name] for name in SYSTEMS})
    return folder


def score(place, systems, metrics=METRICS):
    """What the stages of scoring leave, for some systems."""
    settings = StatisticsSettings(**STATISTICS)
    scored(place, systems, metrics, settings, catalogue.load(PHENOMENA_FILE).values(), {})
    concluded(place, metrics, settings.alpha)


def publish(run, folder, *, files=None, **settings):
    """The published set of a run that `make` made; for `files` see `contents`."""
    made = run_results.contents(
        CorpusFolder(run / "results"),
        phenomena_file=PHENOMENA_FILE,
        metrics=METRICS,
        statistics=StatisticsSettings(**STATISTICS),
        settings=PublishSettings(**SAID | settings),
        files=files,
    )
    write.write(made, folder)
    return folder
