"""A small folder of data with the names that benchmarks look for: texts of our own, and treebanks of our own."""

import gzip
import json
import re
from pathlib import Path

from tests import ROOT
from tests.builders import small_results

LINES = 24
SENTENCES = 10
FRENCH = """\
# sent_id = {0}
# text = Le chien aboie.
1 Le le DET _ Definite=Def|Gender=Masc|Number=Sing 2 det _ _
2 chien chien NOUN _ Gender=Masc|Number=Sing 3 nsubj _ _
3 aboie aboyer VERB _ Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin 0 root _ SpaceAfter=No
4 . . PUNCT _ _ 3 punct _ _

# sent_id = {1}
# text = Les chiens aboient.
1 Les le DET _ Definite=Def|Gender=Masc|Number=Plur 2 det _ _
2 chiens chien NOUN _ Gender=Masc|Number=Plur 3 nsubj _ _
3 aboient aboyer VERB _ Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin 0 root _ SpaceAfter=No
4 . . PUNCT _ _ 3 punct _ _

"""
"""Of the ids of two sentences in our English treebank."""


def texts(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = "".join(f"{line}\n" for line in lines)
    path.write_bytes(gzip.compress(content.encode()) if path.suffix == ".gz" else content.encode())


def treebank(path: Path, language: str, *, times: int = 1) -> None:
    """The first sentences of our tiny treebank, as often as asked for."""
    text = (ROOT / f"tests/data/tiny-{language}.conllu").read_text(encoding="utf-8")
    some = "\n\n".join(text.strip().split("\n\n")[:SENTENCES])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(f"{some}\n\n".encode() * times))


def make(place: Path) -> Path:
    """The folder."""
    segments = small_results.ordinary(LINES)
    german, english = [one.text for one in segments], [one.english for one in segments]
    weak = [one.weak for one in segments]
    for pair, source, target, outputs in (
        ("de-en", german, english, (english, weak)),
        ("en-de", english, german, (german, [*german[1:], german[0]])),
    ):
        folder, (of_source, of_target) = place / "wmt21" / pair, pair.split("-")
        texts(folder / f"source.{of_source}", source)
        texts(folder / f"reference.A.{of_target}", target)
        for name, output in zip(small_results.SYSTEMS, outputs, strict=True):
            texts(folder / f"systems/{name}.{of_target}", output)
        texts(place / f"documents/wmt21-boundaries/{pair}.docs", [f"news\td{number // 6}" for number in range(LINES)])
    for name in ("newstest2013/newstest2013.{}", "books/books.{}.gz", "multi30k/train.{}.gz", "multi30k/val.{}.gz"):
        texts(place / name.format("de"), german)
        texts(place / name.format("en"), english)
    for name in ("en_ewt-train", "en_ewt-dev", "en_gum-dev", "en_pud"):
        treebank(place / f"ud/{name}.conllu.gz", "en")
    treebank(place / "ud/de_pud.conllu.gz", "de")
    # What no parser was trained on begins with its 551st sentence.
    treebank(place / "ud/de_gsd-dev.conllu.gz", "de", times=56)
    french = re.sub(r"(?m)^\d .*", lambda row: row[0].replace(" ", "\t"), FRENCH.format("tiny-en-1", "tiny-en-2"))
    for name in ("fr_pud-test", "fr_gsd-dev"):
        texts(place / f"ud-multilingual/{name}.conllu.gz", french.splitlines())
    gold = {"de": "Er kommt .", "en": "He comes .", "sure": [[1, 1], [2, 2], [3, 3]], "possible": []}
    (place / "alignment").mkdir()
    (place / "alignment/gold.json").write_text(json.dumps([gold]))
    rows = [
        "group\tname\tcorrect\ttotal\taccuracy",
        "category\tnp_agreement\t8\t10\t80.0 %",
        "total\ttotal\t8\t10\t80.0 %",
    ]
    texts(place / "lingeval97/published-sennrich2016.tsv", rows)
    texts(place / "lingeval97/sennrich2016.scores.gz", ["0.5"] * 20)
    return place
