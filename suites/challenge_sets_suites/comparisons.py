"""Systems compared on a suite: pairs of systems, ranks and clusters, and a system in two runs."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from operator import itemgetter
from typing import Any

import numpy as np
import pyarrow as pa

from challenge_sets_suites.groups import Group, Verdicts, groups
from challenge_sets_suites.paired_answers import Paired, paired
from challenge_sets_suites.tables.suites import COMMON, SUITE_COMPARISONS, SUITE_RANKS
from extractors.core.arrays import Int64
from extractors.formats.thresholds import ALPHA
from extractors.scoring.corrections import correct_rows
from extractors.scoring.statistics.clusters import cluster

COMPARED = ("all", "category", "phenomenon")
"""The groups that systems are compared in."""

Row = dict[str, Any]


def comparison_table(verdicts: Verdicts, items: str = COMMON) -> pa.Table:
    """Compare every pair of systems with any decided items, in every group, in a table of `SUITE_COMPARISONS`.

    `items` says on which: the common items, or (own) all items that are decided for both systems.
    """
    systems = np.flatnonzero(verdicts.judged)
    compared = verdicts.on(items)
    rows = []
    for group, group_items in compared_groups(verdicts):
        members = group_items[compared[group_items]]
        for a, b in combinations(systems, 2):
            test = paired(verdicts.values[members, a], verdicts.values[members, b], verdicts.sentence[members])
            rows.append(
                {
                    "system_a": verdicts.systems[a],
                    "system_b": verdicts.systems[b],
                    **group,
                    "items": items,
                    "only_a": test.only_first,
                    "only_b": test.only_second,
                    **tested(test),
                }
            )
    return SUITE_COMPARISONS.table([{**row, "note": verdicts.note} for row in corrected(rows)])


def tested(test: Paired) -> Row:
    """Return the columns of a test that tables of comparisons and of changes share, before correction."""
    return {
        "n": test.n,
        "difference": test.difference,
        "difference_low": test.low,
        "difference_high": test.high,
        "p": test.p,
    }


def compared_groups(verdicts: Verdicts) -> list[tuple[Group, Int64]]:
    """Return the groups in which systems are compared, with the indices of their items."""
    return [(group, members) for group, members in groups(verdicts.items) if group["by"] in COMPARED]


def corrected(rows: Sequence[Row], *, p: str = "p", families: Sequence[str] = ("by",)) -> list[Row]:
    """Add the column `p`_bh to rows of tests: the p-values `p`, corrected within the rows that share the `families`."""
    after = [dict(row) for row in rows]
    correct_rows(after, itemgetter(*families), p)
    return after


def rank_table(verdicts: Verdicts, comparisons: pa.Table, items: str = COMMON) -> pa.Table:
    """Rank and cluster the systems by the comparisons over all items, in a table of `SUITE_RANKS`.

    Args:
        comparisons: the table of `SUITE_COMPARISONS` for the same verdicts and items.
        items: common or own, for accuracies and tests alike.
    """
    number = {system: i for i, system in enumerate(verdicts.systems)}
    p_values, differences = (np.full((len(number), len(number)), np.nan) for _ in range(2))
    for row in comparisons.to_pylist():
        if row["by"] == "all" and row["p_bh"] is not None:
            a, b = number[row["system_a"]], number[row["system_b"]]
            p_values[a, b] = p_values[b, a] = row["p_bh"]
            differences[a, b], differences[b, a] = row["difference"], -row["difference"]
    values = verdicts.values[verdicts.on(items)]
    n = (~np.isnan(values)).sum(axis=0)
    accuracies = np.divide(np.nansum(values, axis=0), n, out=np.full(len(n), np.nan), where=n > 0)
    ranking = cluster(accuracies, p_values, alpha=ALPHA, differences=differences)
    rows: list[Mapping[str, Any]] = [
        {
            "system": system,
            "items": items,
            "n": int(n[s]),
            "accuracy": accuracies[s],
            "rank": ranking.rank[s],
            "cluster": ranking.cluster[s],
            "best_rank": ranking.best_rank[s],
            "worst_rank": ranking.worst_rank[s],
            "note": verdicts.note,
        }
        for s, system in enumerate(verdicts.systems)
    ]
    return SUITE_RANKS.table(sorted(rows, key=lambda row: row["rank"] or len(rows) + 1))
