"""A value with its standard error: its interval, its p-value, and what could have been found at all.

The interval is the value +- t * se, with t the quantile of Student's t with n - 1 degrees of freedom. The standard
error comes from bootstrap replicates, times sqrt(n / (n - 1)) (Davison and Hinkley 1997, section 5.2, with t for the
normal quantile), or from the influence of each segment (contrasts.py). The percentile interval, known from Koehn
(2004), is too narrow for small sets, as it lacks both corrections (Hesterberg, "What Teachers Should Know About the
Bootstrap", The American Statistician 2015, https://doi.org/10.1080/00031305.2015.1089789). An interval is cut
at the bounds of the metric: no true value lies outside, so that its coverage stays the same.

Where segments are as skewed as those of RIBES, t = (value - truth) / se is skewed too, and a symmetric test rejects
nearly always on one side. With the skewness of the value known, t is brought to Student's t by Hall's cubic, which
never turns round (Hall, "On the Removal of Skewness by Transformation", Journal of the Royal Statistical Society B
1992); interval and p-value both use it.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from extractors.core.arrays import Float64
from extractors.scoring.statistics.distributions import t_quantile, t_sf
from extractors.scoring.statistics.pvalues import TOLERANCE

LEVEL = 0.95
POWER = 0.8
FLAT = 1e-6
"""Smaller skewness is none: the inverse of Hall's cubic divides by it."""


@dataclass(frozen=True)
class Estimate:
    """A value for each system (K,) or pair of systems (K, K), all from the same resamples.

    Attributes:
        value: what was observed.
        standard_error: of the value, the correction for a small n in it; NaN for n < 2.
        n: independent units: segments, or documents, that the value is of.
        smallest_p: the p-value where the standard error is 0, as all units are the same.
        skewness: third central moment of the value's distribution over the cube of its standard error.
        bounds: the least and the greatest value that there can be.
    """

    value: Float64
    standard_error: Float64
    n: int
    smallest_p: float
    skewness: Float64 | float = 0.0
    bounds: tuple[float, float] = (-np.inf, np.inf)

    @property
    def low(self) -> Float64:
        """Lower end of the 95 % interval."""
        return self._end(_student(self.n - 1))

    @property
    def high(self) -> Float64:
        """Upper end of the 95 % interval."""
        return self._end(-_student(self.n - 1))

    def _end(self, quantile: float) -> Float64:
        return np.clip(self.value - skewed(quantile, self.skewness) * self.standard_error, *self.bounds)

    @property
    def p_value(self) -> Float64:
        """Two-sided, of the value being 0; below 0.05 exactly where the 95 % interval leaves 0 out.

        From Student's t and not from a count of replicates: a count of 1,000 cannot go below 0.001, and no
        table of a hundred tests would have a finding left after a correction for them.
        """
        zero = np.abs(self.value) <= TOLERANCE
        fixed = self.standard_error <= TOLERANCE
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2 * t_sf(np.abs(unskewed(self.value / self.standard_error, self.skewness)), self.n - 1)
        # Nothing varies and t would be infinite: the least p that these units, or replicates, can show.
        p = np.where(fixed, self.smallest_p, p)
        p = np.where(zero & ~np.isnan(self.standard_error), 1.0, p)
        return np.where(np.isnan(self.value), np.nan, p)


@lru_cache
def _student(freedom: float) -> float:
    """Return the quantile of Student's t at the upper end of an interval."""
    return float(t_quantile((1 + LEVEL) / 2, freedom))


def detectable(standard_error: Float64 | float, n: float, level: Float64 | float) -> Float64:
    """Return the true difference that a two-sided test finds with a power of 80 %.

    (t(1 - level / 2) + t(0.8)) standard errors, 2.8 at 5 % for a large n (Bloom, "Minimum Detectable Effects",
    Evaluation Review 1995, https://doi.org/10.1177/0193841X9501900504).

    Args:
        n: independent units; NaN comes out for fewer than 2.
        level: at which the test is made; after a correction for many tests it is far below 5 %.
    """
    factor = t_quantile(1 - np.asarray(level) / 2, n - 1) + t_quantile(POWER, n - 1)
    return np.asarray(factor * standard_error)


def unskewed(t: Float64, skewness: Float64 | float) -> Float64:
    """Transform t = (value - truth) / se to Student's t by Hall's cubic, which rises with t everywhere.

    Args:
        skewness: of the value, any finite number; 0 changes nothing.
    """
    return t + skewness * t**2 / 3 + skewness**2 * t**3 / 27 + skewness / 6


def skewed(quantile: float, skewness: Float64 | float) -> Float64:
    """Invert `unskewed`: return the t that has this quantile of Student's t."""
    few = np.abs(skewness) < FLAT
    inside = np.where(few, 1.0, skewness)
    # The real cube root, also of a negative number: Hall's cubic rises everywhere.
    root: Float64 = 3 / inside * (np.cbrt(1 + inside * (quantile - inside / 6)) - 1)
    return np.where(few, quantile, root)


def mean_of_finite(values: Float64) -> Float64:
    """Return the means of the finite values over the first axis, (B, ...) to (...); NaN where there are none."""
    finite = np.isfinite(values)
    if len(values) and finite.all():
        return np.asarray(values.sum(axis=0) / len(values), dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        means: Float64 = np.where(finite, values, 0.0).sum(axis=0) / finite.sum(axis=0)
    return means


def estimate(value: Float64, replicates: Float64, n: int) -> Estimate:
    """Estimate a value and its error from bootstrap replicates.

    Args:
        value: (...) what was observed.
        replicates: (B, ...) the same of each resample; those that are not finite are left out.
        n: segments that were resampled.
    """
    variance = mean_of_finite((replicates - mean_of_finite(replicates)) ** 2)
    correction = np.sqrt(n / (n - 1)) if n > 1 else np.nan
    error = np.where(np.isfinite(value), np.sqrt(variance) * correction, np.nan)
    return Estimate(
        value=np.asarray(value, dtype=np.float64), standard_error=error, n=n, smallest_p=1 / (len(replicates) + 1)
    )


def pairwise(value: Float64, replicates: Float64, n: int) -> Estimate:
    """Estimate the differences of each two systems, (K, K): the system in the row minus the one in the column.

    Args:
        value: (K,) what was observed.
        replicates: (B, K) the same of each resample, the same resample for all systems.
        n: segments that were resampled.
    """
    errors = np.zeros((len(value), len(value)))
    for i in range(len(value)):
        # The other way round a difference has the same error.
        row = estimate(value[i] - value[i:], replicates[:, [i]] - replicates[:, i:], n)
        errors[i, i:] = errors[i:, i] = row.standard_error
    return Estimate(value=value[:, None] - value, standard_error=errors, n=n, smallest_p=1 / (len(replicates) + 1))
