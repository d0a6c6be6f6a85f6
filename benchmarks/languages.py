"""What one command gives in languages without a shipped parser: the tables of docs/lab/languages.md.

    python benchmarks/languages.py --out FOLDER [--data ../shared/data/ud-multilingual] [--languages da it ...]
        [--write docs/lab/languages.md]

Each language of the treebanks in DATA gets a parser by `challenge-sets lab train-parser`, and is measured on what
the parser has not seen. What is in FOLDER already is not made again, so the same command goes on where it was stopped,
and --write has the languages that are finished.
"""

import argparse
import json
import logging
import os
import resource
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from _common import arguments_of, update_page
from _language_page import catalogue_table, sections
from _language_parts import Parts, parts
from threadpoolctl import threadpool_limits

from challenge_sets_lab.quality import parser_measure
from challenge_sets_lab.quality.character_hits import TreesWithHits
from challenge_sets_lab.quality.gold_parts import GoldPart
from challenge_sets_lab.quality.parse_scores import COLUMNS, of_raw_text
from extractors.core.errors import InputError
from extractors.core.files import read_text, write_text
from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.quality import QUALITY
from extractors.models.parsers import Parser, create_parser
from extractors.models.tool_settings import DEFAULT_PARSER
from extractors.phenomena import DEFAULT_FILE, catalogue
from extractors.phenomena.catalogue import Phenomenon, definitions_checksum
from extractors.phenomena.detection import RAW, WORDS, identity

OPTIONS = "--epochs 10 --hidden 100"
"""Of train-parser: a network and a time that fit a thousand sentences."""


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What was measured of a parser, beside the table that `challenge-sets lab quality` has, too.

    Attributes:
        parser: its signature.
        sentences, words: of the test part.
        raw, gold_words: percent, by COLUMNS, from raw text and from gold words; None where it was not given them.
        no_raw: why it was not given raw text.
    """

    parser: str
    sentences: int
    words: int
    raw: dict[str, float] | None
    gold_words: dict[str, float] | None
    no_raw: str | None = None


def train(language: Parts, out: Path, options: Sequence[str]) -> None:
    """Train the language's parser by the command, and note the command and its CPU time; not if it is there."""
    model, record = out / f"parser-{language.language}", out / f"parser-{language.language}.json"
    if model.exists() and record.exists():
        return
    resumed = model.with_name(model.name + ".training").exists()
    command = ["lab", "train-parser", "--language", language.language, "--train", *map(str, language.train)]
    command += ["--dev", *map(str, language.test), *options, "-o", str(model)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-m", "extractors", *command], check=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    names = {str(path): path.name for path in (*language.train, *language.test, model)}
    typed = shlex.join(["challenge-sets", *(names.get(word, word) for word in command)])
    with write_text(record) as file:
        # Of a training that was stopped, the time before is not known.
        json.dump({"command": typed, "seconds": None if resumed else round(seconds, 1)}, file)


def measured(
    parser: Parser, golds: Sequence[GoldPart], known: Sequence[Phenomenon], language: str, path: Path
) -> Figures:
    """Measure a parser, and write the table of its hits as `challenge-sets lab quality` does; not if both are there."""
    record = path.with_suffix(".json")
    if record.exists() and path.exists():
        before = Figures(**json.loads(read_text(record)))
        if identity(before.parser) == identity(parser.signature) and is_current(path, known, language):
            return before
    no_raw = None
    try:
        found = parser_measure.parse_parts(parser, golds)
    except InputError as error:
        if not parser.takes_words:
            raise
        no_raw = error.problem
        log.warning("%s: from gold words alone: %s", language, error)
        found = parser_measure.parse_parts(parser, golds, raw=False)
    tables.write(parser_measure.measure(found, known, language=language, parser=parser.signature), path)
    figures = Figures(
        parser=parser.signature,
        sentences=sum(gold.sentences for gold in golds),
        words=sum(len(gold.treebank) for gold in golds),
        raw=scores(found, RAW),
        gold_words=scores(found, WORDS),
        no_raw=no_raw,
    )
    with write_text(record) as file:
        json.dump(asdict(figures), file)
    return figures


def is_current(path: Path, known: Sequence[Phenomenon], language: str) -> bool:
    """Whether a table of hits is of these definitions of phenomena."""
    rows = tables.read(QUALITY, path).to_pylist()
    definitions = {p.id: definitions_checksum([p.definition(language)]) for p in known}
    return {row["phenomenon"]: row["definition"] for row in rows} == definitions


def scores(found: Sequence[parser_measure.MeasuredPart], text: str) -> dict[str, float] | None:
    """Percent by COLUMNS over all parts; None where the parser was not given this text."""
    if text not in found[0].parses:
        return None
    totals, weight = dict.fromkeys(COLUMNS, 0.0), 0
    for part in found:
        gold, parsed = TreesWithHits.of(part.gold.treebank), TreesWithHits.of(part.parses[text])
        words = len(gold.words) + len(parsed.words)
        weight += words
        for name, value in zip(COLUMNS, of_raw_text(gold, parsed), strict=True):
            totals[name] += value * words
    return {name: round(total / weight, 2) for name, total in totals.items()}


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data/ud-multilingual"), help="UD treebanks")
    arguments.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="parsers and figures")
    arguments.add_argument("--languages", nargs="+", metavar="LANG", help="only these, in this order")
    arguments.add_argument("--options", default=OPTIONS, help=f"of train-parser (default: {OPTIONS})")
    arguments.add_argument("--no-training", action="store_true", help="only what is trained already")
    arguments.add_argument("--write", type=Path, metavar="PAGE", help="put the tables into the page, between its marks")
    given = arguments.parse_args()
    log.setLevel(logging.INFO)
    torch.set_num_threads(1)
    every = {language.language: language for language in parts(given.data, given.out / "treebanks")}
    if unknown := [name for name in given.languages or () if name not in every]:
        arguments.error(f"no treebank of {', '.join(unknown)} in {given.data}")
    known = catalogue.load(DEFAULT_FILE)
    with threadpool_limits(limits=1):
        for language in [every[name] for name in given.languages or every]:
            run(language, given, [p for p in known.values() if language.language in p.rules and p.measure is None])
    texts = sections([*every.values()], given.out) | {"catalogue": catalogue_table(known)}
    for name, text in texts.items():
        print(f"## {name}\n\n{text}\n", flush=True)
    if given.write:
        update_page(given.write, texts)


def run(language: Parts, given: argparse.Namespace, known: Sequence[Phenomenon]) -> None:
    """Train and measure a language's parser, as far as that was not done."""
    name = language.language
    model = given.out / f"parser-{name}"
    if not given.no_training:
        train(language, given.out, given.options.split())
    if not model.exists():
        return
    golds = [GoldPart.of(str(path)) for path in language.test]
    parser = create_parser(DEFAULT_PARSER, language=name, model=str(model), options={})
    measured(parser, golds, known, name, given.out / f"{name}.csv")


if __name__ == "__main__":
    main()
