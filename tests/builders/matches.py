"""The controls of a kind of segments, one by one."""

import numpy as np


def controls_of(matches, kind):
    """The eligible controls of a kind, ascending."""
    may = np.isin(matches.strata, matches.eligible[[kind]].indices)
    may[matches.left_out] = False
    return np.flatnonzero(may)
