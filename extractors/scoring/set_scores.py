"""Score a set: each system, its controls and the difference, with intervals, and the difference of all systems.

Every system translates the same segments, so that twenty systems on one set are not twenty findings. So the effect of a
phenomenon is the mean over the systems of set minus controls, with the segments drawn once for all, and one test a
phenomenon and distance.
"""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.formats.definition import Format
from extractors.formats.effects import EFFECTS
from extractors.formats.scores import PAPER_SCORES, SCORES
from extractors.scoring.corrections import finite
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.metrics import Metric
from extractors.scoring.sampled_sets import SampledSet
from extractors.scoring.scorer import ScoredSet, SetScorer
from extractors.scoring.statistics.contrasts import Contrast
from extractors.scoring.statistics.estimates import Estimate, mean_of_finite
from extractors.scoring.statistics.pvalues import empirical_p
from extractors.scoring.statistics.signatures import with_cluster, with_test
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

Row = dict[str, Any]


def measured_columns(form: Format) -> tuple[str, ...]:
    """Return the columns of a table that are empty where there is nothing to measure."""
    return tuple(column.name for column in form.columns if pa.types.is_float64(column.type))


MEASURED = measured_columns(SCORES)
SAMPLED = measured_columns(PAPER_SCORES)
OF_ALL_SYSTEMS = measured_columns(EFFECTS)
UNITS = "units"
"""Column: how many of what is independent are in a set: segments, documents or blocks."""
UNIT = "unit"
"""What these are."""


def score_rows(
    scorer: SetScorer,
    sampled: SampledSet,
    scored: Sequence[ScoredSet],
    settings: StatisticsSettings,
    *,
    clusters: SegmentClusters = ALONE,
) -> list[Row]:
    """Return a row of SCORES for each metric and system on one set. `scored`: from `score_set`; [] for an empty set."""
    by_metric = {scored_set.block.metric: scored_set for scored_set in scored}
    rows = []
    for block in scorer.blocks:
        scored_set = by_metric.get(block.metric)
        numbers = {} if scored_set is None else _numbers(scored_set, clusters)
        groups = None if scored_set is None else scored_set.of_set.groups
        shared = set_columns(sampled, scored_set) | {"metric": block.metric}
        for i, system in enumerate(block.systems):
            signature = with_cluster(block.signatures[i], clusters.unit)
            row = dict.fromkeys(MEASURED) | shared
            row |= {
                "system": system,
                "signature": with_test(signature, "bs", settings.resamples, settings.seed, groups=groups),
            }
            rows.append(row | {name: finite(values[i]) for name, values in numbers.items()})
    return rows


def set_columns(sampled: SampledSet, scored: ScoredSet | None) -> Row:
    """Return the columns that say which set a row is about, and how much of it is compared with controls.

    Args:
        scored: the set under the metric of the row; None for an empty set.
    """
    n, matches = len(sampled.ids), None if scored is None else scored.matches
    not_compared = n if matches is None else matches.unmatched
    return {
        "phenomenon": sampled.phenomenon,
        **asdict(sampled.range),
        "n": n,
        "compared": n - not_compared,
        "not_compared": not_compared,
        "controls": None if matches is None else matches.effective_controls,
    }


def _numbers(scored: ScoredSet, clusters: SegmentClusters) -> dict[str, Float64]:
    """Return (K,) the values of each measured column."""
    metric = scored.block.made
    estimate = replace(scored.of_set.estimate, bounds=metric.bounds)
    numbers = {"score": estimate.value, "score_low": estimate.low, "score_high": estimate.high}
    if scored.contrast is None:
        return numbers
    numbers["control_score"] = scored.contrast.control_score
    difference = replace(scored.contrast.estimate(clusters.numbers), bounds=metric.difference_bounds)
    return numbers | interval_columns(difference, "difference")


def interval_columns(estimate: Estimate, name: str) -> dict[str, Float64]:
    """Return an estimate and the ends of its interval as columns."""
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}


def paper_rows(sampled: SampledSet, scored: Sequence[ScoredSet]) -> list[Row]:
    """Return a row of PAPER_SCORES for each metric and system on one set; [] if it is empty."""
    rows = []
    for scored_set in scored:
        shared = set_columns(sampled, scored_set) | {"metric": scored_set.block.metric}
        numbers = _beside_samples(scored_set.of_set.value, scored_set.drawn)
        for i, system in enumerate(scored_set.block.systems):
            values = {name: finite(values_of_systems[i]) for name, values_of_systems in numbers.items()}
            rows.append(dict.fromkeys(SAMPLED) | shared | {"system": system} | values)
    return rows


def _beside_samples(score: Float64, drawn: Float64) -> dict[str, Float64]:
    """Compare the set with the paper's control samples: (K,) values a column; its score alone without samples."""
    if not np.isfinite(drawn).any():
        return {"score": score}
    usable = np.isfinite(drawn) & np.isfinite(score)
    control_mean = mean_of_finite(np.where(usable, drawn, np.nan))
    return {"score": score, "control_mean": control_mean, "p": empirical_p(drawn, score)}


def effect_rows(
    scorer: SetScorer,
    sampled: SampledSet,
    scored: Sequence[ScoredSet],
    *,
    clusters: SegmentClusters = ALONE,
) -> list[Row]:
    """Return a row of EFFECTS for each metric on one set. `scored`: from `score_set`; [] for an empty set."""
    by_metric = {scored_set.block.metric: scored_set for scored_set in scored}
    rows = []
    for block in scorer.blocks:
        scored_set = by_metric.get(block.metric)
        row = dict.fromkeys(OF_ALL_SYSTEMS) | set_columns(sampled, scored_set)
        row |= {"metric": block.metric, "systems": 0, "below": 0, "skewness": None, UNITS: None, UNIT: clusters.unit}
        row["signature"] = signature_of_effect(block.signatures[0], clusters)
        contrast = None if scored_set is None else scored_set.contrast
        rows.append(row | measured_effect(contrast, block.made, clusters))
    return rows


def measured_effect(contrast: Contrast | None, metric: Metric, clusters: SegmentClusters) -> Row:
    """Return the measured columns of EFFECTS, means over the systems with a score on both sides; {} without any."""
    if contrast is None or not contrast.scored.any():
        return {}
    estimate = replace(contrast.mean.estimate(clusters.numbers), bounds=metric.difference_bounds)
    numbers = interval_columns(estimate, "difference") | {
        "standard_error": estimate.standard_error,
        "skewness": np.broadcast_to(estimate.skewness, 1),
        "p": estimate.p_value,
    }
    return {name: finite(values[0]) for name, values in numbers.items()} | {
        "systems": int(contrast.scored.sum()),
        "below": int((contrast.value < 0).sum()),
        UNITS: estimate.n,
    }


def signature_of_effect(signature: str, clusters: SegmentClusters) -> str:
    """Add to a metric's signature the unit of its jackknife standard error: segments, documents or blocks."""
    return f"{signature}|se:jackknife.{clusters.unit}s"
