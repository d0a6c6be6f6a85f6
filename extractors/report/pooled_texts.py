"""The phenomena over all corpora of a language pair, in sentences: the strongest evidence that a run has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.core.rounding import decimals
from extractors.formats import tables
from extractors.formats.effects import POOLED_EFFECTS
from extractors.formats.findings import FINDINGS
from extractors.report.numbers import by_evidence, interval, is_significant, number, p_text

Row = Mapping[str, Any]
FOLDER = "pooled"
"""Of the results, with a file for each language pair."""


def pooled_file(folder: Path, pair: str) -> Path | None:
    """The pooled effects of a corpus's language pair; None where it has none that are newer than its findings.

    Args:
        folder: the corpus's results.
        pair: `de-en`.
    """
    file, findings = folder.resolve().parent / FOLDER / f"{pair}.parquet", folder / FINDINGS.file
    is_there = file.is_file() and findings.is_file() and file.stat().st_mtime >= findings.stat().st_mtime
    return file if is_there else None


def read_pooled(file: Path | None) -> list[Row]:
    """The rows of POOLED_EFFECTS; none without a file."""
    return [] if file is None else tables.read(POOLED_EFFECTS, file).to_pylist()


def pooled_sentences(
    rows: Sequence[Row], labels: Mapping[str, str], metric: str, *, alpha: float, others: str
) -> list[str]:
    """A sentence for each phenomenon that differs over all corpora of the pair, the smallest p first.

    Args:
        rows: those of POOLED_EFFECTS; if there are none, there is no sentence.
        labels: of the phenomena, in the plural; a phenomenon that is not in it is named by its id.
        metric: the label of the primary metric.
        alpha: corrected p-values below it are significant.
        others: what the segments are compared with: `other sentences of that length`.
    """
    tested = [row for row in rows if row["p_bh"] is not None]
    found = [row for row in by_evidence(tested) if is_significant(row, alpha)]
    if rows and not found:
        return [
            f"Over the corpora of this language pair, none of {len(tested)} tested phenomena differs significantly."
        ]
    return [_sentence(row, labels, metric, others=others, tests=len(tested)) for row in found]


def _sentence(row: Row, labels: Mapping[str, str], metric: str, *, others: str, tests: int) -> str:
    places = decimals([abs(row["beyond"])])
    label = labels.get(row["phenomenon"], row["phenomenon"])
    at = f"{label} at a distance of {row['distance']} or more" if row["distance"] else label
    side = "lower" if row["beyond"] < 0 else "higher"
    p = p_text(row["p_bh"])
    than = "" if row["humans"] is None else ", compared with human translations"
    return (
        f"Over {row['corpora']} corpora of this language pair, systems score on average"
        f" {number(abs(row['beyond']), places)} {metric} {side} on {row['n']:,} segments with {at} than on"
        f" {others}{than}"
        f" (95 % interval adjusted for selection {interval(row['beyond_low'], row['beyond_high'], places)};"
        f" p {p if p[0] == '<' else f'= {p}'} after Benjamini and Hochberg's correction over {tests}"
        f" {'test' if tests == 1 else 'tests'}; standard deviation between corpora {number(row['spread'], places)}):"
        f" {row['of']}."
    )
