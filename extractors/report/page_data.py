from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from extractors.formats.thresholds import FEWEST_SEGMENTS, FEWEST_SHOWN
from extractors.report import chart_looks as looks
from extractors.report.distances import spans
from extractors.report.heatmap import views
from extractors.report.measures import DEPARTURE, DIFFERENCE, FINDING, STATES, numbers_of
from extractors.report.numbers import significance_lines
from extractors.report.results import ReportedResults

RANGE = ("distance_from", "distance_below")
ROW = (*RANGE, "n", "size", "value", "control", *DIFFERENCE, "p_bh")
OF_SYSTEM = (*ROW, *DEPARTURE, "departure_p_bh", "departs")
OF_ALL = (*ROW, "systems_n", "below", "p", "units", "not_compared", "departing", *FINDING)


def columns(
    rows: Sequence[Mapping[str, Any]], keys: Mapping[str, Sequence[str]], values: Iterable[str]
) -> dict[str, Any]:
    """Turn rows into lists by column; a key has the places of its values in its list. Numbers have six digits;
    what a row lacks is null."""
    places = {key: {name: place for place, name in enumerate(names)} for key, names in keys.items()}
    by_key: dict[str, Any] = {key: [known[row[key]] for row in rows] for key, known in places.items()}
    return by_key | {name: [_short(row.get(name)) for row in rows] for name in values}


def _short(value: Any) -> Any:
    return float(f"{value:.6g}") if isinstance(value, float) else value


def content(results: ReportedResults) -> dict[str, Any]:
    """Return all that the scripts know: names, metrics, tables of numbers, and the charts' specifications."""
    numbers = numbers_of(results)
    names: dict[str, Sequence[Any]] = {
        "system": [*results.systems, None],
        "phenomenon": list(results.phenomena),
        "measure": [measure.name for measure in numbers.measures],
        "state": STATES,
        "verdict": list(looks.STATES),
    }
    rows = list(numbers.rows.values())
    return {
        "alpha": results.alpha,
        "systems": results.systems,
        "phenomena": list(results.phenomena),
        "labels": {phenomenon.id: phenomenon.label for phenomenon in results.phenomena.values()},
        "fewest": FEWEST_SEGMENTS,
        "shown_from": FEWEST_SHOWN,
        "unit": results.unit,
        "significance": significance_lines(results.alpha),
        "segments": results.segments,
        "spans": {phenomenon.id: spans(phenomenon) for phenomenon in results.phenomena.values()},
        "measures": [asdict(measure) | {"title": measure.title} for measure in numbers.measures],
        "names": names,
        "rows": columns([row for row in rows if row["system"] is not None], names, OF_SYSTEM),
        "together": columns([row for row in rows if row["system"] is None], names, OF_ALL),
        "map": views(results, numbers),
        "charts": {kind: looks.of_page(kind) for kind in ("systems", "distances")},
        "titles": {"value": looks.VALUE, "place": looks.PLACE, "marked": looks.MARKED},
    }
