"""The definition of a table: what a row is, the file that a run keeps it in, and its columns.

Each table is defined in the module of extractors.formats that is named after it; `extractors.formats.tables` writes and
reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from extractors.core.imports import settle_pandas

settle_pandas()

STRINGS = pa.list_(pa.string())
NUMBERS = pa.list_(pa.int32())
SINCE, VERSION = "since", "version"
"""The metadata of a later column, and that of a table, which Parquet keeps."""
DELIMITERS = {".csv": ",", ".tsv": "\t"}
"""Of the text forms, by the suffix of the file."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, Arrow type and meaning, and what is asked of its values.

    Attributes:
        optional: a value may be missing.
        names: its values are names, which may become names of files (extractors.core.names).
        since: the first version of the table that has it.
        default: what rows of an earlier version hold in it; None only where a value may be missing.
    """

    name: str
    type: pa.DataType
    meaning: str
    optional: bool = False
    names: bool = False
    since: int = 1
    default: Any = None

    @property
    def field(self) -> pa.Field:
        """The column as a field of an Arrow schema.

        A column added after version 1 carries `since` as metadata, from which the writer takes the table's version.
        """
        later = {SINCE: str(self.since)} if self.since > 1 else None
        return pa.field(self.name, self.type, nullable=self.optional, metadata=later)


@dataclass(frozen=True, slots=True)
class Format:
    """A table: what a row is, the file that a run keeps it in, and the columns.

    Attributes:
        further: what each further column is like, of a table that may have columns under names that the user gives;
            None of one that has none.
        is_lab: it is of measurements, or only our own programs read it.
    """

    name: str
    row: str
    file: str
    columns: tuple[Column, ...]
    further: Column | None = None
    is_lab: bool = False

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([column.field for column in self.columns])

    @property
    def version(self) -> int:
        """The version of the table: a column that it gets later has the next as `since`."""
        return max(column.since for column in self.columns)

    def with_further(self, names: Iterable[str]) -> Format:
        """Add further columns for the names that the table does not have, if it may have such columns."""
        if self.further is None:
            return self
        known = {column.name for column in self.columns}
        further = tuple(replace(self.further, name=name) for name in names if name not in known)
        return replace(self, columns=(*self.columns, *further))

    def table(self, rows: Sequence[Mapping[str, Any]]) -> pa.Table:
        """Build a table from one mapping a row, which has a value for each column."""
        return self.from_columns({c.name: [row[c.name] for row in rows] for c in self.columns})

    def from_columns(self, columns: Mapping[str, Any]) -> pa.Table:
        """Build a table from one sequence a column; a number that is NaN is a missing value."""
        arrays = {c.name: pa.array(columns[c.name], c.type, from_pandas=True) for c in self.columns}
        return pa.table(arrays, schema=self.schema)
