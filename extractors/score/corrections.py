"""Which tests are corrected for each other: those of one table, metric and, of pairs of systems, one set.

Rows of sets that are too small are in no family: they can show nothing, and would cost the other tests power.
The correction stays valid, because this depends on the number of segments alone and not on the results.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float64
from extractors.statistics.estimates import FEWEST
from extractors.statistics.pvalues import benjamini_hochberg, holm


def is_small(n: int) -> bool:
    """Whether a set of n segments is too small to say anything."""
    return n < FEWEST


def correct(p: Float64, too_small: npt.NDArray[np.bool_] | bool = False) -> tuple[Float64, Float64]:
    """Holm's and Benjamini and Hochberg's p-values of one family; NaN where there is none, or it is too small."""
    tests = np.where(too_small, np.nan, p)
    return holm(tests), benjamini_hochberg(tests)


def correct_rows(rows: Sequence[dict[str, Any]], family: Sequence[Hashable]) -> None:
    """Fill in `p_holm` and `p_bh` of rows that have `p` and `too_small`.

    Args:
        family: the family of each row.
    """
    members: dict[Hashable, list[int]] = {}
    for i, name in enumerate(family):
        members.setdefault(name, []).append(i)
    for of_family in members.values():
        family_rows = [rows[i] for i in of_family]
        p = np.array([row["p"] for row in family_rows], dtype=np.float64)
        small = np.array([row["too_small"] for row in family_rows])
        for row, by_holm, by_bh in zip(family_rows, *correct(p, small), strict=True):
            row["p_holm"], row["p_bh"] = finite(by_holm), finite(by_bh)


def finite(value: float) -> float | None:
    """The number for a table; None where there is none."""
    return float(value) if np.isfinite(value) else None
