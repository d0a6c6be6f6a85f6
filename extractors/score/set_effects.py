"""A phenomenon for all systems together: do sentences with it score otherwise than others of their length?

Every system translates the same segments, so that twenty systems on one set are not twenty findings. Here the
phenomenon is the unit: the mean over the systems of set minus controls, with the segments drawn once for all, and one
test a phenomenon and distance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.formats.effects import BUCKET_EFFECTS, PHENOMENON_EFFECTS
from extractors.phenomena.precision import Precision
from extractors.score.corrections import finite
from extractors.score.documents import Clusters
from extractors.score.sampled_sets import SampledSet
from extractors.score.scorer import ScoredSet, SetScorer
from extractors.score.set_scores import UNITS, correct_differences, set_columns
from extractors.score.statistics.contrasts import Contrast
from extractors.score.statistics.distributions import t_quantile
from extractors.score.statistics.estimates import LEVEL

MEASURED = tuple(column.name for column in PHENOMENON_EFFECTS.columns if pa.types.is_float64(column.type))
"""Columns that are empty where there is nothing to measure."""
Row = dict[str, Any]


def effect_rows(
    scorer: SetScorer,
    sampled: SampledSet,
    scored: Sequence[ScoredSet],
    *,
    documents: Clusters | None = None,
    blocks: Clusters | None = None,
    run: str = "",
) -> list[Row]:
    """A row for each metric on one set; p-values are not corrected yet.

    Args:
        scored: as from `score_set`; empty for an empty set.
        documents: (N,) number of each segment's document; None where each segment is by itself.
        blocks: (N,) number of the block of neighbouring lines of each segment.
        run: the signature of how the sets were made.

    Returns:
        Mappings with the columns of PHENOMENON_EFFECTS and BUCKET_EFFECTS, and what the correction needs.
    """
    by_metric = {of_metric.block.metric: of_metric for of_metric in scored}
    rows = []
    for block in scorer.blocks:
        of_metric = by_metric.get(block.metric)
        row = dict.fromkeys(MEASURED) | set_columns(sampled, of_metric, documents)
        row |= {
            "metric": block.metric,
            "systems": 0,
            "below": 0,
            "departing": 0,
            UNITS: None,
            "precision_of": None,
            "signature": signature_of_effect(block.signatures[0], documents),
            "run": run,
        }
        if of_metric is not None and of_metric.contrast is not None and of_metric.contrast.scored.any():
            row |= _measured(of_metric.contrast, documents, blocks)
        rows.append(row)
    return rows


def _measured(contrast: Contrast, documents: Clusters | None, blocks: Clusters | None) -> Row:
    estimate = contrast.mean.estimate(documents)
    numbers = {
        "difference": estimate.value,
        "difference_low": estimate.low,
        "difference_high": estimate.high,
        "standard_error": estimate.standard_error,
        "skewness": np.broadcast_to(estimate.skewness, 1),
        "p": estimate.p_value,
        "p_blocks": np.full(1, np.nan) if blocks is None else contrast.mean.estimate(blocks).p_value,
    }
    return {name: finite(values[0]) for name, values in numbers.items()} | {
        "systems": int(contrast.scored.sum()),
        "below": int((contrast.value < 0).sum()),
        UNITS: estimate.n,
    }


def signature_of_effect(signature: str, documents: Clusters | None) -> str:
    """The metric's, and how the standard error was found: by the jackknife over segments or documents."""
    return f"{signature}|se:jackknife.{'segments' if documents is None else 'documents'}"


def effect_tables(
    rows: list[Row], system_rows: Sequence[Row], precisions: Mapping[str, Precision], *, alpha: float
) -> tuple[pa.Table, pa.Table]:
    """The rows as the tables PHENOMENON_EFFECTS and BUCKET_EFFECTS.

    Args:
        system_rows: those of the systems, corrected, as `score_tables` leaves them.
        precisions: of the phenomena's detection, as far as measured.
        alpha: corrected p-values below it are findings.
    """
    correct_differences(rows, [row["same"] for row in rows], alpha=alpha)
    departing: dict[tuple[Any, ...], int] = {}
    for row in system_rows:
        p = row["departure_p_bh"]
        departing[_key(row)] = departing.get(_key(row), 0) + (p is not None and p < alpha)
    widest: dict[str, int] = {}
    for row in rows:
        if row["kind"] == "minimum":
            widest[row["phenomenon"]] = min(widest.get(row["phenomenon"], row["distance_from"]), row["distance_from"])
    for row in rows:
        row["departing"] = departing.get(_key(row), 0)
        # Precision was measured on hits at all distances.
        if row["kind"] == "minimum" and row["distance_from"] == widest[row["phenomenon"]]:
            row |= _clean(row, precisions.get(row["phenomenon"]))
    return (
        PHENOMENON_EFFECTS.table([row for row in rows if row["kind"] == "minimum"]),
        BUCKET_EFFECTS.table([row for row in rows if row["kind"] != "minimum"]),
    )


def _key(row: Row) -> tuple[Any, ...]:
    return row["metric"], row["phenomenon"], row["kind"], row["distance_from"], row["distance_below"]


def _clean(row: Row, precision: Precision | None) -> Row:
    """The difference that right hits alone would show, if segments with wrong ones score like other text.

    Its variance is that of a ratio of two independent estimates, to the first order.
    """
    difference, error, units = row["difference"], row["standard_error"], row.get(UNITS)
    if precision is None or not precision.value or difference is None or error is None or units is None or units < 2:
        return {}
    clean = difference / precision.value
    of_clean = np.hypot(error / precision.value, clean * precision.standard_error / precision.value)
    margin = float(t_quantile((1 + LEVEL) / 2, units - 1) * of_clean)
    return {
        "precision": precision.value,
        "precision_of": precision.by,
        "clean_difference": clean,
        "clean_low": clean - margin,
        "clean_high": clean + margin,
    }
