"""Write the table of word choices by system and word."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.cli.commands import Command
from extractors.report import typeset
from extractors.report.numbers import number
from extractors.report.typeset import Sheet

if TYPE_CHECKING:
    import pyarrow as pa


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", type=Path, help="the items, items.parquet")
    parser.add_argument("judgments", type=Path, help="the judgments of the judge lexical_choice, judgments.parquet")
    parser.add_argument(
        "--inspected", type=Path, metavar="FILE", help="the same judgments after people decided on some of them"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.formats import tables
    from extractors.formats.items import ITEMS, suite_of
    from extractors.formats.judgments import JUDGMENTS
    from extractors.suites.word_choice_table import word_choice_table

    suite = suite_of(tables.read(ITEMS, arguments.items), arguments.items)
    inspected = tables.read(JUDGMENTS, arguments.inspected) if arguments.inspected else None
    table = word_choice_table(suite.items, tables.read(JUDGMENTS, arguments.judgments), inspected, arguments.judgments)
    tables.write(table, arguments.output / "word_choices.csv")
    typeset.write([_sheet(table)], arguments.output / "paper")


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


COMMAND = Command(
    example="challenge-sets suite word-choice-table items.parquet judgments.parquet -o tables",
    add_arguments=_arguments,
    run=_run,
)
