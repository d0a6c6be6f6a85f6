"""Describe in words the evidence on a phenomenon besides its score."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.findings import FINDINGS
from extractors.formats.human_errors import POST_EDITS
from extractors.formats.word_evidence import WORD_DEPARTURES
from extractors.report.numbers import Row, p_text, percent, percent_interval

MARKED = "people marked errors in"
DID = {POST_EDITS: "post-editors changed the words of"}
"""What was done to hits, by annotation."""


def read_conclusions(folder: Path) -> dict[str, Row]:
    """Read the rows of CONCLUSIONS in a folder by phenomenon; empty if they are missing or older than the findings."""
    path, findings = folder / CONCLUSIONS.file, folder / FINDINGS.file
    if not path.is_file() or path.stat().st_mtime < findings.stat().st_mtime:
        return {}
    return {row["phenomenon"]: row for row in tables.read(CONCLUSIONS, path).to_pylist()}


def read_word_departures(folder: Path) -> list[Row]:
    """Return the rows of WORD_DEPARTURES in a folder; none where words were not compared."""
    path = folder / WORD_DEPARTURES.file
    return tables.read(WORD_DEPARTURES, path).to_pylist() if path.is_file() else []


def words_text(row: Row) -> str:
    """Say what the words of the hits show; empty if they were not compared."""
    if row["words_difference"] is None:
        return ""
    matches = f"its own words match a reference in {percent(row['words_accuracy'])} % of {row['words_n']:,} hits"
    return f"{matches}, {_compared(row, 'words', '; by one reference at a time')}"


def marked_text(row: Row) -> str:
    """Say how often people marked or changed the words of the hits; empty if nothing can be compared."""
    if row["marked_difference"] is None:
        return ""
    rated = f"{DID.get(row['marked_annotation'], MARKED)} {percent(row['marked_rate'])} % of {row['marked_n']:,} hits"
    return f"{rated}, {_compared(row, 'marked', ':')}"


def precision_text(finding: Row) -> str:
    """Say how many of a phenomenon's hits are right, or that this is not known."""
    if finding["precision"] is None:
        return "how many of its hits are right is not known"
    return f"right hits: {finding['precision']}"


def evidence_texts(finding: Row, row: Row) -> list[str]:
    """Return the evidence on a finding besides its score, where known: its words, what people marked, the detection.

    Args:
        finding, row: the rows of FINDINGS and CONCLUSIONS.
    """
    return [text for text in (words_text(row), marked_text(row), precision_text(finding)) if text]


def _compared(row: Row, kind: str, how: str) -> str:
    """Say the difference from control words; where humans have one too, add it, `how`, and the difference beyond it."""
    systems, humans, beyond = (percent(row[f"{kind}_{name}"], sign=True) for name in ("difference", "humans", "beyond"))
    p = "not tested" if row[f"{kind}_p_bh"] is None else f"p (BH) {p_text(row[f'{kind}_p_bh'])}"
    ends = percent_interval(row, f"{kind}_beyond" if beyond else f"{kind}_difference")
    difference = f"{systems} points compared with control words"
    if beyond:
        difference += f", of human translations {humans}{how} {beyond}"
    if ends:
        difference += f" {ends}"
    return f"{difference} beyond these, {p}" if beyond else f"{difference}, {p}"


def word_findings(conclusions: Mapping[str, Row], alpha: float, *, of: str = "marked") -> list[Row]:
    """Return the rows of CONCLUSIONS whose words differ significantly from control words, the smallest p-value first.

    Args:
        of: `marked`, how often people mark or change them, or `words`, how often outputs match a reference.
    """
    p = f"{of}_p_bh"
    findings = [row for row in conclusions.values() if row[p] is not None and row[p] < alpha]
    return sorted(findings, key=lambda row: row[p])
