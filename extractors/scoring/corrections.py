"""Correct p-values for the number of tests, in families.

Rows of sets that are too small are in no family: they can show nothing, and would cost the other tests power.
The correction stays valid, because this depends on the number of segments alone and not on the results.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from extractors.core.arrays import Bool, Float64
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.scoring.statistics.pvalues import benjamini_hochberg


def is_small(n: float) -> bool:
    """Return whether n segments, or controls, are too few to say anything."""
    return n < FEWEST_SEGMENTS


def correct(p: Float64, too_small: Bool | bool = False) -> Float64:
    """Correct the p-values of one family (Benjamini and Hochberg); NaN where one is missing or `too_small`."""
    return benjamini_hochberg(np.where(too_small, np.nan, p))


def correct_rows(
    rows: Sequence[dict[str, Any]],
    family: Callable[[Mapping[str, Any]], Hashable],
    p: str = "p",
    *,
    tests: Sequence[Hashable] | None = None,
) -> None:
    """Fill in `p_bh` of rows that have `p`; one that is `too_small` is not tested.

    Args:
        family: of a row.
        p: the column with the p-value.
        tests: what each row is a test of; rows of the same are one test. By default each row is one.
    """
    members: dict[Hashable, list[tuple[Hashable, dict[str, Any]]]] = {}
    for test, row in zip(range(len(rows)) if tests is None else tests, rows, strict=True):
        row[f"{p}_bh"] = None
        if not row.get("too_small", False) and row[p] is not None and np.isfinite(row[p]):
            members.setdefault(family(row), []).append((test, row))
    for tests_of_family in members.values():
        # Rows of one test have the same p-value, which counts once in the family.
        p_values = {test: row[p] for test, row in tests_of_family}
        corrected = dict(zip(p_values, benjamini_hochberg(list(p_values.values())).tolist(), strict=True))
        for test, row in tests_of_family:
            row[f"{p}_bh"] = corrected[test]


def finite(value: float) -> float | None:
    """Return a number for a table; None if it is not finite."""
    return float(value) if np.isfinite(value) else None
