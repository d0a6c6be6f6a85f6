"""Annotation sheets, filled."""

import csv
from pathlib import Path

from openpyxl import load_workbook

from challenge_sets_suites.sheets import SheetRow, write_sheet
from challenge_sets_suites.tables.annotations import Annotation

ANSWERS = {"y": "yes", "n": "no", "a": "na"}


def answers(item, output, letters) -> list[Annotation]:
    """A letter each of the people 0, 1, ... about an output; `.` for none."""
    return [Annotation(item, output, str(n), ANSWERS[x]) for n, x in enumerate(letters) if x != "."]


def row(item="a", output="Ja.", **others) -> SheetRow:
    return SheetRow(item=item, output=output, source=f"Source of {item}.", question="Is it right?", **others)


def cells(path: Path) -> list[list[str]]:
    """The cells of a sheet, header first, as they stand in the file."""
    if path.suffix == ".csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(csv.reader(file))
    sheet = load_workbook(path).active
    return [["" if value is None else str(value) for value in line] for line in sheet.iter_rows(values_only=True)]


def edit(path: Path, change) -> None:
    """Change a sheet as a person does in a spreadsheet: `change` gets the lists of cells, and changes them."""
    lines = cells(path)
    if path.suffix == ".csv":
        change(lines)
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows(lines)
        return
    book = load_workbook(path)
    sheet = book.active
    change(lines)
    sheet.delete_rows(1, sheet.max_row)
    for number, line in enumerate(lines, start=1):
        for column, text in enumerate(line, start=1):
            cell = sheet.cell(number, column, text or None)
            if text:
                cell.data_type = "s"
    book.save(path)


def put(line, name, text):
    """A change for `edit`: the text in the column of a line."""

    def change(lines):
        lines[line][lines[0].index(name)] = text

    return change


def filled(path: Path, answers: dict[str, str], items=("a",)) -> Path:
    """A sheet with these answers, by output."""
    rows = [row(item, output, answer=answer) for item in items for output, answer in answers.items()]
    write_sheet(path, rows)
    return path
