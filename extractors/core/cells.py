"""Read rows of delimited text, as spreadsheet programs and tools for corpora write them, with their lines."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_text

CSV = ",;\t"
"""What spreadsheet programs of any country write between the cells of a .csv."""
NAMED = re.compile(r'"?sep=(.)"?\r?\n')
"""The first line in which Excel names what stands between cells."""


def rows(path: str | Path, delimiters: str, *, quoted: bool = True) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a delimited text, each with the 1-based line that it begins on.

    Args:
        delimiters: of several, the one that the first line has most often counts.
        quoted: as in CSV, where a first line `sep=;` may name the delimiter; otherwise each line is a row, and a
            quotation mark is an ordinary character.
    """
    text = read_text(path).removesuffix("\n")
    if not text.strip():
        raise InputError("the file is empty", path=path, remedy="give a table with a header and rows")
    named = NAMED.match(text) if quoted else None
    begin = 1 if named is None else 2
    if named:
        text = text[named.end() :]
    delimiter = named[1] if named else max(delimiters, key=text.partition("\n")[0].count)
    if not quoted:
        yield from enumerate((line.split(delimiter) for line in text.split("\n")), 1)
        return
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    before = begin
    try:
        for cells in reader:
            yield begin, cells
            begin = reader.line_num + before
    except csv.Error as error:
        raise InputError(
            f"is not a table with {delimiter!r}: {error}",
            path=path,
            line=begin,
            remedy='put a text with a quotation mark in quotes and double the mark: "He said ""no""."',
        ) from None
