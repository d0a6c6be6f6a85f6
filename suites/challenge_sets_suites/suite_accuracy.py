"""How often systems are right on a suite: accuracies with intervals, bounds and the distance to the best system.

Suites are averaged in four ways, which order systems differently: reports on the suite of DFKI print micro averages
over items and macro averages over categories and over phenomena; LingEval97 (Sennrich 2017) and Isabelle et al. (2017)
print micro averages; the Last Translation Benchmark counts texts of which all items are right. All are
here, each named.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from scipy import sparse

from challenge_sets_suites.comparisons import Row, corrected
from challenge_sets_suites.groups import Group, Verdicts, groups, values_of
from challenge_sets_suites.paired_answers import paired
from challenge_sets_suites.tables.judgments import MISSING, RIGHT, UNDECIDED, VERDICTS, WRONG
from challenge_sets_suites.tables.suites import (
    COMMON,
    MACRO_CATEGORY,
    MACRO_PHENOMENON,
    MICRO,
    OWN,
    SUITE_ACCURACY,
    WHOLE_TEXTS,
)
from extractors.core.arrays import Bool, Float64, Int64
from extractors.scoring.statistics.distributions import normal_sf
from extractors.scoring.statistics.proportions import interval

RESAMPLES, SEED = 1000, 1
"""Of the bootstrap of macro averages."""


def accuracy_table(verdicts: Verdicts) -> pa.Table:
    """Tabulate every system in every group, on its own items and on the common ones (`SUITE_ACCURACY`)."""
    every_group = groups(verdicts.items)
    rows = []
    for which in (OWN, COMMON):
        inside = verdicts.on(which)
        for group, members in every_group:
            kept = members[inside[members]]
            # That systems have no item in common is a row, too.
            if len(kept) or group["by"] == "all":
                about = {**group, "items": which, "average": MICRO}
                rows += _averaged(verdicts.systems, verdicts.codes[kept], verdicts.sentence[kept], about)
            if group["by"] == "all":
                rows += _whole_texts(verdicts, group, kept, which)
                rows += _macros(verdicts, every_group, inside, which)
    tested = corrected(rows, p="p_worse", families=("by", "items", "average"))
    return SUITE_ACCURACY.table([{**row, "note": verdicts.note} for row in tested])


def _whole_texts(verdicts: Verdicts, group: Group, members: Int64, which: str) -> list[Row]:
    """Count whole source texts, which are right if all their items are; no rows if no text has several questions.

    Of the common items, a text counts if all its items are among them.

    Source: Zouhar et al. 2026, Last Translation Benchmark (arXiv 2609.04173), whose leaderboard counts so.
    """
    texts, text_number = np.unique(verdicts.sentence, return_inverse=True)
    if len(texts) == len(verdicts.items) or not all(item.question for item in verdicts.items):
        return []
    kept = np.bincount(text_number[members], minlength=len(texts)) == np.bincount(text_number, minlength=len(texts))
    codes = np.full((len(texts), len(verdicts.systems)), VERDICTS.index(RIGHT))
    # A system that was not asked all of a text says nothing of it; else what is wrong in one item is wrong.
    for kind in (UNDECIDED, WRONG, MISSING):
        item, system = np.nonzero(verdicts.codes == VERDICTS.index(kind))
        codes[text_number[item], system] = VERDICTS.index(kind)
    about = {**group, "items": which, "average": WHOLE_TEXTS}
    return _averaged(verdicts.systems, codes[kept], texts[kept], about)


def _averaged(systems: Sequence[str], codes: Int64, sentence: Int64, about: Mapping[str, str | None]) -> list[Row]:
    """Make a row for each system from (n, systems) verdicts, with intervals clustered by source text."""
    values = values_of(codes)
    estimated = interval(values, sentence)
    rows: list[Row] = []
    for s, system in enumerate(systems):
        count, ends = _counts(codes[:, s]), {"low": estimated.low[s], "high": estimated.high[s]}
        rows.append({"system": system, **about, **count, "accuracy": estimated.mean[s], **ends})
    return _with_best(rows, values, sentence)


def _counts(codes: Int64) -> dict[str, float]:
    """Count each verdict, and bound the accuracy: as if all undecided items were wrong, and as if all were right.

    Items that a system was not asked are in neither bound.
    """
    count = {kind: int((codes == VERDICTS.index(kind)).sum()) for kind in (RIGHT, WRONG, UNDECIDED, MISSING)}
    judged = len(codes) - count[MISSING]
    low, high = (n / judged if judged else np.nan for n in (count[RIGHT], count[RIGHT] + count[UNDECIDED]))
    return {"n": len(codes), "judged": judged, **count, "bound_low": low, "bound_high": high}


def _with_best(rows: list[Row], values: Float64, sentence: Int64) -> list[Row]:
    """Add to the rows of a group the tests against the system with the highest accuracy."""
    accuracies = np.array([row["accuracy"] for row in rows])
    if np.isnan(accuracies).all():
        return [{**row, "is_best": False, "p_worse": np.nan, "p_worse_z": np.nan} for row in rows]
    best = int(np.nanargmax(accuracies))
    return [
        {
            **row,
            "is_best": bool(accuracies[s] == accuracies[best]),
            "p_worse": np.nan if s == best else _one_tailed(values[:, best], values[:, s], sentence),
            "p_worse_z": np.nan if s == best else z_test(rows[best], row),
        }
        for s, row in enumerate(rows)
    ]


def _one_tailed(best: Float64, other: Float64, sentence: Int64) -> float:
    test = paired(best, other, sentence)
    # The distribution of the swaps is symmetric; on the shared items the best may have fewer right.
    return test.p / 2 if test.difference > 0 else 1 - test.p / 2


def z_test(best: Mapping[str, Any], other: Mapping[str, Any]) -> float:
    """Compute p of the one-tailed Z-test of two proportions, pooled; NaN where nothing is decided."""
    n, m = best[RIGHT] + best[WRONG], other[RIGHT] + other[WRONG]
    if not n or not m:
        return np.nan
    pooled = (best[RIGHT] + other[RIGHT]) / (n + m)
    error = np.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    if error == 0:
        return 0.5
    return float(normal_sf((best[RIGHT] / n - other[RIGHT] / m) / error))


def _macros(verdicts: Verdicts, every_group: Sequence[tuple[Group, Int64]], inside: Bool, which: str) -> list[Row]:
    """Compute the rows of macro averages, over categories and over phenomena."""
    rows: list[Row] = []
    everything = every_group[0][0]
    for by, average in (("category", MACRO_CATEGORY), ("phenomenon", MACRO_PHENOMENON)):
        parts = [members[inside[members]] for group, members in every_group if group["by"] == by]
        parts = [part for part in parts if len(part)]
        if not parts:
            continue
        low, high = _macro_intervals(verdicts, parts)
        average_rows = []
        for s, system in enumerate(verdicts.systems):
            count = _counts(verdicts.codes[np.concatenate(parts), s])
            counts = [_counts(verdicts.codes[part, s]) for part in parts]
            accuracies = [part[RIGHT] / (part[RIGHT] + part[WRONG]) for part in counts if part[RIGHT] + part[WRONG]]
            average_rows.append(
                {
                    "system": system,
                    **everything,
                    "items": which,
                    "average": average,
                    **count,
                    "accuracy": np.mean(accuracies) if accuracies else np.nan,
                    "low": low[s],
                    "high": high[s],
                    **{end: _mean_of_finite([part[end] for part in counts]) for end in ("bound_low", "bound_high")},
                    "p_worse": np.nan,
                    "p_worse_z": np.nan,
                }
            )
        highest = max((row["accuracy"] for row in average_rows if not np.isnan(row["accuracy"])), default=np.nan)
        rows += [{**row, "is_best": bool(row["accuracy"] == highest)} for row in average_rows]
    return rows


def _mean_of_finite(values: Sequence[float]) -> float:
    finite = [value for value in values if not np.isnan(value)]
    return float(np.mean(finite)) if finite else np.nan


def _macro_intervals(verdicts: Verdicts, parts: Sequence[Int64]) -> tuple[Float64, Float64]:
    """Compute (systems,) ends of 95 % intervals of macro averages, as percentiles over resampled source texts.

    A part without a decided item in a draw is left out of the mean of that draw.
    """
    rows = np.concatenate(parts)
    part = np.repeat(np.arange(len(parts)), [len(members) for members in parts])
    _, cluster = np.unique(verdicts.sentence[rows], return_inverse=True)
    clusters = int(cluster.max()) + 1
    rng = np.random.default_rng(SEED)
    drawn = rng.multinomial(clusters, np.full(clusters, 1 / clusters), size=RESAMPLES).astype(float)
    low, high = np.full(len(verdicts.systems), np.nan), np.full(len(verdicts.systems), np.nan)
    for s in np.flatnonzero(verdicts.judged):
        values = verdicts.values[rows, s]
        decided = ~np.isnan(values)
        shape = (clusters, len(parts))
        right = sparse.csr_array((np.nan_to_num(values), (cluster, part)), shape=shape)
        number = sparse.csr_array((decided.astype(float), (cluster, part)), shape=shape)
        n = drawn @ number
        with np.errstate(invalid="ignore", divide="ignore"):
            accuracies = (drawn @ right) / n
        has_decided = n > 0
        counted = has_decided.any(axis=1)
        means = np.where(has_decided, accuracies, 0).sum(axis=1)[counted] / has_decided.sum(axis=1)[counted]
        if len(means):
            low[s], high[s] = np.percentile(means, [2.5, 97.5])
    return low, high
