from collections.abc import Mapping
from typing import Any

from challenge_sets_suites.tables.asked import HIT_ANSWERS
from extractors.formats import tables
from extractors.report.numbers import mark, p_text, percent, percent_interval, significance
from extractors.report.results import ReportedResults

PLACE = 5
TITLE = "What people and models answered"


def content(results: ReportedResults) -> Mapping[str, Any] | None:
    """Return, by who answered and phenomenon, a line for each system; None where nobody was asked."""
    path = None if results.folder is None else results.folder / HIT_ANSWERS.file
    if path is None or not path.is_file():
        return None
    by_question: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in tables.read(HIT_ANSWERS, path).to_pylist():
        known = results.phenomena.get(row["phenomenon"])
        label = row["phenomenon"] if known is None else known.label
        if row["distance_below"] is None and not row["distance_from"]:
            by_question.setdefault((row["judge"], label), []).append(line(row, results.alpha))
    return {"questions": by_question, "marked": significance(results.alpha)}


def line(row: Mapping[str, Any], alpha: float) -> dict[str, Any]:
    """Return the cells of a row of `HIT_ANSWERS` as texts."""
    return {
        "system": row["system"],
        "n": row["n"],
        "right": row["right"],
        "accuracy": percent(row["accuracy"]),
        "interval": f"[{percent(row['low'])}, {percent(row['high'])}]",
        "control": percent(row["control"]),
        "difference": percent(row["difference"], sign=True) + mark(row["p_bh"], alpha),
        "difference_interval": percent_interval(row, "difference"),
        "p": p_text(row["p_bh"]),
        "words": percent(row["words_departure"], sign=True) + mark(row["words_p_bh"], alpha),
    }
