"""Small statistics to test with."""

import numpy as np

from extractors.scoring.metrics.ribes import Ribes

mean = Ribes().score
"""The mean of the first statistic over the segments; the second is their count."""


def mean_rows(values):
    """(N, K, 2) statistics of (N, K) segment scores."""
    values = np.asarray(values, dtype=np.float64)
    return np.stack([values, np.ones_like(values)], axis=-1)


def random_rows(n=60, systems=3, seed=0):
    return mean_rows(np.random.default_rng(seed).normal(size=(n, systems)))
