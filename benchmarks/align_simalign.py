"""How much faster the simalign backend is than simalign's own loop, and whether the links are the same.

    python benchmarks/align_simalign.py --data FOLDER [--method itermax] [--limit 500]

Both run in this process on one core, over the same tokens (whitespace) and the same encoder, by turns over
blocks of pairs, so that whatever else the machine does slows both; loading the model is not timed. Prints
each pair whose links differ, and exits with 1 if there is one.
"""

import argparse
import logging
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from simalign import SentenceAligner
from threadpoolctl import threadpool_limits

from extractors.core import files
from extractors.models.aligners import Links, Pair
from extractors.models.aligners._matching import METHODS
from extractors.models.aligners.simalign import SimAlign

LETTERS = {"inter": "a", "mwmf": "m", "itermax": "i", "fwd": "f", "rev": "r"}
"""simalign's one-letter names of its methods."""

BLOCK = 1000


def read_pairs(folder: Path, limit: int | None) -> list[Pair]:
    """newstest2013, German-English, split at white space."""
    sides = [files.read_lines(folder / "newstest2013" / f"newstest2013.{side}") for side in ("de", "en")]
    return [(de.split(), en.split()) for de, en in zip(*sides, strict=True)][:limit]


class Timed:
    """A function over pairs, and the seconds spent in it: on the clock and of this process's CPU."""

    def __init__(self, name: str, run: Callable[[Sequence[Pair]], list[Links]]) -> None:
        self.name, self.run = name, run
        self.links: list[Links] = []
        self.wall = self.cpu = 0.0

    def __call__(self, pairs: Sequence[Pair]) -> None:
        wall, cpu = time.perf_counter(), time.process_time()
        self.links += self.run(pairs)
        self.wall += time.perf_counter() - wall
        self.cpu += time.process_time() - cpu

    def __str__(self) -> str:
        milliseconds = 1000 * self.wall / len(self.links)
        return f"{self.name:<10} {self.wall:7.2f} s ({self.cpu:.2f} s CPU), {milliseconds:.2f} ms a pair"


def largest_difference(theirs: Any, ours: SimAlign, pairs: Sequence[Pair]) -> float:
    """The largest difference of a similarity between vectors from batches and from pairwise passes."""
    encoder, worst = ours._encoder, 0.0
    sides = encoder.subwords([side for pair in pairs for side in pair])
    batched = encoder.embed([side.ids for side in sides])
    for k, (source, target) in enumerate(pairs):
        a, b = batched[2 * k], batched[2 * k + 1]
        alone = theirs.embed_loader.get_embed_list([list(source), list(target)]).numpy()
        sims = [SentenceAligner.get_similarity(x, y) for x, y in ((a, b), (alone[0, : len(a)], alone[1, : len(b)]))]
        worst = max(worst, float(np.abs(sims[0] - sims[1]).max()))
    return worst


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with newstest2013/")
    parser.add_argument("--method", choices=METHODS, default="inter")
    parser.add_argument("--model", help="as the option `model` of simalign; default the shipped encoder")
    parser.add_argument("--layer", type=int)
    parser.add_argument("--token-type", choices=("bpe", "word"), default="bpe")
    parser.add_argument("--batch-size", type=int, default=2048)
    parser.add_argument("--limit", type=int, help="only the first so many pairs")
    arguments = parser.parse_args()

    torch.set_num_threads(1)
    logging.getLogger("simalign").setLevel(logging.WARNING)
    pairs = read_pairs(arguments.data, arguments.limit)
    ours = SimAlign(
        source_language="de",
        target_language="en",
        model=arguments.model,
        layer=arguments.layer,
        method=arguments.method,
        token_type=arguments.token_type,
        batch_size=arguments.batch_size,
    )
    theirs = SentenceAligner(
        model=str(ours._encoder.path or ours._encoder.name),
        layer=ours._encoder.layer,
        matching_methods=LETTERS[arguments.method],
        token_type=arguments.token_type,
    )
    print(f"{ours.signature}, {len(pairs)} pairs, torch {torch.__version__}, 1 thread")
    method = arguments.method
    slow = Timed("simalign", lambda some: [theirs.get_word_aligns(*map(list, p))[method] for p in some])
    fast = Timed("ours", lambda some: list(ours.align(some)))
    with threadpool_limits(1):
        # The first call pays for what torch sets up once.
        slow.run(pairs[:20]), fast.run(pairs[:20])
        ours.asked_again = 0
        for start in range(0, len(pairs), BLOCK):
            slow(pairs[start : start + BLOCK])
            fast(pairs[start : start + BLOCK])
    print(slow, fast, sep="\n")
    print(f"ratio      {slow.wall / fast.wall:.2f} ({slow.cpu / fast.cpu:.2f} of CPU time)")
    reference, links = slow.links, fast.links
    different = [k for k, (a, b) in enumerate(zip(reference, links, strict=True)) if a != b]
    print(f"identical  {len(pairs) - len(different)} of {len(pairs)} pairs")
    print(f"near ties  {ours.asked_again} pairs were decided as simalign decides them, on the numbers of the pair")
    print(f"noise      {largest_difference(theirs, ours, pairs[:500]):.1e}, the largest difference of a similarity")
    for k in different:
        only_theirs, only_ours = set(reference[k]) - set(links[k]), set(links[k]) - set(reference[k])
        print(f"pair {k}: only simalign {sorted(only_theirs)}, only ours {sorted(only_ours)}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
