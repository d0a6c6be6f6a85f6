"""Draw bootstrap samples of a challenge set, for all systems at once.

A sample is a row of weights, one for each segment; the statistics of a sample are weights @ rows. The n segments of a
set are drawn with replacement (Koehn, "Statistical Significance Tests for Machine Translation Evaluation", EMNLP
2004, https://aclanthology.org/W04-3250/), by the same draws as sacreBLEU's.

Segments of a document depend on each other. Where documents are known they are what is drawn, each with all its
segments of the set (Davison and Hinkley, "Bootstrap Methods and their Application", 1997, section 3.8; Field and Welsh,
"Bootstrapping Clustered Data", Journal of the Royal Statistical Society B 2007).

What is drawn or swapped is dealt into 10,000 groups, where there are more than 20,000: at random, so that a group is as
independent of the others as its segments were. Errors by groups vary by a share of 1 / sqrt(2 * 10,000), 0.7 %, about
those by segments, and those of 1,000 resamples by 2.2 % anyway.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float64, Ids
from extractors.scoring.statistics.estimates import Estimate, estimate, mean_of_finite

Score = Callable[[Float64], Float64]
Seed = int | Sequence[int]
Numbers = npt.NDArray[np.number[Any]]


@dataclass(frozen=True)
class SideBySide:
    """(N, 1, all columns) statistics of segments by several metrics.

    Attributes:
        arrays: (N, columns) of each metric, each of a type of its own.
    """

    arrays: Sequence[Numbers]

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self), 1, sum(array.shape[1] for array in self.arrays)

    def __len__(self) -> int:
        return len(self.arrays[0]) if self.arrays else 0


Rows = Numbers | SideBySide
"""(N, K, k) statistics of the segments of a corpus."""


def arrays_of(rows: Rows) -> Sequence[Numbers]:
    """Return the columns of statistics as arrays (N, columns)."""
    return rows.arrays if isinstance(rows, SideBySide) else [rows.reshape(len(rows), -1)]


RESAMPLES = 1000
SEED = 12345
"""sacreBLEU's defaults."""

NUMBERS_AT_ONCE = 1 << 20
"""Largest size of an array of draws or of sums (8 MiB); more samples are made in parts."""
WEIGHTS_AT_ONCE = 1 << 26
"""Largest size of an array of weights, of a byte each."""
SEGMENTS_AT_ONCE = 4096
GROUPS = 10_000
"""What is drawn is dealt into so many groups, where there is more than twice as much."""
EXACT = 1 << 24
"""Whole numbers below it, and sums of them that stay below it, are exact in 32-bit floating point."""


@dataclass(frozen=True)
class Replicates:
    """Scores of a set and of its bootstrap samples.

    Attributes:
        n: what is drawn: segments of the set, or its documents, or groups of many of these.
        value: (K,) score of the set, NaN for an empty one.
        scores: (B, K) scores of the samples; sample b is the same segments for all systems.
        groups: into how many groups what is drawn was dealt; None if it was not.
    """

    n: int
    value: Float64
    scores: Float64
    groups: int | None = None

    @cached_property
    def estimate(self) -> Estimate:
        """The scores with their intervals, (K,). Their p-values, of a score of 0, mean nothing.

        The replicates tell the skewness. Without it RIBES's intervals miss nearly always on one side.
        """
        centred = self.scores - mean_of_finite(self.scores)
        with np.errstate(divide="ignore", invalid="ignore"):
            skewness = mean_of_finite(centred**3) / mean_of_finite(centred**2) ** 1.5
        return replace(estimate(self.value, self.scores, self.n), skewness=np.nan_to_num(skewness))


def parts(samples: int, segments: int, columns: int) -> Iterator[int]:
    """Yield how many samples of segments to make at a time, where the sums of one sample are so many columns.

    All but the last are multiples of 32: then the parts draw the same random bits as one call would.
    """
    most = min(WEIGHTS_AT_ONCE // max(segments, 1), NUMBERS_AT_ONCE // max(columns, 1))
    size = max(32, most // 32 * 32)
    for start in range(0, samples, size):
        yield min(size, samples - start)


def product(weights: Numbers, values: Numbers) -> Float64:
    """Multiply whole weights (B, m) by values (m, columns): (B, columns).

    Counts are multiplied in 32 bits, which halves the time, if their sums are small enough to be exact.
    """
    if values.dtype.kind == "u" and values.size:
        most = int(weights.sum(axis=1, dtype=np.int64).max(initial=0))
        if most * int(values.max()) < EXACT:
            return np.asarray(weights.astype(np.float32) @ values.astype(np.float32), dtype=np.float64)
    return np.asarray(weights.astype(np.float64) @ values.astype(np.float64, copy=False))


def weighted_sums(weights: Numbers, rows: Rows, ids: Ids) -> Float64:
    """Sum the rows (N, K, k) that `ids` (m,) names, each times its weight (B, m): (B, K, k)."""
    sums = []
    for array in arrays_of(rows):
        array_sums = np.zeros((len(weights), array.shape[1]))
        for start in range(0, len(ids), SEGMENTS_AT_ONCE):
            part = slice(start, start + SEGMENTS_AT_ONCE)
            array_sums += product(weights[:, part], array[ids[part]])
        sums.append(array_sums)
    return np.concatenate(sums, axis=1).reshape(-1, *rows.shape[1:])


def total(rows: Rows, ids: Ids) -> Float64:
    """Sum the rows (N, K, k) that `ids` (m,) names, one by one: (K, k)."""
    sums = []
    for array in arrays_of(rows):
        array_sums = np.zeros(array.shape[1])
        for start in range(0, len(ids), SEGMENTS_AT_ONCE):
            array_sums = np.concatenate([array_sums[None], array[ids[start : start + SEGMENTS_AT_ONCE]]]).sum(axis=0)
        sums.append(array_sums)
    return np.concatenate(sums).reshape(rows.shape[1:])


def draw_counts(n: int, samples: int, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Draw n times from n segments, with replacement: (samples, n) how often each is drawn."""
    # That one of them comes 256 times has a chance below 1 in 256!.
    counts = np.zeros((samples, n), dtype=np.uint8)
    size = max(1, NUMBERS_AT_ONCE // max(n, 1))
    for start in range(0, samples, size):
        part_counts = counts[start : start + size]
        # The stream of sacreBLEU's `rng.choice`, whose samples are rows too.
        drawn = rng.choice(n, size=part_counts.shape, replace=True)
        # Distinct numbers for the segments of each sample: one flat count does for all samples.
        drawn += np.arange(len(part_counts))[:, None] * n
        np.add.at(part_counts.reshape(-1), drawn.ravel(), np.uint8(1))
    return counts


def draw_halves(n: int, samples: int, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Draw (samples, n) 0 or 1 with equal chances, from the same random bits as `rng.integers(2, dtype=bool)`."""
    bits = samples * n
    drawn = rng.integers(1 << 32, size=-(-bits // 32), dtype=np.uint32)
    little = drawn.astype("<u4", copy=False).view(np.uint8)
    return np.unpackbits(little, count=bits, bitorder="little").reshape(samples, n)


def sums_by_group(rows: Rows, ids: Ids, groups: Ids, count: int) -> Float64:
    """Sum the rows (N, K, k) that `ids` (m,) names, by their group (m,): (count, columns)."""
    # Here and not above: half a second of CPU time, for which who only reads results need not wait.
    from scipy.sparse import csr_array

    sums = np.zeros((count, rows.shape[1] * rows.shape[2]))
    for start in range(0, len(ids), SEGMENTS_AT_ONCE):
        part = slice(start, start + SEGMENTS_AT_ONCE)
        part_rows = np.concatenate([array[ids[part]] for array in arrays_of(rows)], axis=1, dtype=np.float64)
        entries = (np.ones(len(part_rows)), (groups[part], np.arange(len(part_rows))))
        sums += csr_array(entries, shape=(count, len(part_rows))) @ part_rows
    return sums


def units_of(ids: Ids, clusters: Ids | None) -> tuple[Ids | None, int, bool]:
    """Find what is drawn or swapped as one in a set.

    Args:
        ids: (n,) the segments of the set.
        clusters: (N,) number of each segment's document; None where each segment is by itself.

    Returns:
        The unit (n,) of each segment, numbered in the order of the set, or None where each segment is one; the number
        of units; and whether they are groups.
    """
    units, count = None, len(ids)
    if clusters is not None:
        numbers, first, number = np.unique(clusters[ids], return_index=True, return_inverse=True)
        # In the order of the set, so that documents of one segment are drawn as segments are.
        order = np.empty(len(numbers), dtype=np.intp)
        order[np.argsort(first)] = np.arange(len(numbers))
        units, count = order[number], len(numbers)
    if count <= 2 * GROUPS:
        return units, count, False
    # From a stream of their own: the same set has the same groups in every test.
    dealt = np.random.default_rng(count).permutation(count) % GROUPS
    return dealt if units is None else dealt[units], GROUPS, True


def sums_of_units(rows: Rows, ids: Ids, clusters: Ids | None) -> tuple[Rows, Ids, bool]:
    """Return the rows of a set's segments or, for units drawn or swapped as one, the sum of each unit's rows.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
        ids, clusters: as of `units_of`.

    Returns:
        The rows (m, K, k), which of them are the set's, in the order of its segments, and whether they are groups.
    """
    units, count, grouped = units_of(ids, clusters)
    if units is None:
        return rows, ids, False
    return sums_by_group(rows, ids, units, count).reshape(-1, *rows.shape[1:]), np.arange(count), grouped


def resample(
    rows: Rows, ids: Ids, score: Score, *, clusters: Ids | None = None, resamples: int = RESAMPLES, seed: Seed = SEED
) -> Replicates:
    """Score a set and its bootstrap samples.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
        ids: (n,) the segments of the set.
        clusters: (N,) number of each segment's document, which are drawn whole; None to draw segments.
    """
    systems = rows.shape[1]
    value = score(total(rows, ids))
    rows, ids, grouped = sums_of_units(rows, ids, clusters)
    if not len(ids):
        return Replicates(n=0, value=value, scores=np.full((resamples, systems), np.nan))
    rng = np.random.default_rng(seed)
    scores = [
        score(weighted_sums(draw_counts(len(ids), size, rng), rows, ids))
        for size in parts(resamples, len(ids), systems * rows.shape[2])
    ]
    return Replicates(n=len(ids), value=value, scores=np.concatenate(scores), groups=GROUPS if grouped else None)
