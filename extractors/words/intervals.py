"""Compute intervals and tests for accuracies of hits, which depend on each other within a segment and a document.

All functions work on many systems at once: a column is a system, NaN is a hit that does not count for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from extractors.core.arrays import Bool, Float64, Int64
from extractors.formats.thresholds import FEWEST_CLUSTERS
from extractors.scoring.statistics.distributions import normal_sf
from extractors.scoring.statistics.proportions import Z, cluster_sums, sums_by_number

FEWEST_EXPECTED = 5
"""With fewer hits to be found, or to be missed, under no difference no test is made: of three misses that are expected
none may come by chance, so that such a test could only find that a phenomenon is lost, never that it is kept."""

HALVINGS = 24
"""Of the search for the end of an interval: to 1e-7."""


class HitComparison(NamedTuple):
    """(s,) each: mean over controls, hits minus controls, its 95 % interval, p of no difference."""

    control: Float64
    difference: Float64
    low: Float64
    high: Float64
    p: Float64


class Entries(NamedTuple):
    """Hits or candidates, one a row.

    Attributes:
        item: (e,) the number of what is looked for; an item may be a candidate of several strata.
        segment: (e,) its segment.
        cluster: (e,) the document of that segment, or whatever else is independent of the others.
        stratum: (e,) the stratum that it belongs to.
        values: (e, s) 0 to 1, NaN where it does not count.
    """

    item: Int64
    segment: Int64
    cluster: Int64
    stratum: Int64
    values: Float64

    def select(self, inside: Bool) -> Entries:
        """Return the entries where the (e,) mask is true."""
        return Entries._make(column[inside] for column in self)

    def with_others(self, other: Entries) -> Entries:
        """Return these entries, then the others."""
        return Entries._make(map(np.concatenate, zip(self, other, strict=True)))


def compare(hits: Entries, candidates: Entries, ranges: Sequence[Bool]) -> list[HitComparison]:
    """Compare hits with their controls: each hit less the mean of its stratum, averaged over the hits of a range.

    The test is a score test: the variance is that under the hypothesis that the hits of a stratum are as often found
    as its candidates, so it is not zero where all hits are found. With one stratum and segments of one hit it is the
    chi-square test of two proportions with (N - 1) / N (Campbell 2007, https://doi.org/10.1002/sim.2832) and without
    its skewness, so that both tails reject alike. Where too few are expected to be missed, or to be found, for one of
    the tails to reject at all, there is no p. Words of one segment are found or missed together, and so, less
    strongly, are those of one document; the variance grows by both correlations, which are estimated from all hits
    and candidates of the phenomenon. The interval holds the differences that the same test does not reject (Miettinen
    and Nurminen 1985, https://doi.org/10.1002/sim.4780040211), so it leaves out 0 exactly where p < 0.05, if there is
    one.

    Args:
        hits: those that have controls.
        candidates: of the same strata.
        ranges: for each, which of the hits are in it, (h,).
    """
    strata = int(max(hits.stratum.max(initial=-1), candidates.stratum.max(initial=-1))) + 1
    sums = _Sums.by_stratum(candidates, strata)
    within = _within_groups(hits, candidates, strata)
    compared = [_compare(hits.select(inside), candidates, sums, strata, within) for inside in ranges]
    if not compared:
        return []
    # The search for the ends of intervals, of all ranges at once: (ranges, s) each.
    counts, share, control, size, control_size, tested = (np.array(column) for column in zip(*compared, strict=True))
    low, high, p = _score_interval(share, control, size, control_size)
    pooled = (size * share + control_size * control) / (size + control_size)
    with np.errstate(invalid="ignore"):
        # Of no more hits than there are: where effective ones are many by chance, the test rejects too often.
        expects_both = np.minimum(counts, size) * np.minimum(pooled, 1 - pooled) >= FEWEST_EXPECTED
    ends = (np.where(tested, end, np.nan) for end in (low, high))
    columns = (control, share - control, *ends, np.where(tested & expects_both, p, np.nan))
    return [HitComparison(*numbers) for numbers in zip(*columns, strict=True)]


class _Sums(NamedTuple):
    """(strata, s) how many count in each stratum, and their sum."""

    number: Float64
    total: Float64

    @classmethod
    def by_stratum(cls, entries: Entries, strata: int) -> _Sums:
        counts = ~np.isnan(entries.values)
        sides = counts.astype(float), np.where(counts, entries.values, 0)
        return cls(*(sums_by_number(entries.stratum, values, strata) for values in sides))


class _Within(NamedTuple):
    """(s,) how alike the items of a segment are, and those of a cluster's different segments, from 0 to 1; and the
    variance of an item by that of a yes or no."""

    segment: Float64
    cluster: Float64
    dispersion: Float64


def _pooled(a: _Sums, b: _Sums) -> tuple[Float64, Float64]:
    """Return (strata, s) the pooled mean of hits and candidates, and the variance of one item under no difference."""
    n = a.number + b.number
    mean = (a.total + b.total) / np.maximum(n, 1)
    # n / (n - 1), as the mean is estimated from the same n items.
    return mean, mean * (1 - mean) * n / np.maximum(n - 1, 1)


def _within_groups(hits: Entries, candidates: Entries, strata: int) -> _Within:
    """Estimate the correlations of items from the residuals of all hits and candidates."""
    entries = hits.with_others(candidates)
    mean, variance = _pooled(_Sums.by_stratum(hits, strata), _Sums.by_stratum(candidates, strata))
    counts = ~np.isnan(entries.values)
    residuals = np.where(counts, entries.values - mean[entries.stratum], 0)
    spread = np.where(counts, np.sqrt(variance[entries.stratum]), 0)
    # An item of several strata is one item: the first of its entries stands for all.
    _, first = np.unique(entries.item, return_index=True)
    groups = entries.segment[first], entries.cluster[first]
    observed, expected = (np.array(_squares(of_items, groups)) for of_items in (residuals[first], spread[first]))
    with np.errstate(invalid="ignore", divide="ignore"):
        # Of the products of two items of one segment, then of two segments of one cluster.
        in_segments, in_clusters = np.nan_to_num(np.clip(np.diff(observed, axis=0) / np.diff(expected, axis=0), 0, 1))
        dispersion = np.nan_to_num(np.clip(observed[0] / expected[0], 0, 1), nan=1)
    # The mean of yes-or-no values gives their variance; shares between 0 and 1 vary less, as `dispersion` estimates.
    is_binary = ~((entries.values > 0) & (entries.values < 1)).any(axis=0)
    return _Within(in_segments, in_clusters, np.where(is_binary, 1, dispersion))


def _squares(values: Float64, groups: tuple[Int64, Int64]) -> tuple[Float64, Float64, Float64]:
    """Return (s,) sums of squares: of the values (i, s), of their sums by segment, and of their sums by cluster."""
    by_segment, by_cluster = (cluster_sums(values, group) for group in groups)
    return (values**2).sum(axis=0), (by_segment**2).sum(axis=0), (by_cluster**2).sum(axis=0)


def _compare(
    hits: Entries, candidates: Entries, controls: _Sums, strata: int, within: _Within
) -> tuple[Float64, Float64, Float64, Float64, Float64, Bool]:
    """Return for a range, (s,) each: hits that count, their mean, the mean of their controls, how many independent hits
    and controls would tell as much, and whether enough clusters have hits.
    """
    observed = _Sums.by_stratum(hits, strata)
    # Without hits, or without candidates that count, a stratum says nothing about this system.
    counts = (controls.number > 0) & (observed.number > 0)
    observed = _Sums(np.where(counts, observed.number, 0), np.where(counts, observed.total, 0))
    n = observed.number.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(counts, observed.number / controls.number, 0)
        mean, control = observed.total.sum(axis=0) / n, (share * controls.total).sum(axis=0) / n
        variance = _variance(hits, candidates, counts, share, _pooled(observed, controls)[1], within) / n**2
        # As many controls, drawn independently, would tell as much as these.
        size = n**2 / (observed.number * share).sum(axis=0)
        pooled = (n * mean + size * control) / (n + size)
        # Kish's design effect: the variance with all correlations over that of independent hits and controls.
        design = variance / (pooled * (1 - pooled) * (1 / n + 1 / size))
    # Where everything is found, or everything missed, it is 0 / 0: take the items as independent.
    design = np.where(np.isfinite(design) & (design > 0), design, 1)
    present = (cluster_sums((~np.isnan(hits.values)).astype(float), hits.cluster) > 0).sum(axis=0)
    return n, mean, control, n / design, size / design, present >= FEWEST_CLUSTERS


def _variance(
    hits: Entries, candidates: Entries, counts: Bool, share: Float64, variance: Float64, within: _Within
) -> Float64:
    """Return (s,) the variance of n times the difference under no difference: of items, and of what segments and
    clusters share.
    """
    spread = np.sqrt(np.where(counts, variance, 0) * within.dispersion)
    weights = [
        np.where(np.isnan(entries.values), 0, sign[entries.stratum] * spread[entries.stratum])
        for entries, sign in ((hits, np.ones_like(share)), (candidates, -share))
    ]
    entries = hits.with_others(candidates)
    _, first, number = np.unique(entries.item, return_index=True, return_inverse=True)
    item_sums = sums_by_number(number, np.concatenate(weights), len(first))
    own, segments, clusters = _squares(item_sums, (entries.segment[first], entries.cluster[first]))
    # Squared sums minus sums of squares leave the products of pairs, each of which counts by its correlation.
    shared = within.segment * (segments - own) + within.cluster * (clusters - segments)
    # Hits and controls have opposite signs, so the products may be negative and outweigh the squares.
    variance_of_all: Float64 = np.maximum(own + shared, 0)
    return variance_of_all


def _score_interval(a: Float64, b: Float64, n: Float64, m: Float64) -> tuple[Float64, Float64, Float64]:
    """Return the 95 % interval of a - b, proportions out of n and m, and p under no difference; all of one shape."""
    with np.errstate(invalid="ignore", divide="ignore"):
        statistic = _statistic(a, b, n, m, np.zeros_like(a))
        p = np.where(np.isnan(a - b), np.nan, 2 * normal_sf(np.abs(statistic)))
        ends = []
        for sign in (-1.0, 1.0):
            # Bisection between the observed difference, which is not rejected, and -1 or 1.
            inside, outside = a - b, np.full_like(a, sign)
            for _ in range(HALVINGS):
                middle = (inside + outside) / 2
                held = np.abs(_statistic(a, b, n, m, middle)) <= Z
                inside, outside = np.where(held, middle, inside), np.where(held, outside, middle)
            ends.append(inside)
    return ends[0], ends[1], p


def _statistic(a: Float64, b: Float64, n: Float64, m: Float64, delta: Float64) -> Float64:
    """Return how many standard errors a - b is from a true difference of delta; all of one shape.

    The proportions of the standard error are the likeliest ones that differ by delta, the root of a cubic equation
    (Farrington and Manning 1990, https://doi.org/10.1002/sim.4780091208). Near 0 or 1 the statistic is skewed, so that
    one tail of the test would reject too often and the other hardly ever; the skewness is taken away (Laud 2017,
    https://doi.org/10.1002/pst.1813).
    """
    theta = m / n
    c3 = 1 + theta
    c2 = -(1 + theta + a + theta * b + delta * (theta + 2))
    c1 = delta**2 + delta * (2 * a + theta + 1) + a + theta * b
    c0 = -a * delta * (1 + delta)
    v = c2**3 / (27 * c3**3) - c1 * c2 / (6 * c3**2) + c0 / (2 * c3)
    u = np.copysign(np.sqrt(np.maximum(c2**2 / (9 * c3**2) - c1 / (3 * c3), 0)), v)
    # Rounding can push the cosine beyond -1 or 1; u is 0 where the three roots coincide.
    angle = (np.pi + np.arccos(np.clip(v / np.where(u == 0, 1, u) ** 3, -1, 1))) / 3
    first = np.clip(2 * u * np.cos(angle) - c2 / (3 * c3), 0, 1)
    second = np.clip(first - delta, 0, 1)
    error = np.sqrt(first * (1 - first) / n + second * (1 - second) / m)
    distance = a - b - delta
    # 0 / 0 where both shares are 0, or both are 1.
    statistic = np.where(np.abs(distance) < TOLERANCE, 0, distance / error)
    third = first * (1 - first) * (1 - 2 * first) / n**2 - second * (1 - second) * (1 - 2 * second) / m**2
    # The root z of z + (z^2 - 1) skewness / 6 = statistic that is nearest to the statistic.
    a = third / error**3 / 6
    small = np.abs(a) < TOLERANCE
    # With extreme skewness the quadratic has no real root: take its vertex.
    radicand = np.maximum(1 + 4 * a * (statistic + a), 0)
    unskewed: Float64 = np.where(small, statistic, (np.sqrt(radicand) - 1) / np.where(small, 1, 2 * a))
    return unskewed


TOLERANCE = 1e-12
"""Differences smaller than this are none: they come from the order of a sum."""
