"""TQ-AutoTest's tables: items with right and wrong whole translations.

Source: Macketanz, Ai, Burchardt and Uszkoreit (2018), TQ-AutoTest: An Automated Test Suite for (Machine) Translation
Quality, LREC; https://github.com/DFKI-NLP/TQ_AutoTest, example/.
"""

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_text, write_text
from extractors.formats.items import Item, Suite, normalised, number_sentences
from extractors.suites.formats import SuiteWriter, _checks

FIRST = ("direction", "category", "phenomenon", "source")
RIGHT, WRONG = "correct", "incorrect"
EXAMPLES = 2
"""How many right, and how many wrong, translations the published tables have room for."""

HEADERS = {
    ".csv": [*FIRST, RIGHT, f"{RIGHT}2", WRONG, f"{WRONG}2"],
    ".txt": [
        *(name.capitalize() for name in FIRST),
        *["Correct Translation"] * EXAMPLES,
        *["Incorrect Translation"] * EXAMPLES,
    ],
}
BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class _TqRow:
    """A row of the table, with the line that it begins on."""

    line: int
    cells: list[str]

    @property
    def empty(self) -> bool:
        return not any(normalised(cell) for cell in self.cells)


class TqAutotest(SuiteWriter):
    """Reads a table by its suffix: .csv with semicolons and quotes, or .txt or .tsv with tabs and no quotes.

    The tables have no ids. An item's id is the number of its row below the header, where empty rows count too.
    """

    judge = "rules"

    def read(self, path: Path) -> Suite:
        """The items of the rows that are not empty; examples that are missing are left out."""
        header, *rows = _rows(path)
        roles = _roles(header, path)
        filled = {number: row for number, row in enumerate(rows, 1) if not row.empty}
        if not filled:
            raise InputError("has no items", path=path, remedy="give a table with at least one row below the header")
        for row in filled.values():
            _check(row, header, path)
        source, target = self._languages(list(filled.values()), path)
        sentences = number_sentences([row.cells[3] for row in filled.values()])
        items = [
            _item(number, row, sentence, roles)
            for (number, row), sentence in zip(filled.items(), sentences, strict=True)
        ]
        rest = {
            "header": header.cells,
            "rows": len(rows),
            "gaps": {str(number): gap for number, row in filled.items() if (gap := _gap(row, roles))},
        }
        return Suite(
            items=items,
            source_language=source,
            target_language=target,
            judge=self.judge,
            rest=json.dumps(rest, ensure_ascii=False),
        )

    def _languages(self, rows: Sequence[_TqRow], path: Path) -> tuple[str, str]:
        direction = rows[0].cells[0].strip()
        for row in rows:
            if row.cells[0].strip() != direction:
                raise InputError(
                    f"is of {row.cells[0]!r}, the first item of {direction!r}",
                    path=path,
                    line=row.line,
                    remedy="give each direction a file of its own",
                )
        source, target = _checks.pair(direction, path, rows[0].line)
        return (
            _checks.language(self.source_language, source, "source", path, rows[0].line),
            _checks.language(self.target_language, target, "target", path, rows[0].line),
        )

    def write(self, suite: Suite, path: Path) -> None:
        """Write the table, with the empty rows and missing examples that the file had.

        Raises:
            InputError: an item has more than the table has room for, or an id that is no number of a row.
        """
        held = {"item", "category", "phenomenon", "source", "positive_tokens", "negative_tokens"}
        _checks.refuse_fields(suite, held, "tq_autotest", path)
        rest = json.loads(suite.rest or "{}")
        header = rest.get("header", HEADERS[".csv" if _is_csv(path) else ".txt"])
        roles = _roles(_TqRow(1, header), path)
        direction = suite.source_language + suite.target_language
        count = max([rest.get("rows", 0), *(_number(item, path) for item in suite.items)])
        rows = [[""] * len(header) for _ in range(count)]
        for item in suite.items:
            gap = rest.get("gaps", {}).get(item.item, [])
            rows[_number(item, path) - 1] = _cells(item, direction, roles, gap, path)
        with write_text(path) as out:
            # As the published files: a byte order mark in .csv, no line end after the last row.
            out.write(BYTE_ORDER_MARK if _is_csv(path) else "")
            out.write(("\r\n" if _is_csv(path) else "\n").join(_lines([header, *rows], path)))


def _is_csv(path: Path) -> bool:
    suffix = Path(path.name.removesuffix(".gz")).suffix.lower()
    if suffix not in (".csv", ".txt", ".tsv"):
        raise InputError(
            f"a table of tq_autotest does not end in {suffix or 'no suffix'!r}",
            path=path,
            remedy="name it .csv (semicolons, quotes) or .txt (tabs, no quotes)",
        )
    return suffix == ".csv"


def _rows(path: Path) -> list[_TqRow]:
    """The rows of the file, the header first."""
    is_csv = _is_csv(path)
    text = read_text(path)
    if not text.strip():
        raise InputError("the file is empty", path=path, remedy="give a table with a header and items")
    if not is_csv:
        return [_TqRow(n, line.split("\t")) for n, line in enumerate(text.removesuffix("\n").split("\n"), 1)]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=";", strict=True)
    rows: list[_TqRow] = []
    begin = 1
    try:
        for cells in reader:
            rows.append(_TqRow(begin, cells))
            begin = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            f"is not a table with semicolons: {error}",
            path=path,
            line=begin,
            remedy='a text with a quotation mark inside is written in quotes, the mark twice: "He said ""no""."',
        ) from None
    return rows


def _roles(header: _TqRow, path: Path) -> dict[str, list[int]]:
    """The columns with right, and with wrong, translations."""
    names = [re.sub(r"( translation)?\s*\d*$", "", name.strip().lower()) for name in header.cells]
    roles = {role: [at for at, name in enumerate(names) if name == role] for role in (RIGHT, WRONG)}
    if tuple(names[:4]) != FIRST or len(names) != 4 + sum(map(len, roles.values())):
        raise InputError(
            f"the header is {', '.join(map(repr, header.cells))}",
            path=path,
            line=header.line,
            remedy="it must be direction, category, phenomenon, source, then columns named correct and incorrect; "
            "between them stand semicolons in .csv, tabs in .txt",
        )
    return roles


def _check(row: _TqRow, header: _TqRow, path: Path) -> None:
    if len(row.cells) != len(header.cells):
        raise InputError(
            f"the row has {len(row.cells)} columns, the header {len(header.cells)}",
            path=path,
            line=row.line,
            remedy="give every row as many; in .csv, write a text with a semicolon inside in quotes",
        )
    for name, cell in zip(("direction", "phenomenon", "source"), (row.cells[i] for i in (0, 2, 3)), strict=True):
        if not normalised(cell):
            raise InputError(f"the row has no {name}", path=path, line=row.line, remedy="every item needs one")


def _item(number: int, row: _TqRow, sentence: int, roles: dict[str, list[int]]) -> Item:
    right, wrong = (tuple(row.cells[at] for at in roles[role] if normalised(row.cells[at])) for role in (RIGHT, WRONG))
    _, category, phenomenon, source = row.cells[:4]
    return Item(
        item=str(number),
        sentence=sentence,
        source=source,
        phenomenon=phenomenon,
        category=category,
        positive_tokens=right,
        negative_tokens=wrong,
    )


def _gap(row: _TqRow, roles: dict[str, list[int]]) -> list[int]:
    """The columns of a row's examples, if they do not fill the first ones of their kind; else none."""
    filled = {role: [at for at in columns if normalised(row.cells[at])] for role, columns in roles.items()}
    if all(filled[role] == columns[: len(filled[role])] for role, columns in roles.items()):
        return []
    return [at for columns in filled.values() for at in columns]


def _number(item: Item, path: Path) -> int:
    """The number of the row that an item's id names."""
    if not re.fullmatch("[1-9][0-9]*", item.item):
        raise InputError(
            f"the format tq_autotest has no room for the id {item.item!r}: ids are the numbers of rows",
            path=path,
            remedy="number the items, or write the suite as items.parquet",
        )
    return int(item.item)


def _cells(item: Item, direction: str, roles: dict[str, list[int]], gap: list[int], path: Path) -> list[str]:
    cells = [direction, item.category, item.phenomenon, item.source, *[""] * sum(map(len, roles.values()))]
    for role, texts in ((RIGHT, item.positive_tokens), (WRONG, item.negative_tokens)):
        columns = [at for at in roles[role] if at in gap] if gap else roles[role]
        if len(texts) > len(columns):
            raise InputError(
                f"item {item.item!r} has {len(texts)} {role} translations, the table room for {len(columns)}",
                path=path,
                remedy="write the suite as items.parquet, or in the format dfki",
            )
        for at, text in zip(columns, texts, strict=False):
            cells[at] = text
    return cells


def _lines(rows: Sequence[Sequence[str]], path: Path) -> Iterator[str]:
    for cells in rows:
        if _is_csv(path):
            out = io.StringIO()
            csv.writer(out, delimiter=";", lineterminator="").writerow(cells)
            yield out.getvalue()
        elif unfit := [cell for cell in cells if re.search("[\t\n\r]", cell)]:
            raise InputError(
                f"a text has a tab or a line break: {unfit[0]!r}", path=path, remedy="write the table as .csv"
            )
        else:
            yield "\t".join(cells)
