"""The heat map of systems by phenomena, as the page has it without scripts.

assets/heatmap.js makes the same table for the metric, distance and measure that a reader picks. A test compares what
the two show at first.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from extractors.report.numbers import number, p_text
from extractors.report.results import ReportedPhenomenon, Results, Row, RunMetric

SHADES = 4
"""Shades of each of the two colours; 0 is that of hardly any difference."""
DIGITS = 4
"""Decimals to which differences are compared: the page's numbers are rounded, and must give the same order."""
SHARE = 0.95
"""Share of the tested cells that are not beyond the strongest shade: one wild system must not bleach all others."""
MINUS = "\u2212"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A system on a phenomenon, or all systems together.

    Attributes:
        state: worse or better (the side of the difference), small (too few segments to be tested), none (no segments,
            or no control for any).
        shade: 0 (hardly a difference) to SHADES (strong) if worse or better, else 0.
        significant: whether the difference is.
        departs: whether the system's difference departs from the mean over systems.
        text: what is written in the cell.
        title: the same in a sentence.
    """

    state: str
    shade: int
    significant: bool
    departs: bool
    text: str
    title: str

    @property
    def classes(self) -> str:
        """The classes of its element."""
        shade = f"shade-{self.shade}" if self.state in ("worse", "better") else ""
        marks = ("significant" if self.significant else "", "departs" if self.departs else "")
        return " ".join(filter(None, (self.state, shade, *marks)))


@dataclass(frozen=True, kw_only=True)
class HeatMap:
    """Cells by system and, in each row, phenomenon.

    Attributes:
        phenomena: those that can be tested, the worst first; if there are none, all that have segments.
        distances: the minimum distance of each phenomenon's sets that is shown.
        sizes: segments of each phenomenon's set.
        hidden: how many phenomena with segments are left out, as too small to be tested.
        together: of each phenomenon, all systems together.
        rows: by system, that with the best score of the whole corpus first.
        corpus_scores: of each system, as texts; missing where the metric has none.
        limit: the difference from which on a cell has the strongest shade.
    """

    metric: RunMetric
    phenomena: list[ReportedPhenomenon]
    distances: dict[str, int]
    sizes: list[int]
    hidden: int
    together: list[Cell]
    rows: dict[str, list[Cell]]
    corpus_scores: dict[str, str]
    limit: float


def widest(phenomenon: ReportedPhenomenon, distance: int = 0) -> int | None:
    """The smallest of the minimum distances of its sets that is not below `distance`; None if all are."""
    return min((d for d in phenomenon.minimum_distances if d >= distance), default=None)


def shown_distances(results: Results, distance: int = 0) -> dict[str, int]:
    """By phenomenon, the minimum distance from `distance` on at which it is shown: the smallest that is tested.

    A set that nearly every segment is in has too few controls, and a smaller one may have enough. Of a phenomenon that
    is tested at none under the first metric it is the smallest of all.
    """
    tested: dict[str, set[int]] = {}
    for row in results.effects:
        if row["metric"] == results.metric.name and row["p_bh"] is not None:
            tested.setdefault(row["phenomenon"], set()).add(row["minimum_distance"])
    smallest = {p.id: d for p in results.phenomena.values() if (d := widest(p, distance)) is not None}
    return {name: min((d for d in tested.get(name, ()) if d >= distance), default=d) for name, d in smallest.items()}


def widest_size(phenomenon: ReportedPhenomenon) -> int:
    """Segments of its largest set."""
    distance = widest(phenomenon)
    return 0 if distance is None else phenomenon.segments(distance)


def significant(row: Row, alpha: float) -> bool:
    """Whether a row differs from its controls, after the correction of Benjamini and Hochberg."""
    return row["p_bh"] is not None and row["p_bh"] < alpha


def shade(difference: float, limit: float) -> int:
    """0 to SHADES, in equal steps up to the limit."""
    return min(SHADES, math.floor(SHADES * abs(difference) / limit + 0.5)) if limit else 0


def strongest(differences: Iterable[float]) -> float:
    """The size that SHARE of the differences do not exceed; 0 without any."""
    sizes = sorted(abs(difference) for difference in differences)
    return sizes[math.ceil(SHARE * len(sizes)) - 1] if sizes else 0.0


def heat_map(results: Results, distance: int = 0) -> HeatMap:
    """The heat map of the first metric, each phenomenon at its distance of `shown_distances`."""
    metric, alpha = results.metric, results.alpha
    distances = shown_distances(results, distance)
    of_systems = {(row["system"], row["phenomenon"]): row for row in _compared(results.scores, metric, distances)}
    of_all = {row["phenomenon"]: row for row in _compared(results.effects, metric, distances)}
    names = hardest_first(results, of_all)
    tested = [name for name in names if of_all[name]["p_bh"] is not None]
    shown = tested or names
    limit = strongest(
        row["difference"] for (_, name), row in of_systems.items() if name in shown and row["p_bh"] is not None
    )
    whole = {row["system"]: row["score"] for row in results.corpus_scores if row["metric"] == metric.name}
    return HeatMap(
        metric=metric,
        phenomena=[results.phenomena[name] for name in shown],
        distances={name: distances[name] for name in shown},
        sizes=[of_all[name]["n"] for name in shown],
        hidden=len(names) - len(shown),
        together=[_cell(of_all[name], "all systems", metric, alpha, limit) for name in shown],
        rows={
            system: [_cell(of_systems.get((system, name)), system, metric, alpha, limit) for name in shown]
            for system in _best_first(results.systems, whole, metric)
        },
        corpus_scores={system: number(whole.get(system), metric.decimals) for system in results.systems},
        limit=limit,
    )


def _compared(rows: Iterable[Row], metric: RunMetric, distances: Mapping[str, int]) -> list[Row]:
    """The rows of a metric that have a difference, at the distance of each phenomenon."""
    return [
        row
        for row in rows
        if row["metric"] == metric.name
        and row["difference"] is not None
        and distances.get(row["phenomenon"]) == row["minimum_distance"]
    ]


def hardest_first(results: Results, of_all: Mapping[str, Row]) -> list[str]:
    """Phenomena by the effect on all systems, the worst first; those too small to be tested at the end."""
    sign = _sign(results.metric)

    def place(name: str) -> tuple[bool, float]:
        return of_all[name]["p_bh"] is None, round(sign * of_all[name]["difference"], DIGITS)

    return sorted((name for name in results.phenomena if name in of_all), key=place)


def _best_first(systems: Iterable[str], whole: Mapping[str, float], metric: RunMetric) -> list[str]:
    """Systems by their score of the whole corpus, those without one at the end."""
    sign = _sign(metric)
    return sorted(systems, key=lambda system: (-sign * whole.get(system, -sign * math.inf), system))


def _sign(metric: RunMetric) -> int:
    return 1 if metric.higher_is_better else -1


def signed(value: float, decimals: int) -> str:
    """A number with its sign, a true minus where it is negative."""
    return number(value, decimals, sign=True).replace("-", MINUS)


def _cell(row: Row | None, of: str, metric: RunMetric, alpha: float, limit: float) -> Cell:
    if row is None:
        return Cell(
            state="none", shade=0, significant=False, departs=False, text="", title="no segments or no controls"
        )
    departure_p = row.get("departure_p_bh")
    small = row["p_bh"] is None
    side = "worse" if (row["difference"] < 0) == metric.higher_is_better else "better"
    return Cell(
        state="small" if small else side,
        shade=0 if small else shade(row["difference"], limit),
        significant=significant(row, alpha),
        departs=departure_p is not None and departure_p < alpha,
        text=signed(row["difference"], metric.decimals),
        title=_title(row, of, metric),
    )


def _title(row: Row, of: str, metric: RunMetric) -> str:
    difference, *ends = (
        signed(row[name], metric.decimals)
        for name in ("difference", "difference_low", "difference_high")
        if row[name] is not None
    )
    interval = f" [{', '.join(ends)}]" if ends else ""
    place = f"{of}, {row['phenomenon']}, distance \u2265 {row['minimum_distance']}"
    verdict = "too few to be tested" if row["p_bh"] is None else f"p (BH) {p_text(row['p_bh'])}"
    return f"{place}: {metric.label} {difference}{interval}, {row['n']} segments, {verdict}"
