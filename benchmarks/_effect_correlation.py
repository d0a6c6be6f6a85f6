"""The correlation of two kinds of effects over many sets, without the noise of either.

Each set has a difference by one score and a difference by another, both with sampling errors, which are correlated
where they come from the same segments. The correlation of the estimates is that of true effects and of errors together:
noise makes it smaller, shared segments larger. The model separates them: y_i = b + u_i + e_i, with u_i of the unknown
covariance T, and e_i of the known covariance S_i. T is estimated by restricted maximum likelihood (van Houwelingen,
Arends and Stijnen, Statistics in Medicine 2002); the correlation is that of T. Its interval is that of the profile
likelihood. Sets of several campaigns have a mean b for each, so that a difference between campaigns is no correlation.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.stats import chi2

from extractors.core.arrays import Float64, Ids

LEVEL = 0.95
LARGEST = 0.999
"""The largest correlation, in absolute value, that is tried."""
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


def correlate(values: Float64, errors: Float64, groups: Ids | None = None) -> EffectCorrelation:
    """Estimate the correlation.

    Args:
        values: (n, 2) the differences of each set by both scores.
        errors: (n, 2, 2) the covariance of their sampling errors.
        groups: (n,) the number of the campaign of each, 0 to g - 1; None for one.
    """
    members = np.eye(1 if groups is None else groups.max() + 1)[
        np.zeros(len(values), int) if groups is None else groups
    ]
    if len(values) < FEWEST:
        return EffectCorrelation(np.full(2, np.nan), np.nan, np.nan, np.nan, np.nan)
    left = values - members @ ((members.T @ values) / members.sum(axis=0)[:, None])
    unit: Float64 = np.std(left, axis=0)
    scaled, noise = values / unit, errors / np.outer(unit, unit)

    def loss(spreads: Float64, correlation: float) -> float:
        return _deviance(scaled, noise, members, np.exp(np.clip(spreads, *SPREAD)), correlation)

    def profile(correlation: float) -> float:
        found = [minimize(loss, start, (correlation,), method="Nelder-Mead") for start in ((-0.7, -0.7), (-2.0, -0.5))]
        return min(float(one.fun) for one in found)

    def whole(parameters: Float64) -> float:
        return loss(parameters[:2], LARGEST * np.tanh(parameters[2]))

    starts = [(-0.7, -0.7, z) for z in (-0.8, 0.0, 0.8)]
    best = min((minimize(whole, start, method="Nelder-Mead") for start in starts), key=lambda found: found.fun)
    value = float(LARGEST * np.tanh(best.x[2]))
    bound = float(best.fun) + chi2.ppf(LEVEL, 1)

    def end(side: float) -> float:
        """Where the profile leaves the interval on a side."""
        if abs(value - side) < 1e-3 or profile(side) <= bound:
            return side
        return float(brentq(lambda r: profile(r) - bound, value, side, xtol=1e-3))

    return EffectCorrelation(
        deviations=np.exp(np.clip(best.x[:2], *SPREAD)) * unit,
        value=value,
        low=end(-LARGEST),
        high=end(LARGEST),
        observed=float(np.corrcoef(*left.T)[0, 1]),
    )


def _deviance(values: Float64, errors: Float64, members: Float64, deviations: Float64, correlation: float) -> float:
    """Minus twice the restricted log-likelihood, but for a constant.

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
