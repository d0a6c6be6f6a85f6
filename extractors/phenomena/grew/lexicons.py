"""Lexicons: tables of words that a request refers to, so that a list of pairs need not stand in it.

As in Grew (https://grew.fr/rule/, lexical rules), a lexicon is a file of cells separated by tabs, whose first line
names the columns. A request writes `V [lemma=verbs.lemma]; P [form=verbs.particle]`, and one row must have both values.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_text

NAME = re.compile(r"[^\W\d]\w*")
"""What a request can call a lexicon or a column."""


@dataclass(frozen=True, eq=False)
class Lexicon:
    """A named table of words. Two are equal only if they are one object, so that it is cheap to ask.

    Attributes:
        columns: their names.
        rows: as many cells as columns in each.
        path: the file that it was read from; for messages.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    path: Path
    _numbers: dict[str, Mapping[str, int]] = field(default_factory=dict, repr=False)

    def numbers(self, column: str) -> Mapping[str, int]:
        """Number the distinct values of a column, from 0 on."""
        numbers = self._numbers.get(column)
        if numbers is None:
            index = self.columns.index(column)
            values = dict.fromkeys(row[index] for row in self.rows)
            numbers = self._numbers[column] = {value: number for number, value in enumerate(values)}
        return numbers

    def part(self, columns: Iterable[str]) -> list[tuple[str, ...]]:
        """Return the distinct rows of some columns, sorted."""
        indices = [self.columns.index(column) for column in columns]
        return sorted({tuple(row[index] for index in indices) for row in self.rows})

    def checksum(self, columns: Sequence[str]) -> str:
        """Return the checksum of the words in some columns; repeated rows and the order of rows do not count."""
        lines = "\n".join("\t".join(row) for row in [tuple(columns), *self.part(columns)])
        return hashlib.sha256(lines.encode()).hexdigest()[:16]


def read(path: str | Path, name: str) -> Lexicon:
    """Read the lexicon in a file."""
    return parse(read_text(path), name, path)


def parse(text: str, name: str, path: str | Path, *, line: int = 1) -> Lexicon:
    """Parse the text of a lexicon.

    Args:
        path, line: the file that has the text, and the line on which the text begins.
    """
    header, *lines = unicodedata.normalize("NFC", text).removesuffix("\n").split("\n")
    columns = tuple(header.split("\t"))
    for column in columns:
        if not NAME.fullmatch(column):
            problem = f"a column of the lexicon {name} has the name {column!r}, which no request can write"
            remedy = (
                "name the columns in the first line, separated by tabs: a letter, then letters, digits and underscores"
            )
            raise InputError(problem, path=path, line=line, remedy=remedy)
        if columns.count(column) > 1:
            problem = f"two columns of the lexicon {name} have the name {column!r}"
            raise InputError(problem, path=path, line=line, remedy="rename one of them")
    if not lines:
        problem, remedy = f"the lexicon {name} has no words", "give a row of words below the names of its columns"
        raise InputError(problem, path=path, line=line, remedy=remedy)
    rows = [tuple(row.split("\t")) for row in lines]
    for number, row in enumerate(rows, start=line + 1):
        if len(row) != len(columns):
            problem = f"a row of the lexicon {name} has {len(row)} cells, and there are {len(columns)} columns"
            raise InputError(problem, path=path, line=number, remedy=f"give {', '.join(columns)}, separated by tabs")
        if any(not cell or cell != cell.strip() for cell in row):
            problem = f"a cell of the lexicon {name} is empty, or has white space at an end"
            raise InputError(problem, path=path, line=number, remedy="give a word, or leave the row out")
    return Lexicon(name, columns, tuple(rows), Path(path))
