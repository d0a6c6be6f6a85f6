"""Importers: files of other people's formats in, segments out. One format a file.

A place is a path, or `path#column` for a format with columns: `news.tsv#source`,
`news.jsonl#translation.de`. The importer is found by the suffix of the path (before .gz); a suffix
that none of them claims is plain text, one segment a line.
"""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from pathlib import Path
from types import ModuleType

from extractors import registry
from extractors.errors import InputError
from extractors.logs import log
from extractors.places import split_place

LINE_BREAK = re.compile("\r\n|\r|\n")


class Importer(ABC):
    """Reads one column of a file."""

    suffixes: tuple[str, ...] = ()

    @abstractmethod
    def segments(self, path: Path, column: str | None) -> list[tuple[int, str]]:
        """The segments of a file as (1-based line, text), in order; without NFC applied."""


def read(place: str | Path) -> list[tuple[int, str]]:
    """The segments at a place as (1-based line, text in Unicode NFC).

    Raises:
        InputError: with file, line and remedy: no such file, empty, not UTF-8, no such column.
    """
    path, column = split_place(place)
    suffix = path.with_suffix("").suffix if path.suffix == ".gz" else path.suffix
    package = _package()
    for name in registry.names(package):
        importer = registry.load(package, Importer, name)()
        if suffix.lower() in importer.suffixes:
            break
    else:
        importer = registry.load(package, Importer, "text")()
    segments = importer.segments(path, column)
    if not segments:
        raise InputError("no segments in the file", path=path, remedy="give a file with one segment a line")
    breaks = sum(bool(LINE_BREAK.search(text)) for _, text in segments)
    if breaks:
        log.warning("%s: %d segments have line breaks inside, which become blanks: a segment is a line", path, breaks)
    return [(line, unicodedata.normalize("NFC", LINE_BREAK.sub(" ", text))) for line, text in segments]


def column_needed(path: Path, columns: list[str], column: str | None) -> InputError:
    """The error for a file with columns of which none, or none that exists, was named."""
    problem = "the column to read is not named" if column is None else f"no column {column!r}"
    return InputError(problem, path=path, line=1, remedy=f"write {path}#COLUMN with one of: {', '.join(columns)}")


def _package() -> ModuleType:
    import extractors.importers as package

    return package
