"""The numbers that the page's scripts work on, as columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from extractors.formats.accuracy import ORDER, REFERENCE_MATCH, RENDERED
from extractors.report import chart_rows, charts
from extractors.report.distances import spans
from extractors.report.numbers import significance_lines
from extractors.report.results import Results, Row
from extractors.score.statistics.estimates import FEWEST

DIFFERENCE = ("n", "difference", "difference_low", "difference_high", "p_bh")
SCORES = (
    *DIFFERENCE,
    "score",
    "score_low",
    "score_high",
    "control_mean",
    "departure",
    "departure_low",
    "departure_high",
    "departure_p_bh",
)
EFFECTS = (
    *DIFFERENCE,
    "systems",
    "below",
    "departing",
    "detectable",
    "precision",
    "precision_of",
    "clean_difference",
    "clean_low",
    "clean_high",
    "p",
    "p_blocks",
    "units",
    "unmatched",
)
ACCURACY = (*DIFFERENCE, "accuracy", "low", "high", "control")
TRENDS = ("slope", "expected", "p_bh")
RANGE = ("distance_from", "distance_below")


def columns(
    rows: Sequence[Mapping[str, Any]], keys: Mapping[str, Sequence[str]], values: Iterable[str]
) -> dict[str, Any]:
    """Rows as lists by column; of a key, its value's place in the list of that key. Numbers have six digits."""
    places = {key: {name: place for place, name in enumerate(names)} for key, names in keys.items()}
    by_key: dict[str, Any] = {key: [known[row[key]] for row in rows] for key, known in places.items()}
    return by_key | {name: [_short(row[name]) for row in rows] for name in values}


def _short(value: Any) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _by_kind(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Rows of sets at minimum distances, and those of exact distances and buckets."""
    minimum = [row for row in rows if row["kind"] == "minimum"]
    return minimum, [row for row in rows if row["kind"] != "minimum"]


def content(results: Results) -> dict[str, Any]:
    """All that the scripts know: names, metrics, tables of numbers, and the charts' specifications."""
    names: dict[str, Sequence[str]] = {
        "system": results.systems,
        "phenomenon": list(results.phenomena),
        "metric": list(results.metrics),
    }
    of_all = {key: names[key] for key in ("phenomenon", "metric")}
    of_words = {key: names[key] for key in ("system", "phenomenon")} | {"measure": [REFERENCE_MATCH, ORDER, RENDERED]}
    words_of_all = {"phenomenon": names["phenomenon"], "measure": of_words["measure"]}
    accuracy, in_buckets = _by_kind(results.accuracy)
    accuracy_effects, effects_in_buckets = _by_kind(results.accuracy_effects)
    return {
        "alpha": results.alpha,
        "systems": results.systems,
        "phenomena": list(results.phenomena),
        "labels": {phenomenon.id: phenomenon.label for phenomenon in results.phenomena.values()},
        "controls": results.controls,
        "fewest": FEWEST,
        "block": results.manifest.run.statistics.block,
        "significance": significance_lines(results.alpha),
        "segments": results.segments,
        "spans": {phenomenon.id: spans(phenomenon) for phenomenon in results.phenomena.values()},
        "metrics": [asdict(metric) for metric in results.metrics.values()],
        "corpus": [{key: row[key] for key in ("system", "metric", "score")} for row in results.corpus_scores],
        "scores": columns(results.scores, names, ("minimum_distance", *SCORES)),
        "buckets": columns(results.bucket_scores, names, (*RANGE, *DIFFERENCE)),
        "effects": columns(results.effects, of_all, ("minimum_distance", *EFFECTS)),
        "bucket_effects": columns(results.bucket_effects, of_all, (*RANGE, *DIFFERENCE)),
        "accuracy": columns(accuracy, of_words, ("distance_from", *ACCURACY)),
        "accuracy_buckets": columns(in_buckets, of_words, (*RANGE, *DIFFERENCE)),
        "accuracy_effects": columns(accuracy_effects, words_of_all, ("distance_from", *ACCURACY, "below", "systems")),
        "accuracy_bucket_effects": columns(effects_in_buckets, words_of_all, (*RANGE, *DIFFERENCE)),
        "trends": columns(results.trends, names, TRENDS),
        "pooled_trends": columns(results.pooled_trends, of_all, TRENDS),
        "charts": {"systems": charts.systems(), "distances": charts.by_distance()},
        "titles": {
            "value": charts.VALUE,
            "place": charts.PLACE,
            "found": chart_rows.FOUND_TITLE,
            "marked": charts.MARKED,
        },
    }
