"""The results of a suite, read from its folder, for everything that reports on them."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa

from challenge_sets_suites.groups import Verdicts, verdicts_of
from challenge_sets_suites.outputs import same_outputs
from challenge_sets_suites.tables.items import ITEMS, Suite, suite_of
from challenge_sets_suites.tables.judgments import JUDGMENTS, OUTPUTS_FOUND
from challenge_sets_suites.tables.suites import (
    COMMON,
    MICRO,
    OWN,
    SUITE_ACCURACY,
    SUITE_COMPARISONS,
    SUITE_RANKS,
    TRIAGE,
)
from extractors.formats import tables
from extractors.formats.definition import Format
from extractors.formats.thresholds import ALPHA
from extractors.report.numbers import Row, Rows

FEW = 5
"""Fewer decided items than this are marked: a single one moves their accuracy by a quarter or more."""
GROUP = ("by", "category", "phenomenon", "distance", "frequency")


@dataclass(frozen=True, kw_only=True)
class SuiteResults:
    """The tables of a suite's folder.

    Attributes:
        name: of the suite, that of its folder.
        accuracy, comparisons, ranks, found, triage: rows of the tables; `found` is empty for judges of scores.
        conflicts: how many outputs people differ on, from each other or from a judge; None where nobody was asked.
    """

    name: str
    folder: Path
    suite: Suite
    judgments: pa.Table
    accuracy: Rows
    comparisons: Rows
    ranks: Rows
    found: Rows
    triage: Rows
    conflicts: int | None

    @cached_property
    def systems(self) -> list[str]:
        """The best by the micro average over the items of the ranks first, those without an accuracy at the end."""
        overall = self.overall(items=self.ranked_on)
        return sorted(overall, key=lambda system: best_first(overall[system]))

    @property
    def ranked_on(self) -> str:
        """The items that ranks, clusters and comparisons of systems are of: common or own."""
        return self.ranks[0]["items"] if self.ranks else COMMON

    def overall(self, average: str = MICRO, items: str = OWN) -> dict[str, Row]:
        """Return the row of each system over all items."""
        return {
            row["system"]: row
            for row in self.accuracy
            if (row["by"], row["average"], row["items"]) == ("all", average, items)
        }

    @property
    def kinds(self) -> list[str]:
        """The kinds of groups that rows of a map can be; a single category says what all items say."""
        return [kind for kind, fewest in (("category", 2), ("phenomenon", 1)) if len(self.groups(kind)) >= fewest]

    @cached_property
    def verdicts(self) -> Verdicts:
        """The judgments as arrays."""
        return verdicts_of(self.suite.items, self.judgments, self.folder / JUDGMENTS.file)

    @cached_property
    def same(self) -> Rows:
        """The pairs of systems with nearly the same outputs, as `same_outputs` lists them."""
        return same_outputs(self.suite.items, self.judgments)

    def groups(self, by: str) -> list[dict[str, Row]]:
        """Return the rows of each group of a kind, over own items, in the order of the table, by system."""
        members: dict[tuple[str | None, ...], dict[str, Row]] = {}
        for row in self.accuracy:
            if (row["by"], row["average"], row["items"]) == (by, MICRO, OWN):
                members.setdefault(group_key(row), {})[row["system"]] = row
        return list(members.values())


def group_key(row: Row) -> tuple[str | None, ...]:
    """Return the key of a row's group: what its items have in common."""
    return tuple(row[name] for name in GROUP)


def best_first(row: Row) -> tuple[bool, float, str]:
    """Return the sort key of a system's row: by accuracy, the highest first, rows without one at the end."""
    return row["accuracy"] is None, -(row["accuracy"] or 0), row["system"]


def decided(row: Row) -> int:
    """Count the items that are right or wrong."""
    return int(row["right"] + row["wrong"])


def not_worse(row: Row, test: str) -> bool:
    """Return whether a system is the best of a group, or not significantly worse than the best.

    Args:
        test: `p_worse_bh` (exact, paired, corrected) or `p_worse_z` (the Z-test of the literature).
    """
    return bool(row["is_best"] or (row[test] is not None and row[test] >= ALPHA))


def read_suite_results(folder: str | Path) -> SuiteResults:
    """Read the results in a suite's folder."""
    folder = Path(folder)
    items = folder / ITEMS.file

    def rows(form: Format, *, needed: bool = True) -> list[dict[str, Any]]:
        path = folder / form.file
        return tables.read(form, path).to_pylist() if needed or path.exists() else []

    conflicts = folder / "conflicts.parquet"
    results = SuiteResults(
        name=folder.resolve().name,
        folder=folder,
        suite=suite_of(tables.read(ITEMS, items), items),
        judgments=tables.read(JUDGMENTS, folder / JUDGMENTS.file),
        accuracy=rows(SUITE_ACCURACY),
        comparisons=rows(SUITE_COMPARISONS),
        ranks=rows(SUITE_RANKS),
        found=rows(OUTPUTS_FOUND, needed=False),
        triage=rows(TRIAGE),
        conflicts=tables.count_rows(conflicts) if conflicts.exists() else None,
    )
    _ = results.verdicts
    return results
