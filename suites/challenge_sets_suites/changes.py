"""A suite in two runs, year on year or model on model: what was mended, what broke, and which items."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from challenge_sets_suites.comparisons import compared_groups, corrected, tested
from challenge_sets_suites.groups import Verdicts, verdicts_of
from challenge_sets_suites.paired_answers import paired
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import JUDGMENTS, UNDECIDED, VERDICTS
from challenge_sets_suites.tables.suites import CHANGED_ITEMS, SUITE_CHANGES
from extractors.core.errors import InputError, check_known
from extractors.formats import tables

UNDECIDED_CODE = VERDICTS.index(UNDECIDED)


def write_changes(
    items: Sequence[Item],
    old: str | Path,
    new: str | Path,
    systems: Mapping[str, str],
    *,
    output: str | Path,
    by_item: str | Path | None,
) -> None:
    """Write the tables of `change_table` and, if a place is given for it, `changed_items`.

    Args:
        old, new: the judgments of the earlier and of the later run.
        systems: maps the name of each system in the later run to its name in the earlier one; if empty, all systems
            that both runs have are compared.
    """
    runs = (tables.read(JUDGMENTS, old), tables.read(JUDGMENTS, new))
    before, after = (verdicts_of(items, table, path) for table, path in zip(runs, (old, new), strict=True))
    chosen = dict(systems) or {name: name for name in after.systems if name in before.systems}
    if not chosen:
        raise InputError(
            "the two runs have no system in common",
            path=new,
            remedy="say which is which: --system NEW=OLD",
        )
    for name, earlier in chosen.items():
        check_known("system", [name], after.systems, path=new)
        check_known("system", [earlier], before.systems, path=old)
    if by_item is not None:
        tables.write(changed_items(before, after, runs, chosen), by_item)
    tables.write(change_table(before, after, chosen), output)


def change_table(before: Verdicts, after: Verdicts, systems: Mapping[str, str]) -> pa.Table:
    """Test each system in each group for changes between two runs, and return a table of `SUITE_CHANGES`.

    Args:
        before, after: the verdicts of the two runs on the same items.
        systems: maps the name of each system in the later run to its name in the earlier one.
    """
    rows = []
    for group, members in compared_groups(after):
        for new, old in systems.items():
            a = after.values[members, after.systems.index(new)]
            b = before.values[members, before.systems.index(old)]
            test = paired(a, b, after.sentence[members])
            was, now = (run.codes[members, run.systems.index(name)] for run, name in ((before, old), (after, new)))
            rows.append(
                {
                    "system": new if new == old else f"{old} -> {new}",
                    **group,
                    "broken": test.only_second,
                    "mended": test.only_first,
                    "became_undecided": int(((now == UNDECIDED_CODE) & ~np.isnan(b)).sum()),
                    "became_decided": int(((was == UNDECIDED_CODE) & ~np.isnan(a)).sum()),
                    **tested(test),
                }
            )
    return SUITE_CHANGES.table(corrected(rows))


def changed_items(
    before: Verdicts, after: Verdicts, judgments: tuple[pa.Table, pa.Table], systems: Mapping[str, str]
) -> pa.Table:
    """List changed items in a table of `CHANGED_ITEMS`: first the broken ones, then the mended ones, then others.

    Args:
        judgments: the judgments of the earlier and of the later run, for outputs and reasons.
    """
    old_rows, new_rows = ({(row["item"], row["system"]): row for row in table.to_pylist()} for table in judgments)
    rows: list[dict[str, Any]] = []
    for new, old in systems.items():
        for i, item in enumerate(after.items):
            was = VERDICTS[before.codes[i, before.systems.index(old)]]
            now = VERDICTS[after.codes[i, after.systems.index(new)]]
            earlier, later = old_rows.get((item.item, old)), new_rows.get((item.item, new))
            if was == now or earlier is None or later is None:
                continue
            rows.append(
                {
                    "system": new if new == old else f"{old} -> {new}",
                    "item": item.item,
                    "category": item.category or None,
                    "phenomenon": item.phenomenon,
                    "source": item.source,
                    "before": was,
                    "after": now,
                    "output_before": earlier["output"],
                    "output_after": later["output"],
                    "reason": later["reason"],
                }
            )
    order = [("right", "wrong"), ("wrong", "right")]
    rows.sort(key=lambda row: order.index(pair) if (pair := (row["before"], row["after"])) in order else len(order))
    return CHANGED_ITEMS.table(rows)
