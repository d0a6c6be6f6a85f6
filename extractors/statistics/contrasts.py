"""A set beside all segments that may be its controls: the difference of their scores, and how sure it is.

The score of the controls is that of the sum of their rows, where each segment of the set brings the mean row of all
its eligible controls. A mean over random draws of controls has the same expectation and noise of its own on top.

The standard error comes from the influence of each segment: how the difference changes as the segment gets more
weight, by the metric's slope at the sums (the infinitesimal jackknife; Efron, "The Jackknife, the Bootstrap and Other
Resampling Plans", 1982, chapter 6). A segment of the set brings its controls with it; a segment of the pool counts
as often as it is eligible. Influences add up over systems, corpora and the segments of a document, so that a mean of
systems, a departure from it or a test by documents is a sum of columns or of rows and needs no draws of its own.
benchmarks/set_tests.py measures how often the tests that follow find what is not there.

The skewness that brings t to Student's t (estimates.py) is the mean of that of the set's influences and that of the
controls', for alone the first is too small (30 segments seldom have the one that makes a population skewed), and the
second knows no effect of the phenomenon.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from extractors.core.arrays import Float64
from extractors.statistics.estimates import Estimate
from extractors.statistics.resampling import SEGMENTS_AT_ONCE, Ids, Numbers, Score
from extractors.statistics.samples import sums_of_lists

MANY = 1 << 16
"""Segments that are more than the time of a figure's last digit is worth."""
STEP = 1e-4
"""By how much of itself a sum is changed to see how the score changes."""


@dataclass(frozen=True)
class Matches:
    """The segments of a set that have controls, and which these are.

    Attributes:
        ids: (n,) the segments, ascending.
        kind: (n,) number of the row of `eligible` of each; segments that are alike share one.
        weight: (q,) how much a segment of a kind, and its controls together, weigh.
        eligible: (q, N) 1 where a segment of the corpus may be a control; each row has two or more.
        unmatched: segments of the set that have fewer than two, which are left out on both sides.
    """

    ids: Ids
    kind: npt.NDArray[np.intp]
    weight: Float64
    eligible: csr_array
    unmatched: int

    @cached_property
    def counts(self) -> Float64:
        """(q,) segments of each kind, times their weight."""
        return np.bincount(self.kind, minlength=self.eligible.shape[0]) * self.weight

    @cached_property
    def controls(self) -> Float64:
        """(q,) eligible controls of each kind."""
        numbers: Float64 = np.diff(self.eligible.indptr).astype(np.float64)
        return numbers

    @cached_property
    def weights(self) -> Float64:
        """(N,) how much each segment of the corpus weighs as a control; together as much as the set."""
        return np.asarray(self.eligible.T @ (self.counts / self.controls))

    @property
    def effective_controls(self) -> float:
        """How many controls of equal weight would tell as much (Kish, "Survey Sampling", 1965, section 11.7)."""
        return _effective(self.weights)

    @property
    def effective_segments(self) -> float:
        """The same of the set."""
        return _effective(self.weight[self.kind])

    @property
    def compared(self) -> float:
        """What a comparison rests on: the effective segments, or the effective controls if they are fewer."""
        return min(self.effective_segments, self.effective_controls)

    @property
    def overlap(self) -> float:
        """Share of the controls' weight that lies on segments of the set."""
        return float(self.weights[self.ids].sum() / self.weights.sum()) if len(self.ids) else 0.0


@dataclass(frozen=True)
class Contrast:
    """K systems on a set beside its controls.

    Attributes:
        set_score, control_score: (K,) of the set and of its controls, with their weights.
        segments: (u,) the segments that have an influence; those of the set come first.
        n: segments of the set.
        influence: (u, K) how much each adds to the value's error.
        weights: (u,) of the segments, those of the set and those of the controls.
    """

    set_score: Float64
    control_score: Float64
    segments: Ids
    n: int
    influence: Float64
    weights: Float64

    @property
    def value(self) -> Float64:
        """(K,) score of the set minus score of the controls."""
        return self.set_score - self.control_score

    def of_systems(self, coefficients: Float64) -> Contrast:
        """Sums of the systems' differences, each system times a coefficient.

        Args:
            coefficients: (K, Q); 1 / K for the mean over systems, and so on.
        """
        return replace(
            self,
            set_score=self.set_score @ coefficients,
            control_score=self.control_score @ coefficients,
            influence=_by_system(self.influence @ coefficients),
        )

    @property
    def scored(self) -> npt.NDArray[np.bool_]:
        """(K,) systems with a score on both sides."""
        return np.isfinite(self.value)

    @cached_property
    def mean(self) -> Contrast:
        """The mean over the systems with a score, K = 1."""
        mean = np.where(self.scored, 1.0, 0.0)[:, None] / self.scored.sum()
        known = replace(
            self,
            set_score=np.where(self.scored, self.set_score, 0.0),
            control_score=np.where(self.scored, self.control_score, 0.0),
            influence=np.where(self.scored, self.influence, 0.0),
        )
        return known.of_systems(mean)

    @cached_property
    def departures(self) -> Contrast:
        """(K,) each system's difference minus the mean over the systems; NaN where a system is alone."""
        alone = np.nan if self.scored.sum() < 2 else 0.0
        return replace(
            self,
            set_score=self.set_score - self.mean.set_score + alone,
            control_score=self.control_score - self.mean.control_score,
            influence=self.influence - self.mean.influence,
        )

    def estimate(self, clusters: npt.NDArray[np.integer[Any]] | None = None) -> Estimate:
        """The differences with intervals and p-values, (K,).

        Args:
            clusters: (N,) number of the cluster of each segment of the corpus, such as its document: segments of one
                depend on each other. Without it each segment is by itself.
        """
        return self._by_segment if clusters is None else self._by_cluster(clusters)

    @cached_property
    def _by_segment(self) -> Estimate:
        n, of_pool = self.n, self.influence[self.n :]
        with np.errstate(divide="ignore", invalid="ignore"):
            own = self.influence[:n] - self.influence[:n].mean(axis=0)
            variance = n / (n - 1) * (own**2).sum(axis=0) if n > 1 else np.full(len(self.value), np.nan)
            error = np.sqrt(variance + (of_pool**2).sum(axis=0))
            third = self._skewness_of_set() * variance**1.5 + cubes(of_pool).sum(axis=0)
        return Estimate(
            value=self.value,
            standard_error=error,
            n=n,
            smallest_p=1 / (n + 1),
            skewness=_finite(third, error**3),
        )

    def _skewness_of_set(self) -> Float64:
        """(K,) of the set's part of the error: the mean of what the set itself and what the controls tell."""
        of_set, of_controls = self.weights[: self.n], self.weights[self.n :]
        # An influence is a weight times a score minus that of its like, of a control with the sign of a loss.
        own = _skewness(self.influence[: self.n] / of_set[:, None], of_set)
        like = _skewness(-self.influence[self.n :] / of_controls[:, None], of_controls)
        skewness: Float64 = (own + like) / 2 * (cubes(of_set).sum() / (of_set**2).sum() ** 1.5)
        return skewness

    def _by_cluster(self, clusters: npt.NDArray[np.integer[Any]]) -> Estimate:
        own = self.influence[: self.n]
        centred = np.concatenate([own - own.mean(axis=0), self.influence[self.n :]])
        places = clusters[self.segments]
        occurs = np.bincount(places) > 0
        sums = np.stack([np.bincount(places, weights=column)[occurs] for column in centred.T], axis=1)
        count = int(np.count_nonzero(np.bincount(places[: self.n])))
        with np.errstate(divide="ignore", invalid="ignore"):
            correction = count / (count - 1) if count > 1 else np.nan
            error = np.sqrt(correction * (sums**2).sum(axis=0))
        return Estimate(
            value=self.value,
            standard_error=error,
            n=count,
            smallest_p=1 / (count + 1),
            skewness=_finite((sums**3).sum(axis=0), error**3),
        )


def _by_system(values: Float64) -> Float64:
    """The (u, K) values as they are; of many, those of a system stand together, which sums are faster of."""
    return values if len(values) < MANY else np.asfortranarray(values)


def cubes(values: Float64) -> Float64:
    """The third power of each value."""
    # As products they take a fourteenth of the time that the power takes; the last digit may be another.
    return values**3 if len(values) < MANY else values * values * values


def _effective(weights: Float64) -> float:
    total = float(weights.sum())
    return total**2 / float((weights**2).sum()) if total else 0.0


def _finite(above: Float64, below: Float64) -> Float64:
    """The ratio; 0 where it is none."""
    ratio: Float64 = np.divide(above, below, out=np.zeros_like(above), where=np.isfinite(below) & (below > 0))
    return ratio


def _skewness(values: Float64, weights: Float64) -> Float64:
    """(K,) skewness of (n, K) values about their mean; 0 where all are the same."""
    if not len(values):
        return np.zeros(values.shape[1])
    weights = weights / weights.sum()
    centred = values - weights @ values
    second, third = weights @ centred**2, weights @ cubes(centred)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(second > 0, third / second**1.5, 0.0)


def contrast(rows: Numbers, matches: Matches, score: Score) -> Contrast | None:
    """The systems on a set beside its controls; None where no segment has controls.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
        score: sums of rows (..., K, k) to scores (..., K).
    """
    ids, kind, counts = matches.ids, matches.kind, matches.counts
    n, (systems, k) = len(ids), rows.shape[1:]
    if not n:
        return None
    of_set = rows[ids].astype(np.float64, copy=False)
    eligible = matches.eligible
    lists = [eligible.indices[start:end] for start, end in pairwise(eligible.indptr.tolist())]
    of_controls = (sums_of_lists(lists, rows) / matches.controls[:, None]).reshape(-1, systems, k)
    weight = matches.weight[kind]
    set_sums, control_sums = np.einsum("i,iks->ks", weight, of_set), np.einsum("q,qks->ks", counts, of_controls)
    # Of statistics with a sign the sum may be 0, which says nothing of how much they vary.
    set_slope = slope(score, set_sums, np.einsum("i,iks->ks", weight, np.abs(of_set)))
    control_slope = slope(score, control_sums, np.einsum("q,qks->ks", counts, np.abs(of_controls)))
    scored_controls = np.einsum("qks,ks->qk", of_controls, control_slope)
    own = weight[:, None] * (np.einsum("iks,ks->ik", of_set, set_slope) - scored_controls[kind])

    pool = np.flatnonzero(matches.weights)
    # n / (n - 1) of the variance of each kind's eligible controls, whose mean is estimated too.
    share = counts / np.sqrt(matches.controls * (matches.controls - 1))
    times = matches.eligible.T @ share
    like = np.asarray(matches.eligible.T @ (share[:, None] * scored_controls))
    parts = range(0, len(pool), SEGMENTS_AT_ONCE)
    scored = [_scored(rows[pool[start : start + SEGMENTS_AT_ONCE]], control_slope) for start in parts]
    of_pool = like[pool] - times[pool, None] * np.concatenate(scored)
    return _merged(
        Contrast(
            set_score=score(set_sums),
            control_score=score(control_sums),
            segments=np.concatenate([ids, pool]),
            n=n,
            influence=_by_system(np.concatenate([own, of_pool])),
            weights=np.concatenate([weight, times[pool]]),
        )
    )


def _scored(rows: Numbers, slope: Float64) -> Float64:
    """(m, K) what the rows (m, K, k) of some segments add to the scores, by their slope (K, k)."""
    scored: Float64 = np.einsum("jks,ks->jk", rows.astype(np.float64, copy=False), slope)
    return scored


def _merged(found: Contrast) -> Contrast:
    """The contrast where a segment that is in the set and in the pool has both influences at its place in the set."""
    ids, pool = found.segments[: found.n], found.segments[found.n :]
    of_set = np.zeros(int(max(ids.max(), pool.max())) + 1, dtype=np.bool_)
    of_set[ids] = True
    if not of_set[pool].any():
        return found
    _, in_set, in_pool = np.intersect1d(ids, pool, assume_unique=True, return_indices=True)
    influence = found.influence.copy()
    influence[in_set] += influence[found.n + in_pool]
    outside = np.setdiff1d(np.arange(len(pool)), in_pool)
    kept = np.concatenate([np.arange(found.n), found.n + outside])
    return replace(found, segments=found.segments[kept], influence=influence[kept], weights=found.weights[kept])


def slope(score: Score, sums: Float64, size: Float64) -> Float64:
    """(K, k) change of the score for a change of each sum; 0 for a sum of nothing but zeros.

    Args:
        sums: (K, k).
        size: (K, k) of each sum, all its terms taken as positive.
    """
    changed = np.eye(sums.shape[1])[:, None, :] * (STEP * size)
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = (score(sums + changed) - score(sums - changed)).T / (2 * STEP * size)
    return np.where(size > 0, slopes, 0.0)
