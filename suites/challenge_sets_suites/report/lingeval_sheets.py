"""LingEval97's tables for papers: accuracy by kind of error, and of the six kinds of polarity errors (Sennrich 2017).

They are written with the rows and the lost pairs.
Kinds that no pair has stay empty, so that a part of the kinds can be shown.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from challenge_sets_suites import lingeval_tables
from challenge_sets_suites.lingeval_tables import (
    CATEGORY,
    DISTANCE,
    DISTANCES,
    FREQUENCIES,
    FREQUENCY,
    TOTAL,
    LingevalRow,
)
from challenge_sets_suites.tables.items import Suite
from challenge_sets_suites.tables.judgments import Verdict
from challenge_sets_suites.tables.lingeval import LOST_PAIRS, PAIR_ACCURACY
from extractors.core.logs import log
from extractors.formats import tables
from extractors.report import typeset
from extractors.report.numbers import number
from extractors.report.typeset import Sheet

INSERTIONS = ("polarity_particle_nicht_ins", "polarity_particle_kein_ins", "polarity_affix_ins")
DELETIONS = ("polarity_particle_nicht_del", "polarity_particle_kein_del", "polarity_affix_del")
KINDS = {
    "noun phrase agreement": ("np_agreement",),
    "subject-verb agreement": ("subj_verb_agreement",),
    "separable verb particle": ("verb_particle",),
    "polarity: insertion": INSERTIONS,
    "polarity: deletion": DELETIONS,
    "transliteration": ("transliteration",),
}
POLARITY = {
    "insertion: nicht": INSERTIONS[:1],
    "insertion: kein": INSERTIONS[1:2],
    "insertion: un-": INSERTIONS[2:],
    "deletion: nicht": DELETIONS[:1],
    "deletion: kein": DELETIONS[1:2],
    "deletion: un-": DELETIONS[2:],
}

Systems = Mapping[str, Sequence[LingevalRow]]


def write(systems: Systems, lost: Sequence[dict[str, Any]], folder: Path) -> None:
    """Write the rows of each system, the lost pairs, and the tables of the paper as CSV, Markdown and LaTeX."""
    every = [row for system, rows in systems.items() for row in lingeval_tables.table_rows(rows, system)]
    tables.write(PAIR_ACCURACY.table(every), folder / PAIR_ACCURACY.file)
    tables.write(LOST_PAIRS.table(lost), folder / LOST_PAIRS.file)
    typeset.write(sheets(systems), folder)
    log.info("%d lost pairs: %s", len(lost), folder / LOST_PAIRS.file)


def write_judged(suite: Suite, judgments: pa.Table, folder: Path) -> None:
    """Write the same files from the judgments of a suite of pairs."""
    rows, lost = {}, []
    for system, verdicts in verdicts_by_system(suite, judgments).items():
        rows[system] = lingeval_tables.rows(suite.items, verdicts, rest=suite.rest)
        lost += lingeval_tables.lost_pairs(suite.items, verdicts, system=system)
    write(rows, lost, folder)


def verdicts_by_system(suite: Suite, judgments: pa.Table) -> dict[str, list[Verdict]]:
    """Return the verdicts of each system, in the order of the items."""
    verdicts: dict[str, dict[str, Verdict]] = {}
    for row in judgments.to_pylist():
        verdict = Verdict(*(row[name] for name in Verdict._fields))
        verdicts.setdefault(row["system"], {})[row["item"]] = verdict
    return {system: [by_item[item.item] for item in suite.items] for system, by_item in verdicts.items()}


def sheets(systems: Systems) -> list[Sheet]:
    """Build the two tables of the paper, and one each with all kinds, all distances and all frequencies."""
    every = dict.fromkeys(row.name for rows in systems.values() for row in rows if row.group == CATEGORY)
    return [
        _sheet("pairs", "Accuracy on contrastive pairs, in percent.", systems, CATEGORY, KINDS),
        _sheet("pairs_polarity", "Accuracy on polarity errors, in percent.", systems, CATEGORY, POLARITY),
        _sheet("pairs_by_kind", "Accuracy by kind of error, in percent.", systems, CATEGORY, _alone(every)),
        _sheet("pairs_by_distance", "Accuracy by distance, in percent.", systems, DISTANCE, _alone(DISTANCES)),
        _sheet("pairs_by_frequency", "Accuracy by frequency, in percent.", systems, FREQUENCY, _alone(FREQUENCIES)),
    ]


def _alone(names: Sequence[str] | Mapping[str, object]) -> dict[str, tuple[str, ...]]:
    return {name: (name,) for name in names}


def _sheet(name: str, caption: str, systems: Systems, group: str, columns: Mapping[str, Sequence[str]]) -> Sheet:
    """Build a table with a row for each system, below one with the numbers of pairs, which all systems share."""
    first = next(iter(systems.values()))
    counts = [_sums(first, group, names)[1] for names in columns.values()]
    every = next((row.total for row in first if row.group == TOTAL), 0)
    lines = [["pairs", str(every), *(str(count) if count else "" for count in counts)]]
    for system, rows in systems.items():
        total = next((row for row in rows if row.group == TOTAL), None)
        cells = [_percent(*_sums(rows, group, names)) for names in columns.values()]
        lines.append([system, _percent(total.correct, total.total) if total else "", *cells])
    return Sheet(name, caption, ["system", "all", *columns], lines, texts=1, dense=len(columns) > 6)


def _sums(rows: Sequence[LingevalRow], group: str, names: Sequence[str]) -> tuple[int, int]:
    chosen = [row for row in rows if row.group == group and row.name in names]
    return sum(row.correct for row in chosen), sum(row.total for row in chosen)


def _percent(correct: int, total: int) -> str:
    return number(100 * correct / total, 1) if total else ""
