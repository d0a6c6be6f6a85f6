"""What is checked of a table that is read: its columns and their types, what is missing, and names.

A table may be of anybody: whatever it holds, it is refused in words that say where.
"""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.core.names import check_name
from extractors.formats.definition import DELIMITERS, Column, Format


def form_of_file(form: Format, names: Sequence[str], path: Path) -> Format:
    """The table with the further columns of a file.

    Raises:
        InputError: a column is there twice, and nobody could say which of the two was meant.
    """
    form = form.with_further(dict.fromkeys(names))
    for column in form.columns:
        if names.count(column.name) > 1:
            raise InputError(
                f"the table of {form.name} has two columns {column.name!r}",
                path=path,
                line=1 if path.suffix in DELIMITERS else None,
                remedy="take one of them out",
            )
    return form


def conformed(form: Format, columns: Sequence[Column], table: pa.Table, path: Path) -> pa.Table:
    """The columns of a table as its format has them."""
    for column in columns:
        if column.name not in table.column_names:
            raise InputError(
                f"the table of {form.name} has no column {column.name!r} ({column.meaning})",
                path=path,
                remedy=f"its columns are {', '.join(c.name for c in form.columns)}",
            )
    types = pa.schema([(c.name, c.type) for c in columns])
    table = table.select(types.names).cast(types).replace_schema_metadata(table.schema.metadata)
    # Parquet may hold anything: invalid UTF-8, too, which would come out as an error of Python's much later.
    table.validate(full=True)
    return table


def check_values(columns: Sequence[Column], table: pa.Table, path: Path, *, first_row: int = 0, of: str = "") -> None:
    """Refuse a value that is missing where every row needs one, and a name that cannot be.

    Args:
        first_row: the number of the table's first row in the file.
        of: which rows are counted, for the message.
    """
    for column in columns:
        if not column.optional and table.column(column.name).null_count:
            row = first_row + pc.index(pc.is_null(table.column(column.name)), True).as_py()
            line = row + 2 if path.suffix in DELIMITERS else None
            raise InputError(f"row {row}{of} has no {column.name}", path=path, line=line, remedy="every row needs one")
    _check_names(columns, table, path)


def _check_names(columns: Sequence[Column], table: pa.Table, path: Path) -> None:
    """Refuse names that would lead to files elsewhere: a table may be of anybody."""
    for column in columns:
        if column.names:
            for name in table.column(column.name).unique().drop_null().to_pylist():
                check_name(name, column.name, path=path, remedy="make the table again with another name")
