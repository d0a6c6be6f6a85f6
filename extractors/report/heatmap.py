"""Build the heat map of phenomena by systems: what it shows, in which order, and how strong its colours are.

The page has the map of the first metric without scripts, and the views of all measures and distances for
assets/heatmap.js, which draws the one that a reader picks.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from extractors.formats.findings import COMPARED, TESTED
from extractors.formats.thresholds import FEWEST_SEGMENTS, FEWEST_SHOWN
from extractors.report.chart_looks import ALL, BETTER, UNTESTED, WORSE
from extractors.report.measures import BESIDE, DIFFERENCE, Measure, Numbers, numbers_of
from extractors.report.numbers import Row, number, p_text
from extractors.report.results import ReportedResults, RunMetric
from extractors.report.score_table import FIRST_METRICS, headline

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
        phenomena: those with a score; first those of the headline, then the tested ones, the hardest first.
        first: how many of them a reader sees at first, or all if there are none.
        limits: the difference from which on a cell has the strongest shade, among these and among all.
    """

    phenomena: list[str]
    first: int
    limits: tuple[float, float]

    @property
    def shown(self) -> list[str]:
        """The phenomena to show at first."""
        return self.phenomena[: self.first or None]

    @property
    def limit(self) -> float:
        """The limit of the phenomena that are shown at first."""
        return self.limits[0 if self.first else 1]


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A system on a phenomenon, or all systems together.

    Attributes:
        row: its row of Numbers.
        shade: 0 (hardly a difference) to SHADES (strong) if worse or better, else 0.
        text: the score.
        beside: that of controls, or the number of segments where these are few, in brackets.
        title: the same in a sentence, or why there is no score.
    """

    row: Row
    title: str
    shade: int = 0
    text: str = ""
    beside: str = ""

    @property
    def significant(self) -> bool:
        """Whether it is a finding; for a single system, only its words can be one."""
        return self.row["verdict"] in (WORSE, BETTER)

    @property
    def classes(self) -> str:
        """The classes of its element."""
        shade = f"shade-{self.shade}" if self.row["state"] in COLOURED else ""
        marks = ("significant" if self.significant else "", "departs" if self.row["departs"] else "")
        return " ".join(filter(None, (self.row["state"], shade, *marks)))


@dataclass(frozen=True, kw_only=True)
class MapLine:
    """A phenomenon on the map: its minimum distance, the compared segments, all systems together and each system."""

    phenomenon: str
    label: str
    distance: int
    n: int
    together: Cell
    cells: list[Cell]


@dataclass(frozen=True, kw_only=True)
class HeatMap:
    """Cells by phenomenon and, in each row, system.

    Attributes:
        systems: that with the best score of the whole corpus first; none where there is one alone, which would stand
            there twice. `together_name`: what all together are called, the name of one alone.
        corpus_scores: of each of them, as texts; empty where the metric has none. `corpus_mean`: their mean.
        lines: the phenomena that are shown at first.
        hidden: how many phenomena with a score are left out.
        limit: the difference from which on a cell has the strongest shade.
    """

    metric: Measure
    systems: list[str]
    together_name: str
    corpus_scores: list[str]
    corpus_mean: str
    lines: list[MapLine]
    hidden: int
    limit: float


def shade(difference: float, limit: float) -> int:
    """Return the shade of a difference, 0 to SHADES, in equal steps up to the limit."""
    return min(SHADES, math.floor(SHADES * abs(difference) / limit + 0.5)) if limit else 0


def strongest(differences: Iterable[float]) -> float:
    """Return the size that SHARE of the differences do not exceed; 0 without any."""
    sizes = sorted(abs(difference) for difference in differences)
    return sizes[math.ceil(SHARE * len(sizes)) - 1] if sizes else 0.0


def heat_map(results: ReportedResults) -> HeatMap:
    """Build the heat map of the measure that is shown at first, each phenomenon at its tested distance."""
    numbers = numbers_of(results)
    metric = first_measure(numbers)
    at = _shown_at(results, _distances(results, numbers), None)
    view = _view(results, numbers, metric, at, is_of_tests=True)
    whole, systems = _whole(results, metric), _best_first(results, metric)
    scores = [whole[system] for system in systems if system in whole]
    alone = systems[0] if len(systems) == 1 else None
    if alone:
        systems = []

    def cell(system: str | None, name: str) -> Cell:
        rows_of_cell = (numbers.rows.get((metric.name, name, who, at[name], None)) for who in (system, system or alone))
        row = next(filter(None, rows_of_cell), NO_ROW)
        return _cell(row, f"{system or alone or ALL}, {results.findings[name]['label']}", metric, view.limit)

    lines = []
    for name in view.shown:
        together = cell(None, name)
        lines.append(
            MapLine(
                phenomenon=name,
                label=results.findings[name]["label"],
                distance=at[name],
                n=together.row.get("n", 0),
                together=together,
                cells=[cell(system, name) for system in systems],
            )
        )
    return HeatMap(
        metric=metric,
        systems=systems,
        together_name=alone or "mean",
        corpus_scores=[number(whole.get(system), metric.decimals) for system in systems],
        corpus_mean=number(fmean(scores), metric.decimals) if scores else "",
        lines=lines,
        hidden=len(view.phenomena) - len(view.shown),
        limit=view.limit,
    )


def first_measure(numbers: Numbers) -> Measure:
    """Return the measure that the map shows at first.

    It is the words beside other systems where a system departs, else BLEU as in the paper, or the primary metric.
    """
    by_name = {measure.name: measure for measure in numbers.measures}
    if any(key[0] == BESIDE and row["verdict"] in (WORSE, BETTER) for key, row in numbers.rows.items()):
        return by_name[BESIDE]
    return next((by_name[name] for name in FIRST_METRICS if name in by_name), numbers.measures[0])


def views(results: ReportedResults, numbers: Numbers) -> dict[str, Any]:
    """Return what the maps of all measures show.

    Returns:
        first: the measure that is shown at first.
        systems: by measure, the systems, the one with the best score of the whole corpus first.
        whole: by measure and system, the score of the whole corpus.
        shades: how many each colour has.
        choices: for each `distance` that a reader can choose, None for the tested ones, by phenomenon the distance that
            is shown (`at`), and the `views` by measure.
    """
    distances = _distances(results, numbers)
    choices = []
    for distance in (None, *sorted(set().union(*distances.values()))):
        at = _shown_at(results, distances, distance)
        made = {
            measure.name: _view(results, numbers, measure, at, is_of_tests=distance is None and not measure.words)
            for measure in numbers.measures
        }
        choices.append({"distance": distance, "at": at, "views": {name: asdict(view) for name, view in made.items()}})
    return {
        "first": first_measure(numbers).name,
        "systems": {measure.name: _best_first(results, measure) for measure in numbers.measures},
        "whole": {measure.name: _whole(results, measure) for measure in numbers.measures},
        "shades": SHADES,
        "choices": choices,
    }


def hardest_tested(results: ReportedResults) -> list[str]:
    """Return the tested phenomena, the one with the worst effect on all systems first."""
    sign = results.metric.sign
    tested = [row for row in results.findings.values() if row["status"] == TESTED]
    return [row["phenomenon"] for row in sorted(tested, key=lambda row: sign * row["beyond"])]


def _distances(results: ReportedResults, numbers: Numbers) -> dict[str, list[int]]:
    """Return the minimum distances of each phenomenon at which systems have a row, ascending."""
    starts = {(name, start) for _, name, system, start, below in numbers.rows if system is not None and below is None}
    return {name: sorted(start for of, start in starts if of == name) for name in results.phenomena}


def _shown_at(
    results: ReportedResults, distances_of: Mapping[str, Sequence[int]], distance: int | None
) -> dict[str, int]:
    """Choose the smallest distance of each phenomenon from `distance` on, or from the tested one; some have none."""
    least = {name: row["distance"] or 0 if distance is None else distance for name, row in results.findings.items()}
    far = {name: [d for d in own if d >= least[name]] for name, own in distances_of.items()}
    return {name: distances[0] for name, distances in far.items() if distances}


def _view(
    results: ReportedResults,
    numbers: Numbers,
    measure: Measure,
    at: Mapping[str, int],
    *,
    is_of_tests: bool,
) -> View:
    """Order the phenomena of a map and find its limits; with `is_of_tests`, FINDINGS says which of them are tested."""
    rows_of = {
        name: [
            numbers.rows.get((measure.name, name, system, at[name], None), NO_ROW)
            for system in (None, *results.systems)
        ]
        for name in at
    }
    # A phenomenon is shown if a system has a score; the first row is that of all together.
    rows = {
        name: phenomenon_rows
        for name, phenomenon_rows in rows_of.items()
        if any(row.get("value") is not None for row in phenomenon_rows[1:])
    }
    first = headline(
        results.manifest,
        list(results.findings.values()),
        results.conclusions,
        [*results.departures.values(), *results.word_departures],
        results.alpha,
    )

    def is_tested(name: str) -> bool:
        if is_of_tests:
            return results.findings[name]["status"] in COMPARED
        return any(row["state"] in COLOURED for row in rows[name])

    def effect(name: str) -> float:
        together, *each = (row["difference"] for row in rows[name])
        differences = [d for d in each if d is not None]
        return float((fmean(differences) if differences else 0.0) if together is None else together)

    def limit(names: Iterable[str]) -> float:
        return strongest(row["difference"] for name in names for row in rows[name][1:] if row["state"] in COLOURED)

    at_first = [name for name in first if name in rows]
    at_first += sorted(
        (name for name in rows if is_tested(name) and name not in at_first),
        key=lambda name: measure.sign * effect(name),
    )
    others = sorted((name for name in rows if name not in at_first), key=lambda name: measure.sign * effect(name))
    return View(phenomena=[*at_first, *others], first=len(at_first), limits=(limit(at_first), limit(rows)))


def _whole(results: ReportedResults, metric: RunMetric) -> dict[str, float]:
    """Return the score of the whole corpus by system."""
    return {row["system"]: row["score"] for row in results.corpus_scores if row["metric"] == metric.name}


def _best_first(results: ReportedResults, metric: RunMetric) -> list[str]:
    """Sort systems by their score of the whole corpus, by the primary metric for words, those without a score last."""
    if not _whole(results, metric):
        metric = results.metric
    sign, whole = metric.sign, _whole(results, metric)
    return sorted(results.systems, key=lambda system: (-sign * whole.get(system, -sign * math.inf), system))


def signed(value: float, decimals: int) -> str:
    """Write a number with its sign, a true minus where it is negative."""
    return number(value, decimals, sign=True).replace("-", MINUS)


def _cell(row: Row, who: str, metric: RunMetric, limit: float) -> Cell:
    if row.get("value") is None:
        return Cell(row=row, title="no segments or no controls")
    if row["n"] < FEWEST_SHOWN:
        return Cell(row={**row, **NO_ROW}, title=f"fewer than {FEWEST_SHOWN} segments with controls")
    text, control = number(row["value"], metric.decimals), number(row.get("control"), metric.decimals)
    few = row["n"] < FEWEST_SEGMENTS
    facts = f"{who}, distance \u2265 {row['distance_from']}: {metric.label} {text}, n = {row['n']}"
    if row["difference"] is not None:
        difference, *ends = (signed(row[name], metric.decimals) for name in DIFFERENCE if row[name] is not None)
        beside = "expected" if metric.name == BESIDE else "controls"
        facts += f", {beside} {control}, difference {difference}"
        facts += f" [{ends[0]}, {ends[1]}]" if len(ends) == 2 else ""
    beyond = ", beyond people," if row.get("humans") is not None else ""
    test = row.get("status", "") if row["p_bh"] is None else f"p (BH){beyond} {p_text(row['p_bh'])}"
    return Cell(
        row=row,
        shade=shade(row["difference"], limit) if row["state"] in COLOURED else 0,
        text=text,
        beside=f"(n {row['n']})" if few else f"({control})" if control else "",
        title=", ".join(filter(None, (facts, test))),
    )
