"""A set beside all segments that may be its controls: the difference of their scores, and how sure it is.

The score of the controls is that of the sum of their rows, where each segment of the set brings the mean row of all
its eligible controls. A mean over random draws of controls has the same expectation and noise of its own on top.

The standard error comes from the influence of each segment: how the difference changes as the segment gets more
weight, by the metric's slope at the sums (the infinitesimal jackknife; Efron, "The Jackknife, the Bootstrap and Other
Resampling Plans", 1982, chapter 6). A segment of the set brings its controls with it; a segment of the pool counts
as often as it is eligible. Influences add up over systems, corpora and the segments of a document, so that a mean of
systems, a departure from it or a test by documents is a sum of columns or of rows and needs no draws of its own.
benchmarks/contrasts.py holds the standard errors beside those of repeated corpora.

The skewness that brings t to Student's t (estimates.py) is the mean of that of the set's influences and that of the
controls', for alone the first is too small (30 segments seldom have the one that makes a population skewed), and the
second knows no effect of the phenomenon.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from extractors.core.arrays import Float64
from extractors.statistics.estimates import Estimate
from extractors.statistics.resampling import Ids, Score

STEP = 1e-4
"""By how much of itself a sum is changed to see how the score changes."""


@dataclass(frozen=True)
class Matches:
    """The segments of a set that have controls, and which these are.

    Attributes:
        ids: (n,) the segments, ascending.
        kind: (n,) number of the row of `eligible` of each; segments that are alike share one.
        eligible: (q, N) 1 where a segment of the corpus may be a control; each row has two or more.
        unmatched: segments of the set that have fewer than two, which are left out on both sides.
    """

    ids: Ids
    kind: npt.NDArray[np.intp]
    eligible: csr_array
    unmatched: int

    @cached_property
    def counts(self) -> Float64:
        """(q,) segments of each kind."""
        return np.bincount(self.kind, minlength=self.eligible.shape[0]).astype(np.float64)

    @cached_property
    def controls(self) -> Float64:
        """(q,) eligible controls of each kind."""
        numbers: Float64 = np.diff(self.eligible.indptr).astype(np.float64)
        return numbers

    @cached_property
    def weights(self) -> Float64:
        """(N,) how much each segment of the corpus weighs as a control; the sum is n."""
        return np.asarray(self.eligible.T @ (self.counts / self.controls))

    @property
    def effective_controls(self) -> float:
        """How many controls of equal weight would tell as much (Kish, "Survey Sampling", 1965, section 11.7)."""
        return float(self.weights.sum() ** 2 / max((self.weights**2).sum(), 1e-300))

    @property
    def compared(self) -> float:
        """What a comparison rests on: the segments that have controls, or the effective controls if they are fewer."""
        return min(len(self.ids), self.effective_controls)

    @property
    def overlap(self) -> float:
        """Share of the controls' weight that lies on segments of the set."""
        return float(self.weights[self.ids].sum() / max(len(self.ids), 1))


@dataclass(frozen=True)
class Contrast:
    """K systems on a set beside its controls.

    Attributes:
        value: (K,) score of the set minus score of the controls.
        segments: (u,) the segments that have an influence; those of the set come first.
        n: segments of the set.
        influence: (u, K) how much each adds to the value's error.
        weights: (u - n,) of the controls.
    """

    value: Float64
    segments: Ids
    n: int
    influence: Float64
    weights: Float64

    def of_systems(self, coefficients: Float64) -> Contrast:
        """Sums of the systems' differences, each system times a coefficient.

        Args:
            coefficients: (K, Q); 1 / K for the mean over systems, and so on.
        """
        return replace(self, value=self.value @ coefficients, influence=self.influence @ coefficients)

    @property
    def scored(self) -> npt.NDArray[np.bool_]:
        """(K,) systems with a score on both sides."""
        return np.isfinite(self.value)

    @cached_property
    def mean(self) -> Contrast:
        """The mean over the systems with a score, K = 1."""
        mean = np.where(self.scored, 1.0, 0.0)[:, None] / self.scored.sum()
        known = replace(self, value=np.nan_to_num(self.value), influence=np.nan_to_num(self.influence))
        return known.of_systems(mean)

    @cached_property
    def departures(self) -> Contrast:
        """(K,) each system's difference minus the mean over the systems; NaN where a system is alone."""
        value = self.value - self.mean.value
        alone = self.scored.sum() < 2
        return replace(
            self, value=np.full_like(value, np.nan) if alone else value, influence=self.influence - self.mean.influence
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
        n, own = self.n, self.influence[: self.n]
        of_pool = self.influence[n:]
        with np.errstate(divide="ignore", invalid="ignore"):
            centred = own - own.mean(axis=0)
            variance = n / (n - 1) * (centred**2).sum(axis=0) if n > 1 else np.full(len(self.value), np.nan)
            error = np.sqrt(variance + (of_pool**2).sum(axis=0))
            shape = (_skewness(centred, np.ones(n)) + self._skewness_of_controls()) / 2
            skewness = (shape / np.sqrt(n) * variance**1.5 + (of_pool**3).sum(axis=0)) / error**3
        return Estimate(
            value=self.value,
            standard_error=error,
            n=n,
            smallest_p=1 / (n + 1),
            skewness=np.nan_to_num(skewness, posinf=0.0, neginf=0.0),
        )

    def _skewness_of_controls(self) -> Float64:
        """(K,) skewness of one control's score about that of its like."""
        # The influence of a control is its weight times its score minus that of its like, with the sign of a loss.
        return _skewness(-self.influence[self.n :] / self.weights[:, None], self.weights)

    def _by_cluster(self, clusters: npt.NDArray[np.integer[Any]]) -> Estimate:
        own = self.influence[: self.n]
        centred = np.concatenate([own - own.mean(axis=0), self.influence[self.n :]])
        _, place = np.unique(clusters[self.segments], return_inverse=True)
        sums = np.zeros((int(place.max()) + 1, centred.shape[1]))
        np.add.at(sums, place, centred)
        count = len(np.unique(place[: self.n]))
        with np.errstate(divide="ignore", invalid="ignore"):
            correction = count / (count - 1) if count > 1 else np.nan
            error = np.sqrt(correction * (sums**2).sum(axis=0))
            skewness = (sums**3).sum(axis=0) / error**3
        return Estimate(
            value=self.value,
            standard_error=error,
            n=count,
            smallest_p=1 / (count + 1),
            skewness=np.nan_to_num(skewness, posinf=0.0, neginf=0.0),
        )


def _skewness(values: Float64, weights: Float64) -> Float64:
    """(K,) skewness of (n, K) values about their mean; 0 where all are the same."""
    weights = weights / weights.sum()
    centred = values - weights @ values
    second, third = weights @ centred**2, weights @ centred**3
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(second > 0, third / second**1.5, 0.0)


def contrast(rows: Float64, matches: Matches, score: Score) -> Contrast | None:
    """The systems on a set beside its controls; None where no segment has controls.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
        score: sums of rows (..., K, k) to scores (..., K).
    """
    ids, kind, counts = matches.ids, matches.kind, matches.counts
    n, (systems, k) = len(ids), rows.shape[1:]
    if not n:
        return None
    of_set = rows[ids]
    mean_rows = (matches.eligible @ rows.reshape(len(rows), -1)) / matches.controls[:, None]
    of_controls = np.asarray(mean_rows).reshape(-1, systems, k)
    set_sums, control_sums = of_set.sum(axis=0), np.einsum("q,qks->ks", counts, of_controls)
    # Of statistics with a sign the sum may be 0, which says nothing of how much they vary.
    set_slope = slope(score, set_sums, np.abs(of_set).sum(axis=0))
    control_slope = slope(score, control_sums, np.einsum("q,qks->ks", counts, np.abs(of_controls)))
    scored_controls = np.einsum("qks,ks->qk", of_controls, control_slope)
    own = np.einsum("iks,ks->ik", of_set, set_slope) - scored_controls[kind]

    pool = np.flatnonzero(matches.weights)
    # n / (n - 1) of the variance of each kind's eligible controls, whose mean is estimated too.
    share = counts / np.sqrt(matches.controls * (matches.controls - 1))
    times = matches.eligible.T @ share
    like = np.asarray(matches.eligible.T @ (share[:, None] * scored_controls))
    of_pool = like[pool] - times[pool, None] * np.einsum("jks,ks->jk", rows[pool], control_slope)
    return _merged(
        Contrast(
            value=score(set_sums) - score(control_sums),
            segments=np.concatenate([ids, pool]),
            n=n,
            influence=np.concatenate([own, of_pool]),
            weights=times[pool],
        )
    )


def _merged(found: Contrast) -> Contrast:
    """The contrast where a segment that is in the set and in the pool has both influences at its place in the set."""
    ids, pool = found.segments[: found.n], found.segments[found.n :]
    _, in_set, in_pool = np.intersect1d(ids, pool, assume_unique=True, return_indices=True)
    if not len(in_set):
        return found
    influence = found.influence.copy()
    influence[in_set] += influence[found.n + in_pool]
    outside = np.setdiff1d(np.arange(len(pool)), in_pool)
    kept = np.concatenate([np.arange(found.n), found.n + outside])
    return Contrast(found.value, found.segments[kept], found.n, influence[kept], found.weights[outside])


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
