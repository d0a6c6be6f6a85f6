"""How well reordering is found from links, beside the reordering of gold links.

A segment without a link between two words, or without two that cross, has the distance 0.
"""

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from challenge_sets_lab.alignment_quality.link_scores import ratio
from extractors.core.arrays import Float64, Int64
from extractors.extract.reordering import largest_crossings, largest_shifts
from extractors.formats.alignment import ALIGNMENT
from extractors.models.aligners import Links, Pair

MEASURES: dict[str, Callable[[pa.Table], dict[int, tuple[int, int, int]]]] = {
    "shift": largest_shifts,
    "crossing": largest_crossings,
}
"""The phenomena `reordering` (the paper's) and `crossing`."""
THRESHOLDS = (1, 3, 5, 7, 10)
"""Distances; 5 is the paper's."""


def distances(measure: str, pairs: Sequence[Pair], links: Sequence[Links]) -> Int64:
    """Return the largest reordering distance of each pair, (n,), by a measure of MEASURES; 0 without reordering."""
    rows = [
        (number, "A", i, j, source[i], target[j], None)
        for number, ((source, target), linked) in enumerate(zip(pairs, links, strict=True))
        for i, j in linked
    ]
    table = ALIGNMENT.table([dict(zip(ALIGNMENT.schema.names, row, strict=True)) for row in rows])
    found = MEASURES[measure](table)
    return np.array([found.get(number, (0, 0, 0))[2] for number in range(len(pairs))], dtype=np.int64)


def counts(gold: Int64, found: Int64, threshold: int) -> Int64:
    """Mark the pairs whose distance is at least the threshold: (n, 3) in both, in the gold, in the links found."""
    wanted, have = gold >= threshold, found >= threshold
    return np.stack([wanted & have, wanted, have], axis=1).astype(np.int64)


SCORES: dict[str, Callable[[Float64], Float64]] = {
    "precision": lambda sums: ratio(sums[..., 0], sums[..., 2]),
    "recall": lambda sums: ratio(sums[..., 0], sums[..., 1]),
    "f1": lambda sums: ratio(2 * sums[..., 0], sums[..., 1] + sums[..., 2]),
}
"""From summed counts (..., 3)."""
