"""How many hits of a phenomenon in news were right when a person read them: the shipped table.

docs/lab/read-hits.md says which texts they are of and what counts as right. `benchmarks/read_hits.py package` writes
the table from the judgments. A row holds for one state of a parser and of a request. Read without the libraries of
tables, since planning a run needs it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.core.digits import is_whole
from extractors.core.errors import InputError
from extractors.phenomena.parser_quality import csv_rows, same_parser

if TYPE_CHECKING:
    from extractors.formats.origin import Origin

TABLE = Path(__file__).with_suffix(".csv")
"""The shipped table."""
AGAIN = "make it again: python benchmarks/read_hits.py package"
KEYS = ("parser", "language", "phenomenon", "definition")
JUDGMENTS = ("right", "wrong", "unsure")
COLUMNS = (*KEYS, *JUDGMENTS)
"""Of the table; `definition` is the checksum of the phenomenon's definition in the language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """How many of a phenomenon's hits a person judged to be right, wrong, or neither surely."""

    right: int
    wrong: int
    unsure: int

    @property
    def hits(self) -> int:
        return self.right + self.wrong + self.unsure

    @property
    def text(self) -> str:
        """What they say, in words: `read in news: 38 of 44 right, 1 unsure`."""
        unsure = f", {self.unsure} unsure" if self.unsure else ""
        return f"read in news: {self.right} of {self.right + self.wrong} right{unsure}"


def of_parser(signature: str, language: str, definitions: Mapping[str, str | None]) -> dict[str, Read]:
    """By phenomenon, what was read of hits of this parser and of these definitions.

    Args:
        signature: of the parser; its version does not matter, its model does.
        definitions: the checksum of the definition of each (catalogue.definitions_checksum), as far as known.
    """
    return {
        name: read
        for (parser, of_language, name, definition), read in shipped().items()
        if of_language == language and definitions.get(name) == definition and same_parser(parser, signature)
    }


def of_run(origin: Origin | None, language: str, definitions: Mapping[str, str | None]) -> dict[str, Read]:
    """By phenomenon, what was read of hits like those of a run.

    Of a run that keeps the sure hits of a phenomenon alone, nothing is said: hits of every confidence were read.
    """
    if origin is None:
        return {}
    read = of_parser(origin.parser, language, definitions)
    return {name: counts for name, counts in read.items() if not origin.minimum_of(name)}


@cache
def shipped() -> Mapping[tuple[str, ...], Read]:
    return load(TABLE)


def load(path: Path) -> dict[tuple[str, ...], Read]:
    """Read a table of read hits, by KEYS.

    Raises:
        InputError: other columns, a number that is none, or a second row of the same hits.
    """
    rows: dict[tuple[str, ...], Read] = {}
    for line, row in csv_rows(path, COLUMNS, remedy=AGAIN):
        for name in JUDGMENTS:
            if not is_whole(row[name]):
                raise _error(f"{name} must be a count, got {row[name][:40]!r}", path, line)
        key = tuple(row[name] for name in KEYS)
        if key in rows:
            raise _error(f"has a second row of {row['phenomenon']} with the same definition", path, line)
        rows[key] = Read(**{name: int(row[name]) for name in JUDGMENTS})
    return rows


def _error(problem: str, path: Path, line: int) -> InputError:
    return InputError(problem, path=path, line=line, remedy=AGAIN)
