"""How many words a second each parser backend parses, beside its library's own bulk call.

    python benchmarks/parse_throughput.py spacy stanza=MODEL_DIR udpipe=FILE [--language de] [--data FOLDER]

All run in this process on one core over newstest2021, by turns over blocks of segments, so that whatever
else the machine does slows all; loading models is not timed. A library's call is given raw segments and
its output is not looked at: spaCy's `pipe`, Stanza's `bulk_process`, UDPipe's `Pipeline.process` (which
writes CoNLL-U). Each figure is in words of its own output. With a large model the parsing hides what a
backend does besides, so the smaller the model, the harder the test.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from threadpoolctl import threadpool_limits

from extractors.core import files, registry
from extractors.models import installed, parsers
from extractors.models.parsers import Parser

SOURCES = {"de": "wmt21/de-en/source.de", "en": "wmt21/en-de/source.en"}

Run = Callable[[Sequence[str]], int]
"""Parses segments and says how many words there are."""


def spacy_pipe(model: str | None, language: str) -> Run:
    import spacy

    name = model or f"parser-{language}"
    nlp = spacy.load(installed.find(name) or name)
    return lambda segments: sum(len(doc) for doc in nlp.pipe(segments))


def stanza_bulk(model: str | None, language: str) -> Run:
    import stanza

    where = {} if model is None else {"dir": model}
    nlp: Any = stanza.Pipeline(language, **where, download_method=None, logging_level="ERROR")
    return lambda segments: sum(document.num_words for document in nlp.bulk_process(list(segments)))


def udpipe_process(model: str | None, language: str) -> Run:
    del language
    from ufal.udpipe import Model, Pipeline, ProcessingError

    loaded = Model.load(str(model))

    def run(segments: Sequence[str]) -> int:
        # A pipeline does not keep its model alive.
        pipeline = Pipeline(loaded, "tokenize", Pipeline.DEFAULT, Pipeline.DEFAULT, "conllu")
        error = ProcessingError()
        lines = pipeline.process("\n\n".join(segments), error).split("\n")
        if error.occurred():
            raise RuntimeError(error.message)
        return sum(line.partition("\t")[0].isdecimal() for line in lines)

    return run


OWN = {"spacy": spacy_pipe, "stanza": stanza_bulk, "udpipe": udpipe_process}


def backend(name: str, model: str | None, language: str) -> Run:
    parser = registry.create(parsers, Parser, name, {"language": language, "model": model})
    return lambda segments: sum(len(s.words) for sentences in parser.parse(segments) for s in sentences)


class Timed:
    """A way to parse, and the words it gave and the seconds it took: on the clock and of CPU."""

    def __init__(self, name: str, run: Run) -> None:
        self.name, self.run = name, run
        self.words, self.wall, self.cpu = 0, 0.0, 0.0

    def __call__(self, segments: Sequence[str]) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        self.words += self.run(segments)
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu

    def __str__(self) -> str:
        return (
            f"{self.name:<16} {self.words:7d} words {self.wall:7.2f} s ({self.cpu:.2f} s CPU),"
            f" {self.words / self.wall:8.0f} words/s"
        )


def measure(chosen: Sequence[str], language: str, segments: Sequence[str], block: int) -> None:
    """Time each backend and its library, and print them with the ratio of their speeds."""
    for choice in chosen:
        name, _, model = choice.partition("=")
        ours = Timed(name, backend(name, model or None, language))
        own = Timed(f"{name}'s own", OWN[name](model or None, language))
        both = [own, ours]
        for timed in both:
            timed.run(segments[:20])
        for start in range(0, len(segments), block):
            for timed in both:
                timed(segments[start : start + block])
            both.reverse()
        ratio = (ours.words / ours.wall) / (own.words / own.wall)
        ratio_cpu = (ours.words / ours.cpu) / (own.words / own.cpu)
        print(f"{own}\n{ours}\n{'ratio':<16} {ratio:.2f} (of CPU time: {ratio_cpu:.2f})", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("backends", nargs="+", help=f"NAME or NAME=MODEL; names: {', '.join(OWN)}")
    arguments.add_argument("--language", choices=sorted(SOURCES), default="de")
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with wmt21/")
    arguments.add_argument("--limit", type=int, help="segments to parse")
    arguments.add_argument("--block", type=int, default=250, help="segments that a turn parses")
    given = arguments.parse_args()
    for choice in given.backends:
        if choice.partition("=")[0] not in OWN:
            arguments.error(f"no library to measure {choice!r} beside")
    segments = [s for s in files.read_lines(given.data / SOURCES[given.language]) if s.strip()][: given.limit]
    torch.set_num_threads(1)
    with threadpool_limits(1):
        measure(given.backends, given.language, segments, given.block)


if __name__ == "__main__":
    main()
