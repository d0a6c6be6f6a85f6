"""A value with its interval and p-value, from its bootstrap replicates, and what could have been found at all.

The interval is the value +- t * se, with se the standard deviation of the replicates times sqrt(n / (n - 1)) and t
the quantile of Student's t with n - 1 degrees of freedom (Davison and Hinkley 1997, section 5.2, with t for the
normal quantile). The bootstrap is needed for the standard error, which no formula gives for BLEU; the percentile
interval, known from Koehn (2004), is too narrow for small sets, as it lacks both corrections (Hesterberg, "What
Teachers Should Know About the Bootstrap", The American Statistician 2015, https://doi.org/10.1080/00031305.2015.1089789).
benchmarks/interval_coverage.py has the coverage of both. Being symmetric, an interval may reach beyond the range of
the metric.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import stats

from extractors.core.arrays import Float64
from extractors.statistics.pvalues import TOLERANCE

LEVEL = 0.95
POWER = 0.8
FEWEST = 30
"""Fewest segments from which a set says anything.

Below, the intervals cover less than 93 % for metrics as skewed as RIBES, and not even a difference of half a
standard deviation of the segments' scores, "medium" to Cohen (1988), would have been found (2.8 / sqrt(30) = 0.51).
Then no difference found does not mean that there is none, and one that was found is likely exaggerated (Gelman and
Carlin, "Beyond Power Calculations", 2014, https://doi.org/10.1177/1745691614551642).
"""


@dataclass(frozen=True)
class Estimate:
    """A value for each system (K,) or pair of systems (K, K), all from the same resamples.

    Attributes:
        value: what was observed.
        standard_error: of the value, the correction for a small n in it; NaN for n < 2.
        n: segments that were resampled.
        resamples: how often.
    """

    value: Float64
    standard_error: Float64
    n: int
    resamples: int

    @cached_property
    def _freedom(self) -> float:
        return self.n - 1 if self.n > 1 else np.nan

    @property
    def low(self) -> Float64:
        """Lower end of the 95 % interval."""
        return self.value - self._margin

    @property
    def high(self) -> Float64:
        """Upper end of the 95 % interval."""
        return self.value + self._margin

    @property
    def _margin(self) -> Float64:
        quantile: float = stats.t.ppf((1 + LEVEL) / 2, self._freedom)
        return quantile * self.standard_error

    @property
    def p_value(self) -> Float64:
        """Two-sided, of the value being 0; below 0.05 exactly where the 95 % interval leaves 0 out.

        From Student's t and not from a count of replicates: a count of 1,000 cannot go below 0.001, and no
        table of a hundred tests would have a finding left after Holm's correction. Where every replicate is
        the same, the count is all that there is: 1 / (resamples + 1).
        """
        zero = np.abs(self.value) <= TOLERANCE
        fixed = self.standard_error <= TOLERANCE
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2 * stats.t.sf(np.abs(self.value) / self.standard_error, self._freedom)
        p = np.where(fixed, 1 / (self.resamples + 1), p)
        p = np.where(zero & ~np.isnan(self.standard_error), 1.0, p)
        return np.where(np.isnan(self.value), np.nan, p)

    @property
    def detectable(self) -> Float64:
        """The smallest true difference that the test at 5 % would have found with a power of 80 %.

        (t(0.975) + t(0.8)) standard errors, 2.8 for a large n (Bloom, "Minimum Detectable Effects", Evaluation
        Review 1995, https://doi.org/10.1177/0193841X9501900504).
        """
        factor: float = stats.t.ppf((1 + LEVEL) / 2, self._freedom) + stats.t.ppf(POWER, self._freedom)
        return factor * self.standard_error


def mean_of_finite(values: Float64) -> Float64:
    """(...) means over the first axis of (B, ...), of the finite values; NaN where there is none."""
    finite = np.isfinite(values)
    with np.errstate(divide="ignore", invalid="ignore"):
        means: Float64 = np.where(finite, values, 0.0).sum(axis=0) / finite.sum(axis=0)
    return means


def estimate(value: Float64, replicates: Float64, n: int) -> Estimate:
    """An estimate from bootstrap replicates.

    Args:
        value: (...) what was observed.
        replicates: (B, ...) the same of each resample; those that are not finite are left out.
        n: segments that were resampled.
    """
    variance = mean_of_finite((replicates - mean_of_finite(replicates)) ** 2)
    correction = np.sqrt(n / (n - 1)) if n > 1 else np.nan
    error = np.where(np.isfinite(value), np.sqrt(variance) * correction, np.nan)
    return Estimate(value=np.asarray(value, dtype=np.float64), standard_error=error, n=n, resamples=len(replicates))


def pairwise(value: Float64, replicates: Float64, n: int) -> Estimate:
    """Differences of each two systems, (K, K): of the one in the row minus the one in the column.

    Args:
        value: (K,) what was observed.
        replicates: (B, K) the same of each resample, the same resample for all systems.
        n: segments that were resampled.
    """
    errors = [estimate(value[i] - value, replicates[:, [i]] - replicates, n).standard_error for i in range(len(value))]
    return Estimate(
        value=value[:, None] - value,
        standard_error=np.array(errors).reshape(len(value), len(value)),
        n=n,
        resamples=len(replicates),
    )
