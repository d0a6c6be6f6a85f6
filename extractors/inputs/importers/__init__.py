"""Importers: texts in other people's formats and libraries in, segments out. One format or library a file.

A place (see extractors.inputs.places) is a path, or `path#column` for a format with columns: `news.tsv#source`,
`news.jsonl#translation.de`. The importer is found by the suffix of the path (before .gz); a suffix that none of
them claims is plain text, one segment a line. A place that begins with an importer's name is read by that one:
`sacrebleu:wmt20:en-de#src`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import chunks, state

BYTES_A_SEGMENT = 100
"""Of packed text, reckoned low: more shards than needed cost little."""
Segments = list[tuple[int, str]]
"""The segments of a text as (1-based line or row, text), in order."""


class Importer(ABC):
    """Reads one column of what a place names: a file, several of a folder, or the texts of a library.

    Args:
        name: what stands between the importer and the column, mostly the path of a file.
        column: None where the place names none.
    """

    suffixes: tuple[str, ...] = ()

    def __init__(self, name: str, column: str | None) -> None:
        self.name, self.column = name, column

    def roughly(self) -> int:
        """Estimate the number of segments, by which a run cuts a corpus into shards; 0 where nobody knows.

        It is asked for before any library can be counted on, so that formats that need one reckon by bytes.
        """
        return 0

    def with_paths(self, change: Callable[[str], str]) -> str:
        """Return the name with its paths on this machine changed, as for another folder."""
        return change(self.name)

    @abstractmethod
    def files(self) -> list[Path]:
        """List the files that are read; a library has none."""

    def state(self) -> str:
        """Return a short text that changes when the texts do."""
        return ".".join(map(state, self.files()))

    @abstractmethod
    def segments(self) -> Segments:
        """Read the segments, without applying NFC."""

    def own_columns(self) -> tuple[str, str | None] | None:
        """Name the columns with the source and the documents of this column; None where the source is not known."""
        return None


SOURCES, DOCUMENTS = ("source", "src"), ("document", "docid", "doc_id")
"""The columns in which a table has the source of its rows, and the names of their documents."""


class FileImporter(Importer):
    """Reads a file. `counted`: the bytes that end a segment; None of a packed file, whose size tells as much."""

    counted: bytes | None = b"\n"

    @cached_property
    def path(self) -> Path:
        """The file that is read."""
        return Path(self.name)

    def roughly(self) -> int:
        if self.counted is None:
            return self.path.stat().st_size // BYTES_A_SEGMENT
        return sum(data.count(self.counted) for data in chunks(self.path))

    def files(self) -> list[Path]:
        return [self.path]

    def numbers(self) -> Segments:
        """Read a column of numbers, each as text; a format that knows only text gives its segments."""
        return self.segments()

    def columns(self) -> list[str]:
        """Name the columns of the file; a format without columns has none."""
        return []

    def own_columns(self) -> tuple[str, str | None] | None:
        columns = self.columns() if self.column not in SOURCES else []
        source, document = (next((c for c in known if c in columns), None) for known in (SOURCES, DOCUMENTS))
        return None if source is None else (source, document)


class LibraryImporter(Importer):
    """Asks a library for its texts: from what it has on this machine, never from the network."""

    def with_paths(self, change: Callable[[str], str]) -> str:
        """Return the name as it is: the library finds its texts from any folder."""
        del change
        return self.name

    def files(self) -> list[Path]:
        return []

    @property
    @abstractmethod
    def origin(self) -> str:
        """What the library is asked for: `sacrebleu:wmt21/systems:en-de`."""

    @property
    @abstractmethod
    def remedy(self) -> str:
        """The library's command that downloads it."""

    @abstractmethod
    def is_here(self) -> bool:
        """Say whether the texts are on this machine."""

    @abstractmethod
    def download(self) -> None:
        """Let the library download the texts."""

    def check_here(self) -> None:
        """Raise InputError if the texts are not on this machine."""
        if not self.is_here():
            raise InputError(f"not on this machine: {self.origin}", remedy=self.remedy)

    @abstractmethod
    def state(self) -> str:
        """Return a short text that changes when the texts do."""

    @abstractmethod
    def signature(self) -> str:
        """Return the origin of the texts, with version and revision: `sacrebleu:2.6.0`."""

    def systems(self) -> dict[str, str]:
        """Return the places of the outputs of all systems, by system."""
        raise InputError(
            f"{self.name} cannot give the outputs of all systems at once",
            remedy="give a list of places, one for each system",
        )


def column_needed(path: Path, columns: list[str], column: str | None) -> InputError:
    """Make the error for a file with columns, where none was named, or not exactly one has the name."""
    remedy = f"write {path}#COLUMN with one of: {', '.join(columns)}"
    if column is None:
        problem = "the column to read is not named"
    elif (count := columns.count(column)) > 1:
        problem, remedy = f"{count} columns are called {column!r}", "give each column a different name"
    else:
        problem = f"no column {column!r}"
    return InputError(problem, path=path, line=1, remedy=remedy)
