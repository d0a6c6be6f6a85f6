"""Systems compared on a suite: pairs of systems, ranks and clusters, and a system in two runs."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.formats.suites import SUITE_COMPARISONS, SUITE_RANKS
from extractors.judgments.groups import Group, Ints, Verdicts, groups
from extractors.statistics.clusters import cluster
from extractors.statistics.proportions import Paired, paired
from extractors.statistics.pvalues import correct_family

COMPARED = ("all", "category", "phenomenon")
"""The groups that systems are compared in."""
ALPHA = 0.05

Row = dict[str, Any]


def comparison_table(verdicts: Verdicts) -> pa.Table:
    """A table of `SUITE_COMPARISONS`: every pair of systems that have any decided items, in every group."""
    systems = np.flatnonzero(verdicts.judged)
    rows = []
    for group, members in compared_groups(verdicts):
        for a, b in combinations(systems, 2):
            found = paired(verdicts.values[members, a], verdicts.values[members, b], verdicts.sentence[members])
            rows.append(
                {
                    "system_a": verdicts.systems[a],
                    "system_b": verdicts.systems[b],
                    **group,
                    "only_a": found.only_first,
                    "only_b": found.only_second,
                    **tested(found),
                }
            )
    return SUITE_COMPARISONS.table(corrected(rows))


def tested(found: Paired) -> Row:
    """The columns of a test that tables of comparisons and of changes have in common, before correction."""
    return {
        "n": found.n,
        "difference": found.difference,
        "difference_low": found.low,
        "difference_high": found.high,
        "p": found.p,
    }


def compared_groups(verdicts: Verdicts) -> list[tuple[Group, Ints]]:
    """The groups that are tested, with the indices of their items."""
    return [(group, members) for group, members in groups(verdicts.items) if group["by"] in COMPARED]


def corrected(rows: list[Row]) -> list[Row]:
    """Rows of tests with p-values corrected over those of the same `by`."""
    after: dict[int, dict[str, float | None]] = {}
    for by in dict.fromkeys(row["by"] for row in rows):
        of_family = [i for i, row in enumerate(rows) if row["by"] == by]
        tests = correct_family([(i, rows[i]["p"]) for i in of_family], alpha=ALPHA)
        after |= {i: {"p_holm": t.p_holm, "p_bh": t.p_bh} for i, t in zip(of_family, tests, strict=True)}
    return [{**row, **after[i]} for i, row in enumerate(rows)]


def rank_table(verdicts: Verdicts, comparisons: pa.Table) -> pa.Table:
    """A table of `SUITE_RANKS`, by the comparisons over all items."""
    number = {system: i for i, system in enumerate(verdicts.systems)}
    p_values = np.full((len(number), len(number)), np.nan)
    for row in comparisons.to_pylist():
        if row["by"] == "all" and row["p_bh"] is not None:
            a, b = number[row["system_a"]], number[row["system_b"]]
            p_values[a, b] = p_values[b, a] = row["p_bh"]
    common = verdicts.common
    of_common = verdicts.values[common]
    accuracies = (
        np.where(verdicts.judged, of_common.mean(axis=0), np.nan) if common.any() else np.full(len(number), np.nan)
    )
    ranking = cluster(accuracies, p_values, alpha=ALPHA)
    rows: list[Mapping[str, Any]] = [
        {
            "system": system,
            "n": int(common.sum()) if verdicts.judged[s] else 0,
            "accuracy": accuracies[s],
            "rank": ranking.rank[s],
            "cluster": ranking.cluster[s],
            "best_rank": ranking.best_rank[s],
            "worst_rank": ranking.worst_rank[s],
        }
        for s, system in enumerate(verdicts.systems)
    ]
    return SUITE_RANKS.table(sorted(rows, key=lambda row: row["rank"] or len(rows) + 1))
