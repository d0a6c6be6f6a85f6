"""The evidence on a phenomenon besides its score, in words, and the verdict that follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

from extractors.formats import tables
from extractors.formats.conclusions import CONCLUSIONS, TOLD
from extractors.formats.findings import FINDINGS
from extractors.formats.human_errors import POST_EDITS
from extractors.phenomena import detection
from extractors.report.numbers import p_text, percent, percent_interval
from extractors.words.joined_evidence import verdict

Row = Mapping[str, Any]

MARKED = "people marked errors in"
DID = {POST_EDITS: "post-editors changed the words of"}
"""What was done to hits, by annotation."""


def read_conclusions(folder: Path) -> dict[str, Row]:
    """By phenomenon, the rows of CONCLUSIONS in a folder; none where it has none of its findings."""
    path, findings = folder / CONCLUSIONS.file, folder / FINDINGS.file
    if not path.is_file() or path.stat().st_mtime < findings.stat().st_mtime:
        return {}
    return {row["phenomenon"]: row for row in tables.read(CONCLUSIONS, path).to_pylist()}


def words_text(row: Row) -> str:
    """What the words of the hits show; empty where they were not compared."""
    if row["words_difference"] is None:
        return ""
    found = f"its own words match a reference in {percent(row['words_accuracy'])} % of {row['words_n']:,} hits"
    return f"{found}, {_compared(row, 'words', '; by one reference at a time')}"


def marked_text(row: Row) -> str:
    """What people marked; empty where they marked nothing that can be compared."""
    if row["marked_difference"] is None:
        return ""
    rated = f"{DID.get(row['marked_annotation'], MARKED)} {percent(row['marked_rate'])} % of {row['marked_n']:,} hits"
    return f"{rated}, {_compared(row, 'marked', ':')}{_again(row)}"


def _again(row: Row) -> str:
    """Whether other corpora with post-edits or marks show it, too; of what is tested."""
    if not row["marked_looked_up"] or row["marked_p_bh"] is None:
        return ""
    others = "other corpus" if row["marked_looked_up"] == 1 else "other corpora"
    return f"; found again in {row['marked_found_again']} of {row['marked_looked_up']} {others} of post-edits or marks"


def precision_text(finding: Row) -> str:
    """How sure the detection is."""
    if finding["precision"] is None:
        return "how many of its hits are right is not known"
    columns = ("precision", "precision_hits", "precision_of")
    return f"right hits: {detection.precision_text(*(finding[name] for name in columns))}"


def evidence_texts(finding: Row, row: Row) -> list[str]:
    """The evidence on a finding besides its score: its words, what people marked, the detection; what is known of it.

    Args:
        finding, row: of FINDINGS and CONCLUSIONS.
    """
    return [text for text in (words_text(row), marked_text(row), precision_text(finding)) if text]


def _compared(row: Row, kind: str, how: str) -> str:
    """The difference from control words; where that of human translations is known, this, `how`, and what is left."""
    systems, humans, beyond = (percent(row[f"{kind}_{name}"], sign=True) for name in ("difference", "humans", "beyond"))
    p = "not tested" if row[f"{kind}_p_bh"] is None else f"p (BH) {p_text(row[f'{kind}_p_bh'])}"
    ends = percent_interval(row, f"{kind}_beyond" if beyond else f"{kind}_difference")
    said = f"{systems} points compared with control words"
    said += f", of human translations {humans}{how} {beyond}" * bool(beyond)
    return f"{said}{f' {ends}' * bool(ends)}{' beyond these' * bool(beyond)}, {p}"


def verdict_lines(findings: Sequence[Row], conclusions: Mapping[str, Row], *, alpha: float, width: int) -> list[str]:
    """A line for each verdict with its phenomena, and the points by which the words of each are found more or less.

    None where no words were compared.
    """
    if all(row["words_difference"] is None for row in conclusions.values()):
        return []
    named: dict[str, list[str]] = {}
    for finding in findings:
        row = conclusions[finding["phenomenon"]]
        points = percent(row["words_difference"], sign=True)
        # The space between a name and its number is no place to break a line.
        named.setdefault(verdict(finding, row, alpha), []).append(
            "\u00a0".join(filter(None, (finding["phenomenon"], points)))
        )
    lines = []
    for said in TOLD:
        if said in named:
            text = f"{said}: {', '.join(named[said])}"
            lines += wrap(text, width, subsequent_indent="  ", break_long_words=False)
    return [line.replace("\u00a0", " ") for line in lines]
