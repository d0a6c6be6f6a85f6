"""Which tests are corrected for each other: those of one table, metric and, of pairs of systems, one set.

Rows of sets that are too small are in no family: they can show nothing, and would cost the other tests power.
The correction stays valid, because this depends on the number of segments alone and not on the results. Sets of the
same segments, as at minimum distances 0 and 1 of a phenomenon without hits at 0, are one test: it counts once and has
the same result wherever it stands. The definitions of the paper (`_paper`), twins of our own, are a family of theirs.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float64
from extractors.score.statistics.estimates import FEWEST
from extractors.score.statistics.pvalues import benjamini_hochberg, correct_family, holm


def is_small(n: float) -> bool:
    """Whether n segments, or controls, are too few to say anything."""
    return n < FEWEST


def correct(p: Float64, too_small: npt.NDArray[np.bool_] | bool = False) -> tuple[Float64, Float64]:
    """Holm's and Benjamini and Hochberg's p-values of one family; NaN where there is none, or it is too small."""
    tests = np.where(too_small, np.nan, p)
    return holm(tests), benjamini_hochberg(tests)


def correct_rows(
    rows: Sequence[dict[str, Any]],
    family: Sequence[Hashable],
    *,
    alpha: float,
    same: Sequence[Hashable] | None = None,
    prefix: str = "",
) -> None:
    """Fill in `p_holm`, `p_bh`, `family` and `level` of rows that have `p` and `too_small`.

    Args:
        family: the family of each row.
        same: what each row is a test of; without it each is a test of its own.
        prefix: before the names of all these columns but `too_small`.
    """
    members: dict[Hashable, list[int]] = {}
    for i, name in enumerate(family):
        members.setdefault(name, []).append(i)
    for of_family in members.values():
        tests = [
            (i if same is None else same[i], np.nan if rows[i]["too_small"] else _number(rows[i][f"{prefix}p"]))
            for i in of_family
        ]
        for i, corrected in zip(of_family, correct_family(tests, alpha=alpha), strict=True):
            rows[i] |= {
                f"{prefix}p_holm": corrected.p_holm,
                f"{prefix}p_bh": corrected.p_bh,
                f"{prefix}family": corrected.family,
                f"{prefix}level": corrected.level,
            }


def _number(value: float | None) -> float:
    return np.nan if value is None else value


def finite(value: float) -> float | None:
    """The number for a table; None where there is none."""
    return float(value) if np.isfinite(value) else None
