"""Effects of several studies together: a mean over studies that differ by more than chance, and what explains it.

The model is y = X b + u + e, with the known error variances of e and one variance tau2 of u between studies. tau2 is
estimated by restricted maximum likelihood (Viechtbauer, Journal of Educational and Behavioral Statistics 2005). The
error of b follows Hartung and Knapp (Statistics in Medicine 2001) and Sidik and Jonkman (2002): the weighted residuals
scale it, and t has as many degrees of freedom as studies minus coefficients. With few studies, intervals by the normal
distribution cover far less than 95 %; these cover 95 (IntHout et al., BMC Medical Research Methodology 2014).

Two or three studies that agree by chance get an interval far narrower than the errors of each allow. Where many such
tests are made, the modified error prevents this: it is not less than that of a common effect (Knapp and Hartung 2003;
Röver, Knapp and Friede, BMC Medical Research Methodology 2015).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from extractors.core.arrays import Float64
from extractors.scoring.statistics.distributions import t_quantile, t_sf
from extractors.scoring.statistics.estimates import LEVEL

TIGHT = 1e-10
"""Share of the largest possible tau2 to which it is found."""


@dataclass(frozen=True)
class Pooled:
    """Coefficients over studies.

    Attributes:
        value, standard_error: (c,) the coefficients; errors are NaN where studies are as many as coefficients.
        freedom: degrees of freedom.
        tau2: variance of the true effects between studies, beyond X.
        i2: share of the variance between estimates that is not chance, 0 to 1 (Higgins and Thompson 2002).
    """

    value: Float64
    standard_error: Float64
    freedom: int
    tau2: float
    i2: float

    @property
    def low(self) -> Float64:
        return self.value - self._quantile * self.standard_error

    @property
    def high(self) -> Float64:
        return self.value + self._quantile * self.standard_error

    @property
    def p_value(self) -> Float64:
        """Two-sided, of a coefficient of 0."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return 2 * t_sf(np.abs(self.value / self.standard_error), self.freedom)

    @property
    def prediction(self) -> tuple[float, float]:
        """Of a mean: the 95 % interval of the true effect of a further study (Higgins et al. 2009)."""
        half = float(self._quantile * np.sqrt(self.tau2 + self.standard_error[0] ** 2))
        return float(self.value[0]) - half, float(self.value[0]) + half

    @property
    def _quantile(self) -> float:
        return float(t_quantile((1 + LEVEL) / 2, self.freedom))


def pool(values: Float64, variances: Float64, design: Float64 | None = None, *, is_modified: bool = False) -> Pooled:
    """Pool the effects of independent studies.

    Args:
        values: (k,) an effect a study.
        variances: (k,) of their errors, above 0.
        design: (k, c) what explains the effects, with a column of ones for the intercept; the mean alone by default.
        is_modified: whether residuals may widen the intervals but not narrow them.
    """
    x = np.ones((len(values), 1)) if design is None else design
    k, c = x.shape
    weights = 1 / variances
    inside = _fit(values, x, weights)[1]
    tau2 = _reml(values, variances, x) if k > c else 0.0
    value, covariance, left = _fit(values, x, 1 / (variances + tau2))
    scale = left / (k - c) if k > c else np.nan
    if is_modified and k > c:
        scale = max(scale, 1.0)
    typical = (k - c) / (weights.sum() - np.trace(inside @ (x.T @ (weights[:, None] ** 2 * x)))) if k > c else 1.0
    return Pooled(
        value=value,
        standard_error=np.sqrt(np.diag(covariance) * scale),
        freedom=k - c,
        tau2=tau2,
        i2=tau2 / (tau2 + typical),
    )


def _fit(values: Float64, x: Float64, weights: Float64) -> tuple[Float64, Float64, float]:
    """Fit a weighted least-squares regression.

    Returns the coefficients (c,), their covariance (c, c) if the weights are inverse variances, and the weighted sum of
    squared residuals.
    """
    covariance = np.linalg.inv(x.T @ (weights[:, None] * x))
    value = covariance @ (x.T @ (weights * values))
    left = values - x @ value
    return value, np.asarray(covariance, dtype=np.float64), float(weights @ left**2)


def _reml(values: Float64, variances: Float64, x: Float64) -> float:
    """Estimate the variance between studies by restricted maximum likelihood."""

    def loss(tau2: float) -> float:
        weights = 1 / (variances + tau2)
        information = x.T @ (weights[:, None] * x)
        left = _fit(values, x, weights)[2]
        return float(-np.log(weights).sum() + np.linalg.slogdet(information)[1] + left)

    from scipy.optimize import minimize_scalar

    highest = float(np.ptp(values) ** 2 + variances.max())
    # The likelihood may have two maxima, one of them at 0: a grid finds the right one.
    grid = np.concatenate([[0.0], np.geomspace(highest * 1e-6, highest, 60)])
    best = int(np.argmin([loss(tau2) for tau2 in grid]))
    low, high = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
    found = minimize_scalar(loss, bounds=(low, high), method="bounded", options={"xatol": TIGHT * highest})
    return float(found.x) if loss(found.x) < loss(0.0) else 0.0
