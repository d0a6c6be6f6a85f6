"""Segments and hypotheses: the texts of a corpus and of its systems, a row a segment."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.core.names import check_name, check_names
from extractors.formats import columns as col
from extractors.formats import tables
from extractors.formats.definition import Format

SEGMENTS = Format(
    "segments",
    "a segment of the corpus",
    "segments.parquet",
    (
        col.whole("segment_id", "0-based line number"),
        col.text("source", "the source segment, Unicode NFC"),
        col.texts("references", "its reference translations, in the order of the metadata `references`"),
        col.text("provenance", "file or place, and line, that the source came from"),
    ),
)


HYPOTHESES = Format(
    "hypotheses",
    "a segment as one system translated it",
    "systems/SYSTEM.parquet",
    (
        col.whole("segment_id", "0-based line number"),
        col.text("hypothesis", "the translation, Unicode NFC"),
    ),
    is_lab=True,
)

TEXTS_AT_ONCE = 4096
"""Segments of `Texts` that are strings at a time, where all are gone through."""


@dataclass(frozen=True)
class Corpus:
    """A language pair of a test set: n source segments, R references of n segments each."""

    source_language: str
    target_language: str
    source: list[str]
    references: dict[str, list[str]]

    def __len__(self) -> int:
        return len(self.source)

    def table(self, provenance: Sequence[str]) -> pa.Table:
        """Return the corpus as a table SEGMENTS; `provenance` has a text for each segment."""
        table = SEGMENTS.from_columns(
            {
                "segment_id": range(len(self)),
                "source": self.source,
                "references": [[texts[i] for texts in self.references.values()] for i in range(len(self))],
                "provenance": list(provenance),
            }
        )
        languages = {"source_language": self.source_language, "target_language": self.target_language}
        return tables.with_metadata(table, references="\t".join(self.references), **languages)

    def texts(self, systems: Mapping[str, list[str]]) -> dict[str, list[str]]:
        """Return every text of the corpus by the name of its file: source.de, reference.A.en, systems/x.en."""
        target = self.target_language
        return {
            f"source.{self.source_language}": self.source,
            **{f"reference.{name}.{target}": segments for name, segments in self.references.items()},
            **{f"systems/{name}.{target}": segments for name, segments in systems.items()},
        }


class Texts(Sequence[str]):
    """Segments of a text, which take the memory of their bytes: they are strings while they are asked for."""

    def __init__(self, column: pa.ChunkedArray) -> None:
        self._column = column

    def __len__(self) -> int:
        return len(self._column)

    @overload
    def __getitem__(self, which: int) -> str: ...
    @overload
    def __getitem__(self, which: slice) -> list[str]: ...
    def __getitem__(self, which: int | slice) -> str | list[str]:
        if isinstance(which, slice):
            start, stop, step = which.indices(len(self))
            if step != 1:
                return [self[place] for place in range(start, stop, step)]
            texts: list[str] = self._column.slice(start, max(stop - start, 0)).to_pylist()
            return texts
        if not -len(self) <= which < len(self):
            raise IndexError(which)
        text: str = self._column[which].as_py()
        return text

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), TEXTS_AT_ONCE):
            yield from self[start : start + TEXTS_AT_ONCE]


def read_corpus(path: str | Path, *, segments: range | None = None) -> Corpus:
    """Read a table of segments that `ingest` made.

    Args:
        segments: those to read; all of them if it is None.
    """
    table = tables.read(SEGMENTS, path, where=_among(segments))
    references = _references(table, path)
    source_language, target_language = (
        check_name(tables.metadata(table, key, path, made_by="snakemake extract"), "language", path=path)
        for key in ("source_language", "target_language")
    )
    return Corpus(
        source_language=source_language,
        target_language=target_language,
        source=table.column("source").to_pylist(),
        references={name: list(texts) for name, texts in references.items()},
    )


def _references(table: pa.Table, path: str | Path) -> dict[str, Texts]:
    """Return the references of a table SEGMENTS by name."""
    names = list(filter(None, tables.metadata(table, "references", path, made_by="snakemake extract").split("\t")))
    check_names(names, "reference", path=path)
    lists = table.column("references")
    if len(lists) and pc.min_max(pc.list_value_length(lists)).as_py() != {"min": len(names), "max": len(names)}:
        raise InputError(
            f"a row does not have all {len(names)} references",
            path=path,
            remedy="make it again: snakemake extract",
        )
    return {name: Texts(pc.list_element(lists, place)) for place, name in enumerate(names)}


def read_references(path: str | Path) -> dict[str, Texts]:
    """Read the references of a table of segments that `ingest` made, by name."""
    return _references(pa.concat_tables(tables.read_parts(SEGMENTS, path, columns=["references"])), path)


def read_source(path: str | Path) -> Iterator[str]:
    """Yield the source of a table of segments that `ingest` made, segment by segment."""
    for part in tables.read_parts(SEGMENTS, path, columns=["source"]):
        yield from part.column("source").to_pylist()


def read_hypotheses(path: str | Path, *, segments: range | None = None) -> list[str]:
    """Read the hypotheses of a table that `ingest_system` made, one a segment.

    Args:
        segments: those to read; all of them if it is None.
    """
    return list(hypothesis_texts(path, segments=segments))


def hypothesis_texts(path: str | Path, *, segments: range | None = None) -> Texts:
    """Read hypotheses as `read_hypotheses` does, in less memory."""
    return Texts(tables.read(HYPOTHESES, path, where=_among(segments)).column("hypothesis"))


def _among(segments: range | None) -> pc.Expression | None:
    """Make the filter that keeps the rows of these segments; None for all rows."""
    if segments is None:
        return None
    return (pc.field("segment_id") >= segments.start) & (pc.field("segment_id") < segments.stop)


def system_files(folder: str | Path, systems: Iterable[str]) -> dict[str, Path]:
    """Return the file of each system in a folder; `folder` may be empty where there are no systems."""
    return {system: Path(folder, f"{system}.parquet") for system in systems}


def files_of_systems(folders: Iterable[str | Path], systems: Sequence[str]) -> list[Path]:
    """List the files of all systems in folders, folder by folder."""
    return [path for folder in folders for path in system_files(folder, systems).values()]
