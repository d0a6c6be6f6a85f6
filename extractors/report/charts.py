"""Draw the charts with Altair: one Vega-Lite specification a kind.

The page puts the rows of a phenomenon into the specification by itself (assets/charts.js), so that it holds each
specification once; extractors.report.chart_rows has the rows. What pages draw is kept in assets/charts.json, which
`python -m extractors.report.charts` writes.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import altair as alt

from extractors.formats.thresholds import ALPHA
from extractors.report.chart_looks import (
    ALL,
    BREAK,
    FINDING,
    GREY,
    LABEL_SHIFT,
    LINES,
    MARKED,
    OTHER,
    PICKED,
    PLACE,
    ROWS,
    STATES,
    SYSTEMS,
    VALUE,
    WHOSE,
    WIDTH,
)
from extractors.report.numbers import Rows, significance_lines

Specification = dict[str, Any]


def specifications() -> dict[str, Specification]:
    """Return the specifications by kind, without rows."""
    return {"systems": systems(), "distances": by_distance(), "accuracy": by_distance()}


def of_pages() -> str:
    """Return the text of assets/charts.json: the specifications of the charts that pages draw, one a line."""
    made = {"systems": systems(), "distances": by_distance(), "groups": by_group()}
    return "{\n" + ",\n".join(f'"{kind}": {json.dumps(chart)}' for kind, chart in made.items()) + "\n}\n"


def systems() -> Specification:
    """Build a forest plot: the difference of each system with its interval, all together on top, and a line at zero.

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
    base = _rows().encode(y=y)
    tooltip = ["system:N", "state:N", *_numbers("difference", "low", "high"), "n:Q"]
    colour, shape = _told_apart("state:N", STATES, title=MARKED)
    picked = (
        base.transform_filter(alt.FieldEqualPredicate(field="picked", equal=True))
        .mark_rect(color=GREY, opacity=0.2)
        .encode(x=alt.value(0), x2=alt.value("width"))
    )
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
    zero = _zero().encode(x=alt.datum(0))
    return _finished(alt.layer(picked, zero, interval, point, together).properties(width=WIDTH, height={"step": 18}))


def two_dots(*, people: bool = True, has_finding: bool = True) -> Specification:
    """Build the chart of findings: for each phenomenon a dot for systems, one for people, and the difference below.

    Rows: phenomenon (a name in a sentence), place (from the top), whose (of WHOSE), lane (dots, beyond), difference,
    low and high (of BEYOND and FINDING alone, or of systems without people), n.

    Args:
        people: whether human translations have scores; metrics without references have dots of systems alone.
        has_finding: whether any row is a finding.
    """
    shown = {name: WHOSE[name] for name in WHOSE if name == SYSTEMS or (people and (has_finding or name != FINDING))}
    y = alt.Y(
        "phenomenon:N",
        sort=alt.EncodingSortField("place", op="min"),
        title=None,
        axis=alt.Axis(labelLimit=0, grid=True, tickBand="extent"),
    )
    lane = alt.YOffset("lane:N").scale(domain=["dots", "beyond"] if people else ["dots"])
    base = _rows().encode(y=y, yOffset=lane)
    colour, shape = _told_apart("whose:N", shown, title=None)
    x = alt.X("difference:Q", title=VALUE).scale(zero=True)
    interval = base.mark_rule(strokeWidth=1.5).encode(x=alt.X("low:Q", title=VALUE), x2="high:Q", color=colour)
    tooltip = ["phenomenon:N", "whose:N", *_numbers("difference", "low", "high", "n")]
    point = base.mark_point(size=60, filled=True, opacity=1).encode(x=x, color=colour, shape=shape, tooltip=tooltip)
    zero = _zero().encode(x=alt.datum(0))
    return _finished(alt.layer(zero, interval, point).properties(width=WIDTH, height={"step": 14}))


def by_distance() -> Specification:
    """Build the chart of the difference by ranges of distance, with a line at zero.

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
    base = _rows().encode(x=x)
    colour, shape = _told_apart("line:N", LINES, legend=None)
    dash = alt.StrokeDash("few:N", legend=None).scale(domain=[False, True], range=[[1, 0], [3, 3]])
    # All systems in the middle of a distance, those picked out on both sides.
    beside = alt.XOffset("line:N").scale(domain=[*PICKED[:2], "all", *PICKED[2:]])
    y = alt.Y("difference:Q", title=VALUE)
    tooltip = ["system:N", alt.Tooltip("set:N", title="distance"), *_numbers("difference", "low", "high"), "n:Q"]

    def only(part: str, *, other: bool) -> alt.Chart:
        is_faint = alt.FieldEqualPredicate(field="line", equal=OTHER)
        is_part = alt.FieldEqualPredicate(field="part", equal=part)
        return base.transform_filter(is_part).transform_filter(is_faint if other else f"datum.line !== '{OTHER}'")

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
    labels = (
        only("label", other=False).mark_text(align="left", dx=LABEL_SHIFT, fontSize=11).encode(y=y, text="system:N")
    )
    layers = alt.layer(_zero().encode(y=alt.datum(0)), faint, interval, lines, full, hollow, labels)
    return _finished(layers.properties(width=WIDTH, height=220))


def overview(rows: Rows, *, alpha: float = ALPHA) -> Specification:
    """Build the heat map of systems by phenomena, in the order of the rows; findings have a frame.

    Rows: system (ALL for all together), column (the lines of a phenomenon's label), better (the difference with the
    sign that is better), shade (the same, not beyond the strongest shade), limit (that shade), significant, text.
    """
    # Wider than the values, as numbers must stay legible on the strongest shade.
    limit = 1.3 * max((row["limit"] for row in rows), default=1)
    lines = alt.Axis(labelAngle=-60, labelLimit=0, labelExpr=f"split(datum.value, '{BREAK}')")
    base = _rows().encode(
        x=alt.X("column:N", title=None, axis=lines).sort(list(dict.fromkeys(row["column"] for row in rows))),
        y=alt.Y("system:N", title=None, axis=alt.Axis(labelLimit=0)).sort(
            list(dict.fromkeys(row["system"] for row in rows))
        ),
    )
    is_significant = alt.FieldEqualPredicate(field="significant", equal=True)
    legend = alt.Legend(title=["better than controls; framed:", *significance_lines(alpha)])
    colour = alt.Color("shade:Q", legend=legend).scale(scheme="blueorange", reverse=True, domain=[-limit, 0, limit])
    shades = base.mark_rect().encode(color=colour)
    frames = base.transform_filter(is_significant).mark_rect(filled=False, stroke="black", strokeWidth=1)
    numbers = base.mark_text(fontSize=8).encode(text="text:N")
    return _finished(alt.layer(shades, frames, numbers).properties(width={"step": 26}, height={"step": 16}))


def by_group() -> Specification:
    """Build the chart of accuracies in per cent by group; the systems picked out have intervals, the others are faint.

    Rows: line (of PICKED, or OTHER), set (the group), order, accuracy, low, high, n, system.
    """
    x = (
        alt.X("set:N", title=PLACE, axis=alt.Axis(labelAngle=0, labelOverlap=True))
        .sort(field="order", op="min")
        .scale(type="band", paddingInner=0.3, paddingOuter=0.2)
    )
    base = _rows().encode(x=x)
    y = alt.Y("accuracy:Q", title=VALUE).scale(zero=False)
    colour, shape = _told_apart("line:N", {name: LINES[name] for name in PICKED}, legend=None)
    numbers = _numbers("accuracy", "low", "high", form=".1f")
    tooltip = ["system:N", alt.Tooltip("set:N", title="group"), *numbers, "n:Q"]
    faint = (
        base.transform_filter(alt.FieldEqualPredicate(field="line", equal=OTHER))
        .mark_line(color=GREY, opacity=0.5, strokeWidth=1)
        .encode(y=y, detail="system:N", tooltip=["system:N"])
    )
    beside = alt.XOffset("line:N").scale(domain=PICKED)
    picked = base.transform_filter(f"datum.line !== '{OTHER}'").encode(xOffset=beside, color=colour)
    lines = picked.mark_line(strokeWidth=1.5, opacity=0.7).encode(y=y, detail="system:N")
    interval = picked.mark_rule(strokeWidth=1.5).encode(y=alt.Y("low:Q", title=VALUE).scale(zero=False), y2="high:Q")
    points = picked.mark_point(filled=True, size=50, opacity=1).encode(y=y, shape=shape, tooltip=tooltip)
    return _specification(alt.layer(faint, interval, lines, points).properties(width=WIDTH, height=260))


def _rows() -> alt.Chart:
    return alt.Chart(alt.NamedData(name=ROWS))


def _zero() -> alt.Chart:
    rule: alt.Chart = _rows().mark_rule(color=GREY, strokeWidth=1.5)
    return rule


def _numbers(*names: str, form: str = ".4~g") -> list[alt.Tooltip]:
    return [alt.Tooltip(f"{name}:Q", format=form) for name in names]


def _told_apart(field: str, looks: Mapping[str, tuple[str, str]], **options: Any) -> tuple[alt.Color, alt.Shape]:
    """Return the colour and the shape that tell the values of a field apart."""
    names, (colours, shapes) = list(looks), zip(*looks.values(), strict=True)
    colour = alt.Color(field, **options).scale(domain=names, range=list(colours))
    return colour, alt.Shape(field, **options).scale(domain=names, range=list(shapes))


def _finished(chart: alt.LayerChart | alt.FacetChart) -> Specification:
    return _specification(chart.configure_legend(orient="bottom", labelLimit=0, titleLimit=0, columns=2))


def _specification(chart: alt.LayerChart | alt.FacetChart) -> Specification:
    specification: Specification = chart.configure_view(stroke=None).to_dict()
    specification.pop("usermeta", None)
    return specification


def filled(
    specification: Specification,
    rows: Rows,
    title: str,
    *,
    value: str = VALUE,
    place: str = PLACE,
    marked: str | list[str] = MARKED,
) -> Specification:
    """Fill in the rows and the titles of a specification."""
    named: Specification = _named(specification, {VALUE: value, PLACE: place, MARKED: marked})
    return named | {"datasets": {ROWS: list(rows)}, "title": title}


def _named(node: Any, titles: Mapping[str, str | list[str]]) -> Any:
    """Copy a specification with other titles."""
    if isinstance(node, dict):
        return {
            key: titles.get(part, part) if key == "title" and isinstance(part, str) else _named(part, titles)
            for key, part in node.items()
        }
    return [_named(part, titles) for part in node] if isinstance(node, list) else node


if __name__ == "__main__":
    Path(__file__).with_name("assets").joinpath("charts.json").write_text(of_pages(), encoding="utf-8")
