"""A system on a set: its score, its controls, the difference, and whether that is more than chance."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.formats.scores import BUCKET_SCORES, SCORES
from extractors.phenomena import is_paper
from extractors.score.corrections import correct_rows, finite, is_small
from extractors.score.documents import Clusters, few_documents
from extractors.score.sampled_sets import SampledSet
from extractors.score.scorer import ScoredSet, SetScorer
from extractors.score.statistics.estimates import Estimate, detectable, mean_of_finite
from extractors.score.statistics.pvalues import TOLERANCE
from extractors.score.statistics.samples import compare_with_samples
from extractors.score.statistics.signatures import with_cluster, with_test
from extractors.score.statistics.statistics_settings import StatisticsSettings

MEASURED = tuple(column.name for column in SCORES.columns if pa.types.is_float64(column.type))
"""Columns that are empty where there is nothing to measure."""
Row = dict[str, Any]

UNITS = "units"
"""Column: what is independent in a set, segments or documents; of effects in the table, of systems not."""


def score_rows(
    scorer: SetScorer,
    sampled: SampledSet,
    scored: Sequence[ScoredSet],
    settings: StatisticsSettings,
    *,
    documents: Clusters | None = None,
    run: str = "",
) -> list[dict[str, Any]]:
    """A row for each metric and system on one set; p-values are not corrected yet.

    Args:
        scored: as from `score_set`; empty for an empty set.
        documents: (N,) number of each segment's document; None where each segment is by itself.
        run: the signature of how the sets were made.

    Returns:
        Mappings with the columns of SCORES and BUCKET_SCORES, `kind`, and what the correction needs.
    """
    by_metric = {of_metric.block.metric: of_metric for of_metric in scored}
    rows = []
    for block in scorer.blocks:
        of_metric = by_metric.get(block.metric)
        numbers = {} if of_metric is None else _numbers(of_metric, documents)
        groups = None if of_metric is None else of_metric.of_set.groups
        shared = set_columns(sampled, of_metric, documents) | {"metric": block.metric, "run": run}
        for i, system in enumerate(block.systems):
            signature = with_cluster(block.signatures[i], "segment" if documents is None else "document")
            row = dict.fromkeys(MEASURED) | shared
            row |= {
                "system": system,
                "corpus_score": float(block.corpus[i]),
                "signature": with_test(signature, "bs", settings.resamples, settings.seed, groups=groups),
            }
            rows.append(row | {name: finite(values[i]) for name, values in numbers.items()})
    return rows


def set_columns(sampled: SampledSet, scored: ScoredSet | None, documents: Clusters | None = None) -> dict[str, Any]:
    """The columns that say which set a row is of, and `same`: equal for sets of the same segments.

    Args:
        scored: the set under the metric of the row; None for an empty set.
        documents: (N,) number of each segment's document; None where each segment is by itself.
    """
    n, matches = len(sampled.ids), None if scored is None else scored.matches
    too_small = is_small(n) or few_documents(documents, sampled.ids)
    columns = {
        "phenomenon": sampled.phenomenon,
        "kind": sampled.range.kind,
        "minimum_distance": sampled.range.distance_from,
        "distance_from": sampled.range.distance_from,
        "distance_below": sampled.range.distance_below,
        "n": n,
        "same": hashlib.sha256(sampled.ids.tobytes()).digest(),
    }
    if matches is None:
        unmatched = 0 if scored is None else scored.unmatched
        return columns | {"too_small": too_small, "unmatched": unmatched, "controls": None, "overlap": None}
    return columns | {
        "too_small": too_small or is_small(matches.compared),
        "unmatched": matches.unmatched,
        "controls": matches.effective_controls,
        "overlap": matches.overlap,
    }


def _numbers(scored: ScoredSet, documents: Clusters | None) -> dict[str, Float64]:
    """(K,) values of each column that is measured."""
    interval = scored.of_set.estimate
    numbers = {"score": interval.value, "score_low": interval.low, "score_high": interval.high}
    if np.isfinite(scored.drawn).any():
        numbers |= _beside_samples(interval.value, scored.drawn)
    if scored.contrast is None:
        return numbers
    departures = scored.contrast.departures.estimate(documents)
    return numbers | {
        **_estimated(scored.contrast.estimate(documents)),
        **_estimated(departures, "departure"),
    }


def _beside_samples(score: Float64, drawn: Float64) -> dict[str, Float64]:
    """The set beside the paper's control samples."""
    samples = compare_with_samples(score, drawn)
    usable = np.isfinite(drawn) & np.isfinite(score)
    at_or_below = (drawn <= score + TOLERANCE).sum(axis=0) / np.maximum(usable.sum(axis=0), 1)
    return {
        "control_mean": mean_of_finite(np.where(usable, drawn, np.nan)),
        # Quantiles of score - sample are those of the samples, the other way round.
        "control_low": score - samples.high,
        "control_high": score - samples.low,
        "control_at_or_below": np.where(usable.any(axis=0), at_or_below, np.nan),
        "control_difference": samples.difference,
        "control_difference_low": samples.low,
        "control_difference_high": samples.high,
        "control_p": samples.p_value,
    }


def _estimated(estimate: Estimate, name: str = "") -> dict[str, Float64]:
    """The columns of a difference (no name) or a departure."""
    prefix = f"{name}_" if name else ""
    called = name or "difference"
    return {
        called: estimate.value,
        f"{called}_low": estimate.low,
        f"{called}_high": estimate.high,
        f"{prefix}standard_error": estimate.standard_error,
        f"{prefix}p": estimate.p_value,
        UNITS: np.full(len(estimate.value), float(estimate.n)),
    }


def score_tables(rows: Iterable[dict[str, Any]], *, alpha: float) -> tuple[pa.Table, pa.Table]:
    """The rows as the tables SCORES (minimum distances) and BUCKET_SCORES (exact ones and buckets).

    P-values are corrected over the rows of a metric in each of the two.
    """
    rows = list(rows)
    same = [(row["system"], row["same"]) for row in rows]
    correct_differences(rows, same, alpha=alpha)
    correct_rows(rows, [family_of(row) for row in rows], alpha=alpha, same=same, prefix="departure_")
    by_minimum = [row for row in rows if row["kind"] == "minimum"]
    by_bucket = [row for row in rows if row["kind"] != "minimum"]
    return SCORES.table(by_minimum), BUCKET_SCORES.table(by_bucket)


def correct_differences(rows: Sequence[Row], same: Sequence[Hashable], *, alpha: float) -> None:
    """Correct the p-values of differences, and fill in what the corrected test would have found.

    Args:
        same: what each row is a test of; two of the same are one.
    """
    correct_rows(rows, [family_of(row) for row in rows], alpha=alpha, same=same)
    for row in rows:
        level, error, units = row["level"], row["standard_error"], row.get(UNITS)
        if level is not None and error is not None and units is not None:
            row["detectable"] = finite(float(detectable(error, units, level)))


def family_of(row: Mapping[str, Any]) -> tuple[str, bool, bool]:
    """The family of tests of a row: its metric, its table, and whether it is of a twin as in the paper."""
    return row["metric"], row["kind"] == "minimum", is_paper(row["phenomenon"])
