"""Annotation sheets: outputs with their question, to be answered by a person in a spreadsheet, as CSV or XLSX.

The outputs of an item stand together, without the names of systems and in random order; an output that several
systems gave stands once. A row's id holds its number, the number of rows, and a digest of item and output: so a row
that was lost, doubled or changed is found when the sheet is read back, though nothing else of the suite is at hand.
"""

import hashlib
import random
import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa

from challenge_sets_suites import _sheet_files
from challenge_sets_suites.tables.annotations import Annotation
from challenge_sets_suites.tables.items import Item, check_items, normalised, some
from challenge_sets_suites.tables.judgments import MISSING, NO, NOT_APPLICABLE, UNDECIDED, YES
from challenge_sets_suites.tables.suites import TRIAGE
from extractors.core.errors import InputError
from extractors.core.logs import log

SEED = 12345
COLUMNS = ("row", "item", "source", "question", "reference", "output", "rule", "answer", "note")
NEEDED = ("row", "item", "output", "answer")
"""Columns without which a sheet cannot be read back."""
LONGEST_HEADER = 10_000

MEANINGS = {
    YES: YES,
    "y": YES,
    "true": YES,
    NO: NO,
    "n": NO,
    "false": NO,
    NOT_APPLICABLE: NOT_APPLICABLE,
    "n/a": NOT_APPLICABLE,
    "n.a.": NOT_APPLICABLE,
    "not applicable": NOT_APPLICABLE,
}
"""What annotators write, in lower case, and the answer that it is. Spreadsheets write true and false by themselves."""

ROW_ID = re.compile(r"(?P<number>[1-9]\d*)of(?P<total>[1-9]\d*):(?P<digest>[0-9a-f]{10})")


def may_be_filled(path: Path) -> bool:
    """Return whether a file may be a filled sheet, as far as its name and its first line tell."""
    if path.suffix.lower() != ".csv":
        return path.suffix.lower() == ".xlsx"
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        header = file.readline(LONGEST_HEADER).lower()
    return set(NEEDED) <= set(re.findall(r"[^\s\",;]+", header))


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """An output of an item, as a person sees it.

    Attributes:
        question: what is asked; the phenomenon, where the item has no question.
        rule: what a judge said of the output, for triage; empty where nothing is to be said.
        answer, note: the person's; empty in a sheet that nobody has filled.
    """

    item: str
    source: str
    question: str
    output: str
    reference: str = ""
    rule: str = ""
    answer: str = ""
    note: str = ""


Key = tuple[str, str]
"""What an answer is about: an item and a normalised output."""


def sheet_rows(items: Sequence[Item], judgments: pa.Table, *, rules: bool = False) -> list[SheetRow]:
    """Make a row for each distinct output of each item, in the order of the items.

    Args:
        judgments: a table of `JUDGMENTS`; rows without an output, or with a missing one, are left out.
        rules: say what the judge said of the output. An annotator who sees it is no longer independent of it.
    """
    outputs: dict[str, dict[str, str]] = {item.item: {} for item in items}
    for row in judgments.select(["item", "output", "verdict", "reason", "judge"]).to_pylist():
        check_items([row["item"]], outputs)
        if row["output"] is not None and row["verdict"] != MISSING and normalised(row["output"]):
            remark = f"{row['judge']}: {row['verdict']} ({row['reason']})" if rules else ""
            outputs[row["item"]].setdefault(normalised(row["output"]), remark)
    return [_row(item, output, rule) for item in items for output, rule in outputs[item.item].items()]


def _row(item: Item, output: str, rule: str) -> SheetRow:
    return SheetRow(
        item=item.item,
        source=item.source,
        question=item.question or item.phenomenon,
        reference=item.reference or "",
        output=output,
        rule=rule,
    )


def triage_table(items: Sequence[Item], judgments: pa.Table) -> pa.Table:
    """List each undecided output of each item once, the most useful first, in a table of `TRIAGE`.

    One answer settles an output for every system that gave it. It is worth most where systems gave different outputs:
    only there can it tell them apart. Among equals, outputs of phenomena with few decided judgments come first, as each
    of them weighs most in a macro average. Judgments without outputs, such as judgments by scores, are left out.
    """
    by_id = {item.item: item for item in items}
    rows = [row for row in judgments.to_pylist() if row["verdict"] != MISSING and row["output"] is not None]
    present = Counter(row["item"] for row in rows)
    decided = Counter(by_id[row["item"]].phenomenon for row in rows if row["verdict"] != UNDECIDED)
    together: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in rows:
        if row["verdict"] == UNDECIDED:
            together.setdefault((row["item"], row["output"]), []).append(row)
    triage = []
    for (name, output), same in together.items():
        item = by_id[name]
        triage.append(
            {
                "item": name,
                "category": item.category or None,
                "phenomenon": item.phenomenon,
                "source": item.source,
                "output": output,
                "settles": len(same),
                "separates": len(same) * (present[name] - len(same)),
                "reason": same[0]["reason"],
                "systems": ", ".join(row["system"] for row in same),
            }
        )
    triage.sort(key=lambda row: (-row["separates"], -row["settles"], decided[row["phenomenon"]]))
    return TRIAGE.table(triage)


def triage_rows(items: Sequence[Item], judgments: pa.Table) -> list[SheetRow]:
    """Make a row for each undecided output of a table of `JUDGMENTS`, most useful first, with the judge's reason."""
    by_id = {item.item: item for item in items}
    table = triage_table(items, judgments)
    return [_row(by_id[row["item"]], row["output"], row["reason"]) for row in table.to_pylist()]


def write_sheet(path: str | Path, rows: Sequence[SheetRow], seed: int | None = SEED) -> int:
    """Write a sheet, as the suffix of the path says: .xlsx, with a drop-down for the answers, or .csv.

    Args:
        seed: of the order of the outputs of each item, which then stand together, items in the order of their first
            row. None keeps the order of the rows.

    Returns:
        The number of rows: the same output of one item is written once.
    """
    distinct = list({key_of(row.item, row.output): row for row in reversed(rows)}.values())[::-1]
    ordered = distinct if seed is None else _shuffled(distinct, seed)
    names = [name for name in COLUMNS if name != "rule" or any(row.rule for row in ordered)]
    table = []
    for number, row in enumerate(ordered, start=1):
        texts = {name: normalised(getattr(row, name)) for name in COLUMNS if name not in ("row", "item")}
        texts |= {"row": f"{number}of{len(ordered)}:{_digest(row.item, row.output)}", "item": row.item}
        table.append([texts[name] for name in names])
    _sheet_files.write(path, names, table)
    return len(table)


def _shuffled(rows: Sequence[SheetRow], seed: int) -> list[SheetRow]:
    by_item: dict[str, list[SheetRow]] = {}
    for row in rows:
        by_item.setdefault(row.item, []).append(row)
    # Each item has draws of its own: with another item in the suite the others keep their order.
    return [
        row
        for item, item_rows in by_item.items()
        for row in random.Random(f"{seed}\0{item}").sample(item_rows, k=len(item_rows))
    ]


def read_sheet(
    path: str | Path, annotator: str | None = None, items: Collection[str] | None = None
) -> list[Annotation]:
    """Read the answers in a sheet that `write_sheet` wrote and a person filled; rows without an answer are left out.

    Args:
        annotator: who answered; the name of the file without its suffix if not said.
        items: ids of the items of the suite, for a check; None for none.
    """
    path = Path(path)
    name = path.stem if annotator is None else annotator
    rows = _sheet_files.read(path, NEEDED)
    if not rows:
        raise InputError("the sheet has no rows", path=path, line=1, remedy="take the sheet as it was written")
    annotations = []
    for line, row in _checked_rows(rows, path):
        if items is not None:
            check_items([row["item"]], items, path, line)
        if row["answer"]:
            answer = answer_of(row["answer"], path, line)
            annotations.append(Annotation(row["item"], row["output"], name, answer, row.get("note") or None))
    log.info("%s: %d of %d rows have an answer of %s", path, len(annotations), len(rows), name)
    return annotations


def is_sheet(columns: Collection[str]) -> bool:
    """Return whether a table is a sheet, perhaps with columns lost: it has a column that annotations never have."""
    return not {"row", "source", "question", "reference"}.isdisjoint(columns)


def answer_of(text: str, path: str | Path, line: int) -> str:
    """Read an annotator's answer: yes, no or na, in upper or lower case, or a known synonym."""
    answer = MEANINGS.get(" ".join(text.lower().split()))
    if answer is None:
        raise InputError(
            f"the answer {text!r} is not known", path=path, line=line, remedy="write yes, no or na (cannot be told)"
        )
    return answer


def _checked_rows(rows: Sequence[tuple[int, dict[str, str]]], path: Path) -> list[tuple[int, dict[str, str]]]:
    """Check that rows are all of one sheet and unchanged; return them with their lines and with texts normalised."""
    lines: dict[int, int] = {}
    total, checked = 0, []
    for line, raw in rows:
        wrong = partial(InputError, path=path, line=line)
        row = {name: normalised(text) for name, text in raw.items()} | {"item": raw["item"]}
        match = ROW_ID.fullmatch(row["row"])
        if match is None:
            raise wrong(
                f"expected the row id of a sheet, got {row['row']!r}",
                remedy="restore the column `row`, or delete the row if you have added it",
            )
        number, row_total = int(match["number"]), int(match["total"])
        total = total or row_total
        if row_total != total or number > total:
            problem = f"the row {row['row']} is of another sheet: this one has {total} rows"
            raise wrong(problem, remedy="keep each sheet in a separate file")
        if number in lines:
            raise wrong(f"row {number} stands twice: also in line {lines[number]}", remedy="delete one of the two")
        if match["digest"] != _digest(row["item"], row["output"]):
            raise wrong(
                f"the item or the output of row {number} was changed",
                remedy="copy both from the sheet as it was written; remarks belong into the column `note`",
            )
        lines[number] = line
        checked.append((line, row))
    if lost := [number for number in range(1, total + 1) if number not in lines]:
        before = [lines[number] for number in lines if number < lost[0]]
        raise InputError(
            f"{len(lost)} of {total} rows are lost: number {some(lost)}",
            path=path,
            line=max(before, default=1) + 1,
            remedy="copy them from the sheet as it was written; leave their answer empty if there is none",
        )
    return checked


def key_of(item: str, output: str) -> Key:
    """Return the key of an answer: the item and the normalised output."""
    return item, normalised(output)


def _digest(item: str, output: str) -> str:
    return hashlib.sha256("\0".join(key_of(item, output)).encode()).hexdigest()[:10]
