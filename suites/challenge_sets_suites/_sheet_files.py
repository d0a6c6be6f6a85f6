"""The files of annotation sheets: CSV and XLSX, as spreadsheet programs write and read them."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from challenge_sets_suites import workbook
from challenge_sets_suites.tables.judgments import ANSWERS
from extractors.core import cells
from extractors.core.errors import InputError
from extractors.core.escapes import plain
from extractors.core.files import replacing

# openpyxl is imported where a workbook is read or written: it is an extra, and sheets may be CSV.
if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

Rows = Sequence[Sequence[str]]
Lines = list[tuple[int, dict[str, str]]]

FORMULA = re.compile(r"'*[=+\-@]")
"""What a spreadsheet program would take for a formula; with quotation marks before it, what was made safe already."""
LONGEST_CELL = 32_767
WIDTHS = {"row": 9, "item": 9, "source": 38, "question": 38, "reference": 38, "output": 46, "rule": 30, "answer": 9}
OTHER_WIDTH = 30
FREE = ("answer", "note")
"""The columns that a person fills; the others are locked in XLSX."""


def write(path: str | Path, names: Sequence[str], rows: Rows) -> None:
    """Write a sheet as .csv or .xlsx."""
    writers = {".csv": _write_csv, ".xlsx": _write_xlsx}
    if (writer := writers.get(Path(path).suffix.lower())) is None:
        raise InputError("a sheet is .csv or .xlsx", path=path, remedy="end the name in .csv or .xlsx")
    writer(Path(path), names, rows)


def _write_csv(path: Path, names: Sequence[str], rows: Rows) -> None:
    # The byte order mark tells Excel that the file is UTF-8.
    with replacing(path) as temporary, temporary.open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
        writer.writerow(names)
        writer.writerows([_harmless(text) for text in row] for row in rows)


def _harmless(text: str) -> str:
    """Put a ' before a text that a spreadsheet program could take for a formula."""
    return f"'{text}" if FORMULA.match(text) else text


def _write_xlsx(path: Path, names: Sequence[str], rows: Rows) -> None:
    from openpyxl.styles import Alignment, Font, Protection
    from openpyxl.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "annotation"
    for row, texts in enumerate([names, *rows], start=1):
        for column, (name, text) in enumerate(zip(names, texts, strict=True), start=1):
            if len(text) > LONGEST_CELL:
                raise InputError(
                    f"the {name} of row {row - 1} has {len(text)} characters, and a cell holds {LONGEST_CELL}",
                    path=path,
                    line=row,
                    remedy="write the sheet as .csv",
                )
            cell: Any = sheet.cell(row, column, text or None)
            if text:
                # A text, whatever it begins with; also after someone has edited the cell.
                cell.data_type, cell.quotePrefix = "s", bool(FORMULA.match(text))
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            cell.protection = Protection(locked=row == 1 or name not in FREE)
            if row == 1:
                cell.font = Font(bold=True)
    _arrange(sheet, names, len(rows))
    with replacing(path) as temporary:
        book.save(temporary)


def _arrange(sheet: Worksheet, names: Sequence[str], rows: int) -> None:
    """Set the widths, freeze the header, add the drop-down for answers, and lock the cells that must not be changed."""
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    for column, name in enumerate(names, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = WIDTHS.get(name, OTHER_WIDTH)
    sheet.freeze_panes = "A2"
    sheet.print_title_rows = "1:1"
    letter = get_column_letter(names.index("answer") + 1)
    choice = DataValidation(
        type="list", formula1=f'"{",".join(ANSWERS)}"', allow_blank=True, showErrorMessage=True, errorTitle="Answer"
    )
    choice.error = f"Write {', '.join(ANSWERS[:-1])} or {ANSWERS[-1]}."
    choice.add(f"{letter}2:{letter}{max(rows, 1) + 1}")
    sheet.add_data_validation(choice)
    # Without a password: against slips, not against people.
    sheet.protection.sheet = True
    sheet.protection.formatColumns = sheet.protection.formatRows = False


def read(path: Path, needed: Iterable[str]) -> Lines:
    """Read the rows of a sheet as (1-based line, {column: text}); rows without any text are left out."""
    rows = _all_rows(path)
    if not rows:
        raise InputError("the sheet is empty", path=path, remedy="take the sheet as it was written")
    (line, header), *others = rows
    names = [name.strip().lower() for name in header]
    if lost := [name for name in needed if name not in names]:
        raise InputError(
            f"the sheet has no column {', '.join(map(repr, lost))}",
            path=path,
            line=line,
            remedy=f"restore it from the sheet as it was written; there are: {', '.join(filter(None, names))}",
        )
    return [(at, dict(zip(names, [*texts, *[""] * len(names)], strict=False))) for at, texts in others]


def header(path: Path) -> list[str]:
    """Return the names of the columns of a CSV or XLSX file, in lower case; an empty list if it is empty."""
    rows = _all_rows(path)
    return [name.strip().lower() for name in rows[0][1]] if rows else []


def _all_rows(path: Path) -> list[tuple[int, list[str]]]:
    readers = {".csv": _read_csv, ".xlsx": workbook.read}
    if (reader := readers.get(path.suffix.lower())) is None:
        raise InputError("a sheet is .csv or .xlsx", path=path, remedy="save it as one of the two")
    return [(line, texts) for line, texts in reader(path) if any(text.strip() for text in texts)]


def _read_csv(path: Path) -> list[tuple[int, list[str]]]:
    """Read a CSV file with commas, semicolons or tabs, as programs of different countries save it."""
    return [(line, [plain(cell) for cell in row]) for line, row in cells.rows(path, cells.CSV)]
