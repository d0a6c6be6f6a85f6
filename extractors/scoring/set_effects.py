"""A phenomenon for all systems together: do sentences with it score otherwise than others of their length?

Every system translates the same segments, so that twenty systems on one set are not twenty findings. Here the
phenomenon is the unit: the mean over the systems of set minus controls, with the segments drawn once for all, and one
test a phenomenon and distance.
"""

from collections.abc import Sequence

import numpy as np

from extractors.formats.effects import EFFECTS
from extractors.scoring.corrections import finite
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.sampled_sets import SampledSet
from extractors.scoring.scorer import ScoredSet, SetScorer
from extractors.scoring.set_scores import Row, interval_columns, measured_columns, set_columns
from extractors.scoring.statistics.contrasts import Contrast

MEASURED = measured_columns(EFFECTS)
UNITS = "units"
"""Column: how many of what is independent are in a set: segments, documents or blocks."""
UNIT = "unit"
"""What these are."""


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
        row = dict.fromkeys(MEASURED) | set_columns(sampled, scored_set)
        row |= {"metric": block.metric, "systems": 0, "below": 0, "skewness": None, UNITS: None, UNIT: clusters.unit}
        row["signature"] = signature_of_effect(block.signatures[0], clusters)
        rows.append(row | measured_effect(None if scored_set is None else scored_set.contrast, clusters))
    return rows


def measured_effect(contrast: Contrast | None, clusters: SegmentClusters) -> Row:
    """Return the measured columns of EFFECTS, means over the systems with a score on both sides; {} without any."""
    if contrast is None or not contrast.scored.any():
        return {}
    estimate = contrast.mean.estimate(clusters.numbers)
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
