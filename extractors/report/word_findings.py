"""Findings at the words of hits, which people marked or post-editors changed, with hits to check by reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.formats.human_errors import HUMAN_ERROR_HITS, POST_EDITS
from extractors.formats.segments import HYPOTHESES, SEGMENTS
from extractors.report.evidence_texts import marked_text

Row = Mapping[str, Any]
KEY = ("segment_id", "phenomenon", "head", "dependent")


def word_findings(conclusions: Mapping[str, Row], alpha: float) -> list[Row]:
    """Those of CONCLUSIONS whose words are marked or changed more, or less, than control words, the surest first."""
    found = [row for row in conclusions.values() if row["marked_p_bh"] is not None and row["marked_p_bh"] < alpha]
    return sorted(found, key=lambda row: row["marked_p_bh"])


def word_finding_lines(
    folder: Path, findings: Sequence[Row], conclusions: Mapping[str, Row], *, alpha: float, width: int, examples: int
) -> list[str]:
    """A sentence for each phenomenon whose words are marked or changed more, or less, often than control words.

    Args:
        findings: the rows of FINDINGS, for the names of phenomena in a sentence.
        conclusions: by phenomenon, the rows of CONCLUSIONS.
        examples: marked hits to print under the strongest of them, those of the shortest segments.
    """
    labels = {row["phenomenon"]: row["label"] for row in findings}
    found = word_findings(conclusions, alpha)
    lines = []
    for row in found:
        said = f"at the words: {labels[row['phenomenon']]}: {marked_text(row)}"
        lines += wrap(said, width, subsequent_indent="  ")
    return lines + (_examples(folder, found[0], width, examples) if found and examples else [])


def _examples(folder: Path, row: Row, width: int, most: int) -> list[str]:
    chosen = (pc.field("phenomenon") == row["phenomenon"]) & (pc.field("annotation") == row["marked_annotation"])
    marked = tables.read(HUMAN_ERROR_HITS, folder / HUMAN_ERROR_HITS.file, where=chosen & (pc.field("marked") > 0))
    hits = marked.to_pylist()
    ids = pc.field("segment_id").isin(pa.array({hit["segment_id"] for hit in hits}, pa.int32()))
    sources = {
        segment["segment_id"]: segment["source"]
        for segment in tables.read(SEGMENTS, folder / "segments.parquet", where=ids).to_pylist()
    }
    forms = {
        tuple(hit[name] for name in KEY): " ... ".join(dict.fromkeys((hit["head_form"], hit["dependent_form"])))
        for hit in tables.read(HITS, folder / HITS.file, where=ids).to_pylist()
    }
    hits.sort(key=lambda hit: (len(sources[hit["segment_id"]]), hit["segment_id"], hit["system"]))
    lines = []
    for hit in hits[:most]:
        # Words that one post-edit has in two places are said once.
        said = ", ".join(dict.fromkeys(hit["spans"]))
        system, is_edited = hit["system"], hit["annotation"] == POST_EDITS
        what = "changed to" if is_edited else "marked"
        texts = {f"[{forms[tuple(hit[name] for name in KEY)]}]": sources[hit["segment_id"]]}
        texts[system] = _text(folder / f"systems/{system}.parquet", hit["segment_id"])
        if is_edited:
            texts["post-edit"] = _text(folder / f"post_edits/{system}.parquet", hit["segment_id"])
        lines.append(f"  {hit['segment_id']}: {what} {said}")
        for name, text in texts.items():
            lines += wrap(f"{name} {text}", width, initial_indent="    ", subsequent_indent="      ")
    return lines


def _text(path: Path, segment: int) -> str:
    (row,) = tables.read(HYPOTHESES, path, where=pc.field("segment_id") == segment).to_pylist()
    return str(row["hypothesis"])
