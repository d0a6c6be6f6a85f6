"""Tables in text: a header line, then one segment a row. Quotes in .tsv are ordinary characters."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.errors import InputError
from extractors.files import read_text
from extractors.importers import FileImporter, column_needed

if TYPE_CHECKING:
    from _csv import Reader


class Tsv(FileImporter):
    """.tsv without quoting, and .csv with the usual quoting (a field may hold line breaks)."""

    suffixes = (".tsv", ".csv")

    def segments(self, path: Path, column: str | None) -> list[tuple[int, str]]:
        # csv.reader wants lines with their ends; splitlines would also cut at U+2028.
        lines = [line + "\n" for line in read_text(path).removesuffix("\n").split("\n")]
        if ".csv" in path.suffixes:
            reader = csv.reader(lines, strict=True)
        else:
            reader = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        try:
            return self._column(path, column, reader)
        except csv.Error as error:
            raise InputError(f"{error}", path=path, line=reader.line_num, remedy="correct the quoting") from error

    def _column(self, path: Path, column: str | None, reader: Reader) -> list[tuple[int, str]]:
        header: list[str] = next(reader, [])
        if column is None or column not in header:
            raise column_needed(path, header, column)
        place, segments = header.index(column), []
        first_line = 2
        for row in reader:
            if not row and len(header) == 1:
                # An empty line is an empty segment where a line has nothing but the segment.
                row = [""]
            if len(row) != len(header):
                raise InputError(
                    f"{len(row)} fields, but the header has {len(header)}",
                    path=path,
                    line=first_line,
                    remedy="give every row all the columns",
                )
            segments.append((first_line, row[place]))
            first_line = reader.line_num + 1
        return segments
