"""A phenomenon over several corpora of a language pair: how a rare one gets its segments.

Each corpus compares its own sets with its own controls, by its own systems. The differences are averaged, each
weighted with its segments, and their errors added up as those of independent estimates. So it answers for these
corpora as they are; whether other corpora would show the same is seen from the `spread` between them.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.formats import tables
from extractors.formats.effects import EFFECTS, POOLED_EFFECTS
from extractors.formats.findings import FINDINGS
from extractors.phenomena.catalogue import REFERENCE
from extractors.score.corrections import finite, is_small
from extractors.score.statistics.estimates import Estimate, detectable
from extractors.score.statistics.pvalues import correct_family

FEWEST = 5
"""Segments that a corpus needs to count: BLEU of fewer is biased downwards (by 1.8 points for three)."""
Row = dict[str, Any]


def pool_effects(corpora: Mapping[str, tuple[pa.Table, pa.Table]], *, alpha: float) -> pa.Table:
    """The table POOLED_EFFECTS of the phenomena that two corpora or more have.

    A phenomenon is tested where 30 segments and 30 controls are compared in all.

    Args:
        corpora: the tables FINDINGS and EFFECTS of each corpus, by its name.
    """
    by_test: dict[tuple[str, int, str], list[Row]] = {}
    for name, (findings, effects) in corpora.items():
        at_minimum = [row for row in effects.to_pylist() if row["kind"] == "minimum"]
        measured = {(row["phenomenon"], row["distance_from"], row["metric"]): row for row in at_minimum}
        for finding in findings.to_pylist():
            key = finding["phenomenon"], finding["distance"], finding["metric"]
            row = measured.get(key)
            is_pooled = finding["chosen_by"] != REFERENCE and finding["same_as"] is None
            if row and is_pooled and row["standard_error"] is not None and finding["n"] >= FEWEST:
                by_test.setdefault(key, []).append(row | {"corpus": name, "compared": finding["n"]})
    rows = [_pooled(key, members) for key, members in by_test.items() if len(members) > 1]
    tests = [(i, np.nan if row["too_small"] else row["p"]) for i, row in enumerate(rows)]
    for row, corrected in zip(rows, correct_family(tests, alpha=alpha), strict=True):
        error, level = row["standard_error"], corrected.level
        row["p_bh"] = corrected.p_bh
        row["detectable"] = None if level is None else finite(float(detectable(error, row["units"], level)))
    return POOLED_EFFECTS.table(rows)


def _pooled(key: tuple[str, int, str], members: Sequence[Row]) -> Row:
    compared = np.array([row["compared"] for row in members], dtype=np.float64)
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
    of = [f"{row['corpus']} {row['difference']:+.4g} (n {row['compared']})" for row in members]
    controls = sum(row["controls"] for row in members)
    return {
        **dict(zip(("phenomenon", "distance", "metric"), key, strict=True)),
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


def pool_to_file(folders: Mapping[str, str | Path], path: str | Path, *, alpha: float) -> None:
    """Write POOLED_EFFECTS, and a copy as .csv. `folders`: the results of each corpus, by its name."""
    corpora = {
        name: (tables.read(FINDINGS, Path(folder) / FINDINGS.file), tables.read(EFFECTS, Path(folder) / EFFECTS.file))
        for name, folder in folders.items()
    }
    tables.write_with_csv(pool_effects(corpora, alpha=alpha), path)
