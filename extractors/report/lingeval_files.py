"""LingEval97's tables as files: the rows, the lost pairs, and the tables of the paper."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.items import Suite
from extractors.formats.judgments import Verdict
from extractors.formats.lingeval import LOST_PAIRS, PAIR_ACCURACY
from extractors.report import lingeval_sheets, typeset
from extractors.suites import lingeval_tables
from extractors.suites.lingeval_tables import LingevalRow, Outputs


def write(found: Mapping[str, Sequence[LingevalRow]], lost: Sequence[dict[str, Any]], folder: Path) -> None:
    """Write the rows of each system, the lost pairs, and the tables of the paper as CSV, Markdown and LaTeX."""
    every = [row for system, rows in found.items() for row in lingeval_tables.table_rows(rows, system)]
    tables.write(PAIR_ACCURACY.table(every), folder / PAIR_ACCURACY.file)
    tables.write(LOST_PAIRS.table(lost), folder / LOST_PAIRS.file)
    typeset.write(lingeval_sheets.sheets(found), folder)
    log.info("%d lost pairs: %s", len(lost), folder / LOST_PAIRS.file)


def write_judged(suite: Suite, judgments: pa.Table, folder: Path) -> None:
    """The same of the judgments of a suite of pairs."""
    found, lost = {}, []
    for system, verdicts in verdicts_by_system(suite, judgments).items():
        found[system] = lingeval_tables.rows(suite.items, verdicts, rest=suite.rest)
        lost += lingeval_tables.lost_pairs(suite.items, verdicts, system=system, outputs=Outputs({}, None, {}))
    write(found, lost, folder)


def verdicts_by_system(suite: Suite, judgments: pa.Table) -> dict[str, list[Verdict]]:
    """By system, the verdict on each item, in the order of the items."""
    found: dict[str, dict[str, Verdict]] = {}
    for row in judgments.to_pylist():
        verdict = Verdict(*(row[name] for name in Verdict._fields))
        found.setdefault(row["system"], {})[row["item"]] = verdict
    return {system: [of_item[item.item] for item in suite.items] for system, of_item in found.items()}
