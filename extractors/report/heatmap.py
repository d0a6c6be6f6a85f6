"""The heat map of systems by phenomena: what each cell says, and in which shade.

assets/heatmap.js does the same for the metric, distance and measure that a reader picks; the table of this module is
what is there without scripts, and what the tests hold the script to.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from extractors.report.numbers import number, p_text
from extractors.report.results import Metric, Phenomenon, Results

SHADES = 4
"""Shades of each of the two colours."""
DIGITS = 4
"""Decimals to which mean differences are compared: the page's numbers are rounded, and must give the same order."""
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
        phenomena: those that have segments; first those that can be tested, the worst mean difference first.
        distances: the minimum distance of each phenomenon's sets that is shown.
        small: ids of those of which no set is large enough to be tested.
        rows: by system, that with the best score of the whole corpus first.
        corpus_scores: of each system, as texts; missing where the metric has none.
        worse: of each phenomenon, how many systems are significantly worse.
        limit: the difference that has the strongest shade.
    """

    metric: Metric
    phenomena: list[Phenomenon]
    distances: dict[str, int]
    small: set[str]
    rows: dict[str, list[Cell]]
    corpus_scores: dict[str, str]
    worse: list[int]
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
    distances = {p.id: d for p in results.phenomena.values() if (d := widest(p, distance)) is not None}
    found = {
        (row["system"], row["phenomenon"]): row
        for row in results.scores
        if row["metric"] == metric.name
        and row["difference"] is not None
        and distances.get(row["phenomenon"]) == row["minimum_distance"]
    }
    of_phenomenon: dict[str, list[Mapping[str, Any]]] = {}
    for row in found.values():
        of_phenomenon.setdefault(row["phenomenon"], []).append(row)
    limit = largest((row for row in found.values() if significant(row, results.alpha)), "difference")
    whole = {row["system"]: row["score"] for row in results.corpus_scores if row["metric"] == metric.name}
    sign = 1 if metric.higher_is_better else -1
    systems = sorted(results.systems, key=lambda system: (-sign * whole.get(system, -sign * math.inf), system))

    small = {name for name, rows in of_phenomenon.items() if all(row["p_bh"] is None for row in rows)}
    means = {name: sign * fmean(row["difference"] for row in rows) for name, rows in of_phenomenon.items()}
    shown = sorted(
        filter(of_phenomenon.get, results.phenomena), key=lambda name: (name in small, round(means[name], DIGITS))
    )
    rows = {
        system: [_cell(found.get((system, name)), metric, results.alpha, limit) for name in shown] for system in systems
    }
    return HeatMap(
        metric=metric,
        phenomena=[results.phenomena[name] for name in shown],
        distances={name: distances[name] for name in shown},
        small=small,
        rows=rows,
        corpus_scores={system: number(whole.get(system), metric.decimals) for system in systems},
        worse=[sum(row[place].state == "worse" for row in rows.values()) for place in range(len(shown))],
        limit=limit,
    )


def largest(rows: Iterable[Mapping[str, Any]], column: str) -> float:
    """The largest absolute value of a column; 0 if it has none."""
    return max((abs(row[column]) for row in rows if row[column] is not None), default=0.0)


def signed(value: float, decimals: int) -> str:
    """A number with its sign, a true minus where it is negative."""
    return number(value, decimals, sign=True).replace("-", MINUS)


def _cell(row: Mapping[str, Any] | None, metric: Metric, alpha: float, limit: float) -> Cell:
    if row is None:
        return Cell(state="none", shade=0, text="", title="nothing to compare: no segments, no scores or no controls")
    difference = row["difference"]
    text = signed(difference, metric.decimals)
    where = f"{row['system']}, {row['phenomenon']}, distance \u2265 {row['minimum_distance']}: {metric.label} {text}"
    if row["difference_low"] is not None:
        low, high = (signed(row[f"difference_{end}"], metric.decimals) for end in ("low", "high"))
        where += f" [{low}, {high}]"
    where += f" beside controls, {row['n']} segments, "
    if row["p_bh"] is None:
        return Cell(state="small", shade=0, text=text, title=f"{where}too few to be tested")
    where += f"p = {p_text(row['p_bh'])}, "
    if not significant(row, alpha):
        return Cell(state="unclear", shade=0, text=text, title=f"{where}not significant")
    state = "worse" if (difference < 0) == metric.higher_is_better else "better"
    return Cell(state=state, shade=shade(difference, limit), text=text, title=f"{where}{state}")
