"""How many contrastive pairs are made of references, by kind, also next to LingEval97; and samples of them to read.

    python benchmarks/contrastive_pairs.py [--data ../shared/data] [--work FOLDER] [--samples FOLDER] [--seed N]

References are WMT21's A, German (of English) and English (of German), and newstest2013 in both languages. Words are
learned from them and, in German, from WMT21's German sources. newstest2013 is one of the test sets that LingEval97 was
made of: the recall of a German kind is its pairs there per sentence, divided by those of LingEval97 per sentence.
LingEval97's own items were not at hand, so the pairs themselves are not compared. `--work` keeps the parses from one
run to the next. `--samples` writes a file of at most 50 pairs a kind, with their sources, to be judged: is it
an error, and is nothing else changed? How many a large language model called right is in docs/lab/suites.md.
"""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from _common import arguments_of, markdown_table

from challenge_sets_suites.contrastive import Resources, target_texts
from challenge_sets_suites.contrastive_pairs import make_suite
from challenge_sets_suites.pair_kinds import create_makers
from challenge_sets_suites.tables.items import Item
from extractors.core import files
from extractors.extract.parse import parse_to_file
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.inputs import places
from extractors.inputs.reading import read_texts
from extractors.models.parsers import DEFAULT_PARSER, create_parser

ENOUGH = 50


@dataclass(frozen=True)
class Texts:
    """References with their sources, as files under the data folder."""

    name: str
    reference: str
    source: str


SETS = {
    "de": (
        Texts("newstest2021", "wmt21/en-de/reference.A.de", "wmt21/en-de/source.en"),
        Texts("newstest2013", "newstest2013/newstest2013.de", "newstest2013/newstest2013.en"),
    ),
    "en": (
        Texts("newstest2021", "wmt21/de-en/reference.A.en", "wmt21/de-en/source.de"),
        Texts("newstest2013", "newstest2013/newstest2013.en", "newstest2013/newstest2013.de"),
    ),
}
"""The references of each language; the second top up kinds that have too few pairs to read."""
LEARNED = {"de": ("wmt21/de-en/source.de",), "en": ()}
"""Texts that words are learned from besides."""
LINGEVAL97 = "lingeval97/published-sennrich2016.tsv"
SENTENCES = {"lingeval97": 21_722, "newstest2013": 3_000}
"""Sentences of LingEval97 and of the part of it that is here."""
SOURCE_LANGUAGE = {"de": "en", "en": "de"}


def parsed(path: Path, language: str, work: Path) -> Treebank:
    """Parse a text, or read the parse that the folder `work` has of it."""
    kept = work / f"{'_'.join(path.parts[-2:])}.conllu.gz"
    if not kept.exists():
        parse_to_file(
            create_parser(DEFAULT_PARSER, language=language, model=None, options={}),
            read_texts(places.parse(path)),
            kept,
        )
    return conllu.read(kept)


def pairs(data: Path, work: Path, language: str, seed: int) -> dict[str, list[Item]]:
    """Make the contrastive pairs of each set of a language, by the set's name."""
    treebanks = {texts.name: parsed(data / texts.reference, language, work) for texts in SETS[language]}
    resources = Resources()
    for treebank in (*treebanks.values(), *(parsed(data / path, language, work) for path in LEARNED[language])):
        resources.add_treebank(treebank)
    made = {}
    for texts in SETS[language]:
        references, sources = (read_texts(places.parse(data / path)) for path in (texts.reference, texts.source))
        suite = make_suite(
            list(target_texts(treebanks[texts.name], references, sources, SOURCE_LANGUAGE[language])),
            makers=create_makers(language),
            resources=resources,
            target_language=language,
            origin=texts.name,
            seed=seed,
        )
        made[texts.name] = list(suite.items)
    return made


def change(item: Item) -> str:
    """Show a pair as its reference with the change marked as [old=>new]."""
    old, new = item.reference or "", item.contrastive or ""
    start = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    while start and old[start - 1].isalnum():
        start -= 1
    rest = min(len(old), len(new)) - start
    end = next((i for i in range(rest) if old[-1 - i] != new[-1 - i]), rest)
    while end and old[len(old) - end].isalnum():
        end -= 1
    return f"{old[:start]}[{old[start : len(old) - end]}=>{new[start : len(new) - end]}]{old[len(old) - end :]}"


def write_samples(path: Path, made: Iterable[Sequence[Item]], kind: str, seed: int) -> None:
    """Write at most 50 pairs of a kind to read, of the first set as far as they go."""
    drawn: list[Item] = []
    for items in made:
        of_kind = [item for item in items if item.phenomenon == kind]
        drawn += Random(f"{seed}/{kind}").sample(of_kind, min(len(of_kind), ENOUGH - len(drawn)))
    with files.write_text(path) as out:
        out.writelines(f"{n}. {item.item} {change(item)}\n   {item.source}\n\n" for n, item in enumerate(drawn, 1))


def published(path: Path) -> dict[str, int]:
    """Read the number of pairs that LingEval97 has of each kind."""
    rows = [line.split("\t") for line in files.read_lines(path)]
    return {name: int(total) for group, name, _, total, *_ in rows if group == "category"}


def row(made: dict[str, list[Item]], kind: str, expected: dict[str, int]) -> Sequence[object]:
    """Return the table row of a kind: pairs in each set, median distance, share of the number in LingEval97."""
    counts = [sum(item.phenomenon == kind for item in items) for items in made.values()]
    first = next(iter(made.values()))
    distances = [item.distance for item in first if item.phenomenon == kind and item.distance is not None]
    middle = f"{median(distances):g}" if distances else ""
    if kind not in expected:
        return kind, *counts, middle, ""
    here = expected[kind] / SENTENCES["lingeval97"] * SENTENCES["newstest2013"]
    return kind, *counts, middle, f"{100 * counts[-1] / here:.0f} %"


def main() -> None:
    arguments = arguments_of(__doc__, data="wmt21/ and others")
    arguments.add_argument("--work", type=Path, help="folder that keeps the parses (default: a temporary one)")
    arguments.add_argument("--samples", type=Path, help="folder for pairs to read")
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = given.work or Path(temporary)
        work.mkdir(parents=True, exist_ok=True)
        for language, sets in SETS.items():
            made = pairs(given.data, work, language, given.seed)
            kinds = create_makers(language)
            expected = published(given.data / LINGEVAL97) if language == "de" else {}
            heading = ["kind", *(texts.name for texts in sets), "median distance", "recall"]
            rows = [row(made, kind, expected) for kind in kinds]
            print(f"{language}\n\n{markdown_table(heading, rows)}\n", flush=True)
            for kind in kinds if given.samples else ():
                write_samples(given.samples / language / f"{kind}.txt", made.values(), kind, given.seed)


if __name__ == "__main__":
    main()
