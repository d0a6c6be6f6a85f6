"""Figures of quality as Markdown, as `lab quality` and benchmarks/detector_quality.py print them."""

import statistics
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from challenge_sets_lab.quality.parser_measure import FEWEST, FoundHits, HitCounts
from extractors.phenomena.detection import RAW, WORDS

DISTANCES = (1, 3)
"""The minimum distances that have columns of their own."""
Row = Mapping[str, Any]


def markdown_table(heading: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Render a Markdown table: first column left-aligned text, the others right-aligned numbers."""
    ruler = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in (heading, ruler, *rows))


def section(table: pa.Table, *, experimental: Collection[str] = ()) -> str:
    """Render the size of the treebanks, the table of phenomena, and remarks on what cannot be found, as Markdown.

    Args:
        table: QUALITY.
        experimental: phenomena that get an asterisk.
    """
    rows = table.to_pylist()
    texts = [text for text in (RAW, WORDS) if any(row["text"] == text for row in rows)]
    main = [row for row in rows if row["text"] == texts[0]]
    whole = [row for row in main if _is_whole(row)]
    if not whole:
        return "Nothing was measured."
    heading = ["phenomenon", "gold", "found", "P / R / F1", "token"]
    for distance in DISTANCES:
        heading += [f"gold d ≥ {distance}", "P / R / F1"]
    on_words = {row["phenomenon"]: row for row in rows if row["text"] == WORDS and _is_whole(row)}
    if len(texts) > 1:
        heading.append("gold words")
    lines = [_line(row, main, experimental, on_words if len(texts) > 1 else None) for row in whole]
    text = f"{whole[0]['sentences']:,} sentences, {whole[0]['words']:,} words.\n\n{markdown_table(heading, lines)}"
    measured = [100 * (_counts(row).f1 or 0) for row in whole if row["gold"] >= FEWEST]
    if measured:
        text += (
            f"\n\nMedian F1 of the {len(measured)} phenomena with {FEWEST} gold hits or more:"
            f" {statistics.median(measured):.0f}."
        )
    return text + _remarks(whole)


def _is_whole(row: Row) -> bool:
    return (row["distance_from"], row["distance_below"], row["minimum_confidence"]) == (0, None, 0.0)


def _counts(row: Row | None, of: str = "") -> HitCounts:
    return (
        HitCounts(0, 0, 0) if row is None else HitCounts(*(row[f"{name}{of}"] for name in ("gold", "found", "right")))
    )


def _line(
    row: Row, rows: Sequence[Row], experimental: Collection[str], on_words: Mapping[str, Row] | None
) -> list[object]:
    name = row["phenomenon"]
    star = r" \*" if name in experimental else ""
    line: list[object] = [f"`{name}`{star}", row["gold"], row["found"]]
    of_dependents = _counts(row, "_dependents")
    # Too few hits say as little of dependents: one pronoun may stand in two hits.
    line += [_counts(row).percent, of_dependents.percent if row["gold"] >= FEWEST else "-"]
    for distance in DISTANCES:
        far = (
            other
            for other in rows
            if (other["phenomenon"], other["distance_from"], other["distance_below"]) == (name, distance, None)
        )
        counts = _counts(next(far, None))
        line += [counts.gold, counts.percent]
    return line if on_words is None else [*line, _counts(on_words.get(name)).percent]


def _remarks(whole: Sequence[Row]) -> str:
    """Render the paragraphs on phenomena the parser never produces, and on treebanks that do not annotate them."""
    text = ""
    if never := [f"`{row['phenomenon']}` ({row['never_shown']})" for row in whole if row["never_shown"]]:
        text += f"\n\nNever found, because the parser never produces what the request needs: {', '.join(never)}."
    if skipped := [f"`{row['phenomenon']}` ({row['not_annotated']})" for row in whole if row["not_annotated"]]:
        text += "\n\nNot counted on treebanks that do not annotate what the request needs: " + ", ".join(skipped) + "."
    return text


def reliability(found: Iterable[FoundHits]) -> str:
    """Tabulate, for each tenth of confidence, the mean confidence and the share of hits that are right."""
    rows = [(sure, right) for of_it in found for _, sure, right in of_it.rows()]
    sure, right = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    tenth = np.minimum((sure * 10).astype(int), 9)
    lines = []
    for number in np.unique(tenth):
        own = tenth == number
        said = sure[own].mean()
        error = np.sqrt(said * (1 - said) / own.sum())
        shares = (f"{100 * value:.1f}" for value in (said, right[own].mean(), error))
        lines.append((f"{number / 10:.1f} to {number / 10 + 0.1:.1f}", own.sum(), *shares))
    return markdown_table(("confidence", "hits", "said, %", "right, %", "± s.e."), lines)
