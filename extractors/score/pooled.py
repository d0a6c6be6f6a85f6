"""A phenomenon over several corpora of a language pair: how a rare one gets its segments.

Each corpus compares its own sets with its own controls, by its own systems. The differences are averaged, each
weighted with its segments, and their errors added up: those of corpora with the same source texts as fully correlated,
all others as independent. So it answers for these corpora as they are; whether other corpora would show the same is
seen from the `spread` between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.core.rounding import decimals
from extractors.formats import tables
from extractors.formats.effects import POOLED_EFFECTS
from extractors.formats.findings import FINDINGS, TESTED
from extractors.formats.segments import read_source
from extractors.phenomena.estimands import Estimand
from extractors.score.corrections import finite
from extractors.score.phenomenon_tests import correct_findings, is_pooled, obstacle
from extractors.score.set_effects import UNIT, UNITS
from extractors.score.shared_texts import SharedTexts
from extractors.score.statistics.estimates import Estimate

Row = dict[str, Any]


@dataclass(frozen=True)
class PooledCorpus:
    """What pooling needs of a corpus.

    Attributes:
        findings: the table FINDINGS.
        segments: how many it has.
        source: the name of its source texts; corpora that share them have the same.
    """

    findings: pa.Table
    segments: int
    source: str


def pool_effects(corpora: Mapping[str, PooledCorpus], *, alpha: float) -> pa.Table:
    """The table POOLED_EFFECTS of the phenomena that two corpora or more have.

    A corpus counts by the rule of `is_pooled`. What they have in all is tested by the rules of a single corpus.

    Args:
        corpora: by name.
    """
    by_test: dict[tuple[str, int, str], list[Row]] = {}
    for name, corpus in corpora.items():
        for row in corpus.findings.to_pylist():
            if row["standard_error"] is not None and is_pooled(row, corpus.segments):
                key = row["phenomenon"], row["distance"], row["metric"]
                member = {"corpus": name, "segments": corpus.segments, "source": corpus.source}
                by_test.setdefault(key, []).append(row | member)
    rows = [_pooled(key, members) for key, members in by_test.items() if len(members) > 1]
    correct_findings(rows, alpha)
    return POOLED_EFFECTS.table(rows)


def _pooled(key: tuple[str, int, str], members: Sequence[Row]) -> Row:
    compared = np.array([row["n"] for row in members], dtype=np.float64)
    weights = compared / compared.sum()
    values = np.array([row["beyond"] for row in members])
    means = {
        name: None if None in (each := [row[name] for row in members]) else float(weights @ each)
        for name in ("systems", "humans")
    }
    errors = np.array([row["standard_error"] for row in members])
    value = weights @ values
    # What corpora of the same texts add to the error goes the same way.
    _, source = np.unique([row["source"] for row in members], return_inverse=True)
    added = np.bincount(source, weights * errors)
    skewness = np.bincount(source, weights * errors * [row["skewness"] for row in members])
    error = np.sqrt(added @ added)
    third = added**2 @ skewness
    # Each source has a mean of its own; of corpora of the same texts, the fewest units is the safe side.
    fewest = [min(row[UNITS] for row, of in zip(members, source, strict=True) if of == one) for one in set(source)]
    units = sum(fewest) - len(fewest) + 1
    estimate = Estimate(
        value=np.array([value]),
        standard_error=np.array([error]),
        n=units,
        smallest_p=1 / (units + 1),
        skewness=third / error**3 if error else 0.0,
    )
    places = decimals(abs(value) for value in values)
    of = [f"{row['corpus']} {row['beyond']:+.{places}f} (n {row['n']})" for row in members]
    row = {
        **dict(zip(("phenomenon", "distance", "metric"), key, strict=True)),
        "corpora": len(members),
        "n": int(compared.sum()),
        **means,
        "beyond": float(value),
        "beyond_low": finite(estimate.low[0]),
        "beyond_high": finite(estimate.high[0]),
        "standard_error": float(error),
        "skewness": float(estimate.skewness),
        "p": finite(estimate.p_value[0]),
        "spread": _spread(values, errors),
        "of": ", ".join(of),
        "p_bh": None,
        "detectable": None,
        UNITS: units,
    }
    total = row | {"compared": row["n"], "controls": sum(one["controls"] for one in members)}
    total |= {"n": sum(one["n"] + one["not_compared"] for one in members), UNIT: "independent unit"}
    asked = Estimand(label=key[0], chosen_by=members[0]["chosen_by"])
    return row | {"status": obstacle(total, asked, sum(one["segments"] for one in members)) or TESTED}


def _spread(values: Float64, errors: Float64) -> float:
    """Standard deviation of the true differences (DerSimonian and Laird, Controlled Clinical Trials 1986)."""
    precise = 1 / np.maximum(errors, 1e-12) ** 2
    mean = precise @ values / precise.sum()
    chance = precise.sum() - (precise @ precise) / precise.sum()
    return float(np.sqrt(max(0.0, (precise @ (values - mean) ** 2 - (len(values) - 1)) / chance)))


def pool_to_file(folders: Mapping[str, str | Path], path: str | Path, *, alpha: float) -> None:
    """Write POOLED_EFFECTS, and a copy as .csv. `folders`: the results of each corpus, by its name."""
    texts, corpora = SharedTexts(), dict[str, PooledCorpus]()
    for name, folder in folders.items():
        findings = tables.read(FINDINGS, Path(folder) / FINDINGS.file)
        source = list(read_source(Path(folder) / "segments.parquet"))
        _, shared = texts.number(name, source, np.arange(len(source)))
        corpora[name] = PooledCorpus(findings, len(source), shared)
    tables.write_with_csv(pool_effects(corpora, alpha=alpha), path)
