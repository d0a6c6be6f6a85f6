"""Intervals and tests for accuracies of hits, of which those of one segment are not independent.

All functions work on many systems at once: a column is a system, NaN is a hit that does not count for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.statistics.estimates import estimate

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""

FEWEST_SEGMENTS = 10
"""Of fewer segments no bootstrap is taken: its samples know too little of what else there could be."""


class Interval(NamedTuple):
    """(s,) means of s systems with their 95 % intervals; NaN where nothing counts."""

    mean: Floats
    low: Floats
    high: Floats


class Comparison(NamedTuple):
    """(s,) each: hits that count, mean over controls, hits minus controls, its 95 % interval, p of no difference."""

    n: Ints
    control: Floats
    difference: Floats
    low: Floats
    high: Floats
    p: Floats


def interval(values: Floats, segment: Ints) -> Interval:
    """Wilson's interval on the effective number of hits.

    Hits of one segment tend to be right or wrong together; n hits then tell as much as n / deff
    independent ones, deff being the variance of the mean over segments by that of n independent hits
    (Kish 1965; Dean and Pagano 2015 find its coverage good). deff is taken to be at least 1, which
    is cautious for values between 0 and 1. Where all are right, or all wrong, the segments are counted.

    Args:
        values: (h, s) 0 to 1.
        segment: (h,) the segment of each hit.
    """
    counts = ~np.isnan(values)
    n = counts.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(counts, values, 0).sum(axis=0) / n
        clusters = _sums(np.where(counts, values - mean, 0), segment)
        present = (_sums(counts.astype(float), segment) > 0).sum(axis=0)
        variance = present / (present - 1) * (clusters**2).sum(axis=0) / n**2
        effective = mean * (1 - mean) / variance
        same = (mean <= 0) | (mean >= 1) | (present < 2)
        effective = np.clip(np.where(same, present, effective), 1, np.maximum(n, 1))
        centre = mean + Z**2 / (2 * effective)
        half = Z * np.sqrt(mean * (1 - mean) / effective + Z**2 / (4 * effective**2))
        scale = 1 + Z**2 / effective
        low, high = np.clip((centre - half) / scale, 0, 1), np.clip((centre + half) / scale, 0, 1)
    return Interval(mean, low, high)


def _sums(values: Floats, segment: Ints) -> Floats:
    """(segments, s) the sum of each segment's rows."""
    if not len(segment):
        return np.zeros((0, values.shape[1]))
    order = np.argsort(segment, kind="stable")
    starts = np.flatnonzero(np.diff(segment[order], prepend=segment[order][0] - 1))
    sums: Floats = np.add.reduceat(values[order], starts, axis=0)
    return sums


def resamples(segments: int, *, samples: int, seed: int) -> Floats:
    """(samples + 1, segments) how often each segment is in each bootstrap sample; row 0 is the corpus itself."""
    rng = np.random.default_rng(seed)
    weights = np.ones((samples + 1, segments))
    for row in weights[1:]:
        row[:] = np.bincount(rng.integers(segments, size=segments), minlength=segments)
    return weights


def compare(
    weights: Floats,
    hits: tuple[Ints, Ints, Floats],
    strata: Sequence[tuple[Ints, Floats]],
    ranges: Sequence[npt.NDArray[np.bool_]],
) -> list[Comparison]:
    """Hits and their controls: each hit less the mean over its stratum, averaged over the hits of a range.

    Interval and p are from the standard error of a bootstrap of segments, which takes hits and candidates
    along with their segments, and Student's t with as many degrees of freedom as segments less one (see
    extractors.statistics.estimates): a count of samples gives no p-value that is small enough to be left after
    a correction for thousands of rows. A hit whose stratum has no candidate in a sample is left out of this sample.

    Args:
        weights: as `resamples` gives them, B rows.
        hits: the segments (h,), strata (h,) and values (h, s) of the hits that have controls.
        strata: for each, the segments (c,) and the values (c, s) of its candidates.
        ranges: for each, which of the hits are in it, (h,).
    """
    segment, stratum, values = hits
    shape = (len(ranges), len(weights), values.shape[1])
    n, of_hits, of_controls = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    counts = (~np.isnan(values)).astype(float)
    filled = np.where(counts > 0, values, 0)
    for k in np.unique(stratum).tolist():
        means = _means(weights, *strata[k])
        known = ~np.isnan(means)
        means = np.where(known, means, 0)
        for r, inside in enumerate(ranges):
            rows = np.flatnonzero(inside & (stratum == k))
            if len(rows):
                weight = weights[:, segment[rows]]
                number = np.where(known, weight @ counts[rows], 0)
                n[r] += number
                of_hits[r] += np.where(known, weight @ filled[rows], 0)
                of_controls[r] += number * means
    with np.errstate(invalid="ignore"):
        control, difference = of_controls / n, (of_hits - of_controls) / n
    comparisons = []
    for r, inside in enumerate(ranges):
        segments = (_sums(counts[inside], segment[inside]) > 0).sum(axis=0)
        low, high, p = _tests(difference[r], segments)
        comparisons.append(Comparison(n[r, 0].astype(np.int64), control[r, 0], difference[r, 0], low, high, p))
    return comparisons


def _means(weights: Floats, segment: Ints, values: Floats) -> Floats:
    """(B, s) the mean over candidates in each bootstrap sample; NaN where none that counts is in it."""
    of_candidates = weights[:, segment]
    counts = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        means: Floats = (of_candidates @ np.where(counts, values, 0)) / (of_candidates @ counts.astype(float))
    return means


def _tests(difference: Floats, segments: Ints) -> tuple[Floats, Floats, Floats]:
    """(s,) the interval and p of differences, (B, s); NaN where the hits are in too few segments."""
    low, high, p = (np.full(difference.shape[1], np.nan) for _ in range(3))
    for s in np.flatnonzero(segments >= FEWEST_SEGMENTS).tolist():
        if np.isfinite(difference[1:, s]).any():
            interval = estimate(difference[0, s], difference[1:, s], int(segments[s]))
            low[s], high[s], p[s] = interval.low, interval.high, interval.p_value
    return low, high, p
