"""How many test sets a question needs, before anything is translated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.terminal import columns
from extractors.formats.atlas import BEYOND
from extractors.formats.plans import PLANS
from extractors.formats.thresholds import ALPHA
from extractors.publish import ready_made_sets
from extractors.score.expected_effects import LOOKED_UP, known_rows
from extractors.score.statistics.estimates import detectable

Row = dict[str, Any]
SMALLEST, LARGEST = 0.01, 100.0
"""Differences that are planned for, in points."""
MANY = 1_000
"""Units that are as good as infinitely many."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a difference needs. `print` shows it.

    Attributes:
        pair: the languages.
        difference: the true difference, in points.
        test_sets: segments of each ready-made set, the newest first.
        with_humans: those that have a second human reference.
        rows: of PLANS.
    """

    pair: str
    difference: float
    test_sets: Mapping[str, int]
    with_humans: Sequence[str]
    rows: Sequence[Row]

    @property
    def table(self) -> pa.Table:
        """PLANS, as Arrow."""
        return PLANS.table(self.rows)

    def __repr__(self) -> str:
        return f"Plan: {self.pair}, {len(self.rows)} phenomena"

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The table, and which sets to translate, as `challenge-sets plan` prints them."""
        rows = [
            [
                row["phenomenon"],
                f"{row['n']:,}",
                *_cells(row["two_needs"], row["two_test_sets"], len(self.test_sets)),
                f"{row['n_humans']:,}",
                *_cells(row["humans_needs"], row["humans_test_sets"], len(self.with_humans)),
            ]
            for row in self.rows
        ]
        head = ["phenomenon", "n", "two systems need", "test sets", "n with humans", "beyond humans needs", "test sets"]
        return (
            f"{self.pair}: segments that a true difference of {self.difference:g} chrF needs to be found four times in"
            f" five, by one test at 5 %,\nand the newest test sets that have so many\n{columns(head, rows)}"
            f"test sets, the newest first: {', '.join(f'{name} {n:,}' for name, n in self.test_sets.items())}\n"
            f"with a second human reference: {', '.join(self.with_humans) or 'none'}\n{self._advice()}"
        )

    def _advice(self) -> str:
        known = [row for row in self.rows if row["two_needs"] is not None]
        counts = [row["two_test_sets"] for row in known if row["two_test_sets"] is not None]
        if not counts:
            return f"two systems: no phenomenon has enough segments for {self.difference:g} chrF\n"
        shown = sorted({min(counts), int(np.median(counts)), max(counts)})
        names = list(self.test_sets)
        lines = [
            f"two systems: {names[0]}{f' to {names[n - 1]}' if n > 1 else ''} ({sum([*self.test_sets.values()][:n]):,}"
            f" lines) are enough for {sum(count <= n for count in counts)} of {len(known)} phenomena\n"
            for n in shown
        ]
        return "".join(lines)


def _cells(needs: int | None, test_sets: int | None, there: int) -> tuple[str, str]:
    if needs is None:
        return "", ""
    return f"{needs:,}", f"more than {there}" if test_sets is None else str(test_sets)


def plan(pair: str, *, difference: float = 1.0) -> Plan:
    """What a true difference needs, from the variances that are known of the pair's ready-made sets.

    Of a set of n segments with the standard error e, a segment's variance is n e^2; the median over test sets is taken.

    Args:
        pair: en-de.
        difference: in points of chrF.

    Raises:
        InputError: no ready-made set is of the pair, or the difference is none that is planned for.
    """
    if not SMALLEST <= difference <= LARGEST:
        raise InputError(
            f"expected a difference of {SMALLEST:g} to {LARGEST:g} points, got {difference:g}",
            remedy="give the difference in chrF that matters to you, such as 1",
        )
    names = ready_made_sets.of_pair(pair)[::-1]
    sizes: dict[str, dict[str, int]] = {}
    labels: dict[str, str] = {}
    variances: dict[str, list[float]] = {}
    lengths: dict[str, int] = {}
    humans: list[str] = []
    for name in names:
        found = ready_made_sets.numbers(name)
        test_set, known = name.partition(":")[0], found.description.estimands
        lengths[test_set] = found.description.segments
        humans += [test_set] * bool(found.humans)
        labels |= {phenomenon: estimand.label for phenomenon, estimand in known.items()}
        counted = {phenomenon: len(ids) for (phenomenon, _), ids in found.counted_sets.items()}
        for phenomenon, n in counted.items():
            sizes.setdefault(phenomenon, {})[test_set] = n
        for row in [] if found.errors is None else found.errors.to_pylist():
            if n := counted.get(row["phenomenon"], 0):
                variances.setdefault(row["phenomenon"], []).append(n * row["two"] ** 2)
    beside = _beside_people(pair)
    rows: list[Row] = []
    for phenomenon, by_set in sorted(sizes.items(), key=lambda item: -sum(item[1].values())):
        of_humans = {name: n for name, n in by_set.items() if name in humans}
        two = _needed(variances.get(phenomenon, ()), difference)
        beyond = _needed(beside.get(phenomenon, ()), difference)
        rows.append(
            {
                "phenomenon": phenomenon,
                "label": labels[phenomenon],
                "difference": difference,
                "test_sets": len(by_set),
                "n": sum(by_set.values()),
                "two_needs": two,
                "two_test_sets": _first_with(lengths, by_set, two),
                "n_humans": sum(of_humans.values()),
                "humans_needs": beyond,
                "humans_test_sets": _first_with(humans, of_humans, beyond),
            }
        )
    return Plan(pair=pair, difference=difference, test_sets=lengths, with_humans=humans, rows=rows)


def _beside_people(pair: str) -> dict[str, list[float]]:
    """By phenomenon, the variance of a segment's part in the systems' difference beyond people, in each test set."""
    found: dict[str, list[float]] = {}
    for row in known_rows():
        is_of_pair = f"{row['source_language']}-{row['target_language']}" == pair
        if is_of_pair and row["metric"] == f"{LOOKED_UP}{BEYOND}":
            error = row["standard_error"] * row["scale"]
            found.setdefault(row["phenomenon"], []).append(row["n"] * error**2)
    return found


def _needed(variances: Sequence[float], difference: float) -> int | None:
    """Segments at which the difference is found four times in five; None where no variance is known."""
    if not variances:
        return None
    error_of_one = float(np.sqrt(np.median(variances)))
    return ceil((float(detectable(error_of_one, MANY, ALPHA)) / difference) ** 2)


def _first_with(names: Sequence[str] | Mapping[str, int], sizes: Mapping[str, int], needs: int | None) -> int | None:
    """How many of the first test sets have so many segments together; None where all have fewer."""
    together = 0
    for place, name in enumerate(names, 1):
        together += sizes.get(name, 0)
        if needs is not None and together >= needs:
            return place
    return None
