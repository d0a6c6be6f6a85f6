"""TQ-AutoTest's tables: items with right and wrong whole translations.

Source: Macketanz, Ai, Burchardt and Uszkoreit (2018), TQ-AutoTest: An Automated Test Suite for (Machine) Translation
Quality, LREC; https://github.com/DFKI-NLP/TQ_AutoTest, example/.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.tables.items import Item, Suite, normalised, number_sentences
from extractors.core import cells
from extractors.core.errors import InputError

FIRST = ("direction", "category", "phenomenon", "source")
RIGHT, WRONG = "correct", "incorrect"
DELIMITERS = {".csv": ";", ".txt": "\t", ".tsv": "\t"}


class TqAutotest(SuiteReader):
    """Reads a table by its suffix: .csv with semicolons and quotes, or .txt or .tsv with tabs and no quotes.

    The tables have no ids. An item's id is the number of its row below the header, where empty rows count too.
    """

    judge = "rules"

    def read(self, path: Path) -> Suite:
        """Read the rows as items; empty rows, and empty cells of right or wrong translations, are left out."""
        delimiter = DELIMITERS.get(suffix := Path(path.name.removesuffix(".gz")).suffix.lower())
        if delimiter is None:
            raise InputError(
                f"a table of tq_autotest does not end in {suffix or 'no suffix'!r}",
                path=path,
                remedy="name it .csv (semicolons, quotes) or .txt (tabs, no quotes)",
            )
        (_, header), *rows = cells.rows(path, delimiter, quoted=suffix == ".csv")
        roles = _roles(header, path)
        filled = [
            (number, line, row) for number, (line, row) in enumerate(rows, 1) if any(normalised(cell) for cell in row)
        ]
        if not filled:
            raise InputError("has no items", path=path, remedy="give a table with at least one row below the header")
        for _, line, row in filled:
            _check(row, header, path, line)
        lines = [line for _, line, _ in filled]
        named = _checks.one_pair([row[0].strip() for *_, row in filled], path, lines)
        sentences = number_sentences([row[3] for *_, row in filled])
        items = [
            Item(
                item=str(number),
                sentence=sentence,
                source=row[3],
                category=row[1],
                phenomenon=row[2],
                positive_tokens=tuple(row[at] for at in roles[RIGHT] if normalised(row[at])),
                negative_tokens=tuple(row[at] for at in roles[WRONG] if normalised(row[at])),
            )
            for sentence, (number, _, row) in zip(sentences, filled, strict=True)
        ]
        return _checks.suite(self, items, path, named, line=lines[0])


def _roles(header: Sequence[str], path: Path) -> dict[str, list[int]]:
    """Find the columns with right and the columns with wrong translations."""
    names = [re.sub(r"( translation)?\s*\d*$", "", name.strip().lower()) for name in header]
    roles = {role: [at for at, name in enumerate(names) if name == role] for role in (RIGHT, WRONG)}
    if tuple(names[:4]) != FIRST or len(names) != 4 + sum(map(len, roles.values())):
        raise InputError(
            f"the header is {', '.join(map(repr, header))}",
            path=path,
            line=1,
            remedy="it must be direction, category, phenomenon, source, then columns named correct and incorrect; "
            "between them stand semicolons in .csv, tabs in .txt",
        )
    return roles


def _check(row: Sequence[str], header: Sequence[str], path: Path, line: int) -> None:
    if len(row) != len(header):
        raise InputError(
            f"the row has {len(row)} columns, the header {len(header)}",
            path=path,
            line=line,
            remedy="give every row as many; in .csv, write a text with a semicolon inside in quotes",
        )
    for at in (0, 2, 3):
        if not normalised(row[at]):
            raise InputError(f"the row has no {FIRST[at]}", path=path, line=line, remedy="every item needs one")
