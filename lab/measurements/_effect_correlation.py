"""The correlation of two kinds of effects over many sets, without the noise of either.

Each set has a difference by one score and a difference by another, both with sampling errors, which are correlated
where they come from the same segments. The correlation of the estimates is that of true effects and of errors together:
noise makes it smaller, shared segments larger. The model separates them: y_i = b + u_i + e_i, with u_i of the unknown
covariance T, and e_i of the known covariance S_i. T is estimated by restricted maximum likelihood (van Houwelingen,
Arends and Stijnen, Statistics in Medicine 2002); the correlation is that of T. Sets of several campaigns have a mean b
for each, so that a difference between campaigns is no correlation.

A phenomenon that is hard in one campaign is hard in another, above all where they share the texts: the sets of one
phenomenon say the same. So the interval draws phenomena, each with all of its sets, by the bootstrap, and takes its
percentiles, which are widened for few phenomena (Hesterberg, The American Statistician 2015).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.stats import norm, t

from extractors.core.arrays import Float64, Ids

LEVEL = 0.95
LARGEST = 0.999
"""The largest correlation, in absolute value, that is tried."""
DRAWS = 200
"""Bootstrap samples of an interval."""
FEWEST = 10
"""Sets that an estimate needs."""
SPREAD = (-8.0, 2.0)
"""Bounds of the logarithm of a standard deviation over that of the estimates."""


@dataclass(frozen=True)
class EffectCorrelation:
    """The correlation of true effects.

    Attributes:
        deviations: (2,) standard deviations of the true effects.
        value: the correlation; NaN where there are fewer than FEWEST sets.
        low, high: the interval at 95 %.
        observed: the correlation of the estimates, less the means of their groups.
    """

    deviations: Float64
    value: float
    low: float
    high: float
    observed: float


def correlate(
    values: Float64, errors: Float64, groups: Ids | None = None, *, phenomena: Ids | None = None, draws: int = DRAWS
) -> EffectCorrelation:
    """Estimate the correlation.

    Args:
        values: (n, 2) the differences of each set by both scores.
        errors: (n, 2, 2) the covariance of their sampling errors.
        groups: (n,) the number of the campaign of each, 0 to g - 1; None for one.
        phenomena: (n,) the number of the phenomenon of each; None where each set has one of its own.
        draws: bootstrap samples; 0 for no interval.
    """
    if len(values) < FEWEST:
        return EffectCorrelation(np.full(2, np.nan), np.nan, np.nan, np.nan, np.nan)
    groups = np.zeros(len(values), int) if groups is None else groups
    phenomena = np.arange(len(values)) if phenomena is None else phenomena
    left = values - _means(values, groups)
    unit: Float64 = np.std(left, axis=0)
    scaled, noise = values / unit, errors / np.outer(unit, unit)
    starts = [(-0.7, -0.7, z) for z in (-0.8, 0.0, 0.8)]
    best = min((_fit(scaled, noise, groups, start) for start in starts), key=lambda found: found[1])[0]
    members = [np.flatnonzero(phenomena == number) for number in np.unique(phenomena)]
    rng, drawn = np.random.default_rng(len(values)), []
    for _ in range(draws):
        ids = np.concatenate([members[k] for k in rng.integers(0, len(members), len(members))])
        drawn.append(_fit(scaled[ids], noise[ids], groups[ids], best)[0][2])
    # The quantile of the normal distribution that lies where that of Student's t with this many phenomena does.
    degrees = len(members) - 1
    tail = norm.cdf(np.sqrt(len(members) / degrees) * t.ppf((1 - LEVEL) / 2, degrees))
    low, high = np.quantile(drawn, (tail, 1 - tail)) if draws else (np.nan, np.nan)
    return EffectCorrelation(
        deviations=np.exp(best[:2]) * unit,
        value=_correlation(best[2]),
        low=_correlation(low),
        high=_correlation(high),
        observed=float(np.corrcoef(*left.T)[0, 1]),
    )


def _correlation(z: float) -> float:
    return float(LARGEST * np.tanh(z))


def _means(values: Float64, groups: Ids) -> Float64:
    """Return the mean of each set's group, (n, 2)."""
    _, place, count = np.unique(groups, return_inverse=True, return_counts=True)
    return np.stack([np.bincount(place, column) / count for column in values.T], axis=1)[place]


def _fit(values: Float64, errors: Float64, groups: Ids, start: Sequence[float]) -> tuple[Float64, float]:
    """Fit the model by restricted maximum likelihood.

    Returns the logarithms of both standard deviations and the transformed correlation, (3,), and the deviance there.
    """
    _, place = np.unique(groups, return_inverse=True)
    members = np.eye(place.max() + 1)[place]

    def loss(parameters: Float64) -> float:
        return _deviance(values, errors, members, np.exp(parameters[:2]), _correlation(parameters[2]))

    found = minimize(loss, start, method="L-BFGS-B", bounds=[SPREAD, SPREAD, (-4.0, 4.0)])
    return np.asarray(found.x, dtype=np.float64), float(found.fun)


def _deviance(values: Float64, errors: Float64, members: Float64, deviations: Float64, correlation: float) -> float:
    """Return minus twice the restricted log-likelihood, up to a constant.

    Args:
        members: (n, g) 1 where a set is in a group, else 0.
    """
    first, second = deviations
    a = errors[:, 0, 0] + first**2
    b = errors[:, 0, 1] + correlation * first * second
    c = errors[:, 1, 1] + second**2
    determinant = a * c - b * b
    if (determinant <= 0).any():
        return float("inf")
    inverse = np.array([[c, -b], [-b, a]]) / determinant
    # (g, 2, 2) and (g, 2): each group has a mean of its own.
    information = np.einsum("ijn,ng->gij", inverse, members)
    means = np.linalg.solve(information, np.einsum("ijn,nj,ng->gi", inverse, values, members)[..., None])[..., 0]
    left = values - members @ means
    squares = np.einsum("ni,ijn,nj->", left, inverse, left)
    return float(np.log(determinant).sum() + squares + np.log(np.linalg.det(information)).sum())
