"""Check a table that is read: its columns and their types, missing values, and names.

A table may be of anybody: whatever it holds, it is refused in words that say where.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.core.install import NEWER
from extractors.core.logs import log
from extractors.core.names import check_name
from extractors.core.remedies import to_make_again
from extractors.core.version import __version__
from extractors.formats.definition import DELIMITERS, SINCE, VERSION, Column, Format

_TOLD: set[tuple[str, ...]] = set()
"""The later columns, after the name of their table, of which was said that a table lacks them."""


def form_of_file(form: Format, names: Sequence[str], path: Path) -> Format:
    """Add the further columns of a file to the format of its table; refuse a column that is there twice."""
    form = form.with_further(dict.fromkeys(names))
    for column in form.columns:
        if names.count(column.name) > 1:
            raise InputError(
                f"the table of {form.name} has two columns {column.name!r}",
                path=path,
                line=1 if path.suffix in DELIMITERS else None,
                remedy="remove one of them",
            )
    return form


def versioned(schema: pa.Schema) -> pa.Schema:
    """Add the version of a table to its schema: the latest of its columns."""
    since = [int(field.metadata[SINCE.encode()]) for field in schema if SINCE.encode() in (field.metadata or {})]
    return schema.with_metadata({**(schema.metadata or {}), VERSION.encode(): str(max(since, default=1)).encode()})


def later_columns(form: Format, schema: pa.Schema, path: Path) -> list[Column]:
    """List the columns that a table has got since a file was made.

    A file without a version is in a text form, or of another program: it has the columns that its header names.

    Raises:
        ValueError: its version is not a number.
        InputError: its version is later than this program knows.
    """
    version = (schema.metadata or {}).get(VERSION.encode())
    if version is None:
        return [column for column in form.columns if column.since > 1 and column.name not in schema.names]
    if int(version) > form.version:
        raise InputError(
            f"the table of {form.name} has version {int(version)}, but challenge-sets {__version__} reads versions up"
            f" to {form.version}",
            path=path,
            remedy=NEWER,
        )
    return [column for column in form.columns if column.since > max(int(version), 1)]


def tell_of(later: Iterable[Column], form: Format, path: Path) -> None:
    """Say what the rows of a file hold in columns that its table has got since, once for each column."""
    for column in later:
        if (form.name, column.name) not in _TOLD:
            _TOLD.add((form.name, column.name))
            value = "a missing value" if column.default is None else repr(column.default)
            log.info(
                "%s is of a time when the table of %s had no column %r: its rows have %s there; to fill it: %s",
                path,
                form.name,
                column.name,
                value,
                to_make_again(path),
            )


def conformed(
    form: Format, columns: Sequence[Column], table: pa.Table, path: Path, *, later: Sequence[Column] = ()
) -> pa.Table:
    """Select the columns that the format of a table has, in their types; refuse a table that lacks one.

    Args:
        later: columns that the file is too old for, to be filled with their defaults.
    """
    for column in later:
        if column.name in table.column_names:
            table = table.drop_columns(column.name)
        table = table.append_column(column.field, pa.repeat(pa.scalar(column.default, column.type), len(table)))
    for column in columns:
        if column.name not in table.column_names:
            raise InputError(
                f"the table of {form.name} has no column {column.name!r} ({column.meaning})",
                path=path,
                remedy=f"give it the columns {', '.join(c.name for c in form.columns)}",
            )
    # A missing value is refused later, with its row.
    types = pa.schema([column.field.with_nullable(True) for column in columns])
    table = table.select(types.names).cast(types).replace_schema_metadata(table.schema.metadata)
    # Parquet may hold anything: invalid UTF-8, too, which would come out as an error of Python's much later.
    table.validate(full=True)
    return table


def check_values(columns: Sequence[Column], table: pa.Table, path: Path, *, first_row: int = 0, of: str = "") -> None:
    """Refuse a missing value where every row needs one, and a name that is not allowed.

    Args:
        first_row: the number of the table's first row in the file.
        of: which rows are counted, for the message.
    """
    for column in columns:
        if not column.optional and table.column(column.name).null_count:
            row = first_row + pc.index(pc.is_null(table.column(column.name)), True).as_py()
            line = row + 2 if path.suffix in DELIMITERS else None
            raise InputError(f"row {row}{of} has no {column.name}", path=path, line=line, remedy="give every row one")
    _check_names(columns, table, path)


def _check_names(columns: Sequence[Column], table: pa.Table, path: Path) -> None:
    """Refuse names that would lead to files elsewhere: a table may be of anybody."""
    for column in columns:
        if column.names:
            for name in table.column(column.name).unique().drop_null().to_pylist():
                check_name(name, column.name, path=path, remedy="make the table again with another name")
