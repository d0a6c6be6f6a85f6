"""The definition of a table, and how any table is written and read.

The columns of each table are defined in the module of extractors.formats that is named after it. The suffix of a path
chooses the form: .parquet, .csv or .tsv; in the text forms a list is written with spaces between its items and a
missing value is empty. In .csv a text that a spreadsheet would take for a formula has an apostrophe before it.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv
import pyarrow.parquet as pq

from extractors.core import sums
from extractors.core.errors import InputError
from extractors.core.escapes import MARKED, neutral
from extractors.core.files import replacing
from extractors.core.names import check_name

STRINGS = pa.list_(pa.string())


NUMBERS = pa.list_(pa.int32())


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, Arrow type and meaning, and what is asked of its values.

    Attributes:
        optional: a value may be missing.
        later: tables that were written before there was such a column are read as if its values were missing.
        names: its values are names, which may become names of files (extractors.core.names).
    """

    name: str
    type: pa.DataType
    meaning: str
    optional: bool = False
    names: bool = False
    later: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """A table: what a row is, the file that a run keeps it in, and the columns.

    Attributes:
        further: what each further column is like, of a table that may have columns under names that the user gives;
            None of one that has none.
    """

    name: str
    row: str
    file: str
    columns: tuple[Column, ...]
    further: Column | None = None

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([pa.field(c.name, c.type, nullable=c.optional) for c in self.columns])

    def with_further(self, names: Iterable[str]) -> Format:
        """The table with those of the names that it has not, as further columns."""
        if self.further is None:
            return self
        known = {column.name for column in self.columns}
        further = tuple(replace(self.further, name=name) for name in names if name not in known)
        return replace(self, columns=(*self.columns, *further))

    def table(self, rows: Sequence[Mapping[str, Any]]) -> pa.Table:
        """A table from one mapping a row; values of a later column may be left out."""
        return self.from_columns(
            {c.name: [row.get(c.name) if c.later else row[c.name] for row in rows] for c in self.columns}
        )

    def from_columns(self, columns: Mapping[str, Any]) -> pa.Table:
        """A table from one sequence a column, a later one may be left out; a number that is NaN is a missing value."""
        nothing = [None] * len(columns[self.columns[0].name])
        given = {c.name: columns.get(c.name, nothing) if c.later else columns[c.name] for c in self.columns}
        arrays = {c.name: pa.array(given[c.name], c.type, from_pandas=True) for c in self.columns}
        return pa.table(arrays, schema=self.schema)


NO_BREAK = "\u00a0"
"""Stands for a blank inside an item of a list, in the text forms."""
DELIMITERS = {".csv": ",", ".tsv": "\t"}
PARQUET: dict[str, Any] = {"compression": "zstd", "write_page_checksum": True}
ROWS_A_GROUP = 1 << 20
"""Rows of a row group, PyArrow's default."""
BYTES_A_GROUP = 1 << 27
"""Bytes in memory of the rows of a group: more are for tables whose rows are long lists."""
SMALLEST_BLOCK, LARGEST_BLOCK = 1 << 20, (1 << 31) - 1
"""Bytes of a text that Arrow reads at a time."""
ROWS_A_PART = 1 << 16
"""Rows that are read at a time."""


def write(table: pa.Table, path: str | Path) -> None:
    """Write a table atomically, in the form that the suffix of the path names.

    Raises:
        InputError: the suffix is not one of .parquet, .csv, .tsv.
    """
    suffix = Path(path).suffix
    if suffix == ".parquet":
        write_parts([table], table.schema, path)
        return
    if suffix not in DELIMITERS:
        raise InputError(
            f"cannot write a table as {suffix or 'a file without suffix'!r}",
            path=path,
            remedy="end the name in .parquet, .csv or .tsv",
        )
    # A .csv is what spreadsheets open; a .tsv is for programs, which take a field as it is.
    cells = [_texts(column, shown=suffix == ".csv") for column in table.columns]
    rows = zip(*cells, strict=True)
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8", newline="") as out:
        dialect: dict[str, Any] = {"delimiter": DELIMITERS[suffix], "lineterminator": "\n"}
        # In .tsv a quotation mark is an ordinary character, as cut, awk and corpus people expect.
        writer = csv.writer(
            out,
            **dialect,
            quoting=csv.QUOTE_NONE if suffix == ".tsv" else csv.QUOTE_MINIMAL,
            quotechar=None if suffix == ".tsv" else '"',
        )
        try:
            writer.writerow(table.column_names)
            writer.writerows(rows)
        except csv.Error as error:
            raise InputError(
                f"a value has a tab or a line break: {error}", path=path, remedy="write .parquet or .csv"
            ) from error


def write_parts(parts: Iterable[pa.Table], schema: pa.Schema, path: str | Path, *, rows: int = ROWS_A_GROUP) -> None:
    """Write a table atomically that comes in parts, as `write` writes it whole; no more is held than one row group.

    A row group in Parquet ends at so many rows, or with the part that makes it so many bytes.

    Args:
        rows: the most of a row group.
    """
    if Path(path).suffix != ".parquet":
        write(pa.concat_tables([schema.empty_table(), *parts]), path)
        return
    with replacing(path) as temporary, pq.ParquetWriter(temporary, schema, **PARQUET) as writer:
        for group in grouped(parts, schema, rows):
            writer.write_table(group, row_group_size=rows)
            del group


def grouped(parts: Iterable[pa.Table], schema: pa.Schema, rows: int) -> Iterator[pa.Table]:
    """The rows of parts in groups, the last one of what is left; one at least."""
    waiting, count, size, groups = [schema.empty_table()], 0, 0, 0
    for part in parts:
        waiting.append(part)
        count, size = count + len(part), size + part.nbytes
        while count >= rows or size >= BYTES_A_GROUP:
            waiting = _cut(waiting, rows)
            groups, count, size = groups + 1, len(waiting[1]), waiting[1].nbytes
            # No name is left for it here: while the next group comes, nobody keeps this one.
            yield waiting.pop(0)
    if count or not groups:
        yield pa.concat_tables(waiting).combine_chunks()


def _cut(parts: Sequence[pa.Table], rows: int) -> list[pa.Table]:
    """So many rows of parts, and what is left of them: copies, so that the parts need not be kept."""
    table = pa.concat_tables(parts)
    rest = table.slice(rows)
    return [table.slice(0, rows).combine_chunks(), rest.combine_chunks() if len(rest) else table.schema.empty_table()]


def _texts(column: pa.ChunkedArray, *, shown: bool) -> list[Any]:
    """The cells of a column; texts that look like formulas are made harmless where they are shown."""
    values: list[Any] = column.to_pylist()
    words = _has_words(column.type)
    if pa.types.is_list(column.type):
        values = [
            None if value is None else " ".join(str(item).replace(" ", NO_BREAK) for item in value) for value in values
        ]
    if words:
        return list(map(neutral, values)) if shown else values
    if pa.types.is_float32(column.type):
        # As a Python number 0.9 would be written 0.8999999761581421.
        return [None if value is None else str(np.float32(value)) for value in values]
    return values


def _has_words(kind: pa.DataType) -> bool:
    """Whether a type holds text, or lists of it."""
    return bool(pa.types.is_string(kind) or (pa.types.is_list(kind) and pa.types.is_string(kind.value_type)))


def read(form: Format, path: str | Path, *, where: pc.Expression | None = None) -> pa.Table:
    """Read a table and check it against its format.

    Args:
        where: which rows to read; of a large Parquet file the others are never all in memory.

    Raises:
        InputError: no such file, not what a run recorded of it, not a table, a column missing, there twice or of
            another type, a value missing, or a name that cannot be.
    """
    path = Path(path)
    text = _is_text(form, path)
    with _refused(form, path):
        table = _read_text(form, path) if text else read_parquet(path, filters=where)
        form = form.with_further(table.column_names)
        table = _conformed(form, form.columns, table, path)
    _check_values(form.columns, table, path, of="" if text or where is None else " of those asked for")
    return table.filter(where) if text and where is not None else table


def read_parts(
    form: Format, path: str | Path, *, columns: Sequence[str] = (), rows: int | None = None
) -> Iterator[pa.Table]:
    """As `read`, some rows at a time, so that memory does not grow with a Parquet file; one part or more.

    Args:
        columns: the names of those to read; all if none is named.
        rows: of a part, save the last.
    """
    path = Path(path)
    chosen = [column for column in form.columns if not columns or column.name in columns]
    if _is_text(form, path):
        yield read(form, path).select([column.name for column in chosen])
        return
    with _refused(form, path):
        file = pq.ParquetFile(path, page_checksum_verification=True)
        # A column that the file has not is found out by the check.
        known = [column.name for column in chosen if column.name in file.schema_arrow.names]
        batches = file.iter_batches(batch_size=rows or ROWS_A_PART, columns=known)
    before, part = 0, file.schema_arrow.empty_table().select(known)
    while part is not None:
        with _refused(form, path):
            batch = next(batches, None)
            following = None if batch is None else pa.Table.from_batches([batch])
            # What has no rows is a part only where there is no other.
            if before or len(part) or following is None:
                checked = _conformed(form, chosen, part, path)
        if before or len(part) or following is None:
            _check_values(chosen, checked, path, first_row=before)
            yield checked
        before, part = before + len(part), following


def _is_text(form: Format, path: Path) -> bool:
    """Whether a table is in one of the text forms; refuses a file that is not there or not what was recorded of it."""
    if not path.is_file():
        raise InputError(
            f"no such file (a table of {form.name})", path=path, remedy="run the stage that makes it first"
        )
    sums.check(path)
    if path.suffix in DELIMITERS:
        return True
    with _refused(form, path):
        _checked(form, pq.read_schema(path).names, path)
    return False


@contextmanager
def _refused(form: Format, path: Path) -> Iterator[None]:
    """Refuse in words what is no such table."""
    try:
        yield
    except (pa.ArrowException, OSError, ValueError, KeyError, RecursionError) as error:
        raise InputError(f"is not a table of {form.name}: {error}", path=path, remedy="make it again") from error


def _conformed(form: Format, columns: Sequence[Column], table: pa.Table, path: Path) -> pa.Table:
    """The columns of a table as its format has them."""
    for column in columns:
        if column.later and column.name not in table.column_names:
            table = table.append_column(column.name, pa.nulls(len(table), column.type))
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


def _check_values(columns: Sequence[Column], table: pa.Table, path: Path, *, first_row: int = 0, of: str = "") -> None:
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


def read_parquet(path: str | Path, **options: Any) -> pa.Table:
    """A Parquet file as it is; pages that have checksums are compared with them.

    Args:
        options: of pyarrow.parquet.read_table.

    Raises:
        InputError: it is not what a run recorded of it.
        OSError, pyarrow.ArrowException: it is no Parquet file, or a page is damaged.
    """
    sums.check(path)
    return pq.read_table(path, page_checksum_verification=True, **options)


def _checked(form: Format, names: Sequence[str], path: Path) -> Format:
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


def _check_names(columns: Sequence[Column], table: pa.Table, path: Path) -> None:
    """Refuse names that would lead to files elsewhere: a table may be of anybody."""
    for column in columns:
        if column.names:
            for name in table.column(column.name).unique().drop_null().to_pylist():
                check_name(name, column.name, path=path, remedy="make the table again with another name")


def empty(form: Format, path: str | Path) -> pa.Table:
    """A table of the file's metadata, without its rows.

    Raises:
        InputError: as `read`, save for what is wrong in a row.
    """
    return next(read_parts(form, path, rows=1)).slice(0, 0)


def count_rows(path: str | Path) -> int:
    """The rows of a table in a file that `write` made."""
    path = Path(path)
    sums.check(path)
    if path.suffix == ".parquet":
        return int(pq.read_metadata(path).num_rows)
    with path.open(encoding="utf-8", newline="") as file:
        delimiter = DELIMITERS[path.suffix]
        return sum(1 for _ in csv.reader(file, delimiter=delimiter)) - 1


def _read_text(form: Format, path: Path) -> pa.Table:
    types = {c.name: pa.string() if pa.types.is_list(c.type) else c.type for c in form.columns}
    table = pacsv.read_csv(
        path,
        # In one block, for a row may not be longer than a block, and a list of segments may be as long as the file.
        read_options=pacsv.ReadOptions(block_size=min(max(path.stat().st_size, SMALLEST_BLOCK), LARGEST_BLOCK)),
        parse_options=pacsv.ParseOptions(
            delimiter=DELIMITERS[path.suffix],
            quote_char=False if path.suffix == ".tsv" else '"',
            newlines_in_values=path.suffix != ".tsv",
        ),
        convert_options=pacsv.ConvertOptions(
            column_types=types, strings_can_be_null=True, quoted_strings_can_be_null=False, null_values=[""]
        ),
    )
    form = _checked(form, table.column_names, path)
    for column in form.columns:
        if column.name not in table.column_names or not (
            pa.types.is_list(column.type) or pa.types.is_string(column.type)
        ):
            continue
        # An empty text or list and a missing one look alike: a missing one is what an optional column holds.
        text = table.column(column.name)
        values = text if column.optional else pc.fill_null(text, "")
        if path.suffix == ".csv" and _has_words(column.type):
            values = pc.replace_substring_regex(values, f"^'({MARKED.pattern.replace('+', '*', 1)})", r"\1")
        if pa.types.is_list(column.type):
            parts = [None if value is None else value.split(" ") if value else [] for value in values.to_pylist()]
            values = pa.array(parts, STRINGS).cast(column.type)
        table = table.set_column(table.column_names.index(column.name), column.name, values)
    return table


def with_metadata(table: pa.Table, **values: str) -> pa.Table:
    """The table with text metadata added (kept in Parquet only)."""
    known = table.schema.metadata or {}
    return table.replace_schema_metadata({**known, **{k.encode(): v.encode() for k, v in values.items()}})


def run_signature(table: pa.Table, *parts: str) -> str:
    """How a table was made, in sacreBLEU's manner (`parser:...|aligner:...|...`), with parts added."""
    known = _text((table.schema.metadata or {}).get(b"run", b""))
    return "|".join(filter(None, (known, *parts)))


def signed(table: pa.Table, signature: str) -> pa.Table:
    """The table with a signature of how it was made (kept in Parquet only)."""
    return with_metadata(table, run=signature)


def metadata(table: pa.Table, key: str, path: str | Path, *, made_by: str) -> str:
    """One value of the table's metadata.

    Args:
        made_by: the command or target that writes the table, for the remedy.

    Raises:
        InputError: the table has no such value.
    """
    value = (table.schema.metadata or {}).get(key.encode())
    if value is None:
        raise InputError(f"has no metadata {key!r}", path=path, remedy=f"make it again as .parquet: {made_by}")
    return _text(value, path)


def _text(value: bytes, path: str | Path | None = None) -> str:
    """Metadata as text; those of a damaged file may be none."""
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"has metadata that are no text: {error}", path=path, remedy="make the table again") from None
