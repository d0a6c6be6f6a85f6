from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from challenge_sets_lab.quality.quality_page import markdown_table
from challenge_sets_lab.tables.alignment_quality import SCORES
from extractors.formats.thresholds import FEWEST_SEGMENTS

Row = Mapping[str, Any]
NAMES = {"precision": "P", "recall": "R", "f1": "F1", "aer": "AER"}
WORDS = {"shift": "reordering", "crossing": "crossing"}
"""The phenomena, by the names of their measures."""


def section(table: pa.Table) -> str:
    """Render the scores in percent with their intervals as Markdown: links, confidence, reordering.

    Args:
        table: ALIGNMENT_QUALITY.
    """
    rows = table.to_pylist()
    blocks = [_links([row for row in rows if row["measured"] == "links"])]
    tenths = [row for row in rows if row["measured"] == "tenth"]
    if tenths:
        onwards = {row["at_least"]: row for row in rows if row["measured"] == "minimum"}
        blocks.append(confidence_table(tenths, onwards))
    if moved := [row for row in rows if row["measured"] in WORDS]:
        blocks.append(_reordering(moved))
    return "\n\n".join(blocks)


def _links(rows: Sequence[Row]) -> str:
    heading = ("links", "found", "sure gold links", *(f"{name} [95 %]" for name in NAMES.values()))
    return markdown_table(
        heading,
        [(row["links"], row["found"], row["gold_count"], *(cell(row, name) for name in SCORES)) for row in rows],
    )


def confidence_table(tenths: Sequence[Row], onwards: Mapping[float, Row]) -> str:
    """Tabulate how often links of each tenth of confidence are right, and what a minimum confidence would keep.

    Tenths with fewer than FEWEST_SEGMENTS links get no interval.

    Args:
        tenths: rows of ALIGNMENT_QUALITY that measure a tenth.
        onwards: rows that measure a minimum, by that minimum.
    """
    heading = (
        "confidence", "links", "mean confidence", "right, % [95 %]", "sure in the gold, %",
        "from here on: links", "P", "R", "AER",
    )  # fmt: skip
    lines = []
    for row in tenths:
        kept, start = onwards[row["at_least"]], row["at_least"]
        lines.append(
            (
                f"{start:.1f} to {start + 0.1:.1f}",
                row["found"],
                f"{row['confidence']:.2f}",
                cell(row, "precision", digits=1) if row["found"] >= FEWEST_SEGMENTS else percent(row["precision"]),
                f"{100 * row['right_sure'] / row['found']:.1f}",
                kept["found"],
                *(f"{100 * kept[name]:.1f}" for name in ("precision", "recall", "aer")),
            )
        )
    return markdown_table(heading, lines)


def _reordering(rows: Sequence[Row]) -> str:
    heading = ("reordering", "at least", "pairs by gold", "pairs found", "P", "R", "F1 [95 %]")
    return markdown_table(
        heading,
        [
            (
                WORDS[row["measured"]],
                f"{row['at_least']:g}",
                row["gold_count"],
                row["found"],
                *(percent(row[name]) for name in ("precision", "recall")),
                cell(row, "f1", digits=1),
            )
            for row in rows
        ],
    )


def cell(row: Row, name: str, *, digits: int = 3) -> str:
    """Format a score and its interval in percent, `91.2 [90.1, 92.3]`; `-` for no score."""
    value, low, high = (row[f"{name}{end}"] for end in ("", "_low", "_high"))
    if value is None:
        return "-"
    interval = "" if low is None else f" [{100 * low:.1f}, {100 * high:.1f}]"
    return f"{100 * value:.{digits}f}{interval}"


def percent(value: float | None) -> str:
    """Format a share in percent with one decimal; `-` for None."""
    return "-" if value is None else f"{100 * value:.1f}"
