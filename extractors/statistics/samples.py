"""A challenge set beside its control samples, as in the paper: is it harder than a random draw of such lengths?

Choshen and Abend, "Automatically Extracting Challenge Sets for Non-Local Phenomena in Neural Machine Translation"
(CoNLL 2019), https://aclanthology.org/K19-1028/: 100 samples matched to the set by length, and the set's score
beside their mean. What is compared here is this set with other draws from this corpus; what another corpus would
give is the question of contrasts.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from extractors.core.arrays import Float64
from extractors.statistics.estimates import LEVEL, mean_of_finite
from extractors.statistics.pvalues import empirical_p
from extractors.statistics.resampling import Ids, Rows

ROWS_AT_ONCE = 1 << 16
"""Segments whose rows are added up at a time."""


@dataclass(frozen=True)
class SampleComparison:
    """One set under one metric, each system (K,) an entry; NaN where set or samples have no score.

    Attributes:
        difference: score of the set minus the mean of the samples' scores.
        low, high: 2.5 % and 97.5 % quantile, over the samples, of the set's score minus the sample's.
        p_value: two-sided; with S samples none is below 2 / (S + 1).
    """

    difference: Float64
    low: Float64
    high: Float64
    p_value: Float64


def compare_with_samples(score: Float64, drawn: Float64) -> SampleComparison:
    """Compare the score of a set with those of its control samples.

    Args:
        score: (K,) score of the set by each system.
        drawn: (S, K) scores of the control samples; those that are not finite are left out.
    """
    low, high = np.full((2, *score.shape), np.nan)
    for i in np.flatnonzero(np.isfinite(score)):
        if len(finite := drawn[np.isfinite(drawn[:, i]), i]):
            low[i], high[i] = np.quantile(score[i] - finite, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return SampleComparison(
        difference=score - mean_of_finite(drawn),
        low=low,
        high=high,
        p_value=empirical_p(drawn, score),
    )


def sample_sums(samples: Ids, rows: Rows) -> Float64:
    """(S, K, k) sums of the rows of each control sample (S, n), UNMATCHED ones left out.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
    """
    sums = np.zeros((len(samples), rows.shape[1] * rows.shape[2]))
    if not samples.size:
        return sums.reshape(len(samples), *rows.shape[1:])
    ordered = np.sort(samples, axis=1)
    for start in range(0, len(rows), ROWS_AT_ONCE):
        of_part = rows[start : start + ROWS_AT_ONCE]
        bounds = [np.searchsorted(sample, [start, start + len(of_part)]) for sample in ordered]
        inside = [sample[low:high] for sample, (low, high) in zip(ordered, bounds, strict=True)]
        members = np.concatenate([ordered[:0].ravel(), *inside])
        ends = np.cumsum([0, *map(len, inside)])
        shape = (len(samples), len(of_part))
        counts = csr_array((np.ones(len(members)), members - start, ends), shape=shape)
        # What is drawn twice counts twice at once.
        counts.sum_duplicates()
        sums += counts @ of_part.reshape(len(of_part), -1).astype(np.float64, copy=False)
    return sums.reshape(len(samples), *rows.shape[1:])
