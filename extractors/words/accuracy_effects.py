"""Findings of accuracy: a phenomenon for all systems together, and the families of their tests.

All systems translate the same hits. So the value of a hit is the share of the systems that find it, and the test is
that of one such system: segments are the clusters, and twenty systems that miss the same word are one miss.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from extractors.phenomena import is_paper
from extractors.score.statistics.pvalues import correct_family
from extractors.words.intervals import Floats

Row = Mapping[str, Any]


def of_all_systems(values: Floats) -> Floats:
    """(items, 1) The mean of each item over the systems that it counts for; NaN where it counts for none.

    Args:
        values: (items, systems) 0 to 1, NaN where an item does not count.
    """
    counts = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        means: Floats = np.where(counts, values, 0).sum(axis=1, keepdims=True) / counts.sum(axis=1, keepdims=True)
    return means


def correct(
    rows: Sequence[dict[str, Any]],
    tests: Sequence[bytes],
    *,
    of: Callable[[Row], tuple[Any, ...]] = lambda _: (),
    p: str = "p",
) -> None:
    """Fill in `p_bh` and `family` of rows, or of another column of p-values its corrected ones alone.

    A family are rows that are alike in what `of` gives. Minimum distances are one, exact ones and buckets another, and
    so are the definitions of the paper.

    Args:
        tests: what each row is a test of; ranges with the same hits are one test.
    """
    families: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for place, row in enumerate(rows):
        families[*of(row), row["kind"] == "minimum", is_paper(row["phenomenon"])].append(place)
    for places in families.values():
        values = [(tests[k], np.nan if rows[k]["too_small"] or rows[k][p] is None else rows[k][p]) for k in places]
        for k, corrected in zip(places, correct_family(values), strict=True):
            rows[k] |= {f"{p}_bh": corrected.p_bh} | ({"family": corrected.family} if p == "p" else {})


def number(value: float) -> float | None:
    """The number for a table; None where there is none."""
    return None if np.isnan(value) else float(value)
