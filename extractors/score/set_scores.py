"""A system on a set: its score, its controls, the difference, and whether that is more than chance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.formats.scores import BUCKET_SCORES, SCORES
from extractors.score.corrections import correct_rows, finite, is_small
from extractors.score.sampled_sets import SampledSet
from extractors.score.scorer import Resampled, Scorer
from extractors.settings.statistics import StatisticsSettings
from extractors.statistics.estimates import mean_of_finite
from extractors.statistics.pvalues import TOLERANCE
from extractors.statistics.samples import compare_with_samples
from extractors.statistics.signatures import with_test

MEASURED = tuple(column.name for column in SCORES.columns if pa.types.is_float64(column.type))
"""Columns that are empty where there is nothing to measure."""


def score_rows(
    scorer: Scorer, sampled: SampledSet, resampled: Sequence[Resampled], settings: StatisticsSettings, *, run: str = ""
) -> list[dict[str, Any]]:
    """A row for each metric and system on one set; p-values are not corrected yet.

    Args:
        resampled: as from `resample_set`; empty for an empty set.
        run: the signature of how the sets were made.

    Returns:
        Mappings with the columns of SCORES and BUCKET_SCORES, and `kind`.
    """
    numbers = {of_metric.block.metric: _numbers(of_metric) for of_metric in resampled}
    rows = []
    for block in scorer.blocks:
        measured = numbers.get(block.metric, {})
        for i, system in enumerate(block.systems):
            row = dict.fromkeys(MEASURED) | {
                "system": system,
                "phenomenon": sampled.phenomenon,
                "kind": sampled.range.kind,
                "minimum_distance": sampled.range.distance_from,
                "distance_from": sampled.range.distance_from,
                "distance_below": sampled.range.distance_below,
                "metric": block.metric,
                "n": len(sampled.ids),
                "corpus_score": float(block.corpus[i]),
                "too_small": is_small(len(sampled.ids)),
                "unmatched": sampled.unmatched,
                "signature": with_test(block.signatures[i], "bs", settings.resamples, settings.seed),
                "run": run,
            }
            rows.append(row | {name: finite(values[i]) for name, values in measured.items()})
    return rows


def _numbers(resampled: Resampled) -> dict[str, Float64]:
    """(K,) values of each column that the resampling gives."""
    interval = resampled.of_set.estimate
    numbers = {"score": interval.value, "score_low": interval.low, "score_high": interval.high}
    if resampled.paired is None:
        return numbers
    drawn, paired = resampled.paired.drawn, resampled.paired.estimate
    samples = compare_with_samples(interval.value, drawn)
    usable = np.isfinite(drawn) & np.isfinite(interval.value)
    at_or_below = (drawn <= interval.value + TOLERANCE).sum(axis=0) / np.maximum(usable.sum(axis=0), 1)
    return numbers | {
        "control_mean": mean_of_finite(np.where(usable, drawn, np.nan)),
        # Quantiles of score - sample are those of the samples, the other way round.
        "control_low": interval.value - samples.high,
        "control_high": interval.value - samples.low,
        "control_at_or_below": np.where(usable.any(axis=0), at_or_below, np.nan),
        "control_difference": samples.difference,
        "control_difference_low": samples.low,
        "control_difference_high": samples.high,
        "control_p": samples.p_value,
        "difference": paired.value,
        "difference_low": paired.low,
        "difference_high": paired.high,
        "p": paired.p_value,
        "detectable": paired.detectable,
    }


def score_tables(rows: Iterable[dict[str, Any]]) -> tuple[pa.Table, pa.Table]:
    """The rows as the tables SCORES (minimum distances) and BUCKET_SCORES (exact ones and buckets).

    P-values are corrected over the rows of a metric in each of the two.
    """
    rows = list(rows)
    correct_rows(rows, [family_of(row) for row in rows])
    by_minimum = [row for row in rows if row["kind"] == "minimum"]
    by_bucket = [row for row in rows if row["kind"] != "minimum"]
    return SCORES.table(by_minimum), BUCKET_SCORES.table(by_bucket)


def family_of(row: Mapping[str, Any]) -> tuple[str, bool]:
    """The family of tests of a row: its metric and its table."""
    return row["metric"], row["kind"] == "minimum"
