"""The charts: one Vega-Lite specification a kind, made by Altair, and the rows that each is drawn from.

The page puts the rows of a phenomenon into the specification by itself (assets/charts.js), so that it holds each
specification once; `of_phenomenon` does the same for the files. Colours are those of Okabe and Ito,
https://jfly.uni-koeln.de/color/, two of them darker, so that each can be told from a white and from a dark page; shapes
and dashes say the same again, for a reader who does not see them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from statistics import fmean
from typing import Any

import altair as alt

from extractors.formats.accuracy import REFERENCE_MATCH
from extractors.report.distances import Span, nested, span_text, spans
from extractors.report.heatmap import heat_map, shown_distances, significant
from extractors.report.numbers import significance_lines
from extractors.report.results import Metric, Results
from extractors.settings.statistics import ALPHA
from extractors.statistics.estimates import FEWEST

BLUE, VERMILION, GREEN, PURPLE, OLIVE, GREY = "#0072B2", "#D55E00", "#009E73", "#A8508C", "#8C6D00", "#808080"
ROWS = "rows"
"""The name of the data in every specification."""
VALUE, PLACE, MARKED = "the value", "the place", "the marks"
"""What stands for the titles of the axes of values and of distances, and of what is marked, until a chart is filled."""
ALL = "all systems"
STATES = {
    "significantly worse": (VERMILION, "triangle-down"),
    "significantly better": (BLUE, "triangle-up"),
    "not significant": (GREY, "circle"),
    "too few segments": (GREY, "cross"),
}
LINES = {
    "all": (BLUE, "circle"),
    "first": (VERMILION, "square"),
    "second": (GREEN, "triangle-up"),
    "third": (PURPLE, "diamond"),
    "fourth": (OLIVE, "triangle-down"),
}
"""The lines that are picked out of a plot by distance: all systems together, and up to four systems."""
OTHER = "other"
ACCURACY = ":accuracy"
"""The share of hits whose words are found, among the metrics; no metric has this name."""
FOUND_TITLE = "% of hits found minus % of control words found"
BREAK = "|"
"""Parts the lines of a label."""
WIDTH = 420

Row = Mapping[str, Any]
Specification = dict[str, Any]


SHOWN = 10
"""Fewest segments of a set whose interval a plot by distance draws."""


def specifications() -> dict[str, Specification]:
    """The specifications by kind, without rows."""
    return {"systems": systems(), "distances": by_distance(), "accuracy": by_distance()}


def systems() -> Specification:
    """A forest plot: the difference of each system with its interval, that of all together on top, and a line at zero.

    Rows: system (ALL for all together), all (whether it is that row), place (from the top), difference, low, high,
    state (of STATES), picked, n.
    """
    bold = {"condition": {"test": f"datum.value === '{ALL}'", "value": "bold"}, "value": "normal"}
    y = alt.Y(
        "system:N",
        sort=alt.EncodingSortField("place", op="min"),
        title=None,
        axis=alt.Axis(labelFontWeight=bold, labelLimit=150),
    )
    base = alt.Chart(alt.NamedData(name=ROWS)).encode(y=y)
    numbers = [alt.Tooltip(f"{name}:Q", format=".4~g") for name in ("difference", "low", "high")]
    tooltip = ["system:N", "state:N", *numbers, "n:Q"]
    names, (colours, shapes) = list(STATES), zip(*STATES.values(), strict=True)
    colour = alt.Color("state:N", title=MARKED).scale(domain=names, range=list(colours))
    shape = alt.Shape("state:N", title=MARKED).scale(domain=names, range=list(shapes))
    picked = (
        base.transform_filter(alt.FieldEqualPredicate(field="picked", equal=True))
        .mark_rect(color=GREY, opacity=0.2)
        .encode(x=alt.value(0), x2=alt.value("width"))
    )
    zero = alt.Chart(alt.NamedData(name=ROWS)).mark_rule(color=GREY, strokeWidth=1.5).encode(x=alt.datum(0))
    interval = base.mark_rule(strokeWidth=1.5).encode(
        x=alt.X("low:Q", title=VALUE).scale(zero=True), x2="high:Q", color=colour
    )
    x = alt.X("difference:Q", title=VALUE)
    single = alt.FieldEqualPredicate(field="all", equal=False)
    point = (
        base.transform_filter(single)
        .mark_point(size=50, filled=True, opacity=1)
        .encode(x=x, color=colour, shape=shape, tooltip=tooltip)
    )
    together = (
        base.transform_filter("datum.all")
        .mark_point(size=140, filled=True, opacity=1, shape="diamond")
        .encode(x=x, color=colour, tooltip=tooltip)
    )
    return _finished(alt.layer(picked, zero, interval, point, together).properties(width=WIDTH, height={"step": 18}))


def by_distance() -> Specification:
    """The difference by ranges of distance, with a line at zero.

    All systems together and those that are picked out have a line, points and intervals; the others a faint line each.
    Points are hollow, and lines to them dashed, where a set has fewer than 30 segments.

    Rows: part (piece, point or label), line (of LINES, or OTHER), piece (names a stretch between two points), set (the
    range and its size), order, difference, low, high, few, n, system.
    """
    axis = alt.Axis(labelAngle=0, labelExpr=f"split(datum.value, '{BREAK}')")
    x = (
        alt.X("set:N", title=PLACE, axis=axis)
        .sort(field="order", op="min")
        .scale(type="band", paddingInner=0.6, paddingOuter=0.3)
    )
    names, (colours, shapes) = list(LINES), zip(*LINES.values(), strict=True)
    base = alt.Chart(alt.NamedData(name=ROWS)).encode(x=x)
    colour = alt.Color("line:N", legend=None).scale(domain=names, range=list(colours))
    shape = alt.Shape("line:N", legend=None).scale(domain=names, range=list(shapes))
    dash = alt.StrokeDash("few:N", legend=None).scale(domain=[False, True], range=[[1, 0], [3, 3]])
    # All systems in the middle of a distance, those picked out on both sides.
    beside = alt.XOffset("line:N").scale(domain=[*names[1:3], names[0], *names[3:]])
    y = alt.Y("difference:Q", title=VALUE)
    tooltip = [
        "system:N",
        alt.Tooltip("set:N", title="distance"),
        *(alt.Tooltip(f"{name}:Q", format=".4~g") for name in ("difference", "low", "high")),
        "n:Q",
    ]

    def only(part: str, *, other: bool) -> alt.Chart:
        of_line = alt.FieldEqualPredicate(field="line", equal=OTHER)
        of_part = alt.FieldEqualPredicate(field="part", equal=part)
        return base.transform_filter(of_part).transform_filter(of_line if other else f"datum.line !== '{OTHER}'")

    zero = alt.Chart(alt.NamedData(name=ROWS)).mark_rule(color=GREY, strokeWidth=1.5).encode(y=alt.datum(0))
    faint = (
        only("piece", other=True)
        .mark_line(color=GREY, opacity=0.4, strokeWidth=1)
        .encode(y=y, detail="piece:N", strokeDash=dash, tooltip=["system:N"])
    )
    lines = (
        only("piece", other=False)
        .mark_line(strokeWidth=2)
        .encode(y=y, color=colour, detail="piece:N", strokeDash=dash, xOffset=beside)
    )
    points = only("point", other=False).encode(xOffset=beside, color=colour)
    interval = points.mark_rule(strokeWidth=1.5).encode(y=alt.Y("low:Q", title=VALUE), y2="high:Q")
    few = alt.FieldEqualPredicate(field="few", equal=True)
    full = (
        points.transform_filter("!datum.few")
        .mark_point(filled=True, size=60, opacity=1)
        .encode(y=y, shape=shape, tooltip=tooltip)
    )
    hollow = (
        points.transform_filter(few)
        .mark_point(filled=False, size=60, opacity=1, strokeWidth=1.5)
        .encode(y=y, shape=shape, tooltip=tooltip)
    )
    labels = only("label", other=False).mark_text(align="left", dx=26, fontSize=11).encode(y=y, text="system:N")
    layers = alt.layer(zero, faint, interval, lines, full, hollow, labels)
    return _finished(layers.properties(width=WIDTH, height=220))


def overview(rows: Sequence[Row], *, alpha: float = ALPHA) -> Specification:
    """The heat map of systems by phenomena, in the order of the rows; what is significant has a frame.

    Rows: system, phenomenon, difference, better (the difference with the sign that is better), significant, text.
    """
    # Wider than the values, as numbers must stay legible on the strongest shade.
    limit = 1.3 * max((abs(row["better"]) for row in rows), default=1)
    base = alt.Chart(alt.NamedData(name=ROWS)).encode(
        x=alt.X("phenomenon:N", title=None, axis=alt.Axis(labelAngle=-60, labelLimit=300)).sort(
            list(dict.fromkeys(row["phenomenon"] for row in rows))
        ),
        y=alt.Y("system:N", title=None).sort(list(dict.fromkeys(row["system"] for row in rows))),
    )
    is_significant = alt.FieldEqualPredicate(field="significant", equal=True)
    legend = alt.Legend(title=["better than controls; framed:", *significance_lines(alpha)])
    colour = alt.Color("better:Q", legend=legend).scale(scheme="blueorange", reverse=True, domain=[-limit, 0, limit])
    shades = base.mark_rect().encode(color=colour)
    frames = base.transform_filter(is_significant).mark_rect(filled=False, stroke="black", strokeWidth=1)
    numbers = base.mark_text(fontSize=8).encode(text="text:N")
    return _finished(alt.layer(shades, frames, numbers).properties(width={"step": 26}, height={"step": 16}))


def _finished(chart: alt.LayerChart | alt.FacetChart) -> Specification:
    configured = chart.configure_legend(orient="bottom", labelLimit=0, titleLimit=0, columns=2).configure_view(
        stroke=None
    )
    specification: Specification = configured.to_dict()
    specification.pop("usermeta", None)
    return specification


def filled(
    specification: Specification,
    rows: Sequence[Row],
    title: str,
    *,
    value: str = VALUE,
    place: str = PLACE,
    marked: str | list[str] = MARKED,
) -> Specification:
    """A specification with its rows and its titles."""
    named: Specification = _named(specification, {VALUE: value, PLACE: place, MARKED: marked})
    return named | {"datasets": {ROWS: list(rows)}, "title": title}


def _named(node: Any, titles: Mapping[str, str | list[str]]) -> Any:
    """A copy of a specification in which other titles stand."""
    if isinstance(node, dict):
        return {
            key: titles.get(part, part) if key == "title" and isinstance(part, str) else _named(part, titles)
            for key, part in node.items()
        }
    return [_named(part, titles) for part in node] if isinstance(node, list) else node


def state(row: Row, metric: Metric, alpha: float) -> str:
    """One of STATES."""
    if row["p_bh"] is None:
        return "too few segments"
    if not significant(row, alpha):
        return "not significant"
    worse = (row["difference"] < 0) == metric.higher_is_better
    return "significantly worse" if worse else "significantly better"


def value_title(results: Results, metric: Metric) -> str:
    """The title of an axis of differences."""
    return f"{metric.label} minus {results.controls}{'' if metric.higher_is_better else ' (lower is better)'}"


def place_title(shown: Iterable[Span]) -> str:
    """The title of an axis of distances."""
    return f"distance{', sets that hold each other' if nested(shown) else ''} (n: segments)"


def of_phenomenon(results: Results, name: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of a phenomenon's charts by kind, under the first metric; no chart where there is nothing to show."""
    shown = spans(results.phenomena[name])
    scores = (*results.effects, *results.scores, *results.bucket_effects, *results.bucket_scores)
    charts = {
        "systems": _forest(results, name),
        "distances": _by_distance(name, results.metric.name, shown, scores),
        "accuracy": _by_distance(name, ACCURACY, shown, _found_words(results)),
    }
    return {kind: rows for kind, rows in charts.items() if rows}


def _of(rows: Iterable[Row], name: str, metric: Metric) -> list[Row]:
    return [
        row
        for row in rows
        if (row["phenomenon"], row["metric"]) == (name, metric.name) and row["difference"] is not None
    ]


def _forest(results: Results, name: str) -> list[dict[str, Any]]:
    """Rows of `systems`: all together, then each system, the worst first."""
    metric, distance = results.metric, shown_distances(results).get(name)
    sign = 1 if metric.higher_is_better else -1
    shown = [row for row in _of(results.scores, name, metric) if row["minimum_distance"] == distance]
    shown.sort(key=lambda row: (sign * row["difference"], row["system"]))
    together = [row for row in _of(results.effects, name, metric) if row["minimum_distance"] == distance]
    return [
        {
            "system": row.get("system", ALL),
            "all": "system" not in row,
            "place": place,
            **_interval(row),
            "state": state(row, metric, results.alpha),
            "picked": False,
        }
        for place, row in enumerate([*together, *shown])
    ]


def _shown_interval(row: Row) -> dict[str, Any]:
    """The interval of a set in a plot by distance, where that of a few segments would hide all others."""
    return _interval(row) | ({"low": None, "high": None} if row["n"] < SHOWN else {})


def _interval(row: Row) -> dict[str, Any]:
    return {
        "difference": row["difference"],
        "low": row["difference_low"],
        "high": row["difference_high"],
        "n": row["n"],
    }


def _by_distance(name: str, metric: str, shown: Sequence[Span], tables: Iterable[Row]) -> list[dict[str, Any]]:
    """Rows of `by_distance`: all systems together, and a faint line for each."""
    by_span: dict[str | None, dict[Span, Row]] = {}
    for row in tables:
        if (row["phenomenon"], row["metric"]) == (name, metric) and row["difference"] is not None:
            span = (row["minimum_distance"], None) if "minimum_distance" in row else _range(row)
            by_span.setdefault(row.get("system"), {})[span] = row
    if None not in by_span:
        return []
    places = {
        span: {"set": f"{span_text(span)}{BREAK}n = {by_span[None][span]['n']}", "order": order}
        for order, span in enumerate(span for span in shown if span in by_span[None])
    }
    rows: list[dict[str, Any]] = []
    for system, of_system in sorted(by_span.items(), key=lambda item: (item[0] is not None, item[0] or "")):
        label = {"line": OTHER if system else "all", "system": system or ALL}
        points = [
            {**label, **place, **_shown_interval(of_system[span]), "few": of_system[span]["n"] < FEWEST}
            for span, place in places.items()
            if span in of_system
        ]
        rows += _drawn(points)
    return rows


def _found_words(results: Results) -> list[Row]:
    """Differences of accuracy in percentage points, of systems and of their mean, as rows of scores are."""
    rows: list[dict[str, Any]] = []
    means: dict[tuple[str, Span], list[dict[str, Any]]] = {}
    for row in results.accuracy:
        if row["measure"] != REFERENCE_MATCH or row["difference"] is None:
            continue
        ends = {end: _percent(row[end]) for end in ("difference", "difference_low", "difference_high")}
        point = {key: row[key] for key in ("phenomenon", "n", "distance_from", "distance_below")} | ends
        rows.append({**point, "metric": ACCURACY, "system": row["system"]})
        means.setdefault((row["phenomenon"], _range(row)), []).append(point)
    for (name, (start, below)), points in means.items():
        mean = {"difference": fmean(point["difference"] for point in points)}
        nothing = {"difference_low": None, "difference_high": None}
        place = {"phenomenon": name, "metric": ACCURACY, "distance_from": start, "distance_below": below}
        rows.append({**place, **mean, **nothing, "n": max(point["n"] for point in points)})
    return list(rows)


def _percent(value: float | None) -> float | None:
    return None if value is None else 100 * value


def _range(row: Row) -> Span:
    return row["distance_from"], row["distance_below"]


def _drawn(points: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The points of a line, the pieces between them, and its label after the last."""
    rows = [{**point, "part": "point", "piece": None} for point in points]
    for number, (start, end) in enumerate(pairwise(points)):
        few = start["few"] or end["few"]
        piece = f"{start['system']} {number}"
        rows += [{**point, "part": "piece", "piece": piece, "few": few} for point in (start, end)]
    if points:
        rows.append({**points[-1], "part": "label", "piece": None})
    return rows


def of_overview(results: Results) -> list[dict[str, Any]]:
    """The rows of the heat map under the first metric: every pair of system and phenomenon that can be tested."""
    shown = heat_map(results)
    sign = 1 if shown.metric.higher_is_better else -1
    numbers = {
        (row["system"], row["phenomenon"], row["minimum_distance"]): row
        for row in results.scores
        if row["metric"] == shown.metric.name and row["difference"] is not None
    }
    rows = []
    for system, cells in shown.rows.items():
        for phenomenon, cell in zip(shown.phenomena, cells, strict=True):
            row = numbers.get((system, phenomenon.id, shown.distances[phenomenon.id]))
            if row is not None and row["p_bh"] is not None:
                rows.append(
                    {
                        "system": system,
                        "phenomenon": phenomenon.id,
                        "distance": shown.distances[phenomenon.id],
                        "n": row["n"],
                        "difference": row["difference"],
                        "low": row["difference_low"],
                        "high": row["difference_high"],
                        "p_bh": row["p_bh"],
                        "better": sign * row["difference"],
                        "significant": significant(row, results.alpha),
                        "text": cell.text,
                    }
                )
    return rows
