"""Which tests are corrected for each other.

Rows of sets that are too small are in no family: they can show nothing, and would cost the other tests power.
The correction stays valid, because this depends on the number of segments alone and not on the results.
"""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float64
from extractors.score.statistics.estimates import FEWEST
from extractors.score.statistics.pvalues import benjamini_hochberg


def is_small(n: float) -> bool:
    """Whether n segments, or controls, are too few to say anything."""
    return n < FEWEST


def correct(p: Float64, too_small: npt.NDArray[np.bool_] | bool = False) -> Float64:
    """Benjamini and Hochberg's p-values of one family; NaN where there is none, or it is too small."""
    return benjamini_hochberg(np.where(too_small, np.nan, p))


def correct_rows(rows: Sequence[dict[str, Any]], family: Sequence[Hashable]) -> None:
    """Fill in `p_bh` of rows that have `p`; one that is `too_small` is not tested. `family`: the family of each row."""
    members: dict[Hashable, list[dict[str, Any]]] = {}
    for name, row in zip(family, rows, strict=True):
        members.setdefault(name, []).append(row)
    for of_family in members.values():
        p = np.array([np.nan if row["p"] is None else row["p"] for row in of_family])
        small = np.array([row.get("too_small", False) for row in of_family])
        for row, corrected in zip(of_family, correct(p, small), strict=True):
            row["p_bh"] = finite(corrected)


def finite(value: float) -> float | None:
    """The number for a table; None where there is none."""
    return float(value) if np.isfinite(value) else None
