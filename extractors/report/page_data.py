"""The numbers that the page's scripts work on, as columns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from extractors.formats.accuracy import ORDER, REFERENCE_MATCH, RENDERED
from extractors.report import chart_rows, charts
from extractors.report.distances import spans
from extractors.report.numbers import significance_lines
from extractors.report.results import ReportedResults
from extractors.score.statistics.estimates import FEWEST

RANGE = ("distance_from", "distance_below")
DIFFERENCE = ("n", "difference", "difference_low", "difference_high")
TESTED = (*DIFFERENCE, "p_bh")
SCORES = (*RANGE, *DIFFERENCE, "compared", "score")
EFFECTS = (*RANGE, *DIFFERENCE, "systems", "below", "p", "units", "not_compared")
FINDINGS = (
    "distance",
    "status",
    "difference",
    "p_bh",
    "detectable",
    "precision",
    "precision_of",
    "clean_difference",
    "clean_low",
    "clean_high",
)
DEPARTURES = ("departure", "departure_low", "departure_high", "p_bh")
ACCURACY = (*RANGE, *TESTED, "accuracy", "low", "high", "control")
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


def content(results: ReportedResults) -> dict[str, Any]:
    """All that the scripts know: names, metrics, tables of numbers, and the charts' specifications."""
    names: dict[str, Sequence[str]] = {
        "system": results.systems,
        "phenomenon": list(results.phenomena),
        "metric": list(results.metrics),
    }
    of_all = {key: names[key] for key in ("phenomenon", "metric")}
    of_departures = {key: names[key] for key in ("system", "phenomenon")}
    of_words = {key: names[key] for key in ("system", "phenomenon")} | {"measure": [REFERENCE_MATCH, ORDER, RENDERED]}
    words_of_all = {"phenomenon": names["phenomenon"], "measure": of_words["measure"]}
    return {
        "alpha": results.alpha,
        "systems": results.systems,
        "phenomena": list(results.phenomena),
        "labels": {phenomenon.id: phenomenon.label for phenomenon in results.phenomena.values()},
        "controls": results.controls,
        "fewest": FEWEST,
        "unit": results.unit,
        "significance": significance_lines(results.alpha),
        "segments": results.segments,
        "spans": {phenomenon.id: spans(phenomenon) for phenomenon in results.phenomena.values()},
        "metrics": [asdict(metric) for metric in results.metrics.values()],
        "corpus": [{key: row[key] for key in ("system", "metric", "score")} for row in results.corpus_scores],
        "findings": columns(list(results.findings.values()), {"phenomenon": names["phenomenon"]}, FINDINGS),
        "departures": columns(list(results.departures.values()), of_departures, DEPARTURES),
        "scores": columns(results.scores, names, SCORES),
        "effects": columns(results.effects, of_all, EFFECTS),
        "accuracy": columns(results.accuracy, of_words, ACCURACY),
        "accuracy_effects": columns(results.accuracy_effects, words_of_all, (*ACCURACY, "below", "systems")),
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
