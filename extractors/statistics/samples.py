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
from extractors.formats.sets import UNMATCHED
from extractors.statistics.estimates import LEVEL, mean_of_finite
from extractors.statistics.pvalues import empirical_p
from extractors.statistics.resampling import Ids


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


def sample_sums(samples: Ids, rows: Float64) -> Float64:
    """(S, K, k) sums of the rows of each control sample (S, n), UNMATCHED ones left out."""
    inside = samples != UNMATCHED
    sample = np.broadcast_to(np.arange(len(samples))[:, None], samples.shape)[inside]
    counts = csr_array((np.ones(len(sample)), (sample, samples[inside])), shape=(len(samples), len(rows)))
    sums: Float64 = counts @ rows.reshape(len(rows), -1)
    return sums.reshape(len(samples), *rows.shape[1:])
