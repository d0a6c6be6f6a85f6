"""How well the shipped parser parses: parsing_accuracy.csv, on parts of treebanks that it has not seen.

`benchmarks/multilingual.py --parsing FILE` measures and writes it. Read without the libraries of tables.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

from extractors.core.files import read_text
from extractors.phenomena import detection

TABLE = Path(__file__).with_suffix(".csv")
COLUMNS = ("parser", "language", "treebank", "sentences", "words", "upos", "las", "las_from_text")


class ParsingFigures(NamedTuple):
    """What was measured on a part of a treebank.

    Attributes:
        treebank: the file of Universal Dependencies that the sentences are of: `es_gsd-dev`.
        words, las_from_text: F1 from raw text; None where the treebank has none.
        upos, las: from gold words.
    """

    treebank: str
    sentences: int
    words: float | None
    upos: float
    las: float
    las_from_text: float | None

    @property
    def text(self) -> str:
        """In words, the number first."""
        raw = "" if self.words is None else f"; from text LAS {self.las_from_text}, words {self.words}"
        part = f"{self.sentences:,} sentences of {self.treebank} that it was not trained on"
        return f"LAS {self.las}, UPOS {self.upos} on {part}{raw}"


def accuracies(signature: str, language: str) -> list[ParsingFigures]:
    """Return the accuracies measured in a language with the model of a parser's signature.

    The list is empty if this parser was not measured, such as one that takes the style of another treebank.
    """
    return _shipped().get((detection.identity(signature), language), [])


@cache
def _shipped() -> dict[tuple[tuple[str, str], str], list[ParsingFigures]]:
    """Read the table, by the identity of the parser and the language."""
    table: dict[tuple[tuple[str, str], str], list[ParsingFigures]] = {}
    for row in csv.DictReader(read_text(TABLE).splitlines()):
        words, raw = (float(row[name]) if row[name] else None for name in ("words", "las_from_text"))
        figures = ParsingFigures(
            row["treebank"], int(row["sentences"]), words, float(row["upos"]), float(row["las"]), raw
        )
        table.setdefault((detection.identity(row["parser"]), row["language"]), []).append(figures)
    return table
