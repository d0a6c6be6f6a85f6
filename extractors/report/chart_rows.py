"""Select the rows that each chart is drawn from, and its titles; extractors.report.charts says how charts look."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from extractors.formats.findings import TESTED
from extractors.formats.thresholds import FEWEST_SEGMENTS, FEWEST_SHOWN
from extractors.report.chart_looks import ALL, BEYOND, BREAK, FINDING, HUMANS, OTHER, SYSTEMS
from extractors.report.distances import Span, nested, span_text, spans
from extractors.report.heatmap import heat_map, signed
from extractors.report.measures import FOUND, Numbers
from extractors.report.numbers import Row
from extractors.report.results import ReportedResults


def place_title(shown: Iterable[Span]) -> str:
    """Return the title of an axis of distances."""
    return f"distance{', sets that hold each other' if nested(shown) else ''} (n: segments)"


def of_phenomenon(results: ReportedResults, numbers: Numbers, name: str) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a phenomenon's charts by kind, for the primary metric and for words, without empty charts."""
    shown = spans(results.phenomena[name])
    charts = {
        "systems": _forest(results, numbers, name),
        "distances": _by_distance(results.systems, numbers, results.metric.name, name, shown),
        "accuracy": _by_distance(results.systems, numbers, FOUND, name, shown),
    }
    return {kind: rows for kind, rows in charts.items() if rows}


def name_of_all(systems: Sequence[str]) -> str:
    """Return the name of all systems together: `all systems`, or the name of the only one."""
    return systems[0] if len(systems) == 1 else ALL


def _forest(results: ReportedResults, numbers: Numbers, name: str) -> list[dict[str, Any]]:
    """Return the rows of `systems`: all together, which is the finding, then each system, the worst first."""
    metric = results.metric
    distance = results.findings[name]["distance"]
    together, *each = (_at(numbers, metric.name, name, system, (distance, None)) for system in (None, *results.systems))
    rows = sorted(filter(None, each), key=lambda row: (metric.sign * row["difference"], row["system"]))
    if together and len(results.systems) == 1:
        rows = []
    return [
        {
            "system": row["system"] or name_of_all(results.systems),
            "all": row["system"] is None,
            "place": position,
            **_interval(row),
            "state": row["verdict"],
            "picked": False,
        }
        for position, row in enumerate([*filter(None, [together]), *rows])
    ]


def _at(numbers: Numbers, measure: str, name: str, system: str | None, span: Span) -> Row | None:
    """Return the row of a set if it has a difference and enough segments: a wider interval would hide all others."""
    row = numbers.rows.get((measure, name, system, *span))
    return row if row and row["difference"] is not None and row["n"] >= FEWEST_SHOWN else None


def _interval(row: Row) -> dict[str, Any]:
    return {
        "difference": row["difference"],
        "low": row["difference_low"],
        "high": row["difference_high"],
        "n": row["n"],
    }


def _by_distance(
    systems: Sequence[str], numbers: Numbers, measure: str, name: str, shown: Sequence[Span]
) -> list[dict[str, Any]]:
    """Return the rows of `by_distance`: all systems together, and a faint line for each."""
    together = {span: row for span in shown if (row := _at(numbers, measure, name, None, span))}
    positions = {
        span: {"set": f"{span_text(span)}{BREAK}n = {row['n']}", "order": order}
        for order, (span, row) in enumerate(together.items())
    }
    rows: list[dict[str, Any]] = []
    for system in (None, *(sorted(systems) if len(systems) > 1 else ())):
        label = {"line": OTHER if system else "all", "system": system or name_of_all(systems)}
        rows += _drawn(
            [
                {**label, **position, **_interval(row), "few": row["n"] < FEWEST_SEGMENTS}
                for span, position in positions.items()
                if (row := _at(numbers, measure, name, system, span))
            ]
        )
    return rows


def _drawn(points: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of a line: its points, the pieces between them, and its label at the last point."""
    rows = [{**point, "part": "point", "piece": None} for point in points]
    for number, (start, end) in enumerate(pairwise(points)):
        few = start["few"] or end["few"]
        piece = f"{start['system']} {number}"
        rows += [{**point, "part": "piece", "piece": piece, "few": few} for point in (start, end)]
    if points:
        rows.append({**points[-1], "part": "label", "piece": None})
    return rows


def of_findings(results: ReportedResults) -> list[dict[str, Any]]:
    """Return the rows of `two_dots`: the tested phenomena, the one on which systems lose most first."""
    sign = results.metric.sign
    tested = [row for row in results.findings.values() if row["status"] == TESTED]
    rows = []
    for position, row in enumerate(sorted(tested, key=lambda row: (sign * row["beyond"], row["phenomenon"]))):
        shared = {"phenomenon": row["label"], "place": position, "n": row["n"]}
        ends = {"low": row["low"], "high": row["high"]}
        no_ends = dict.fromkeys(ends)
        if row["humans"] is None:
            rows.append(shared | {"whose": SYSTEMS, "lane": "dots", "difference": row["systems"]} | ends)
            continue
        for whose, name, lane in (
            (SYSTEMS, "systems", "dots"),
            (HUMANS, "humans", "dots"),
            (FINDING if results.is_finding(row["phenomenon"]) else BEYOND, "beyond", "beyond"),
        ):
            own = {"whose": whose, "lane": lane, "difference": row[name]}
            rows.append(shared | own | (ends if name == "beyond" else no_ends))
    return rows


def of_overview(results: ReportedResults) -> list[dict[str, Any]]:
    """Return the rows of the heat map: for each phenomenon that is shown at first, all systems together, then each."""
    shown = heat_map(results)
    rows = []
    for line in shown.lines:
        for system, cell in zip(
            (name_of_all(results.systems), *shown.systems), (line.together, *line.cells), strict=True
        ):
            if cell.row["difference"] is None:
                continue
            better = shown.metric.sign * cell.row["difference"]
            rows.append(
                {
                    "system": system,
                    "phenomenon": line.phenomenon,
                    "column": f"{line.label}{BREAK}d \u2265 {line.distance}, n = {line.n:,}",
                    "distance": line.distance,
                    **_interval(cell.row),
                    "p_bh": cell.row["p_bh"],
                    "better": better,
                    "shade": max(-shown.limit, min(shown.limit, better)),
                    "limit": shown.limit,
                    "significant": cell.significant,
                    "text": signed(cell.row["difference"], shown.metric.decimals),
                }
            )
    return rows
