"""Read and write tables as text, .csv and .tsv.

A list is written with spaces between its items, and a missing value is empty. In .csv a text that a spreadsheet would
take for a formula has an apostrophe before it.
"""

import csv
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pacsv

from extractors.core.errors import InputError
from extractors.core.escapes import MARKED, neutral
from extractors.core.files import replacing
from extractors.formats.definition import DELIMITERS, STRINGS, Format
from extractors.formats.table_checks import form_of_file

NO_BREAK = "\u00a0"
"""Stands for a blank inside an item of a list."""
SMALLEST_BLOCK, LARGEST_BLOCK = 1 << 20, (1 << 31) - 1
"""Bytes that Arrow reads at a time."""


def write(table: pa.Table, path: Path) -> None:
    """Write a table atomically."""
    suffix = path.suffix
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
                f"a value contains a tab or a line break: {error}",
                path=path,
                remedy="write a .parquet or .csv file instead",
            ) from error


def _texts(column: pa.ChunkedArray, *, shown: bool) -> list[Any]:
    """Return the cells of a column; where they are `shown`, make texts that look like formulas harmless."""
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
    """Return whether a type holds text, or lists of it."""
    return bool(pa.types.is_string(kind) or (pa.types.is_list(kind) and pa.types.is_string(kind.value_type)))


def read(form: Format, path: Path) -> pa.Table:
    """Read a text file with Arrow, in the types of its format; which columns it must have is checked elsewhere.

    Raises:
        pyarrow.ArrowException: it is no such text.
    """
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
    form = form_of_file(form, table.column_names, path)
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


def count_rows(path: Path) -> int:
    """Count the rows of a file that `write` made."""
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".tsv":
            return sum(1 for _ in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)) - 1
        return sum(1 for _ in csv.reader(file, delimiter=DELIMITERS[path.suffix])) - 1
