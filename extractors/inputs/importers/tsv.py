"""Tables in text: a header line, then one segment a row. Quotes in .tsv are ordinary characters."""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.inputs.importers import FileImporter, column_needed

Rows = Iterator[tuple[int, list[str]]]
"""Rows with the 1-based line that each begins in."""


class Tsv(FileImporter):
    """.tsv without quoting, and .csv with the usual quoting (a field may hold line breaks)."""

    suffixes = (".tsv", ".csv")

    def segments(self, path: Path, column: str | None) -> list[tuple[int, str]]:
        # splitlines would also cut at U+2028.
        lines = read_text(path).removesuffix("\n").split("\n")
        quoted = path.name.lower().removesuffix(".gz").endswith(".csv")
        rows = _quoted(lines, path) if quoted else ((n, line.split("\t")) for n, line in enumerate(lines, 1))
        _, header = next(rows, (1, []))
        if column is None or header.count(column) != 1:
            raise column_needed(path, header, column)
        place, segments = header.index(column), []
        for line, row in rows:
            if not row and len(header) == 1:
                # An empty line is an empty segment where a line has nothing but the segment.
                row = [""]
            if len(row) != len(header):
                raise InputError(
                    f"{len(row)} fields, but the header has {len(header)}",
                    path=path,
                    line=line,
                    remedy="give every row all the columns",
                )
            segments.append((line, row[place]))
        return segments


def _quoted(lines: Iterable[str], path: Path) -> Rows:
    # csv.reader wants lines with their ends.
    reader = csv.reader((line + "\n" for line in lines), strict=True)
    first_line = 1
    try:
        for row in reader:
            yield first_line, row
            first_line = reader.line_num + 1
    except csv.Error as error:
        remedy = f"correct the quoting; of a field that is too long, in the row that begins in line {first_line}"
        raise InputError(f"{error}", path=path, line=reader.line_num, remedy=remedy) from error
