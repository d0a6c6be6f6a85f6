"""Collect the numbers that page, heat map and charts show: of metrics and of hits, under the same names."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.report.chart_looks import BETTER, UNCLEAR, UNTESTED, WORSE
from extractors.report.numbers import Row, compared_score, is_significant
from extractors.report.results import ReportedResults, RunMetric

FOUND = ":accuracy"
"""The measure of words; no metric has such a name."""
BESIDE = ":others"
"""The measure of words beside other systems, from WORD_DEPARTURES: what it expects stands in the place of a control."""
PREDICTED = "what other systems and control words predict"
FOUND_TITLE = "% of hits found minus % of control words found"
STATES = ("none", "small", "worse", "better")
DIFFERENCE = ("difference", "difference_low", "difference_high")
DEPARTURE = ("departure", "departure_low", "departure_high")
FINDING = ("status", "humans", "beyond", "low", "high", "detectable")
BEYOND = {"humans": "humans", "beyond": "beyond", "low": "beyond_low", "high": "beyond_high"}
"""Columns of FINDING, with those of CONCLUSIONS about words."""
Key = tuple[str, str, str | None, int, int | None]


@dataclass(frozen=True, kw_only=True)
class Measure(RunMetric):
    """A metric, or a share of hits in per cent.

    Attributes:
        words: whether it is such a share.
        difference: what a difference of it is.
        control: what is subtracted.
    """

    words: bool
    difference: str
    control: str


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """The rows of all measures.

    Attributes:
        rows: by measure, phenomenon, system (None for all together), distance_from and distance_below. Each has n
            (segments that are compared, or hits that are counted), size (of the set), value, control, DIFFERENCE, p_bh,
            state (the side of the difference, worse or better; small: too few to tell; none: no difference), verdict
            (of chart_looks.STATES) and departs (whether a system departs from the mean). On the tested set, the row of
            a system by the primary metric has DEPARTURE and departure_p_bh, that of all together FINDING and departing.
            A verdict on all together is that of the finding, or of CONCLUSIONS on words, on systems beyond people.
    """

    measures: list[Measure]
    rows: dict[Key, Row]


def numbers_of(results: ReportedResults) -> Numbers:
    """Collect the numbers of a run."""
    words = Measure(
        name=FOUND,
        label="hits found (%)",
        higher_is_better=True,
        decimals=1,
        signature="",
        words=True,
        difference=FOUND_TITLE,
        control="control words",
    )
    beside = replace(
        words,
        name=BESIDE,
        label="hits right, beside other systems (%)",
        decimals=0,
        difference=f"% of hits with a reference's words, or their order, minus {PREDICTED}",
        control=PREDICTED,
    )
    metrics = (_metric_measure(results, metric) for metric in results.metrics.values())
    measures = [*metrics]
    if results.accuracy:
        measures.append(words)
    if results.word_departures:
        measures.append(beside)
    by_name = {measure.name: measure for measure in measures}
    rows: dict[Key, Row] = {}
    compared: dict[Key, list[Row]] = {}
    for row in (
        *(_system_row(results, row) for row in results.scores),
        *(_mean_row(results, row) for row in results.effects),
        *(_word_row(results, row) for row in (*results.accuracy, *results.accuracy_effects)),
        *_beside_others(results),
    ):
        if measure := by_name.get(row["measure"]):
            key = row["measure"], row["phenomenon"], row["system"], row["distance_from"], row["distance_below"]
            set_key = (key[0], key[1], None, *key[3:])
            if row["system"] is None and not measure.words:
                row |= _mean_scores(compared.get(set_key, ()))
            elif row["difference"] is not None:
                compared.setdefault(set_key, []).append(row)
            rows[key] = row | {
                "state": _state(row, measure),
                "verdict": _verdict(row, measure, results.alpha),
                "departs": is_significant({"p_bh": row.get("departure_p_bh")}, results.alpha),
            }
    return Numbers(measures=measures, rows=rows)


def _mean_scores(rows: Sequence[Row]) -> dict[str, float]:
    """Return the mean score of the systems and of their controls; empty if no system is compared."""
    return {name: fmean(row[name] for row in rows) for name in ("value", "control")} if rows else {}


def direction(value: float, metric: RunMetric) -> str:
    """Return `worse` or `better` for a difference; where lower scores are better, a rise is worse."""
    return "worse" if (value < 0) == metric.higher_is_better else "better"


def _metric_measure(results: ReportedResults, metric: RunMetric) -> Measure:
    lower = "" if metric.higher_is_better else " (lower is better)"
    difference = f"{metric.label} minus {results.controls}{lower}"
    return Measure(**asdict(metric), words=False, difference=difference, control=results.controls)


def _system_row(results: ReportedResults, row: Row) -> dict[str, Any]:
    own = {
        "system": row["system"],
        **_place(row, row["metric"]),
        "n": row["compared"],
        "size": row["n"],
        # Of the compared segments, as its controls are: the two differ by the difference.
        "value": compared_score(row),
        "control": row["control_score"],
        **{name: row[name] for name in DIFFERENCE},
        "p_bh": None,
    }
    departure = results.departures.get((row["system"], row["phenomenon"]))
    if departure is None or not _is_tested(results, row):
        return own
    return own | {name: departure[name] for name in DEPARTURE} | {"departure_p_bh": departure["p_bh"]}


def _mean_row(results: ReportedResults, row: Row) -> dict[str, Any]:
    """Turn a row of EFFECTS into one of all systems together; on the tested set, add what the finding says."""
    counted = ("below", "p", "units", "not_compared")
    own = {
        "system": None,
        **_place(row, row["metric"]),
        "n": row["n"] - row["not_compared"],
        "size": row["n"],
        **{name: row[name] for name in (*DIFFERENCE, *counted)},
        "systems_n": row["systems"],
        "p_bh": None,
    }
    if not _is_tested(results, row):
        return own
    departing = [
        departure
        for (_, phenomenon), departure in results.departures.items()
        if phenomenon == row["phenomenon"] and is_significant(departure, results.alpha)
    ]
    finding = results.findings[row["phenomenon"]]
    return own | {name: finding[name] for name in ("p_bh", *FINDING)} | {"departing": len(departing)}


def _word_row(results: ReportedResults, row: Row) -> dict[str, Any]:
    """Turn a row of ACCURACY into per cent; for all systems together on the tested set, add what CONCLUSIONS says."""

    def percent(name: str, of: Row = row) -> float | None:
        return None if of[name] is None else 100 * of[name]

    own = {
        "system": row["system"],
        **_place(row, FOUND),
        "n": row["n"],
        "size": row["n"],
        "value": percent("accuracy"),
        "control": percent("control"),
        **{name: percent(name) for name in DIFFERENCE},
        "p_bh": None,
        "is_small": row["too_small"] or row["p"] is None,
        "systems_n": row.get("systems"),
        "below": row.get("below"),
    }
    told = results.conclusions[row["phenomenon"]]
    if (row["system"], row["kind"], row["distance_from"]) != (None, "minimum", told["words_distance"]):
        return own
    beyond = {name: percent(f"words_{of}", told) for name, of in BEYOND.items()}
    return own | {"p_bh": told["words_p_bh"], **beyond}


def _beside_others(results: ReportedResults) -> Iterator[dict[str, Any]]:
    """Yield the rows of WORD_DEPARTURES in per cent, at the tested distance, and the mean match of all systems."""
    by_order = {row["phenomenon"] for row in results.word_departures if row["is_order"]}
    by_phenomenon: dict[str, list[Row]] = {}
    for row in results.word_departures:
        # One cell has one question: the order of words, of phenomena that are about it.
        if row["is_order"] == (row["phenomenon"] in by_order):
            by_phenomenon.setdefault(row["phenomenon"], []).append(row)
    for name, rows in by_phenomenon.items():
        shared: dict[str, Any] = {"measure": BESIDE, "phenomenon": name, "distance_below": None, "p_bh": None}
        shared["distance_from"] = results.findings[name]["distance"] or 0
        n = max(row["n"] for row in rows)
        together = {"system": None, "n": n, "size": n, "value": 100 * fmean(row["match"] for row in rows)}
        yield shared | together | dict.fromkeys((*DIFFERENCE, "control", "systems_n", "below"))
        for row in rows:
            own = {"system": row["system"], "n": row["n"], "size": row["n"], "p_bh": row["p_bh"]}
            own |= {"value": 100 * row["match"], "control": 100 * row["expected"], "is_small": row["p"] is None}
            is_mirrored = row["p"] is None and n >= FEWEST_SEGMENTS
            for end in DIFFERENCE:
                value = row[end.replace("difference", "departure")]
                own[end] = None if value is None or is_mirrored else 100 * value
            yield shared | own


def _place(row: Row, measure: str) -> dict[str, Any]:
    return {"measure": measure} | {name: row[name] for name in ("phenomenon", "distance_from", "distance_below")}


def _is_tested(results: ReportedResults, row: Row) -> bool:
    """Return whether a row is of the tested set of its phenomenon, by the primary metric."""
    tested = results.metric.name, "minimum", results.findings[row["phenomenon"]]["distance"]
    return (row["metric"], row["kind"], row["distance_from"]) == tested


def _state(row: Row, measure: Measure) -> str:
    if row["difference"] is None:
        return "none"
    if row["is_small"] if measure.words else row["n"] < FEWEST_SEGMENTS:
        return "small"
    return direction(row["difference"], measure)


def _verdict(row: Row, measure: Measure, alpha: float) -> str:
    if row["p_bh"] is None:
        return UNTESTED
    if not is_significant(row, alpha):
        return UNCLEAR
    value = row["beyond"] if row.get("beyond") is not None else row["difference"]
    return WORSE if direction(value, measure) == "worse" else BETTER
