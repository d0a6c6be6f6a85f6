"""The heat map of systems by phenomena: what it shows, in which order, and how strong its colours are.

The page has the map of the primary metric without scripts, and the views of all measures and distances for
assets/heatmap.js, which draws the one that a reader picks.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from extractors.formats.findings import COMPARED, TESTED
from extractors.report.charts import ALL, BETTER, UNTESTED, WORSE
from extractors.report.measures import DIFFERENCE, Measure, Numbers, direction, numbers_of
from extractors.report.numbers import Row, number, p_text
from extractors.report.results import ReportedResults, RunMetric

SHADES = 4
"""Shades of each of the two colours; 0 is that of hardly any difference."""
SHARE = 0.95
"""Share of the cells that are not beyond the strongest shade: one wild system must not bleach all others."""
MINUS = "\u2212"
COLOURED = ("worse", "better")
"""The states of cells with a colour."""
NO_ROW = {"difference": None, "state": "none", "verdict": UNTESTED, "departs": False}


@dataclass(frozen=True, kw_only=True)
class View:
    """What the map of a measure shows at a distance.

    Attributes:
        phenomena: those with a difference; first the tested ones, among them the hardest first.
        tested: how many are tested; a reader sees these alone at first, or all if there are none.
        limits: the difference from which on a cell has the strongest shade, among the tested ones and among all.
    """

    phenomena: list[str]
    tested: int
    limits: tuple[float, float]

    @property
    def shown(self) -> list[str]:
        """The phenomena to show at first."""
        return self.phenomena[: self.tested or None]

    @property
    def limit(self) -> float:
        """The limit of these."""
        return self.limits[0 if self.tested else 1]


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A system on a phenomenon, or all systems together.

    Attributes:
        row: its row of Numbers.
        shade: 0 (hardly a difference) to SHADES (strong) if worse or better, else 0.
        text: what is written in the cell.
        title: the same in a sentence.
    """

    row: Row
    shade: int = 0
    text: str = ""
    title: str = "no segments or no controls"

    @property
    def significant(self) -> bool:
        """Whether it is a finding, which a cell of a single system never is."""
        return self.row["verdict"] in (WORSE, BETTER)

    @property
    def classes(self) -> str:
        """The classes of its element."""
        shade = f"shade-{self.shade}" if self.row["state"] in COLOURED else ""
        marks = ("significant" if self.significant else "", "departs" if self.row["departs"] else "")
        return " ".join(filter(None, (self.row["state"], shade, *marks)))


@dataclass(frozen=True, kw_only=True)
class HeatMap:
    """Cells by system and, in each row, phenomenon.

    Attributes:
        findings: the tested rows of FINDINGS, the worst first; if there are none, all that have a difference.
        hidden: how many phenomena with a difference are left out, as they are not tested.
        together: of each phenomenon, all systems together.
        humans: human translations, scored as if they were systems; none where they are not known.
        rows: by system, that with the best score of the whole corpus first.
        corpus_scores: of each system, as texts; missing where the metric has none.
        limit: the difference from which on a cell has the strongest shade.
    """

    metric: Measure
    findings: list[Row]
    hidden: int
    together: list[Cell]
    humans: list[Cell]
    rows: dict[str, list[Cell]]
    corpus_scores: dict[str, str]
    limit: float


def shade(difference: float, limit: float) -> int:
    """0 to SHADES, in equal steps up to the limit."""
    return min(SHADES, math.floor(SHADES * abs(difference) / limit + 0.5)) if limit else 0


def strongest(differences: Iterable[float]) -> float:
    """The size that SHARE of the differences do not exceed; 0 without any."""
    sizes = sorted(abs(difference) for difference in differences)
    return sizes[math.ceil(SHARE * len(sizes)) - 1] if sizes else 0.0


def heat_map(results: ReportedResults) -> HeatMap:
    """The heat map of the primary metric, each phenomenon at its tested distance."""
    numbers = numbers_of(results)
    metric = numbers.measures[0]
    at = _shown_at(results, _distances(results, numbers), None)
    view = _view(results, numbers, metric, at, is_of_tests=True)
    whole = _whole(results, metric)

    def cell(system: str | None, name: str) -> Cell:
        row = numbers.rows.get((metric.name, name, system, at[name], None), NO_ROW)
        return _cell(row, f"{system or ALL}, {results.findings[name]['label']}", metric, view.limit)

    def people(name: str) -> Cell:
        row = numbers.rows.get((metric.name, name, None, at[name], None), NO_ROW)
        if row.get("humans") is None:
            return Cell(row=NO_ROW, title="not known")
        return Cell(
            row=NO_ROW | {"difference": row["humans"], "state": direction(row["humans"], metric)},
            shade=shade(row["humans"], view.limit),
            text=signed(row["humans"], metric.decimals),
            title=f"human translations, {results.findings[name]['label']}",
        )

    humans = [people(name) for name in view.shown]
    return HeatMap(
        metric=metric,
        findings=[results.findings[name] for name in view.shown],
        hidden=len(view.phenomena) - len(view.shown),
        together=[cell(None, name) for name in view.shown],
        humans=humans if any(one.text for one in humans) else [],
        rows={system: [cell(system, name) for name in view.shown] for system in _best_first(results, metric)},
        corpus_scores={system: number(whole.get(system), metric.decimals) for system in results.systems},
        limit=view.limit,
    )


def views(results: ReportedResults, numbers: Numbers) -> dict[str, Any]:
    """What the maps of all measures show.

    Returns:
        systems: by measure, that with the best score of the whole corpus first.
        whole: by measure and system, that score.
        shades: of each colour.
        choices: for each `distance` that a reader can choose, None for the tested ones, by phenomenon the distance that
            is shown (`at`), and the `views` by measure.
    """
    known = _distances(results, numbers)
    choices = []
    for distance in (None, *sorted(set().union(*known.values()))):
        at = _shown_at(results, known, distance)
        made = {
            measure.name: _view(results, numbers, measure, at, is_of_tests=distance is None and not measure.words)
            for measure in numbers.measures
        }
        choices.append({"distance": distance, "at": at, "views": {name: asdict(view) for name, view in made.items()}})
    return {
        "systems": {measure.name: _best_first(results, measure) for measure in numbers.measures},
        "whole": {measure.name: _whole(results, measure) for measure in numbers.measures},
        "shades": SHADES,
        "choices": choices,
    }


def hardest_tested(results: ReportedResults) -> list[str]:
    """The tested phenomena by the effect on all systems, the worst first."""
    sign = results.metric.sign
    tested = [row for row in results.findings.values() if row["status"] == TESTED]
    return [row["phenomenon"] for row in sorted(tested, key=lambda row: sign * row["beyond"])]


def _distances(results: ReportedResults, numbers: Numbers) -> dict[str, list[int]]:
    """The minimum distances of each phenomenon at which systems have a row, ascending."""
    known = {(name, start) for _, name, system, start, below in numbers.rows if system is not None and below is None}
    return {name: sorted(start for of, start in known if of == name) for name in results.phenomena}


def _shown_at(results: ReportedResults, known: Mapping[str, Sequence[int]], distance: int | None) -> dict[str, int]:
    """The distance of each phenomenon that has one: the smallest from one on, or from the tested one."""
    least = {name: row["distance"] or 0 if distance is None else distance for name, row in results.findings.items()}
    far = {name: [d for d in of_one if d >= least[name]] for name, of_one in known.items()}
    return {name: distances[0] for name, distances in far.items() if distances}


def _view(
    results: ReportedResults,
    numbers: Numbers,
    measure: Measure,
    at: Mapping[str, int],
    *,
    is_of_tests: bool,
) -> View:
    """What a map shows; `is_of_tests`: of the tested sets by a metric, of which FINDINGS says what is tested."""
    found = {
        name: [
            numbers.rows.get((measure.name, name, system, at[name], None), NO_ROW)
            for system in (None, *results.systems)
        ]
        for name in at
    }
    # A phenomenon is shown if a system has a difference; the first row is that of all together.
    rows = {name: of_one for name, of_one in found.items() if any(row["difference"] is not None for row in of_one[1:])}

    def is_tested(name: str) -> bool:
        if is_of_tests:
            return results.findings[name]["status"] in COMPARED
        return any(row["state"] in COLOURED for row in rows[name])

    def effect(name: str) -> float:
        together, *each = (row["difference"] for row in rows[name])
        return float(fmean(d for d in each if d is not None) if together is None else together)

    def limit(names: Iterable[str]) -> float:
        return strongest(row["difference"] for name in names for row in rows[name][1:] if row["state"] in COLOURED)

    tested = {name for name in rows if is_tested(name)}
    return View(
        phenomena=sorted(rows, key=lambda name: (name not in tested, measure.sign * effect(name))),
        tested=len(tested),
        limits=(limit(tested), limit(rows)),
    )


def _whole(results: ReportedResults, metric: RunMetric) -> dict[str, float]:
    """The score of the whole corpus by system."""
    return {row["system"]: row["score"] for row in results.corpus_scores if row["metric"] == metric.name}


def _best_first(results: ReportedResults, metric: RunMetric) -> list[str]:
    """Systems by their score of the whole corpus, those without one at the end."""
    sign, whole = metric.sign, _whole(results, metric)
    return sorted(results.systems, key=lambda system: (-sign * whole.get(system, -sign * math.inf), system))


def signed(value: float, decimals: int) -> str:
    """A number with its sign, a true minus where it is negative."""
    return number(value, decimals, sign=True).replace("-", MINUS)


def _cell(row: Row, who: str, metric: RunMetric, limit: float) -> Cell:
    if row["difference"] is None:
        return Cell(row=row)
    difference, *ends = (signed(row[name], metric.decimals) for name in DIFFERENCE if row[name] is not None)
    interval = f" [{', '.join(ends)}]" if ends else ""
    told = f"{who}, distance \u2265 {row['distance_from']}: {metric.label} {difference}{interval}, n = {row['n']}"
    said = row.get("status", "") if row["p_bh"] is None else f"p (BH) {p_text(row['p_bh'])}"
    return Cell(
        row=row,
        shade=shade(row["difference"], limit) if row["state"] in COLOURED else 0,
        text=difference,
        title=", ".join(filter(None, (told, said))),
    )
