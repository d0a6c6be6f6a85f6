"""How much of the CPU time of `parse` and `align` is their networks': the rest is reading, cutting, trees and writing.

    python benchmarks/network_share.py [--data FOLDER] [--segments 500]

Both stages run as in a workflow, from text to file, on one core, with the shipped German models, over WMT21. The calls
of the networks, and the matching of similarities, are timed inside the same run, so that whatever else the machine
does slows both alike. Loading models is not counted. The bars: parse at 90 % of the bare network's speed or more,
align at 90 % of that of the encoder's forward pass and the matching.
"""

from __future__ import annotations

import argparse
import gc
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from threadpoolctl import threadpool_limits

from extractors.core import files, registry
from extractors.core.job import COLLECTIONS
from extractors.extract.align import align
from extractors.extract.parse import parse_to_file
from extractors.formats import tables
from extractors.models import parsers
from extractors.models.aligners import simalign
from extractors.models.parsers import Parser
from extractors.models.tokenizers import surface_tokens

BAR = 0.9


class Clock:
    """CPU seconds inside some functions."""

    def __init__(self) -> None:
        self.spent = 0.0

    def timing(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, whose time is counted."""

        def timed(*arguments: Any, **options: Any) -> Any:
            started = time.process_time()
            result = function(*arguments, **options)
            self.spent += time.process_time() - started
            return result

        return timed


def report(stage: str, clock: Clock, work: Callable[[], None], words: int) -> None:
    """Do the work and print the share of its time that the clock counted."""
    clock.spent = 0.0
    started = time.process_time()
    work()
    spent = time.process_time() - started
    share = clock.spent / spent
    print(
        f"{stage:<6} {words:7d} words, {words / spent:7.0f} words/s of CPU time; bare {words / clock.spent:7.0f};"
        f" ratio {share:.2f} (bar {BAR})",
        flush=True,
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with wmt21/")
    arguments.add_argument("--segments", type=int, default=500)
    given = arguments.parse_args()
    folder = given.data / "wmt21" / "de-en"
    source = files.read_lines(folder / "source.de")[: given.segments]
    target = files.read_lines(sorted(folder.glob("reference.*"))[0])[: given.segments]
    torch.set_num_threads(1)
    # As a job of the workflow.
    gc.set_threshold(*COLLECTIONS)
    with threadpool_limits(1), tempfile.TemporaryDirectory() as place:
        parser: Any = registry.create(parsers, Parser, "biaffine", {"language": "de"})
        clock, network = Clock(), parser._model.network
        network.forward, network.relations = clock.timing(network.forward), clock.timing(network.relations)
        words = sum(len(s.words) for sentences in parser.parse(source) for s in sentences)
        report("parse", clock, lambda: parse_to_file(parser, source, Path(place) / "parse.conllu.gz"), words)

        aligner: Any = simalign.SimAlign(source_language="de", target_language="en")
        clock, encoder = Clock(), aligner._encoder
        encoder._model.forward = clock.timing(encoder._model.forward)
        aligner._similarity = clock.timing(aligner._similarity)
        simalign.match, simalign.normalised = clock.timing(simalign.match), clock.timing(simalign.normalised)
        sides = [
            [surface_tokens(text, language) for text in texts] for texts, language in ((source, "de"), (target, "en"))
        ]
        count = sum(len(tokens) for side in sides for tokens in side)

        def work(segments: int) -> None:
            (left, right), texts = (side[:segments] for side in sides), (source[:segments], target[:segments])
            tables.write(align(aligner, left, {"A": right}, {"A": texts}), Path(place) / "a.parquet")

        # So that no library is imported while the clock runs.
        work(20)
        report("align", clock, lambda: work(len(source)), count)


if __name__ == "__main__":
    main()
