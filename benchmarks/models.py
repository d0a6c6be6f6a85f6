"""The shipped models measured: the page docs/lab/models.md, by one command.

    python benchmarks/models.py [--data ../shared/data] [--parsers en=udpipe:FILE de=spacy:FOLDER ...]
        [--write docs/lab/models.md]

Parsers: how right their words, tags and trees are on treebanks at hand, from gold words and from raw text, how
fast they are on one core. Aligners: the table of
_aligner_table.py. Other parsers can be measured beside the shipped ones, on the same text in the same run.
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import _aligner_table
import torch
from _common import arguments_of, markdown_table, update_page
from detector_quality import GROUPS
from threadpoolctl import threadpool_limits

from challenge_sets_lab.quality.character_hits import TreesWithHits
from challenge_sets_lab.quality.gold_parts import GoldPart
from challenge_sets_lab.quality.parse_scores import COLUMNS, of_raw_text
from challenge_sets_lab.training.parser import parser_scores
from challenge_sets_lab.training.parser.data import examples
from extractors.cli.commands._arguments import option_values
from extractors.core.logs import log
from extractors.extract.parse import parse_to_file
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.models import installed
from extractors.models.parsers import Parser, create_parser
from extractors.models.parsers._biaffine.array_network import ArrayNetwork
from extractors.models.parsers._biaffine.model import Model
from extractors.models.tool_settings import DEFAULT_PARSER

SPEED_ON = {"en": "wmt21/en-de/source.en", "de": "wmt21/de-en/source.de"}


class Candidate(NamedTuple):
    """A parser to measure."""

    language: str
    backend: str
    model: str | None
    options: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.backend} `{Path(self.model or f'parser-{self.language}').name}`"

    @classmethod
    def of(cls, text: str) -> Candidate:
        """`en=udpipe:FILE`, or with options `en=udpipe:FILE,tokenizer=rules`."""
        language, _, rest = text.partition("=")
        backend, _, model = rest.partition(":")
        model, *options = model.split(",")
        return cls(language, backend, model or None, option_values(options))

    def create(self) -> Parser:
        return create_parser(self.backend, language=self.language, model=self.model, options=self.options)


class Part(NamedTuple):
    """A part of a treebank, its gold trees and raw sentences."""

    language: str
    name: str
    gold: Treebank
    texts: list[str]


def parts(data: Path) -> Iterator[Part]:
    """What no shipped parser was trained on."""
    for group in GROUPS:
        for spec in () if group.seen else group.specs(data):
            gold = GoldPart.of(spec)
            assert gold.texts is not None
            yield Part(group.language, gold.name, gold.treebank, gold.texts)


def parse(candidate: Candidate, texts: Sequence[str]) -> Treebank:
    parser = candidate.create()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "parsed.conllu"
        parse_to_file(parser, texts, path)
        return conllu.read(path)


def speed(candidate: Candidate, texts: Sequence[str]) -> tuple[float, float]:
    """Seconds to load, and words a second of one core's time, raw text to Sentence objects."""
    start = time.perf_counter()
    parser = candidate.create()
    loaded = time.perf_counter() - start
    list(parser.parse(texts[:50]))
    # Of the processor's time and not the clock's, so that it does not matter what else the machine does.
    start = time.process_time()
    words = sum(len(sentence.words) for found in parser.parse(texts) for sentence in found)
    return loaded, words / (time.process_time() - start)


def size(candidate: Candidate) -> str:
    """Megabytes on disk."""
    path = installed.find(candidate.model or f"parser-{candidate.language}")
    if path is None:
        return "-"
    files = [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]
    return f"{sum(p.stat().st_size for p in files) / 1e6:.1f}"


def parser_tables(candidates: Sequence[Candidate], banks: Sequence[Part], data: Path) -> str:
    """Accuracy from raw text and from gold words, and speed."""
    raw: list[list[object]] = []
    gold_words: list[list[object]] = []
    for part in banks:
        gold = TreesWithHits.of(part.gold)
        for candidate in (c for c in candidates if c.language == part.language):
            found = of_raw_text(gold, TreesWithHits.of(parse(candidate, part.texts)))
            raw.append([candidate.name, part.name, *(f"{value:.1f}" for value in found)])
            if candidate.backend == "biaffine":
                folder = installed.find(candidate.model or f"parser-{candidate.language}")
                assert folder is not None
                model = Model.load(folder, ArrayNetwork)
                reached = parser_scores.of_gold_words(model, examples(part.gold))
                names = ("upos", "xpos", "feats", "lemma", "uas", "las")
                gold_words.append([candidate.name, part.name, *(f"{reached[name]:.1f}" for name in names)])
    fast: list[list[object]] = []
    for candidate in candidates:
        texts = (data / SPEED_ON[candidate.language]).read_text(encoding="utf-8").splitlines()
        loaded, rate = speed(candidate, texts)
        fast.append([candidate.name, size(candidate), f"{loaded:.1f}", f"{rate:,.0f}"])
    return "\n\n".join(
        [
            "From raw text, F1 in percent (as the CoNLL 2018 shared task):",
            markdown_table(["parser", "on", *COLUMNS], raw),
            "From gold words, percent of words:",
            markdown_table(["parser", "on", "UPOS", "XPOS", "FEATS", "lemma", "UAS", "LAS"], gold_words),
            "On one core, raw text of newstest2021 to sentences (seconds of the processor's time):",
            markdown_table(["parser", "MB", "seconds to load", "words a second"], fast),
        ]
    )


def main() -> None:
    arguments = arguments_of(__doc__, data="ud/, wmt21/, ...")
    arguments.add_argument(
        "--parsers", nargs="*", default=[], metavar="LANG=BACKEND:MODEL[,OPTION=VALUE]", help="beside the shipped"
    )
    arguments.add_argument("--encoders", nargs="+", default=["shipped", "bert", "xlmr"], help="of SimAlign")
    arguments.add_argument("--only", choices=["parsers", "aligners"], help="a part of the page")
    arguments.add_argument("--write", type=Path, metavar="PAGE", help="put the tables into the page, between its marks")
    given = arguments.parse_args()
    log.setLevel(logging.ERROR)
    torch.set_num_threads(1)
    candidates = [Candidate(language, DEFAULT_PARSER, None, {}) for language in SPEED_ON]
    candidates += [Candidate.of(text) for text in given.parsers]
    sections = {}
    with threadpool_limits(limits=1):
        if given.only != "aligners":
            banks = list(parts(given.data))
            sections["parsers"] = parser_tables(candidates, banks, given.data)
            print(sections["parsers"], flush=True)
        if given.only != "parsers":
            sections["aligners"] = _aligner_table.section(given.data, given.encoders)
            print(sections["aligners"], flush=True)
    if given.write:
        update_page(given.write, sections)


if __name__ == "__main__":
    main()
