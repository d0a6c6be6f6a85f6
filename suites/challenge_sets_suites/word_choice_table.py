"""The table of Popović (2019, Tables 2 and 3): per system and word, correct, opposite, both and none."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from challenge_sets_suites.judges.lexical_choice import BOTH
from challenge_sets_suites.tables.items import Item, check_items
from challenge_sets_suites.tables.judgments import MISSING, RIGHT, UNDECIDED, WRONG
from challenge_sets_suites.tables.word_choices import WORD_CHOICES
from extractors.core.errors import InputError

Key = tuple[str, str, str]
"""System, category and phenomenon."""


def word_choice_table(
    items: Sequence[Item], judgments: pa.Table, inspected: pa.Table | None, path: str | Path
) -> pa.Table:
    """Count correct, opposite, both and none in a table of `WORD_CHOICES`, by the order of systems, then of items.

    Args:
        judgments: of the judge `lexical_choice`.
        inspected: the same judgments after people decided on some; None if nobody looked.
        path: where the judgments are from, for messages.
    """
    keys = {item.item: (item.category, item.phenomenon) for item in items}
    kinds = _by_key(judgments, keys, path)
    after = None if inspected is None else _by_key(inspected, keys, path)
    if after is not None and {k: len(v) for k, v in after.items()} != {k: len(v) for k, v in kinds.items()}:
        raise InputError(
            "the judgments before and after inspection are of other items or systems",
            path=path,
            remedy="inspect these judgments, all of them",
        )
    rows = [_row(key, key_kinds, None if after is None else after[key]) for key, key_kinds in kinds.items()]
    return WORD_CHOICES.table(rows)


def _by_key(judgments: pa.Table, keys: dict[str, tuple[str, str]], path: str | Path) -> dict[Key, list[str]]:
    """Return for each system, category and phenomenon what each output is: a verdict, or "both"."""
    kinds: dict[Key, list[str]] = {}
    columns = (judgments.column(name).to_pylist() for name in ("system", "item", "verdict", "reason"))
    for system, item, verdict, reason in zip(*columns, strict=True):
        check_items([item], keys, path)
        has_both = verdict == UNDECIDED and reason.startswith(BOTH)
        kinds.setdefault((system, *keys[item]), []).append("both" if has_both else verdict)
    return kinds


def _row(key: Key, kinds: Sequence[str], after: Sequence[str] | None) -> dict[str, Any]:
    count = Counter(kinds)
    there = len(kinds) - count[MISSING]
    inspected = None if after is None else Counter(after)[RIGHT]

    def share(number: int | None) -> float | None:
        return None if number is None or not there else number / there

    return {
        "system": key[0],
        "word": key[1],
        "right_word": key[2],
        "n": len(kinds),
        "right": count[RIGHT],
        "right_share": share(count[RIGHT]),
        "inspected_right": inspected,
        "inspected_share": share(inspected),
        "opposite": count[WRONG],
        "opposite_share": share(count[WRONG]),
        "both": count["both"],
        "none": count[UNDECIDED],
        "missing": count[MISSING],
    }
