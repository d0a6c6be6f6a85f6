"""How good links are beside gold ones.

Source: Och and Ney (2003), A Systematic Comparison of Various Statistical Alignment Models, Computational
Linguistics 29(1). Gold links are sure or possible, every sure one is possible too. Of links A, sure
ones S and possible ones P, summed over all pairs:

    precision  |A & P| / |A|
    recall     |A & S| / |S|
    AER        1 - (|A & S| + |A & P|) / (|A| + |S|)
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import numpy as np

from challenge_sets_lab.alignment_quality.gold_links import GoldPair
from extractors.core.arrays import Float64, Int64
from extractors.scoring.statistics.resampling import SEED, resample

Interval = tuple[float, float, float]
"""A value, and the ends of its 95 % interval."""


def counts(alignments: Iterable[Collection[tuple[int, int]]], gold: Iterable[GoldPair]) -> Int64:
    """Count for each pair the links, the sure ones among them, the possible ones, and the sure gold links: (n, 4)."""
    rows = [
        (len(found), len(found & pair.sure), len(found & pair.possible), len(pair.sure))
        for found, pair in ((set(links), pair) for links, pair in zip(alignments, gold, strict=True))
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, 4)


def ratio(part: Float64 | Int64, whole: Float64 | Int64) -> Float64:
    """Divide `part` by `whole`; NaN where `whole` is 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        shares: Float64 = np.where(whole > 0, part / whole, np.nan)
    return shares


def f1(sums: Float64 | Int64) -> Float64:
    """Return the harmonic mean of precision and recall, (...), from summed counts (..., 4); 0 if both are 0."""
    one, other = MEASURES["precision"](sums), MEASURES["recall"](sums)
    return np.where(one + other == 0, 0.0, ratio(2 * one * other, one + other))


def error_rate(sums: Float64 | Int64) -> Float64:
    """Return the alignment error rate, (...), from summed counts (..., 4)."""
    return 1 - ratio(sums[..., 1] + sums[..., 2], sums[..., 0] + sums[..., 3])


MEASURES: dict[str, Callable[[Float64 | Int64], Float64]] = {
    "precision": lambda sums: ratio(sums[..., 2], sums[..., 0]),
    "recall": lambda sums: ratio(sums[..., 1], sums[..., 3]),
    "f1": f1,
    "aer": error_rate,
}
"""From summed counts (..., 4)."""
NAMES = {"f1": "F1", "aer": "AER"}


def score(alignments: Iterable[Collection[tuple[int, int]]], gold: Sequence[GoldPair]) -> dict[str, float]:
    """Score links against gold over all pairs together, by the names of MEASURES.

    Scores lie between 0 and 1; NaN where the denominator is 0.
    """
    sums = counts(alignments, gold).sum(axis=0)
    return {name: float(measure(sums)) for name, measure in MEASURES.items()}


def line(scores: Mapping[str, float]) -> str:
    """Format scores in percent on one line: `precision 91.2, recall 88.0, F1 89.6, AER 10.3`."""
    return ", ".join(f"{NAMES.get(name, name)} {100 * value:.1f}" for name, value in scores.items())


def with_intervals(
    rows: Int64, measures: Mapping[str, Callable[[Float64], Float64]], *, resamples: int
) -> dict[str, Interval]:
    """Compute each measure over all pairs, with a bootstrap interval that resamples pairs.

    Args:
        rows: (n, k) counts of each pair.
        measures: shares, 0 to 1, from summed counts (..., k).
    """
    found: dict[str, Interval] = {}
    for name, measure in measures.items():
        estimate = resample(rows[:, None, :], np.arange(len(rows)), measure, resamples=resamples, seed=SEED).estimate
        # Shares: no interval goes beyond them.
        low, high = (float(np.clip(end[0], 0, 1)) for end in (estimate.low, estimate.high))
        found[name] = (float(estimate.value[0]), low, high)
    return found
