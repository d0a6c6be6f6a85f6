"""Word choices as a table: per system and word, how many outputs have it, the opposite, both or none."""

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from extractors.formats import tables
from extractors.formats.items import Item
from extractors.report import typeset
from extractors.report.numbers import number
from extractors.report.typeset import Sheet
from extractors.suites.word_choice_table import word_choice_table


def write(items: Sequence[Item], judgments: pa.Table, inspected: pa.Table | None, folder: Path, *, path: Path) -> None:
    """Write the table into a folder: all columns as CSV, and those of the paper below `paper`.

    Args:
        inspected: the judgments after people decided on some of them.
        path: where the judgments are from, for errors.
    """
    table = word_choice_table(items, judgments, inspected, path)
    tables.write(table, folder / "word_choices.csv")
    typeset.write([_sheet(table)], folder / "paper")


def _sheet(table: pa.Table) -> Sheet:
    """The table as the paper has it: shares in per cent."""

    def percent(share: float | None) -> str:
        return number(None if share is None else 100 * share, 1)

    rows = [
        [
            row["system"],
            row["right_word"],
            str(row["n"]),
            percent(row["right_share"]),
            percent(row["inspected_share"]),
            percent(row["opposite_share"]),
            *(str(row[name]) for name in ("both", "none", "missing")),
        ]
        for row in table.to_pylist()
    ]
    header = ["system", "word", "n", "correct", "inspected", "opposite", "both", "none", "missing"]
    caption = (
        "Translations of ambiguous words: per cent of the outputs with the right word alone, with the right word after "
        "people looked at them, and with the opposite word alone; numbers of outputs with both, with none, and missing."
    )
    return Sheet("word_choices", caption, header, rows, texts=2)
