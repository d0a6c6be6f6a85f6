"""Tables in text: a header line, then one segment a row. Quotes in .tsv are ordinary characters."""

from collections.abc import Iterator

from extractors.core import cells
from extractors.core.errors import InputError
from extractors.inputs.importers import FileImporter, Segments, column_needed


class Tsv(FileImporter):
    """.tsv without quoting, and .csv with the usual quoting (a field may hold line breaks)."""

    suffixes = (".tsv", ".csv")

    def columns(self) -> list[str]:
        return next(self._rows())[1]

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        is_csv = self.path.name.lower().removesuffix(".gz").endswith(".csv")
        return cells.rows(self.path, cells.CSV if is_csv else "\t", quoted=is_csv)

    def segments(self) -> Segments:
        path, column, rows = self.path, self.column, self._rows()
        _, header = next(rows)
        if column is None or header.count(column) != 1:
            raise column_needed(path, header, column)
        index, segments = header.index(column), []
        for line, row in rows:
            if not row and len(header) == 1:
                # An empty line is an empty segment where a line has nothing but the segment.
                row = [""]
            if len(row) != len(header):
                raise InputError(
                    f"the row has {len(row)} fields, but the header has {len(header)}",
                    path=path,
                    line=line,
                    remedy="give every row all columns",
                )
            segments.append((line, row[index]))
        return segments
