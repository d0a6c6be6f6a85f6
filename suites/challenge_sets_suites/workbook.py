import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.core.files import check_unpacked

MOST_CELLS = 10_000_000
"""Cells of a sheet that is read, the empty ones in front of a filled one included."""


def read(path: Path) -> list[tuple[int, list[str]]]:
    """Read the rows of the first sheet, each with its 1-based number; an empty cell is an empty text."""
    # An extra, which who reads text does without.
    from openpyxl import load_workbook

    if not path.is_file():
        raise InputError("no such file", path=path, remedy="check the path; it is relative to the folder you are in")
    try:
        with zipfile.ZipFile(path) as archive:
            for part in archive.infolist():
                check_unpacked(part.compress_size, part.file_size, path, part.filename)
        book = load_workbook(path, read_only=True, data_only=True)
        try:
            rows = list(_cells(book.worksheets[0], path))
        finally:
            book.close()
    except InputError:
        raise
    # What a damaged workbook raises is the unpacker's, the XML parser's or openpyxl's own, of any kind.
    except Exception as error:
        raise InputError(f"cannot be read as XLSX: {error}", path=path, remedy="save it as .xlsx again") from error
    return [(line, ["" if value is None else str(value) for value in row]) for line, row in enumerate(rows, start=1)]


def _cells(sheet: Any, path: Path) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a sheet as far as they are filled, whatever size the file says."""
    sheet.reset_dimensions()
    count = 0
    for row in sheet.iter_rows(values_only=True):
        count += len(row) + 1
        if count > MOST_CELLS:
            raise InputError(
                f"the sheet has more than {MOST_CELLS} cells",
                path=path,
                remedy="delete the empty columns and rows that follow the texts, or save it as .csv",
            )
        yield row
