"""Compute empirical p-values, and correct p-values for the number of tests made."""

from collections.abc import Sequence

import numpy as np

from extractors.core.arrays import Float64

TOLERANCE = 1e-9
"""Scores closer than this are equal: sums of the same rows in another order differ in the last bits."""


def empirical_p(samples: Float64, observed: Float64 | float) -> Float64:
    """Return two-sided p-values: twice the share (c + 1) / (S + 1) of samples at or beyond `observed` on one side.

    The observed value counts as one of the samples that the null hypothesis could have given, so that no
    p-value is 0 and none is smaller than S samples can show (Davison and Hinkley, "Bootstrap Methods and their
    Application", 1997, section 4.2; Phipson and Smyth, "Permutation P-values Should Never Be Zero", 2010,
    https://doi.org/10.2202/1544-6115.1585). Ties count as extreme. The smaller tail is doubled: unlike a
    comparison of absolute values this does not ask that the samples lie about 0.

    Args:
        samples: (S, ...) values under the null hypothesis; those that are not finite are left out.
        observed: (...) what was observed.

    Returns:
        (...) p-values; NaN where nothing was observed or no sample is finite.
    """
    seen = np.asarray(observed, dtype=np.float64)
    count = np.isfinite(samples).sum(axis=0)
    # A comparison with NaN is false, so that samples without a value are in no tail.
    lower = ((samples <= seen + TOLERANCE).sum(axis=0) + 1) / (count + 1)
    upper = ((samples >= seen - TOLERANCE).sum(axis=0) + 1) / (count + 1)
    p = np.minimum(1.0, 2 * np.minimum(lower, upper))
    return np.where(np.isfinite(seen) & (count > 0), p, np.nan)


def benjamini_hochberg(p: Sequence[float | None] | Float64) -> Float64:
    """Correct p-values: of what is found at a level, at most that share is expected to be false.

    Benjamini and Hochberg, "Controlling the False Discovery Rate" (Journal of the Royal Statistical Society B
    1995); proved for independent tests and for such as depend on each other positively (Benjamini and
    Yekutieli 2001). benchmarks/set_tests.py --whole-run has the figure for a run whose sets mean nothing.

    Args:
        p: the family, of any shape; None and NaN are no tests and are not counted.

    Returns:
        Array of the same shape, NaN where there is no test.
    """
    values = np.asarray(p, dtype=np.float64)
    tests = ~np.isnan(values)
    family = values[tests]
    if (outside := family[(family < 0) | (family > 1)]).size:
        raise ValueError(f"a p-value must be from 0 to 1, got {outside[0]}")
    order = np.argsort(family, kind="stable")[::-1]
    # From the largest p-value down, so that none is adjusted above a larger one.
    steps = np.minimum.accumulate(family[order] * (len(family) / np.arange(len(family), 0, -1)))
    adjusted = np.full(values.shape, np.nan)
    adjusted.flat[np.flatnonzero(tests)[order]] = np.minimum(steps, 1.0)
    return adjusted
