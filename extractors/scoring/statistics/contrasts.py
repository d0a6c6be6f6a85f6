"""Compare a set with all segments that may be its controls: the difference of their scores, and its error.

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

import numpy as np

from extractors.core.arrays import Bool, Float64, Ids
from extractors.extract.matches import MatchedControls
from extractors.scoring.statistics.estimates import Estimate
from extractors.scoring.statistics.resampling import SEGMENTS_AT_ONCE, Numbers, Score, sums_by_group

MANY = 1 << 16
"""Segments that are more than the time of a figure's last digit is worth."""
VALUES_AT_ONCE = 1 << 14
STEP = 1e-4
"""By how much of itself a sum is changed to see how the score changes."""


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
        """Return sums of the systems' differences, each system times a coefficient.

        Args:
            coefficients: (K, Q); 1 / K for the mean over systems, and so on.
        """
        return replace(
            self,
            set_score=self.set_score @ coefficients,
            control_score=self.control_score @ coefficients,
            influence=_by_system(self.influence @ coefficients),
        )

    def of_pairs(self, one: Ids, other: Ids) -> Contrast:
        """Subtract the difference of the systems `other` (Q,) from the difference of the systems `one` (Q,)."""
        return replace(
            self,
            set_score=self.set_score[one] - self.set_score[other],
            control_score=self.control_score[one] - self.control_score[other],
            influence=_by_system(self.influence[:, one] - self.influence[:, other]),
        )

    @property
    def scored(self) -> Bool:
        """(K,) systems with a score on both sides."""
        return np.isfinite(self.value)

    @cached_property
    def mean(self) -> Contrast:
        """The mean over the systems with a score, K = 1."""
        # Without any system that has a score there is no mean, as NaN says.
        with np.errstate(invalid="ignore"):
            mean = np.where(self.scored, 1.0, 0.0)[:, None] / self.scored.sum()
        scored = replace(
            self,
            set_score=np.where(self.scored, self.set_score, 0.0),
            control_score=np.where(self.scored, self.control_score, 0.0),
            influence=np.where(self.scored, self.influence, 0.0),
        )
        return scored.of_systems(mean)

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

    def estimate(self, clusters: Ids | None = None) -> Estimate:
        """Return the differences with intervals and p-values, (K,).

        Args:
            clusters: (N,) number of the cluster of each segment of the corpus, such as its document: segments of one
                depend on each other. Without it each segment is by itself.
        """
        return self._by_segment if clusters is None else self._by_cluster(clusters)

    @cached_property
    def _by_segment(self) -> Estimate:
        n, pool_influence = self.n, self.influence[self.n :]
        with np.errstate(divide="ignore", invalid="ignore"):
            own, _ = power_sums(self.influence[:n], self.influence[:n].mean(axis=0))
            # As in a sample variance: the mean influence comes from the same n segments.
            variance = n / (n - 1) * own if n > 1 else np.full(len(self.value), np.nan)
            squares, cubes = power_sums(pool_influence)
            error = np.sqrt(variance + squares)
            # Third moments of independent parts add up, as variances do.
            third = self._skewness_of_set() * variance**1.5 + cubes
        return Estimate(
            value=self.value, standard_error=error, n=n, smallest_p=1 / (n + 1), skewness=_finite(third, error**3)
        )

    def _skewness_of_set(self) -> Float64:
        """Return (K,) the skewness of the set's part of the error: the mean of what set and controls say about it."""
        set_weights, control_weights = self.weights[: self.n], self.weights[self.n :]
        # An influence is a weight times a score minus that of its like, of a control with the sign of a loss.
        own = _skewness(self.influence[: self.n], set_weights)
        like = -_skewness(self.influence[self.n :], control_weights)
        squares, cubes = power_sums(set_weights[:, None])
        skewness: Float64 = (own + like) / 2 * (cubes / squares**1.5)
        return skewness

    def _by_cluster(self, clusters: Ids) -> Estimate:
        _, sums, count = self.by_cluster(clusters)
        # The third moment of independent segments: that of a few documents is mostly noise. An error that a few
        # documents make too small by chance must not raise the skewness.
        error, by_segment = error_of_clusters(sums, count), self._by_segment
        larger = np.fmax(error, by_segment.standard_error)
        return Estimate(
            value=self.value,
            standard_error=error,
            n=count,
            smallest_p=1 / (count + 1),
            skewness=_finite(by_segment.skewness * by_segment.standard_error**3, larger**3),
        )

    def by_cluster(self, clusters: Ids) -> tuple[Ids, Float64, int]:
        """Sum up what each cluster adds to the error.

        Args:
            clusters: as of `estimate`.

        Returns:
            (c,) numbers of the clusters with segments of the set or its controls; (c, K) the sums of their influences;
            and how many of the clusters have segments of the set.
        """
        own = self.influence[: self.n]
        centred = np.concatenate([own - own.mean(axis=0), self.influence[self.n :]])
        numbers, number_of_segment = np.unique(clusters[self.segments], return_inverse=True)
        sums: Float64 = np.stack([np.bincount(number_of_segment, weights=column) for column in centred.T], axis=1)
        return np.asarray(numbers), sums, len(np.unique(number_of_segment[: self.n]))


def error_of_clusters(sums: Float64, count: int) -> Float64:
    """Return (K,) standard errors from the influences (c, K) of clusters; `count` of them have segments of the set."""
    with np.errstate(divide="ignore", invalid="ignore"):
        correction = count / (count - 1) if count > 1 else np.nan
        return np.asarray(np.sqrt(correction * (sums**2).sum(axis=0)))


def _by_system(values: Float64) -> Float64:
    """Lay out many (u, K) values system by system, which sums up faster; return few as they are."""
    return values if len(values) < MANY else np.asfortranarray(values)


def power_sums(values: Float64, centre: Float64 | float = 0.0) -> tuple[Float64, Float64]:
    """Return (K,) the sums of squares and (K,) the sums of cubes of (u, K) values about a centre (K,)."""
    if len(values) < MANY:
        centred = values - centre
        return (centred**2).sum(axis=0), (centred**3).sum(axis=0)
    # In parts that stay in the processor's cache, which many values do not.
    sums = np.zeros((2, values.shape[1]))
    for column, middle in enumerate(np.broadcast_to(centre, values.shape[1])):
        for start in range(0, len(values), VALUES_AT_ONCE):
            part = values[start : start + VALUES_AT_ONCE, column] - middle
            squares = part * part
            sums[:, column] += squares.sum(), squares @ part
    return sums[0], sums[1]


def _finite(above: Float64, below: Float64) -> Float64:
    """Divide `above` by `below`; return 0 where `below` is not finite or not above 0."""
    ratio: Float64 = np.divide(above, below, out=np.zeros_like(above), where=np.isfinite(below) & (below > 0))
    return ratio


def _skewness(influence: Float64, weights: Float64) -> Float64:
    """Return (K,) the skewness of influences (n, K), each over its weight (n,); 0 where all are equal."""
    if not len(influence):
        return np.zeros(influence.shape[1])
    total = weights.sum()
    mean = influence.sum(axis=0) / total
    second, third = np.zeros((2, influence.shape[1]))
    for start in range(0, len(influence), VALUES_AT_ONCE):
        part = slice(start, start + VALUES_AT_ONCE)
        centred = influence[part] / weights[part, None] - mean
        squares = centred * centred
        second += weights[part] @ squares
        third += weights[part] @ (squares * centred)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(second > 0, third / total / (second / total) ** 1.5, 0.0)


def contrast(
    rows: Numbers, matches: MatchedControls, score: Score, of_strata: Float64 | None = None
) -> Contrast | None:
    """Compare the systems on a set with its controls; return None where no segment has controls.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
        score: sums of rows (..., K, k) to scores (..., K).
        of_strata: of counts, what `sums_of_strata` gives, if it is at hand.
    """
    ids, kind, counts = matches.ids, matches.kind, matches.counts
    n, (systems, k) = len(ids), rows.shape[1:]
    if not n:
        return None
    control_means = _means_of_controls(rows, matches, of_strata).reshape(-1, systems, k)
    weight = matches.weight[kind]
    kind_sums = sums_by_group(rows, ids, kind, len(counts)).reshape(-1, systems, k)
    set_sums = np.einsum("q,qks->ks", matches.weight, kind_sums)
    control_sums = np.einsum("q,qks->ks", counts, control_means)
    # Of statistics with a sign the sum may be 0, which says nothing of how much they vary.
    size = set_sums
    if rows.dtype.kind != "u" and (rows[ids] < 0).any():
        unsigned = sums_by_group(np.abs(rows[ids]), np.arange(n), kind, len(counts)).reshape(kind_sums.shape)
        size = np.einsum("q,qks->ks", matches.weight, unsigned)
    set_slope = slope(score, set_sums, size)
    control_slope = slope(score, control_sums, np.einsum("q,qks->ks", counts, np.abs(control_means)))
    scored_controls = np.einsum("qks,ks->qk", control_means, control_slope)
    own = weight[:, None] * (_scored(rows, ids, set_slope) - scored_controls[kind])

    pool = np.flatnonzero(matches.weights)
    like = np.asarray(matches.eligible.T @ (matches.share[:, None] * scored_controls))[matches.strata[pool]]
    times = matches.times[pool]
    # A control that scores above its like raises the controls' score and so lowers the difference.
    pool_influence = like - times[:, None] * _scored(rows, pool, control_slope)
    return _merged(
        Contrast(
            set_score=score(set_sums),
            control_score=score(control_sums),
            segments=np.concatenate([ids, pool]),
            n=n,
            influence=_by_system(np.concatenate([own, pool_influence])),
            weights=np.concatenate([weight, times]),
        )
    )


def sums_of_strata(rows: Numbers, matches: MatchedControls) -> Float64:
    """Sum the rows (N, K, k) of all segments of each stratum, whatever the set: (C, columns)."""
    in_strata = np.flatnonzero(matches.strata >= 0)
    return sums_by_group(rows, in_strata, matches.strata[in_strata], matches.eligible.shape[1])


def _means_of_controls(rows: Numbers, matches: MatchedControls, of_strata: Float64 | None) -> Float64:
    """Return (q, columns) the mean row of the eligible controls of each kind."""
    if rows.dtype.kind == "u":
        every = sums_of_strata(rows, matches) if of_strata is None else of_strata
        # Sums of whole numbers are exact, so sums over the corpus serve all sets, less what this set leaves out.
        out = matches.left_out[matches.strata[matches.left_out] >= 0]
        sums = every - sums_by_group(rows, out, matches.strata[out], len(every))
    else:
        # What is not whole numbers is added up as it is: a sum less a part would hang on what else the corpus has.
        usable = matches.strata >= 0
        usable[matches.left_out] = False
        pool = np.flatnonzero(usable)
        sums = sums_by_group(rows, pool, matches.strata[pool], matches.eligible.shape[1])
    return np.asarray(matches.eligible @ sums) / matches.controls[:, None]


def _scored(rows: Numbers, ids: Ids, slope: Float64) -> Float64:
    """Return (m, K) what the rows (N, K, k) of some segments (m,) add to the scores, by their slope (K, k)."""
    scored = np.zeros((len(ids), rows.shape[1]))
    for start in range(0, len(ids), SEGMENTS_AT_ONCE):
        part = slice(start, start + SEGMENTS_AT_ONCE)
        scored[part] = np.einsum("jks,ks->jk", rows[ids[part]].astype(np.float64, copy=False), slope)
    return scored


def _merged(contrast: Contrast) -> Contrast:
    """Merge the influences of a segment in both set and pool: they add up at its place in the set."""
    ids, pool = contrast.segments[: contrast.n], contrast.segments[contrast.n :]
    is_in_set = np.zeros(int(max(ids.max(), pool.max())) + 1, dtype=np.bool_)
    is_in_set[ids] = True
    if not is_in_set[pool].any():
        return contrast
    _, in_set, in_pool = np.intersect1d(ids, pool, assume_unique=True, return_indices=True)
    influence = contrast.influence.copy()
    influence[in_set] += influence[contrast.n + in_pool]
    outside = np.setdiff1d(np.arange(len(pool)), in_pool)
    kept = np.concatenate([np.arange(contrast.n), contrast.n + outside])
    return replace(
        contrast, segments=contrast.segments[kept], influence=influence[kept], weights=contrast.weights[kept]
    )


def influence_on_corpus(rows: Numbers, score: Score) -> Float64:
    """Return (N, K) N times what each segment adds to the error of the corpus score; for a mean, score minus mean.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
    """
    sums = rows.sum(axis=0, dtype=np.float64)
    size = np.abs(rows).sum(axis=0, dtype=np.float64) if rows.dtype.kind != "u" else sums
    influence = len(rows) * _scored(rows, np.arange(len(rows)), slope(score, sums, size))
    return np.asarray(influence - influence.mean(axis=0))


def slope(score: Score, sums: Float64, size: Float64) -> Float64:
    """Return (K, k) the change of the score for a change of each sum; 0 for a sum of nothing but zeros.

    Args:
        sums: (K, k).
        size: (K, k) each sum with all its terms taken as positive.
    """
    changed = np.eye(sums.shape[1])[:, None, :] * (STEP * size)
    # Central differences: copy i has the i-th sum of each system changed.
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = (score(sums + changed) - score(sums - changed)).T / (2 * STEP * size)
    return np.where(size > 0, slopes, 0.0)
