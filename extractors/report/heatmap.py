"""The heat map of systems by phenomena, as the page has it without scripts.

assets/heatmap.js makes the same table for the metric, distance and measure that a reader picks. A test compares what
the two show at first.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from extractors.report.numbers import number, p_text
from extractors.report.results import Metric, Phenomenon, Results, Row

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


def widest_size(phenomenon: Phenomenon) -> int:
    """Segments of its largest set."""
    distance = widest(phenomenon)
    return 0 if distance is None else phenomenon.segments(distance)


def significant(row: Row, alpha: float) -> bool:
    """Whether a row of scores differs from its controls, after the correction of Benjamini and Hochberg."""
    return row["p_bh"] is not None and row["p_bh"] < alpha


def shade(difference: float, limit: float) -> int:
    """1 to SHADES, in equal steps up to the limit."""
    return min(SHADES, max(1, math.ceil(SHADES * abs(difference) / limit))) if limit else 1


def heat_map(results: Results, distance: int = 0) -> HeatMap:
    """The heat map of the first metric, each phenomenon by its smallest minimum distance from `distance` on."""
    metric = results.metric
    distances = {p.id: d for p in results.phenomena.values() if (d := widest(p, distance)) is not None}
    compared = _compared(results, distances)
    by_phenomenon: dict[str, list[Row]] = {}
    for row in compared.values():
        by_phenomenon.setdefault(row["phenomenon"], []).append(row)
    small = {name for name, rows in by_phenomenon.items() if all(row["p_bh"] is None for row in rows)}
    with_scores = [name for name in results.phenomena if name in by_phenomenon]
    shown = _hardest_first(with_scores, by_phenomenon, small, metric)
    whole = {row["system"]: row["score"] for row in results.corpus_scores if row["metric"] == metric.name}
    limit = largest((row for row in compared.values() if significant(row, results.alpha)), "difference")
    rows = {
        system: [_cell(compared.get((system, name)), metric, results.alpha, limit) for name in shown]
        for system in _best_first(results.systems, whole, metric)
    }
    return HeatMap(
        metric=metric,
        phenomena=[results.phenomena[name] for name in shown],
        distances={name: distances[name] for name in shown},
        small=small,
        rows=rows,
        corpus_scores={system: number(whole.get(system), metric.decimals) for system in rows},
        worse=[sum(cell.state == "worse" for cell in column) for column in zip(*rows.values(), strict=True)],
        limit=limit,
    )


def _compared(results: Results, distances: Mapping[str, int]) -> dict[tuple[str, str], Row]:
    """The scores that have a difference, by system and phenomenon, at the distance of each phenomenon."""
    return {
        (row["system"], row["phenomenon"]): row
        for row in results.scores
        if row["metric"] == results.metric.name
        and row["difference"] is not None
        and distances.get(row["phenomenon"]) == row["minimum_distance"]
    }


def _hardest_first(
    names: Iterable[str], rows: Mapping[str, Sequence[Row]], small: Collection[str], metric: Metric
) -> list[str]:
    """Phenomena by their mean difference, the worst first; those too small to be tested at the end."""
    means = {name: _sign(metric) * fmean(row["difference"] for row in of_name) for name, of_name in rows.items()}
    return sorted(names, key=lambda name: (name in small, round(means[name], DIGITS)))


def _best_first(systems: Iterable[str], whole: Mapping[str, float], metric: Metric) -> list[str]:
    """Systems by their score of the whole corpus, those without one at the end."""
    sign = _sign(metric)
    return sorted(systems, key=lambda system: (-sign * whole.get(system, -sign * math.inf), system))


def _sign(metric: Metric) -> int:
    return 1 if metric.higher_is_better else -1


def largest(rows: Iterable[Row], column: str) -> float:
    """The largest absolute value of a column; 0 if it has none."""
    return max((abs(row[column]) for row in rows if row[column] is not None), default=0.0)


def signed(value: float, decimals: int) -> str:
    """A number with its sign, a true minus where it is negative."""
    return number(value, decimals, sign=True).replace("-", MINUS)


def _cell(row: Row | None, metric: Metric, alpha: float, limit: float) -> Cell:
    if row is None:
        return Cell(state="none", shade=0, text="", title="nothing to compare: no segments, no scores or no controls")
    state = _state(row, metric, alpha)
    coloured = state in ("worse", "better")
    return Cell(
        state=state,
        shade=shade(row["difference"], limit) if coloured else 0,
        text=signed(row["difference"], metric.decimals),
        title=_title(row, state, metric),
    )


def _state(row: Row, metric: Metric, alpha: float) -> str:
    if row["p_bh"] is None:
        return "small"
    if not significant(row, alpha):
        return "unclear"
    return "worse" if (row["difference"] < 0) == metric.higher_is_better else "better"


def _title(row: Row, state: str, metric: Metric) -> str:
    difference, *ends = (
        signed(row[name], metric.decimals)
        for name in ("difference", "difference_low", "difference_high")
        if row[name] is not None
    )
    interval = f" [{', '.join(ends)}]" if ends else ""
    place = f"{row['system']}, {row['phenomenon']}, distance \u2265 {row['minimum_distance']}"
    size = f"{row['n']} segments"
    verdict = "too few to be tested"
    if state != "small":
        verdict = f"p = {p_text(row['p_bh'])}, {'not significant' if state == 'unclear' else state}"
    return f"{place}: {metric.label} {difference}{interval} beside controls, {size}, {verdict}"
