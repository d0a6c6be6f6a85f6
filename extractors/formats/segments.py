"""Segments and hypotheses: the texts of a corpus and of its systems, a row a segment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.core.names import check_name, check_names
from extractors.formats import tables
from extractors.formats.definition import STRINGS, Column, Format

SEGMENTS = Format(
    "segments",
    "a segment of the corpus",
    "segments.parquet",
    (
        Column("segment_id", pa.int32(), "0-based line number"),
        Column("source", pa.string(), "the source segment, Unicode NFC"),
        Column("references", STRINGS, "its reference translations, in the order of the metadata `references`"),
        Column("provenance", pa.string(), "file or place, and line, that the source came from"),
    ),
)


HYPOTHESES = Format(
    "hypotheses",
    "a segment as one system translated it",
    "systems/SYSTEM.parquet",
    (
        Column("segment_id", pa.int32(), "0-based line number"),
        Column("hypothesis", pa.string(), "the translation, Unicode NFC"),
    ),
)


@dataclass(frozen=True)
class Corpus:
    """A language pair of a test set: n source segments, R references of n segments each."""

    source_language: str
    target_language: str
    source: list[str]
    references: dict[str, list[str]]

    def __len__(self) -> int:
        return len(self.source)

    def texts(self, systems: Mapping[str, list[str]]) -> dict[str, list[str]]:
        """Every text of the corpus by the name of its file: source.de, reference.A.en, systems/x.en."""
        target = self.target_language
        return {
            f"source.{self.source_language}": self.source,
            **{f"reference.{name}.{target}": segments for name, segments in self.references.items()},
            **{f"systems/{name}.{target}": segments for name, segments in systems.items()},
        }


def read_corpus(path: str | Path, *, segments: range | None = None) -> Corpus:
    """Read a table of segments that `ingest` made.

    Args:
        segments: those to read; all of them if it is None.
    """
    table = tables.read(SEGMENTS, path, where=_among(segments))
    names = list(filter(None, tables.metadata(table, "references", path, made_by="challenge-sets ingest").split("\t")))
    check_names(names, "reference", path=path)
    rows = table.column("references").to_pylist()
    if any(len(row) != len(names) for row in rows):
        raise InputError(
            f"a row has not the {len(names)} references that there are",
            path=path,
            remedy="make it again: challenge-sets ingest",
        )
    source_language, target_language = (
        check_name(tables.metadata(table, key, path, made_by="challenge-sets ingest"), "language", path=path)
        for key in ("source_language", "target_language")
    )
    return Corpus(
        source_language=source_language,
        target_language=target_language,
        source=table.column("source").to_pylist(),
        references={name: [row[i] for row in rows] for i, name in enumerate(names)},
    )


def read_source(path: str | Path) -> Iterator[str]:
    """The source of a table of segments that `ingest` made, segment by segment."""
    for part in tables.read_parts(SEGMENTS, path, columns=["source"]):
        yield from part.column("source").to_pylist()


def read_hypotheses(path: str | Path, *, segments: range | None = None) -> list[str]:
    """The hypotheses of a table that `ingest_system` made, by segment.

    Args:
        segments: those to read; all of them if it is None.
    """
    texts: list[str] = tables.read(HYPOTHESES, path, where=_among(segments)).column("hypothesis").to_pylist()
    return texts


def _among(segments: range | None) -> pc.Expression | None:
    """The rows of these segments; None for all rows."""
    if segments is None:
        return None
    return (pc.field("segment_id") >= segments.start) & (pc.field("segment_id") < segments.stop)
