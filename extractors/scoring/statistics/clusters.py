"""Rank systems, and cluster systems that do not differ, in the manner of WMT's findings papers.

The findings of WMT 2013 (Bojar et al., https://aclanthology.org/W13-2201/) are the first to group systems by tests
instead of ordering them all; since WMT 2017 (https://aclanthology.org/W17-4717/) a cluster is cut off where each of
its systems is significantly better than all systems of lower clusters. That is the definition here.
"""

from dataclasses import dataclass

import numpy as np

from extractors.core.arrays import Bool, Float64, Int64


@dataclass(frozen=True)
class Ranking:
    """K systems on one set, in the order in which they were given.

    Attributes:
        rank: 1 for the best score; systems with equal scores share the best rank of theirs, and the next ranks are
            left out; 0 for a system without a score. No system ranks above, or with, one that is significantly better.
        cluster: 1 for the best. A system is significantly better than all systems of later clusters. Systems of one
            cluster may differ too, because "not significantly different" is not transitive.
        best_rank, worst_rank: 1 plus the number of systems that are significantly better, and K minus the number of
            systems that are significantly worse. `rank` is between the two.
    """

    rank: Int64
    cluster: Int64
    best_rank: Int64
    worst_rank: Int64


def cluster(
    scores: Float64,
    p_values: Float64,
    *,
    alpha: float = 0.05,
    higher_is_better: bool = True,
    differences: Float64 | None = None,
) -> Ranking:
    """Rank systems, and cut the ranking wherever all systems above are significantly better than all below.

    System i is significantly better than j if p < alpha and their difference favours i. A boundary stands between ranks
    r and r + 1 if and only if this holds for each of the r * (K - r) pairs of a system above with one below.

    Args:
        scores: (K,) scores; systems without one (NaN) get 0 everywhere.
        p_values: (K, K) two-sided p-values of each pair, corrected or not; NaN does not differ.
        differences: (K, K) the difference that each p-value is of, above 0 where the row's system is better. None:
            that of the scores. Differences of other items than the scores may contradict their order; then the best
            score among the systems that no remaining system beats comes first. Only systems that beat each other in a
            circle, which differences of the same items never do, stay in the order of their scores.
    """
    sign = 1 if higher_is_better else -1
    scored = np.flatnonzero(np.isfinite(scores))
    scored = scored[np.argsort(-sign * scores[scored], kind="stable")]
    signed = sign * (scores[:, None] - scores) if differences is None else differences
    beats = (np.nan_to_num(p_values, nan=1.0) < alpha) & (np.nan_to_num(signed) > 0)
    order = _in_order(scored, beats)
    beats = beats[np.ix_(order, order)]
    count = len(order)
    cut = [bool(beats[:r, r:].all()) for r in range(1, count)]
    ranking = Ranking(*(np.zeros(len(scores), dtype=np.int64) for _ in range(4)))
    ranking.rank[order] = _ranks(scores[order], beats)
    ranking.cluster[order] = np.cumsum([1, *cut])[:count]
    ranking.best_rank[order] = 1 + beats.sum(axis=0)
    ranking.worst_rank[order] = count - beats.sum(axis=1)
    return ranking


def _ranks(scores: Float64, beats: Bool) -> Int64:
    """Rank systems that are in order, (K,); equal scores share a rank, but none with a system that beats it.

    Args:
        beats: (K, K) whether the row's system beats the column's, in the same order.
    """
    ranks = np.arange(1, len(scores) + 1)
    for k in range(1, len(scores)):
        first = ranks[k - 1]
        # Any of the systems that share the rank may beat this one, not only the last.
        if scores[k] == scores[k - 1] and not beats[first - 1 : k, k].any():
            ranks[k] = first
    return ranks


def _in_order(systems: Int64, beats: Bool) -> Int64:
    """Move systems, sorted by score, behind any later ones that beat them; a circle keeps its order."""
    left, order = list(systems), []
    while left:
        unbeaten = next((i for i in left if not beats[left, i].any()), left[0])
        left.remove(unbeaten)
        order.append(unbeaten)
    return np.array(order, dtype=np.int64)
