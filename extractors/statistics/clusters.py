"""Ranks of systems, and clusters of systems that do not differ, in the manner of WMT's findings papers.

The findings of WMT 2013 (Bojar et al., https://aclanthology.org/W13-2201/) are the first to group systems by tests
instead of ordering them all; since WMT 2017 (https://aclanthology.org/W17-4717/) a cluster is cut off where each of
its systems is significantly better than all systems of lower clusters. That is the definition here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float64


@dataclass(frozen=True)
class Ranking:
    """K systems on one set, in the order in which they were given.

    Attributes:
        rank: 1 for the best score; equal scores in the order given; 0 for a system without a score.
        cluster: 1 for the best. Systems of two clusters always differ. Systems of one cluster may differ too,
            as differing is not transitive: the first and the last of a chain in which no neighbours differ do.
        best_rank, worst_rank: the ranks that the tests leave open: 1 + the number of systems that are
            significantly better, and K minus the number of those significantly worse.
    """

    rank: npt.NDArray[np.int64]
    cluster: npt.NDArray[np.int64]
    best_rank: npt.NDArray[np.int64]
    worst_rank: npt.NDArray[np.int64]


def cluster(scores: Float64, p_values: Float64, *, alpha: float = 0.05, higher_is_better: bool = True) -> Ranking:
    """Rank systems and cut the ranking wherever all above differ from all below.

    A boundary stands between ranks r and r + 1 if and only if p < alpha for each of the r * (K - r) pairs of a
    system at rank r or above with one below.

    Args:
        scores: (K,) scores; systems without one (NaN) get 0 everywhere.
        p_values: (K, K) two-sided p-values of each pair, corrected or not; NaN does not differ.
    """
    systems = len(scores)
    scored = np.isfinite(scores)
    order = np.argsort(-scores if higher_is_better else scores, kind="stable")[: scored.sum()]
    differ = np.nan_to_num(p_values, nan=1.0)[np.ix_(order, order)] < alpha
    count = len(order)
    cut = [bool(differ[:r, r:].all()) for r in range(1, count)]
    ranking = Ranking(*(np.zeros(systems, dtype=np.int64) for _ in range(4)))
    ranking.rank[order] = np.arange(1, count + 1)
    ranking.cluster[order] = np.cumsum([1, *cut])[:count]
    ranking.best_rank[order] = 1 + np.tril(differ).sum(axis=1)
    ranking.worst_rank[order] = count - np.triu(differ).sum(axis=1)
    return ranking
