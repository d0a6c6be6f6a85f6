"""The normal and Student's t distribution: the functions of scipy.special that scipy.stats itself calls.

Importing scipy.stats takes a second of CPU time, more than most jobs of a small corpus work; scipy.special takes 0.4 s,
and only who asks for a probability waits for it.
"""

import numpy as np

from extractors.core.arrays import Float64


def normal_sf(x: Float64 | float) -> Float64:
    """Return the probability that a standard normal variable is above x."""
    from scipy import special

    return np.asarray(special.ndtr(-np.asarray(x, dtype=np.float64)))


def t_sf(x: Float64 | float, freedom: float) -> Float64:
    """Return the probability that Student's t is above x; NaN without degrees of freedom."""
    from scipy import special

    return np.asarray(special.stdtr(freedom if freedom > 0 else np.nan, -np.asarray(x, dtype=np.float64)))


def t_quantile(probability: Float64 | float, freedom: float) -> Float64:
    """Return the value that Student's t is below with a probability; NaN without degrees of freedom."""
    from scipy import special

    return np.asarray(special.stdtrit(freedom if freedom > 0 else np.nan, probability))
