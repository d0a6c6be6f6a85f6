"""How much of the CPU time of `parse` and `align` is their networks', and how fast the aligner's is beside PyTorch's.

    python benchmarks/network_share.py [--data FOLDER] [--segments 500] [--rounds 3]

Both stages run as in a workflow, from text to file, on one core, with the shipped models, over WMT21's German. The
calls of the networks, and the matching of similarities, are timed inside the same run, so that whatever else the
machine does slows both alike. Loading models is not counted. The bars: parse at 90 % of the bare network's speed or
more, align at 90 % of that of the encoder's forward pass and the matching. The second stage with the same weights in
PyTorch runs by turns with ours; the ratio is of the best rounds, and the bar is 1.
"""

import gc
import math
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import torch
from _common import arguments_of
from threadpoolctl import threadpool_limits

from extractors.core import files, registry
from extractors.core.job import COLLECTIONS
from extractors.extract.align import LinkRows, align_reference
from extractors.extract.parse import parse_to_file
from extractors.formats import tables
from extractors.models import parsers
from extractors.models.aligners import Aligner, simalign
from extractors.models.aligners._transformer import TransformerEncoder
from extractors.models.parsers import DEFAULT_PARSER, Parser
from extractors.models.tokenizers import surface_tokens

BAR = 0.9


class Clock:
    """CPU seconds inside some functions."""

    def __init__(self) -> None:
        self.spent = 0.0

    def timing(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a function so that this clock counts its CPU time."""

        def timed(*arguments: Any, **options: Any) -> Any:
            started = time.process_time()
            result = function(*arguments, **options)
            self.spent += time.process_time() - started
            return result

        return timed


def measure(stage: str, rounds: int, kinds: dict[str, Callable[[], object]], words: int, clock: Clock) -> None:
    """Do the work of each kind by turns; print its speed, the share that the clock counted, and the ratio of kinds."""
    best = dict.fromkeys(kinds, (math.inf, 0.0))
    for _ in range(rounds):
        for kind, work in kinds.items():
            clock.spent = 0.0
            started = time.process_time()
            work()
            best[kind] = min(best[kind], (time.process_time() - started, clock.spent))
    for kind, (spent, inside) in best.items():
        print(
            f"{stage:<6} {kind:<8} {words:7d} words, {words / spent:7.0f} words/s of CPU time; bare"
            f" {words / inside:7.0f}; ratio {inside / spent:.2f} (bar {BAR})",
            flush=True,
        )
    if "PyTorch" not in best:
        return
    (ours, _), (theirs, _) = best["NumPy"], best["PyTorch"]
    print(f"{stage:<6} with NumPy {theirs / ours:.2f} times as fast as with PyTorch (bar 1)", flush=True)


def timed_parser(clock: Clock) -> Parser:
    """Create the German parser; the clock counts the scoring of words, and not the cutting of text."""
    parser: Any = registry.create(parsers, Parser, DEFAULT_PARSER, {"language": "de"})
    network = parser._model._network
    network.score, network.relations = clock.timing(network.score), clock.timing(network.relations)
    return parser


def timed_aligner(kind: str, clock: Clock) -> Aligner:
    """Create SimAlign with the shipped encoder; the clock counts its vectors and similarities.

    Args:
        kind: `PyTorch` for the transformers library, anything else for ours.
    """
    aligner: Any = simalign.SimAlign(source_language="de", target_language="en")
    encoder = aligner._encoder
    if kind == "PyTorch":
        aligner._encoder = encoder = TransformerEncoder(
            encoder.name, encoder.path, layer=None, device="cpu", batch_size=1024, download=False
        )
    encoder.embed_together = clock.timing(encoder.embed_together)
    aligner._similarity = clock.timing(aligner._similarity)
    return aligner


def main() -> None:
    arguments = arguments_of(__doc__, data="wmt21/")
    arguments.add_argument("--segments", type=int, default=500)
    arguments.add_argument("--rounds", type=int, default=3)
    given = arguments.parse_args()
    folder = given.data / "wmt21" / "de-en"
    source = files.read_lines(folder / "source.de")[: given.segments]
    target = files.read_lines(sorted(folder.glob("reference.*"))[0])[: given.segments]
    torch.set_num_threads(1)
    # As a job of the workflow.
    gc.set_threshold(*COLLECTIONS)
    with threadpool_limits(1), tempfile.TemporaryDirectory() as place:
        clock = Clock()
        parser = timed_parser(clock)
        words = sum(len(s.words) for sentences in parser.parse(source) for s in sentences)
        kinds: dict[str, Callable[[], object]] = {
            "NumPy": partial(parse_to_file, parser, source, Path(place) / "parse.conllu.gz")
        }
        measure("parse", given.rounds, kinds, words, clock)

        sides = [
            [surface_tokens(text, language) for text in texts] for texts, language in ((source, "de"), (target, "en"))
        ]
        count = sum(len(tokens) for side in sides for tokens in side)

        def work(aligner: Aligner, segments: int) -> None:
            rows = LinkRows()
            align_reference(aligner, "A", list(zip(*(side[:segments] for side in sides), strict=True)), rows)
            tables.write(rows.table(aligner.signature, 0.0), Path(place) / "a.parquet")

        simalign.match, simalign.normalised = clock.timing(simalign.match), clock.timing(simalign.normalised)
        kinds = {}
        for kind in ("NumPy", "PyTorch"):
            aligner = timed_aligner(kind, clock)
            # So that no library is imported while the clock runs.
            work(aligner, 20)
            kinds[kind] = partial(work, aligner, len(source))
        measure("align", given.rounds, kinds, count, clock)


if __name__ == "__main__":
    main()
