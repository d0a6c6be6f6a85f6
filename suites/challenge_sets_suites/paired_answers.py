"""Two systems that answered the same items: the difference of their accuracies, with an exact test."""

from typing import NamedTuple

import numpy as np

from extractors.core.arrays import Float64, Int64
from extractors.scoring.statistics.proportions import Z, cluster_sums


class Paired(NamedTuple):
    """Two systems on the same items: only those that count for both.

    Attributes:
        only_first, only_second: items that one of them alone has right.
        difference: of the accuracies, with its 95 % interval; NaN where nothing counts.
        p: of no difference, two-sided, exact.
    """

    n: int
    only_first: int
    only_second: int
    difference: float
    low: float
    high: float
    p: float


def paired(first: Float64, second: Float64, cluster: Int64) -> Paired:
    """Compare two systems that answered the same items.

    The test swaps the systems in whole clusters: p is the share of all ways to swap whose difference is at least as
    large, counted exactly. Where each cluster has one item it is McNemar's exact test. The interval is Bonett and
    Price's (2012, https://doi.org/10.3102/1076998611411915), on as many independent items as tell the same.

    Args:
        first, second: (e,) 1 right, 0 wrong, NaN does not count.
        cluster: (e,) the cluster of each item.
    """
    counts = ~np.isnan(first + second)
    n = int(counts.sum())
    if not n:
        return Paired(0, 0, 0, np.nan, np.nan, np.nan, np.nan)
    differences = (first - second)[counts]
    sums = cluster_sums(differences[:, None], cluster[counts])[:, 0]
    alone = int((differences > 0).sum()), int((differences < 0).sum())
    mean = differences.mean()
    spread = cluster_sums((differences - mean)[:, None], cluster[counts])[:, 0]
    independent = ((differences - mean) ** 2).sum()
    # If all items differ alike, each cluster counts once.
    design = max(1.0, (spread**2).sum() / independent) if independent > 0 else n / len(sums)
    low, high = _bonett_price(alone[0] / design, alone[1] / design, n / design)
    return Paired(n, *alone, float(mean), low, high, swap_p(np.rint(np.abs(sums)).astype(int), abs(int(sums.sum()))))


def _bonett_price(first: float, second: float, n: float) -> tuple[float, float]:
    # Laplace estimates: one item is added to each kind of disagreement, two to all.
    a, b = (first + 1) / (n + 2), (second + 1) / (n + 2)
    half = Z * np.sqrt((a + b - (a - b) ** 2) / (n + 2))
    return float(max(a - b - half, -1)), float(min(a - b + half, 1))


def swap_p(sizes: Int64, observed: int) -> float:
    """Return P(|sum of +-sizes| >= observed) with signs by fair coins, counted exactly. `sizes`: (clusters,), >= 0."""
    # Here, not above: it takes a second, and few who import this module come here.
    from scipy import stats

    total = int(sizes.sum())
    # chances[k] is that of the sum 2 k - (what has been added so far).
    chances = np.ones(1)
    # Clusters of one size together: how many of them are positive is binomial.
    for size, times in zip(*np.unique(sizes[sizes > 0], return_counts=True), strict=True):
        steps = np.zeros(size * times + 1)
        steps[::size] = stats.binom.pmf(np.arange(times + 1), times, 0.5)
        chances = np.convolve(chances, steps)
    sums = 2 * np.arange(len(chances)) - total
    return float(min(1.0, chances[np.abs(sums) >= observed].sum()))
