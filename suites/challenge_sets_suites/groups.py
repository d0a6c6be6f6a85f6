"""Groups of a suite's items that its tables have rows for, and the verdicts as arrays."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from challenge_sets_suites.tables.items import Item, check_items
from challenge_sets_suites.tables.judgments import MISSING, MODEL, RIGHT, UNCALIBRATED, VERDICTS, WRONG
from challenge_sets_suites.tables.suites import BY, COMMON
from extractors.core.arrays import Bool, Float64, Int64
from extractors.core.errors import InputError

Group = dict[str, str | None]
"""What a row of a table is of: `by`, `category`, `phenomenon`, `distance`, `frequency`."""

FARTHEST = 15
"""Distances above are one group, as in LingEval97 (Sennrich 2017, Figure 1)."""
FREQUENCIES = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
"""The largest frequency of each group but the last: LingEval97's, without the overlap of its code."""


@dataclass(frozen=True)
class Verdicts:
    """The judgments of a suite: (items, systems).

    Attributes:
        codes: index in `VERDICTS`.
        values: 1 right, 0 wrong, NaN neither.
        sentence: (items,) number of the source text.
        note: on every accuracy by them; None where there is nothing to say.
    """

    items: Sequence[Item]
    systems: tuple[str, ...]
    codes: Int64
    values: Float64
    sentence: Int64
    note: str | None = None

    @property
    def judged(self) -> Bool:
        """(systems,) which systems have an item that is decided: one that was not asked has none."""
        return np.asarray(~np.isnan(self.values).all(axis=0))

    @property
    def common(self) -> Bool:
        """(items,) which items are decided for every system that has any decided."""
        decided = self.values[:, self.judged]
        return np.asarray(~np.isnan(decided).any(axis=1) & bool(decided.shape[1]))

    def on(self, which: str) -> Bool:
        """Return (items,) which items a word of `ITEM_SETS` stands for: all of them (own), or the `common` ones."""
        return self.common if which == COMMON else np.ones(len(self.items), dtype=bool)


def verdicts_of(items: Sequence[Item], judgments: pa.Table, path: str | Path) -> Verdicts:
    """Put the judgments of a suite into arrays, (items, systems); refuse two judgments of one item and system."""
    index = {item.item: i for i, item in enumerate(items)}
    systems = list(dict.fromkeys(judgments.column("system").to_pylist()))
    codes = np.full((len(items), len(systems)), -1, dtype=np.int64)
    number = {system: i for i, system in enumerate(systems)}
    rows = zip(*(judgments.column(name).to_pylist() for name in ("item", "system", "verdict")), strict=True)
    for item, system, verdict in rows:
        check_items([item], index, path)
        if verdict not in VERDICTS:
            raise InputError(
                f"item {item!r}: the verdict {verdict!r}", path=path, remedy=f"one of {', '.join(VERDICTS)}"
            )
        if codes[index[item], number[system]] >= 0:
            raise InputError(
                f"two judgments of the item {item!r} and the system {system!r}",
                path=path,
                remedy="give one judge's judgments",
            )
        codes[index[item], number[system]] = VERDICTS.index(verdict)
    codes[codes < 0] = VERDICTS.index(MISSING)
    sentence = np.array([item.sentence for item in items], dtype=np.int64)
    note = UNCALIBRATED if MODEL in judgments.column("judge").to_pylist() else None
    return Verdicts(items, tuple(systems), codes, values_of(codes), sentence, note)


def values_of(codes: Int64) -> Float64:
    """Map indices in `VERDICTS` to values: 1 right, 0 wrong, NaN neither."""
    return np.where(codes == VERDICTS.index(RIGHT), 1.0, np.where(codes == VERDICTS.index(WRONG), 0.0, np.nan))


def groups(items: Sequence[Item]) -> list[tuple[Group, Int64]]:
    """Return each group that has items, with their indices: all items first, then in the order of `BY`.

    Distances and frequencies ascend; categories and phenomena stand in the order of the suite. A phenomenon in two
    categories makes two groups.
    """
    members_by_group: dict[tuple[int, int, tuple[tuple[str, str | None], ...]], list[int]] = {}

    def add(i: int, by: str, *, rank: int = 0, **values: str | None) -> None:
        group = {"by": by, **dict.fromkeys(FIELDS), **values}
        members_by_group.setdefault((BY.index(by), rank, tuple(group.items())), []).append(i)

    has_categories = any(item.category for item in items)
    for i, item in enumerate(items):
        category = item.category or None
        add(i, "all")
        if has_categories:
            add(i, "category", category=category)
        add(i, "phenomenon", category=category, phenomenon=item.phenomenon)
        if item.distance is not None:
            distance = distance_group(item.distance)
            add(i, "distance", rank=min(item.distance, FARTHEST + 1), distance=distance)
            add(i, "category and distance", category=category, phenomenon=item.phenomenon, distance=distance)
        if item.frequency is not None:
            rank = bisect_left(FREQUENCIES, item.frequency)
            add(i, "frequency", rank=rank, frequency=frequency_group(item.frequency))
    ordered = sorted(members_by_group.items(), key=lambda entry: entry[0][:2])
    return [(dict(group), np.array(members)) for (_, _, group), members in ordered]


FIELDS = ("category", "phenomenon", "distance", "frequency")


def distance_group(distance: int) -> str:
    """Name the group of a distance: `0` to `15`, or `>15`."""
    return str(distance) if distance <= FARTHEST else f">{FARTHEST}"


def frequency_group(frequency: int) -> str:
    """Name the group of a frequency: `0`, `1`, `2`, `3-5`, ..., `5001-10000`, `>10000`."""
    for below, largest in zip((-1, *FREQUENCIES), FREQUENCIES, strict=False):
        if frequency <= largest:
            return str(largest) if largest == below + 1 else f"{below + 1}-{largest}"
    return f">{FREQUENCIES[-1]}"
