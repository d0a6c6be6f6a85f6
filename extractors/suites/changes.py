"""A suite in two runs, year on year or model on model: what was mended, what broke, and which items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.formats.judgments import UNDECIDED, VERDICTS
from extractors.formats.suites import CHANGED_ITEMS, SUITE_CHANGES
from extractors.score.statistics.proportions import paired
from extractors.suites.comparisons import compared_groups, corrected, tested
from extractors.suites.groups import Verdicts

UNDECIDED_CODE = VERDICTS.index(UNDECIDED)


def change_table(before: Verdicts, after: Verdicts, systems: Mapping[str, str]) -> pa.Table:
    """A table of `SUITE_CHANGES`.

    Args:
        before, after: of the same items.
        systems: those to compare, by their name in the later run; the value is that in the earlier run.
    """
    rows = []
    for group, members in compared_groups(after):
        for new, old in systems.items():
            a = after.values[members, after.systems.index(new)]
            b = before.values[members, before.systems.index(old)]
            found = paired(a, b, after.sentence[members])
            was, now = (run.codes[members, run.systems.index(name)] for run, name in ((before, old), (after, new)))
            rows.append(
                {
                    "system": new if new == old else f"{old} -> {new}",
                    **group,
                    "broken": found.only_second,
                    "mended": found.only_first,
                    "became_undecided": int(((now == UNDECIDED_CODE) & ~np.isnan(b)).sum()),
                    "became_decided": int(((was == UNDECIDED_CODE) & ~np.isnan(a)).sum()),
                    **tested(found),
                }
            )
    return SUITE_CHANGES.table(corrected(rows))


def changed_items(
    before: Verdicts, after: Verdicts, tables: tuple[pa.Table, pa.Table], systems: Mapping[str, str]
) -> pa.Table:
    """A table of `CHANGED_ITEMS`: first those that broke, then those that were mended, then others.

    Args:
        tables: the judgments before and after, for outputs and reasons.
        systems: as of `change_table`.
    """
    old_rows, new_rows = ({(row["item"], row["system"]): row for row in table.to_pylist()} for table in tables)
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
