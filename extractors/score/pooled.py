"""A phenomenon over several corpora of a language pair: how a rare one gets its segments.

Each corpus compares its own sets with its own controls, by its own systems. The differences are averaged, each
weighted with its segments, and their errors added up as those of independent estimates. So it answers for these
corpora as they are; whether other corpora would show the same is seen from the `spread` between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.formats import tables
from extractors.formats.effects import PHENOMENON_EFFECTS, POOLED_EFFECTS
from extractors.phenomena import is_paper
from extractors.score.corrections import correct_rows, finite, is_small
from extractors.score.statistics.estimates import Estimate, detectable

FEWEST = 5
"""Segments that a corpus needs to count: BLEU of fewer is biased downwards (by 1.8 points for three)."""
Row = dict[str, Any]


def pool_effects(corpora: Mapping[str, pa.Table], *, alpha: float) -> pa.Table:
    """The table POOLED_EFFECTS of phenomena and distances that two corpora or more have.

    Args:
        corpora: the table PHENOMENON_EFFECTS of each corpus, by its name.
        alpha: corrected p-values below it are findings.
    """
    by_test: dict[tuple[str, str, int], list[Row]] = {}
    for name, table in corpora.items():
        for row in table.to_pylist():
            if row["standard_error"] is not None and row["n"] - row["unmatched"] >= FEWEST:
                key = row["metric"], row["phenomenon"], row["minimum_distance"]
                by_test.setdefault(key, []).append(row | {"corpus": name})
    rows = [_pooled(members) for members in by_test.values() if len(members) > 1]
    families = [(row["metric"], is_paper(row["phenomenon"])) for row in rows]
    # Sets of the same segments, which are one test, have the same numbers in every corpus.
    same = [(row["of"], row["difference"], row["standard_error"], row["p"]) for row in rows]
    correct_rows(rows, families, alpha=alpha, same=same)
    for row in rows:
        level, error = row["level"], row["standard_error"]
        row["detectable"] = None if level is None else finite(float(detectable(error, row["units"], level)))
    metrics = list(dict.fromkeys(row["metric"] for row in rows))
    return POOLED_EFFECTS.table(sorted(rows, key=lambda row: metrics.index(row["metric"])))


def _pooled(members: Sequence[Row]) -> Row:
    compared = np.array([row["n"] - row["unmatched"] for row in members], dtype=np.float64)
    weights = compared / compared.sum()
    values = np.array([row["difference"] for row in members])
    errors = np.array([row["standard_error"] for row in members])
    value = weights @ values
    error = np.sqrt((weights * errors) @ (weights * errors))
    third = np.sum((weights * errors) ** 3 * np.array([row["skewness"] for row in members]))
    units = sum(row["units"] for row in members) - len(members) + 1
    estimate = Estimate(
        value=np.array([value]),
        standard_error=np.array([error]),
        n=units,
        smallest_p=1 / (units + 1),
        skewness=third / error**3 if error else 0.0,
    )
    of = [f"{row['corpus']} {row['difference']:+.4g} (n {row['n'] - row['unmatched']})" for row in members]
    controls = sum(row["controls"] for row in members)
    return {
        "phenomenon": members[0]["phenomenon"],
        "minimum_distance": members[0]["minimum_distance"],
        "metric": members[0]["metric"],
        "corpora": len(members),
        "n": int(compared.sum()),
        "difference": float(value),
        "difference_low": finite(estimate.low[0]),
        "difference_high": finite(estimate.high[0]),
        "standard_error": float(error),
        "p": finite(estimate.p_value[0]),
        "spread": _spread(values, errors),
        "too_small": is_small(min(compared.sum(), controls)),
        "units": units,
        "of": ", ".join(of),
    }


def _spread(values: Float64, errors: Float64) -> float:
    """Standard deviation of the true differences (DerSimonian and Laird, Controlled Clinical Trials 1986)."""
    precise = 1 / np.maximum(errors, 1e-12) ** 2
    mean = precise @ values / precise.sum()
    chance = precise.sum() - (precise @ precise) / precise.sum()
    return float(np.sqrt(max(0.0, (precise @ (values - mean) ** 2 - (len(values) - 1)) / chance)))


def pool_to_file(effects: Mapping[str, str | Path], path: str | Path, *, alpha: float) -> None:
    """Write POOLED_EFFECTS of several corpora.

    Args:
        effects: the file of each corpus's PHENOMENON_EFFECTS, by its name.
    """
    corpora = {name: tables.read(PHENOMENON_EFFECTS, file) for name, file in effects.items()}
    tables.write(pool_effects(corpora, alpha=alpha), path)
