"""The numbers that the page's scripts work on, as columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from extractors.report import charts
from extractors.report.results import Results

SCORES = (
    "n",
    "score",
    "score_low",
    "score_high",
    "control_mean",
    "control_low",
    "control_high",
    "difference",
    "difference_low",
    "difference_high",
    "p_bh",
)
ACCURACY = (
    "n",
    "accuracy",
    "low",
    "high",
    "control",
    "difference",
    "difference_low",
    "difference_high",
    "p_bh",
)
TRENDS = ("slope", "expected", "p_bh")


def columns(
    rows: Sequence[Mapping[str, Any]], keys: Mapping[str, Sequence[str]], values: Iterable[str]
) -> dict[str, Any]:
    """Rows as lists by column; of a key, its value's place in the list of that key. Numbers have six digits."""
    places = {key: {name: place for place, name in enumerate(names)} for key, names in keys.items()}
    by_key: dict[str, Any] = {key: [known[row[key]] for row in rows] for key, known in places.items()}
    return by_key | {name: [_short(row[name]) for row in rows] for name in values}


def _short(value: Any) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value


def content(results: Results) -> dict[str, Any]:
    """All that the scripts know: names, metrics, tables of numbers, and the charts' specifications."""
    names: dict[str, Sequence[str]] = {
        "system": results.systems,
        "phenomenon": list(results.phenomena),
        "metric": list(results.metrics),
    }
    both = {key: names[key] for key in ("system", "phenomenon")}
    accuracy = [row for row in results.accuracy if row["kind"] == "minimum"]
    return {
        "alpha": results.alpha,
        "systems": results.systems,
        "phenomena": list(results.phenomena),
        "metrics": [asdict(metric) for metric in results.metrics.values()],
        "corpus": [{key: row[key] for key in ("system", "metric", "score")} for row in results.corpus_scores],
        "scores": columns(results.scores, names, ("minimum_distance", *SCORES)),
        "accuracy": columns(accuracy, both | {"measure": ["reference_match", "order"]}, ("distance_from", *ACCURACY)),
        "trends": columns(results.trends, names, TRENDS),
        "charts": charts.specifications(),
    }
