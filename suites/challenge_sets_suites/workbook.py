"""Read the texts of a workbook; refuse a cell that the spreadsheet program turned into something else."""

import datetime as dt
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
        # Once for the values of formulas, once for the formulas, of which some programs save no value.
        values, formulas = (load_workbook(path, read_only=True, data_only=is_value) for is_value in (True, False))
        try:
            sheets = zip(*(_cells(book.worksheets[0], path) for book in (values, formulas)), strict=True)
            return [
                (line, [_text(cell, own, path, line) for cell, own in zip(*rows, strict=True)])
                for line, rows in enumerate(sheets, start=1)
            ]
        finally:
            values.close()
            formulas.close()
    except InputError:
        raise
    # What a damaged workbook raises is the unpacker's, the XML parser's or openpyxl's own, of any kind.
    except Exception as error:
        raise InputError(f"cannot be read as XLSX: {error}", path=path, remedy="save it as .xlsx again") from error


def _text(cell: Any, formula: Any, path: Path, line: int) -> str:
    """Return the text of a cell; refuse what is not the text that was typed.

    Args:
        cell: with the value of its formula.
        formula: the same cell, with the formula itself.
    """
    if cell.value is None:
        if formula.value is None:
            return ""
        made = f"a formula without a value, {formula.value}"
    elif isinstance(cell.value, dt.date | dt.time | dt.timedelta):
        made = f"a date or a time, {cell.value}"
    elif cell.data_type == "e":
        made = f"an error, {cell.value}"
    elif not isinstance(cell.value, bool | str) and "%" in cell.number_format:
        made = f"a percentage, {cell.value:%}"
    else:
        return str(cell.value)
    raise InputError(
        f"expected a text in {cell.coordinate}, got {made}",
        path=path,
        line=line,
        remedy="format the column as text, and type the text again",
    )


def _cells(sheet: Any, path: Path) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a sheet as far as they are filled, whatever size the file says."""
    sheet.reset_dimensions()
    count = 0
    for row in sheet.iter_rows():
        count += len(row) + 1
        if count > MOST_CELLS:
            raise InputError(
                f"the sheet has more than {MOST_CELLS} cells",
                path=path,
                remedy="delete the empty columns and rows that follow the texts, or save it as .csv",
            )
        yield row
