"""Proportions of yes and no where answers come in clusters: hits in segments, items of one source text.

All functions work on many systems at once: a column is a system, NaN is an answer that does not count for it.
"""

from typing import NamedTuple

import numpy as np

from extractors.core.arrays import Float64, Int64

Z = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""


class Interval(NamedTuple):
    """(s,) means of s systems with their 95 % intervals; NaN where nothing counts."""

    mean: Float64
    low: Float64
    high: Float64


def interval(values: Float64, cluster: Int64) -> Interval:
    """Compute Wilson's interval on the effective number of answers.

    Answers of one cluster tend to be right or wrong together; n of them then tell as much as n / deff
    independent ones, deff being the variance of the mean over clusters by that of n independent answers
    (Kish 1965; Dean and Pagano 2015 find its coverage good). deff is taken to be at least 1, which
    is cautious for values between 0 and 1. Where all are right, or all wrong, the clusters are counted.

    Args:
        values: (e, s) 0 to 1.
        cluster: (e,) the cluster of each answer.
    """
    counts = ~np.isnan(values)
    n = counts.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(counts, values, 0).sum(axis=0) / n
        sums = cluster_sums(np.where(counts, values - mean, 0), cluster)
        present = (cluster_sums(counts.astype(float), cluster) > 0).sum(axis=0)
        # The variance of a ratio, as n differs from cluster to cluster, too.
        variance = present / (present - 1) * (sums**2).sum(axis=0) / n**2
        effective = mean * (1 - mean) / variance
        same = (mean <= 0) | (mean >= 1) | (present < 2)
        effective = np.clip(np.where(same, present, effective), 1, np.maximum(n, 1))
        centre = mean + Z**2 / (2 * effective)
        half = Z * np.sqrt(mean * (1 - mean) / effective + Z**2 / (4 * effective**2))
        scale = 1 + Z**2 / effective
        low, high = np.clip((centre - half) / scale, 0, 1), np.clip((centre + half) / scale, 0, 1)
    return Interval(mean, low, high)


def cluster_sums(values: Float64, cluster: Int64) -> Float64:
    """Sum the rows (e, s) of each cluster: (clusters, s)."""
    if not len(cluster):
        return np.zeros((0, values.shape[1]))
    order = np.argsort(cluster, kind="stable")
    # The value before the first differs from it, so that the first cluster has a start.
    starts = np.flatnonzero(np.diff(cluster[order], prepend=cluster[order][0] - 1))
    sums: Float64 = np.add.reduceat(values[order], starts, axis=0)
    return sums


def sums_by_number(number: Int64, values: Float64, count: int) -> Float64:
    """Sum the rows (e, s) of each number from 0 on: (count, s)."""
    # Here: it takes a fifth of a second to import.
    from scipy.sparse import csr_array

    entries = np.ones(len(number)), (number, np.arange(len(number)))
    sums: Float64 = csr_array(entries, shape=(count, len(number))) @ values
    return sums
