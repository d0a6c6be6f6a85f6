"""The heat map of systems by phenomena, as the page has it without scripts.

assets/heatmap.js makes the same table for the metric, distance and measure that a reader picks. A test compares what
the two show at first.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from extractors.formats.findings import TESTED
from extractors.report.numbers import is_significant, number, p_text
from extractors.report.results import ReportedPhenomenon, ReportedResults, Row, RunMetric
from extractors.score.statistics.estimates import FEWEST

SHADES = 4
"""Shades of each of the two colours; 0 is that of hardly any difference."""
DIGITS = 4
"""Decimals to which differences are compared: the page's numbers are rounded, and must give the same order."""
SHARE = 0.95
"""Share of the cells that are not beyond the strongest shade: one wild system must not bleach all others."""
MINUS = "\u2212"
WORSE, BETTER = "worse", "better"


@dataclass(frozen=True, kw_only=True)
class Cell:
    """A system on a phenomenon, or all systems together.

    Attributes:
        state: worse or better (the side of the difference), small (fewer than FEWEST segments are compared), none (no
            segments, or no control for any).
        shade: 0 (hardly a difference) to SHADES (strong) if worse or better, else 0.
        significant: whether it is a finding, which a cell of a single system never is.
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
        findings: the tested rows of FINDINGS, the worst first; if there are none, all that have a difference.
        hidden: how many phenomena with a difference are left out, as they are not tested.
        together: of each phenomenon, all systems together.
        rows: by system, that with the best score of the whole corpus first.
        of_systems: by system and phenomenon, the rows of SCORES.
        corpus_scores: of each system, as texts; missing where the metric has none.
        limit: the difference from which on a cell has the strongest shade.
    """

    metric: RunMetric
    findings: list[Row]
    hidden: int
    together: list[Cell]
    rows: dict[str, list[Cell]]
    of_systems: dict[tuple[str, str], Row]
    corpus_scores: dict[str, str]
    limit: float


def widest_size(phenomenon: ReportedPhenomenon) -> int:
    """Segments of its largest set."""
    distances = phenomenon.minimum_distances
    return phenomenon.segments(distances[0]) if distances else 0


def direction(value: float, metric: RunMetric) -> str:
    """Whether a difference is worse or better; where lower scores are better, a rise is worse."""
    return WORSE if (value < 0) == metric.higher_is_better else BETTER


def shade(difference: float, limit: float) -> int:
    """0 to SHADES, in equal steps up to the limit."""
    return min(SHADES, math.floor(SHADES * abs(difference) / limit + 0.5)) if limit else 0


def strongest(differences: Iterable[float]) -> float:
    """The size that SHARE of the differences do not exceed; 0 without any."""
    sizes = sorted(abs(difference) for difference in differences)
    return sizes[math.ceil(SHARE * len(sizes)) - 1] if sizes else 0.0


def heat_map(results: ReportedResults) -> HeatMap:
    """The heat map of the primary metric, each phenomenon at its tested distance."""
    metric = results.metric
    names = [name for name in hardest_first(results) if results.findings[name]["difference"] is not None]
    shown = [name for name in names if results.findings[name]["status"] == TESTED] or names
    of_systems = {
        (row["system"], row["phenomenon"]): row
        for row in results.scores
        if row["metric"] == metric.name
        and row["kind"] == "minimum"
        and row["difference"] is not None
        and row["distance_from"] == results.findings[row["phenomenon"]]["distance"]
    }
    limit = strongest(
        row["difference"] for (_, name), row in of_systems.items() if name in shown and row["compared"] >= FEWEST
    )
    whole = {row["system"]: row["score"] for row in results.corpus_scores if row["metric"] == metric.name}
    return HeatMap(
        metric=metric,
        findings=[results.findings[name] for name in shown],
        hidden=len(names) - len(shown),
        together=[_cell_of_all(results, name, limit) for name in shown],
        rows={
            system: [_cell_of_system(results, system, of_systems.get((system, name)), limit) for name in shown]
            for system in _best_first(results.systems, whole, metric)
        },
        of_systems=of_systems,
        corpus_scores={system: number(whole.get(system), metric.decimals) for system in results.systems},
        limit=limit,
    )


def hardest_first(results: ReportedResults) -> list[str]:
    """Phenomena by the effect on all systems, the worst first; those without a test at the end."""
    sign = _sign(results.metric)

    def place(row: Row) -> tuple[bool, float]:
        known = row["difference"] is not None
        return row["status"] != TESTED, round(sign * row["difference"], DIGITS) if known else math.inf

    return [row["phenomenon"] for row in sorted(results.findings.values(), key=place)]


def _best_first(systems: Iterable[str], whole: Mapping[str, float], metric: RunMetric) -> list[str]:
    """Systems by their score of the whole corpus, those without one at the end."""
    sign = _sign(metric)
    return sorted(systems, key=lambda system: (-sign * whole.get(system, -sign * math.inf), system))


def _sign(metric: RunMetric) -> int:
    return 1 if metric.higher_is_better else -1


def signed(value: float, decimals: int) -> str:
    """A number with its sign, a true minus where it is negative."""
    return number(value, decimals, sign=True).replace("-", MINUS)


def _cell_of_all(results: ReportedResults, name: str, limit: float) -> Cell:
    row = results.findings[name]
    said = f"p (BH) {p_text(row['p_bh'])}" if row["status"] == TESTED else row["status"]
    return _cell(row, "all systems", row, results.metric, limit, said, significant=results.is_finding(name))


def _cell_of_system(results: ReportedResults, system: str, row: Row | None, limit: float) -> Cell:
    if row is None:
        return Cell(
            state="none", shade=0, significant=False, departs=False, text="", title="no segments or no controls"
        )
    name = row["phenomenon"]
    departure = results.departures.get((system, name))
    departs = departure is not None and is_significant(departure, results.alpha)
    return _cell(row, system, results.findings[name], results.metric, limit, "", departs=departs)


def _cell(
    row: Row,
    of: str,
    finding: Row,
    metric: RunMetric,
    limit: float,
    said: str,
    *,
    significant: bool = False,
    departs: bool = False,
) -> Cell:
    small = finding["n"] < FEWEST
    difference = signed(row["difference"], metric.decimals)
    ends = [signed(row[end], metric.decimals) for end in ("difference_low", "difference_high") if row[end] is not None]
    interval = f" [{', '.join(ends)}]" if ends else ""
    place = f"{of}, {finding['label']}, distance \u2265 {finding['distance']}"
    return Cell(
        state="small" if small else direction(row["difference"], metric),
        shade=0 if small else shade(row["difference"], limit),
        significant=significant,
        departs=departs,
        text=difference,
        title=", ".join(filter(None, (f"{place}: {metric.label} {difference}{interval}, n = {finding['n']}", said))),
    )
