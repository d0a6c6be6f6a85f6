"""Read and write any table as a Parquet, .csv or .tsv file, with its metadata.

The suffix of a path chooses the form. extractors.formats.definition says what a table is.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from extractors.core.errors import InputError
from extractors.core.files import replacing
from extractors.core.remedies import to_make_again
from extractors.formats import text_tables
from extractors.formats.definition import DELIMITERS, Format
from extractors.formats.table_checks import check_values, conformed, form_of_file, later_columns, tell_of, versioned

PARQUET: dict[str, Any] = {"compression": "zstd", "write_page_checksum": True}
ROWS_A_GROUP = 1 << 20
"""Rows of a row group, PyArrow's default."""
BYTES_READ = 1 << 20
BYTES_A_GROUP = 1 << 27
"""Bytes in memory of the rows of a group: more are for tables whose rows are long lists."""
ROWS_A_PART = 1 << 16
"""Rows that are read at a time."""


def write(table: pa.Table, path: str | Path) -> None:
    """Write a table atomically, in the form that the suffix of the path names."""
    suffix = Path(path).suffix
    if suffix == ".parquet":
        write_parts([table], path)
        return
    if suffix not in DELIMITERS:
        raise InputError(
            f"cannot write a table as {suffix or 'a file without a suffix'!r}",
            path=path,
            remedy="give it a name that ends in .parquet, .csv or .tsv",
        )
    text_tables.write(table, Path(path))


def write_with_csv(table: pa.Table, path: str | Path) -> None:
    """Write a table that people open: as Parquet for later stages, and beside it as .csv, which nothing reads back.

    A path with another suffix is written alone.
    """
    path = Path(path)
    if path.suffix == ".parquet":
        # The table that stages wait for comes last.
        write(table, path.with_suffix(".csv"))
    write(table, path)


def write_parts(parts: Iterable[pa.Table], path: str | Path, *, rows: int = ROWS_A_GROUP) -> int:
    """Write a table that comes in parts, atomically, as `write` does; hold no more than one row group.

    A row group in Parquet ends at so many rows, or with the part that makes it so many bytes.

    Args:
        parts: one at least; the first has the schema with its metadata.
        rows: the most of a row group.

    Returns:
        The number of rows.
    """
    if Path(path).suffix != ".parquet":
        table = pa.concat_tables(parts)
        write(table, path)
        return len(table)
    groups, count = grouped(parts, rows), 0
    group = next(groups)
    schema = versioned(group.schema)
    with replacing(path) as temporary, pq.ParquetWriter(temporary, schema, **PARQUET) as writer:
        while group is not None:
            count += len(group)
            writer.write_table(group, row_group_size=rows)
            del group
            group = next(groups, None)
    return count


def grouped(parts: Iterable[pa.Table], rows: int) -> Iterator[pa.Table]:
    """Yield the rows of parts in groups of `rows`, or fewer if they are large; one group at least."""
    waiting: list[pa.Table] = []
    count = size = groups = 0
    for part in parts:
        waiting.append(part)
        count, size = count + len(part), size + part.nbytes
        while count >= rows or size >= BYTES_A_GROUP:
            waiting = _cut(waiting, rows)
            groups, count, size = groups + 1, len(waiting[1]), waiting[1].nbytes
            # No name is left for it: while the next group comes, nobody keeps this one.
            yield waiting.pop(0)
    if count or not groups:
        yield pa.concat_tables(waiting).combine_chunks()


def _cut(parts: Sequence[pa.Table], rows: int) -> list[pa.Table]:
    """Cut parts into the first `rows` rows and the rest: copies, so that the parts need not be kept."""
    table = pa.concat_tables(parts)
    rest = table.slice(rows)
    return [table.slice(0, rows).combine_chunks(), rest.combine_chunks() if len(rest) else table.schema.empty_table()]


def read(form: Format, path: str | Path, *, where: pc.Expression | None = None) -> pa.Table:
    """Read a table and check it against its format.

    Args:
        where: which rows to read, by columns of every version; of a large Parquet file the others are never all in
            memory.
    """
    path = Path(path)
    text = _is_text(form, path)
    with _refused(form, path):
        table = text_tables.read(form, path) if text else read_parquet(path, filters=where)
        later = later_columns(form, table.schema, path)
        form = form.with_further(table.column_names)
        table = conformed(form, form.columns, table, path, later=later)
    tell_of(later, form, path)
    check_values(form.columns, table, path, of="" if text or where is None else " of those asked for")
    return table.filter(where) if text and where is not None else table


def read_parts(
    form: Format, path: str | Path, *, columns: Sequence[str] = (), rows: int | None = None
) -> Iterator[pa.Table]:
    """Yield the table that `read` gives in parts, at least one; memory does not grow with a Parquet file.

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
        # Without these two, all that was read of the file stays in memory until its end.
        file = pq.ParquetFile(path, page_checksum_verification=True, pre_buffer=False, buffer_size=BYTES_READ)
        later = [column for column in later_columns(form, file.schema_arrow, path) if column in chosen]
        # A column that the file has not is found out by the check.
        known = [c.name for c in chosen if c.name in file.schema_arrow.names and c not in later]
        batches = file.iter_batches(batch_size=rows or ROWS_A_PART, columns=known)
    tell_of(later, form, path)
    before, part = 0, file.schema_arrow.empty_table().select(known)
    while part is not None:
        with _refused(form, path):
            batch = next(batches, None)
            following = None if batch is None else pa.Table.from_batches([batch])
            # What has no rows is a part only where there is no other.
            if before or len(part) or following is None:
                checked = conformed(form, chosen, part, path, later=later)
        if before or len(part) or following is None:
            check_values(chosen, checked, path, first_row=before)
            yield checked
        before, part = before + len(part), following


def _is_text(form: Format, path: Path) -> bool:
    """Return whether a table is in a text form; refuse a missing file, and Parquet with a column twice."""
    if not path.is_file():
        raise InputError(
            f"no such file (a table of {form.name})", path=path, remedy="run the stage that makes it first"
        )
    if path.suffix in DELIMITERS:
        return True
    with _refused(form, path):
        form_of_file(form, pq.read_schema(path).names, path)
    return False


@contextmanager
def _refused(form: Format, path: Path) -> Iterator[None]:
    try:
        yield
    except (pa.ArrowException, OSError, ValueError, KeyError, RecursionError) as error:
        raise InputError(f"is not a table of {form.name}: {error}", path=path, remedy=to_make_again(path)) from error


def read_parquet(path: str | Path, **options: Any) -> pa.Table:
    """Read a Parquet file as it is; compare the pages that have checksums with them.

    Args:
        options: of pyarrow.parquet.read_table.

    Raises:
        OSError, pyarrow.ArrowException: it is no Parquet file, or a page is damaged.
    """
    return pq.read_table(path, page_checksum_verification=True, **options)


def empty(form: Format, path: str | Path) -> pa.Table:
    """Return the table of a file without its rows, but with its metadata."""
    return next(read_parts(form, path, rows=1)).slice(0, 0)


def count_rows(path: str | Path) -> int:
    """Count the rows of a table in a file that `write` made."""
    path = Path(path)
    if path.suffix == ".parquet":
        return int(pq.read_metadata(path).num_rows)
    return text_tables.count_rows(path)


def with_metadata(table: pa.Table, **values: str) -> pa.Table:
    """Add text metadata to a table (kept in Parquet only)."""
    known = table.schema.metadata or {}
    return table.replace_schema_metadata({**known, **{k.encode(): v.encode() for k, v in values.items()}})


def run_signature(table: pa.Table, *parts: str) -> str:
    """Return how a table was made, in the style of sacreBLEU (`parser:...|aligner:...|...`), with parts added."""
    known = _text((table.schema.metadata or {}).get(b"run", b""))
    return "|".join(filter(None, (known, *parts)))


def signed(table: pa.Table, signature: str) -> pa.Table:
    """Add a signature of how a table was made to its metadata (kept in Parquet only)."""
    return with_metadata(table, run=signature)


def metadata(table: pa.Table, key: str, path: str | Path, *, made_by: str) -> str:
    """Return one value of the table's metadata; refuse a table without it.

    Args:
        made_by: the command or target that writes the table, for the remedy.
    """
    value = (table.schema.metadata or {}).get(key.encode())
    if value is None:
        raise InputError(f"has no metadata {key!r}", path=path, remedy=f"make it again as .parquet: {made_by}")
    return _text(value, path)


def _text(value: bytes, path: str | Path = "") -> str:
    """Decode metadata as text; refuse bytes that are not text, as in a damaged file."""
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"metadata must be text: {error}", path=path, remedy=to_make_again(path)) from None
