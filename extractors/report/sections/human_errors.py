from collections.abc import Mapping
from typing import Any

from extractors.formats.human_errors import ALL
from extractors.report.numbers import Row, mark, p_text, percent, percent_interval, significance
from extractors.report.results import ReportedResults

PLACE = 4
TITLE = "Errors that people marked"


def content(results: ReportedResults) -> Mapping[str, Any] | None:
    """By annotation, a line for each phenomenon at all its distances, the largest difference first."""
    if not results.human_errors:
        return None
    annotations: dict[str, list[Row]] = {row["annotation"]: [] for row in results.human_errors}
    for row in _widest(results.human_errors):
        annotations[row["annotation"]].append(row)
    lines = {
        annotation: [_line(results, row) for row in sorted(rows, key=lambda row: -row["difference"])]
        for annotation, rows in annotations.items()
    }
    named = {row["system"] for row in results.human_errors} - {None}
    return {"annotations": lines, "systems": len(named), "marked": significance(results.alpha)}


def _widest(rows: list[Row]) -> list[Row]:
    """The rows of all systems and errors, at the least minimum distance of each phenomenon, that are large enough."""
    found: dict[tuple[str, str], Row] = {}
    for row in rows:
        is_wanted = (row["system"], row["kind"], row["severity"], row["category"]) == (None, "minimum", ALL, ALL)
        key = row["annotation"], row["phenomenon"]
        if is_wanted and (key not in found or row["distance_from"] < found[key]["distance_from"]):
            found[key] = row
    return [row for row in found.values() if not row["too_small"] and row["difference"] is not None]


def _line(results: ReportedResults, row: Row) -> Mapping[str, Any]:
    of_people = row["humans"] is not None
    tested, p = ("beyond", row["beyond_p_bh"]) if of_people else ("difference", row["p_bh"])
    told = {name: percent(row[name], sign=True) for name in ("difference", "humans", "beyond")}
    told[tested] += mark(p, results.alpha)
    return {
        "id": row["phenomenon"],
        "label": results.phenomena[row["phenomenon"]].label,
        "n": row["n"],
        **{name: percent(row[name]) for name in ("rate", "chance", "control")},
        **told,
        "of_people": of_people,
        "interval": percent_interval(row, tested),
        "p": p_text(p),
    }
