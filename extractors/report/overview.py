"""The heat map of systems by phenomena: what each cell says, and in which shade.

assets/heatmap.js does the same for the metric, distance and measure that a reader picks; the table of this module is
what is there without scripts, and what the tests hold the script to.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from extractors.report.gather import Metric, Phenomenon, Results
from extractors.typeset import number

SHADES = 4
"""Shades of each of the two colours."""
MINUS = "\u2212"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A system on a phenomenon.

    Attributes:
        state: worse or better (the difference is significant), unclear (it is not), small (too few segments to be
            tested), none (no segments, or no control for any).
        shade: 1 (faint) to SHADES (strong) if worse or better, else 0.
        text: what is written in the cell.
        title: the same in a sentence.
    """

    state: str
    shade: int
    text: str
    title: str


@dataclass(frozen=True, kw_only=True)
class HeatMap:
    """Cells by system and, in each row, phenomenon.

    Attributes:
        limit: the difference that has the strongest shade.
        distances: the minimum distance of each phenomenon's sets that is shown.
    """

    metric: Metric
    phenomena: list[Phenomenon]
    distances: dict[str, int]
    rows: dict[str, list[Cell]]
    limit: float


def widest(phenomenon: Phenomenon, distance: int = 0) -> int | None:
    """The smallest of the minimum distances of its sets that is not below `distance`; None if all are."""
    return min((d for d in phenomenon.minimum_distances if d >= distance), default=None)


def significant(row: Mapping[str, Any], alpha: float) -> bool:
    """Whether a row of scores differs from its controls, after the correction of Benjamini and Hochberg."""
    return row["p_bh"] is not None and row["p_bh"] < alpha


def shade(difference: float, limit: float) -> int:
    """1 to SHADES, in equal steps up to the limit."""
    return min(SHADES, max(1, math.ceil(SHADES * abs(difference) / limit))) if limit else 1


def heat_map(results: Results, distance: int = 0) -> HeatMap:
    """The heat map of the first metric, each phenomenon by its smallest minimum distance from `distance` on."""
    metric = results.metric
    shown = {p.id: d for p in results.phenomena.values() if (d := widest(p, distance)) is not None}
    found = {
        (row["system"], row["phenomenon"]): row
        for row in results.scores
        if row["metric"] == metric.name and shown.get(row["phenomenon"]) == row["minimum_distance"]
    }
    limit = largest((row for row in found.values() if significant(row, results.alpha)), "difference")
    rows = {
        system: [_cell(found.get((system, name)), metric, results.alpha, limit, distance=shown[name]) for name in shown]
        for system in results.systems
    }
    phenomena = [results.phenomena[name] for name in shown]
    return HeatMap(metric=metric, phenomena=phenomena, distances=shown, rows=rows, limit=limit)


def largest(rows: Iterable[Mapping[str, Any]], column: str) -> float:
    """The largest absolute value of a column; 0 if it has none."""
    return max((abs(row[column]) for row in rows if row[column] is not None), default=0.0)


def signed(value: float, decimals: int) -> str:
    """A number with its sign, a true minus where it is negative."""
    return number(value, decimals, sign=True).replace("-", MINUS)


def _cell(row: Mapping[str, Any] | None, metric: Metric, alpha: float, limit: float, *, distance: int) -> Cell:
    if row is None or row["score"] is None or row["difference"] is None:
        return Cell(state="none", shade=0, text="", title="no segments, or none with a control")
    difference = row["difference"]
    text = signed(difference, metric.decimals)
    low, high = (signed(row[f"difference_{end}"], metric.decimals) for end in ("low", "high"))
    where = f"{row['system']}, {row['phenomenon']}, distance \u2265 {distance}: {metric.label} {text} [{low}, {high}]"
    where += f" beside controls, {row['n']} segments, "
    if row["too_small"]:
        return Cell(state="small", shade=0, text=text, title=f"{where}too few to be tested")
    told = f"p = {row['p_bh']:.2g}" if row["p_bh"] is not None else "not tested"
    if not significant(row, alpha):
        return Cell(state="unclear", shade=0, text=text, title=f"{where}{told}, not significant")
    worse = (difference < 0) == metric.higher_is_better
    state = "worse" if worse else "better"
    return Cell(state=state, shade=shade(difference, limit), text=text, title=f"{where}{told}, {state}")
