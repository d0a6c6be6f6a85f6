from collections.abc import Mapping
from typing import Any

from extractors.formats.human_errors import ALL
from extractors.report.numbers import Row, mark, p_text, percent, percent_interval, significance
from extractors.report.results import ReportedResults
from extractors.words.joined_evidence import nearest

PLACE = 4
TITLE = "Errors that people marked"


def content(results: ReportedResults) -> Mapping[str, Any] | None:
    """Return, by annotation, a line for each phenomenon at its tested distance, the largest difference first."""
    if not results.human_errors:
        return None
    annotations = dict.fromkeys(row["annotation"] for row in results.human_errors)
    named = {row["system"] for row in results.human_errors} - {None}
    return {
        "annotations": {name: [_line(results, row) for row in _tested(results, name)] for name in annotations},
        "systems": len(named),
        "marked": significance(results.alpha),
    }


def _tested(results: ReportedResults, annotation: str) -> list[Row]:
    """Select the rows of all systems and errors, at the tested distance or the nearest to it, that are large enough."""
    all_together = (annotation, None, "minimum", ALL, ALL)
    names = ("annotation", "system", "kind", "severity", "category")
    rows = [row for row in results.human_errors if tuple(row[name] for name in names) == all_together]
    nearest_rows = [row for finding in results.findings.values() if (row := nearest(rows, finding))]
    large = [row for row in nearest_rows if not row["too_small"] and row["difference"] is not None]
    return sorted(large, key=lambda row: -row["difference"])


def _line(results: ReportedResults, row: Row) -> Mapping[str, Any]:
    is_beside_people = row["humans"] is not None
    tested = "beyond" if is_beside_people else "difference"
    conclusion = results.conclusions[row["phenomenon"]]
    # The phenomenon's one test is of one annotation.
    p = conclusion["marked_p_bh"] if conclusion["marked_annotation"] == row["annotation"] else None
    told = {name: percent(row[name], sign=True) for name in ("difference", "humans", "beyond")}
    told[tested] += mark(p, results.alpha)
    return {
        "id": row["phenomenon"],
        "label": results.phenomena[row["phenomenon"]].label,
        "distance": row["distance_from"],
        "n": row["n"],
        **{name: percent(row[name]) for name in ("rate", "chance", "control")},
        **told,
        "of_people": is_beside_people,
        "interval": percent_interval(row, tested),
        "p": p_text(p),
    }
