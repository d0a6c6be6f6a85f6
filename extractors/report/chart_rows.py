"""The rows that each chart is drawn from, and its titles; extractors.report.charts says how charts look."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from extractors.formats.accuracy import REFERENCE_MATCH
from extractors.report.charts import ALL, BETTER, BREAK, OTHER, UNCLEAR, UNTESTED, WORSE
from extractors.report.distances import Span, nested, span_text, spans
from extractors.report.heatmap import direction, heat_map
from extractors.report.numbers import is_significant
from extractors.report.results import ReportedResults, RunMetric
from extractors.score.statistics.estimates import FEWEST

Row = Mapping[str, Any]
ACCURACY = ":accuracy"
"""The share of hits whose words are found, among the metrics; no metric has this name."""
FOUND_TITLE = "% of hits found minus % of control words found"
SIGNIFICANTLY = {"worse": WORSE, "better": BETTER}
SHOWN = 10
"""Fewest segments of a set whose interval a plot by distance draws."""


def state(row: Row, metric: RunMetric, alpha: float) -> str:
    """One of STATES; a row without a test has no p_bh."""
    if row.get("p_bh") is None:
        return UNTESTED
    if not is_significant(row, alpha):
        return UNCLEAR
    return SIGNIFICANTLY[direction(row["difference"], metric)]


def value_title(results: ReportedResults, metric: RunMetric) -> str:
    """The title of an axis of differences."""
    return f"{metric.label} minus {results.controls}{'' if metric.higher_is_better else ' (lower is better)'}"


def place_title(shown: Iterable[Span]) -> str:
    """The title of an axis of distances."""
    return f"distance{', sets that hold each other' if nested(shown) else ''} (n: segments)"


def of_phenomenon(results: ReportedResults, name: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of a phenomenon's charts by kind, under the first metric; no chart where there is nothing to show."""
    shown = spans(results.phenomena[name])
    scores = [*results.effects, *results.scores]
    charts = {
        "systems": _forest(results, name),
        "distances": _by_distance(name, results.metric.name, shown, scores),
        "accuracy": _by_distance(name, ACCURACY, shown, _found_words(results, name)),
    }
    return {kind: rows for kind, rows in charts.items() if rows}


def _of(rows: Iterable[Row], name: str, metric: RunMetric) -> list[Row]:
    return [
        row
        for row in rows
        if (row["phenomenon"], row["metric"]) == (name, metric.name) and row["difference"] is not None
    ]


def _forest(results: ReportedResults, name: str) -> list[dict[str, Any]]:
    """Rows of `systems`: all together, which is the finding, then each system, the worst first."""
    metric, finding = results.metric, results.findings[name]
    sign = 1 if metric.higher_is_better else -1
    shown = [
        row
        for row in _of(results.scores, name, metric)
        if (row["kind"], row["distance_from"]) == ("minimum", finding["distance"])
    ]
    shown.sort(key=lambda row: (sign * row["difference"], row["system"]))
    together = [] if finding["difference"] is None else [finding]
    return [
        {
            "system": row.get("system", ALL),
            "all": "system" not in row,
            "place": place,
            **_interval(row),
            "n": finding["n"],
            "state": state(row, metric, results.alpha),
            "picked": False,
        }
        for place, row in enumerate([*together, *shown])
    ]


def _shown_interval(row: Row) -> dict[str, Any]:
    """The interval of a set in a plot by distance, where that of a few segments would hide all others."""
    return _interval(row) | ({"low": None, "high": None} if row["n"] < SHOWN else {})


def _interval(row: Row) -> dict[str, Any]:
    return {
        "difference": row["difference"],
        "low": row["difference_low"],
        "high": row["difference_high"],
        "n": row["n"],
    }


def _by_distance(name: str, metric: str, shown: Sequence[Span], tables: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows of `by_distance`: all systems together, and a faint line for each."""
    by_span: dict[str | None, dict[Span, Row]] = {}
    for row in tables:
        if (row["phenomenon"], row["metric"]) == (name, metric) and row["difference"] is not None:
            by_span.setdefault(row.get("system"), {})[_range(row)] = row
    if None not in by_span:
        return []
    places = {
        span: {"set": f"{span_text(span)}{BREAK}n = {by_span[None][span]['n']}", "order": order}
        for order, span in enumerate(span for span in shown if span in by_span[None])
    }
    rows: list[dict[str, Any]] = []
    for system, of_system in sorted(by_span.items(), key=lambda item: (item[0] is not None, item[0] or "")):
        label = {"line": OTHER if system else "all", "system": system or ALL}
        points = [
            {**label, **place, **_shown_interval(of_system[span]), "few": of_system[span]["n"] < FEWEST}
            for span, place in places.items()
            if span in of_system
        ]
        rows += _drawn(points)
    return rows


def _found_words(results: ReportedResults, name: str) -> list[Row]:
    """Differences of a phenomenon's accuracy in points, of each system and of all together, as rows of scores."""
    ends = ("difference", "difference_low", "difference_high")
    return [
        {**row, "metric": ACCURACY, **{end: None if row[end] is None else 100 * row[end] for end in ends}}
        for row in (*results.accuracy, *results.accuracy_effects)
        if row["phenomenon"] == name and row["measure"] == REFERENCE_MATCH
    ]


def _range(row: Row) -> Span:
    return row["distance_from"], row["distance_below"]


def _drawn(points: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The points of a line, the pieces between them, and its label after the last."""
    rows = [{**point, "part": "point", "piece": None} for point in points]
    for number, (start, end) in enumerate(pairwise(points)):
        few = start["few"] or end["few"]
        piece = f"{start['system']} {number}"
        rows += [{**point, "part": "piece", "piece": piece, "few": few} for point in (start, end)]
    if points:
        rows.append({**points[-1], "part": "label", "piece": None})
    return rows


def of_overview(results: ReportedResults) -> list[dict[str, Any]]:
    """The rows of the heat map: all systems together, then each, on every phenomenon that is tested."""
    shown = heat_map(results)
    sign = 1 if shown.metric.higher_is_better else -1
    rows = []
    for system, cells in {ALL: shown.together, **shown.rows}.items():
        for finding, cell in zip(shown.findings, cells, strict=True):
            name = finding["phenomenon"]
            row = finding if system == ALL else shown.of_systems.get((system, name))
            if row is None:
                continue
            better = sign * row["difference"]
            rows.append(
                {
                    "system": system,
                    "phenomenon": name,
                    "column": f"{finding['label']}{BREAK}d \u2265 {finding['distance']}, n = {finding['n']:,}",
                    "distance": finding["distance"],
                    "n": finding["n"],
                    "difference": row["difference"],
                    "low": row["difference_low"],
                    "high": row["difference_high"],
                    "p_bh": row.get("p_bh"),
                    "better": better,
                    "shade": max(-shown.limit, min(shown.limit, better)),
                    "limit": shown.limit,
                    "significant": cell.significant,
                    "text": cell.text,
                }
            )
    return rows
