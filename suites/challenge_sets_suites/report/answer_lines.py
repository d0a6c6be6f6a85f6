"""Write for a terminal how often systems are right by the answers of people and models."""

from typing import Any

import pyarrow as pa

from challenge_sets_suites.report.sections.hit_answers import line
from extractors.core.terminal import columns
from extractors.formats.thresholds import ALPHA

HEADER = (
    "system",
    "hits",
    "right %",
    "interval",
    "controls %",
    "minus mean of others",
    "interval",
    "p (BH)",
    "at the words",
)


def answer_lines(table: pa.Table) -> str:
    """Lay out a table of `HIT_ANSWERS`: a table for each phenomenon, of all distances."""
    text = ""
    by_question: dict[tuple[str, str, str | None], list[dict[str, Any]]] = {}
    for row in table.to_pylist():
        if row["distance_below"] is None and not row["distance_from"]:
            by_question.setdefault((row["judge"], row["phenomenon"], row["note"]), []).append(line(row, ALPHA))
    for (judge, phenomenon, note), lines in by_question.items():
        cells = [
            (
                one["system"],
                str(one["n"]),
                one["accuracy"],
                one["interval"],
                one["control"],
                one["difference"],
                one["difference_interval"],
                one["p"],
                one["words"],
            )
            for one in lines
        ]
        text += f"{phenomenon}, answered by {judge}{'' if note is None else f' ({note})'}:\n{columns(HEADER, cells)}\n"
    return text
