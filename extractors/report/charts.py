"""The charts: one Vega-Lite specification a kind, made by Altair, and the rows that each is drawn from.

The page puts the rows of a phenomenon into the specification by itself (assets/charts.js), so that it holds each
specification once; `of_phenomenon` does the same for the files. Colours are those of Okabe and Ito,
https://jfly.uni-koeln.de/color/; shapes and dashes say the same again, for a reader who does not see them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

import altair as alt

from extractors.report.heatmap import heat_map, significant, widest
from extractors.report.results import Metric, Results

BLUE, VERMILION, GREY, ORANGE = "#0072B2", "#D55E00", "#808080", "#E69F00"
ROWS = "rows"
"""The name of the data in every specification."""
STATES = {
    "worse than controls": (VERMILION, "triangle-down"),
    "better than controls": (BLUE, "triangle-up"),
    "not significant": (GREY, "circle"),
    "too few segments": (GREY, "cross"),
}
LINES = {"mean of systems": (BLUE, (1, 0)), "mean of controls": (ORANGE, (6, 4))}
ONE_SYSTEM = "one system"
BREAK = "|"
"""Parts the lines of a label."""
WIDTH = 420

Row = Mapping[str, Any]
Specification = dict[str, Any]


def specifications() -> dict[str, Specification]:
    """The specifications by kind, without rows."""
    return {
        "systems": systems(),
        "distances": by_distance("score"),
        "accuracy": by_distance("accuracy", percent=True),
        "order": by_distance("in the order of a reference", percent=True),
    }


def systems() -> Specification:
    """Each system's score with its interval, over the band of its control samples.

    Rows: system, place (1 for the best), score, low, high, control, control_low, control_high, state.
    """
    y = alt.Y("system:N", sort=alt.EncodingSortField("place", op="min"), title=None)
    base = alt.Chart(alt.NamedData(name=ROWS)).encode(y=y)
    x = alt.X("score:Q", title="score").scale(zero=False)
    names, (colours, shapes) = list(STATES), zip(*STATES.values(), strict=True)
    tooltip = ["system:N", "state:N", *(alt.Tooltip(f"{name}:Q", format=".4~g") for name in ("score", "low", "high"))]
    tooltip += [alt.Tooltip(f"{name}:Q", format=".4~g") for name in ("control", "control_low", "control_high")]
    band = base.mark_bar(color=GREY, opacity=0.3, height={"band": 0.8}).encode(
        x=alt.X("control_low:Q").scale(zero=False).title("score"), x2="control_high:Q", tooltip=tooltip
    )
    middle = base.mark_tick(color=ORANGE, thickness=2, height={"band": 0.8}).encode(x="control:Q", tooltip=tooltip)
    interval = base.mark_rule(strokeWidth=1.5).encode(x="low:Q", x2="high:Q", color=_state(names, colours))
    point = base.mark_point(size=50, filled=True, opacity=1).encode(
        x=x,
        color=_state(names, colours),
        shape=alt.Shape("state:N", title="beside its controls").scale(domain=names, range=list(shapes)),
        tooltip=tooltip,
    )
    return _finished(alt.layer(band, middle, interval, point).properties(width=WIDTH, height={"step": 18}))


def _state(names: Sequence[str], colours: Sequence[str]) -> alt.Color:
    return alt.Color("state:N", title="beside its controls").scale(domain=names, range=list(colours))


def by_distance(title: str, *, percent: bool = False) -> Specification:
    """A value by minimum distance: a faint line for each system, and the means of systems and of controls.

    Rows: line (one of LINES, or ONE_SYSTEM), system (missing for means), distance, set (distance, size, and if so that
    it is too small to be tested), n, value.

    Args:
        title: what the value is.
    """
    axis = alt.Axis(labelAngle=0, labelExpr=f"split(datum.value, '{BREAK}')")
    x = alt.X("set:N", title="minimum distance, and how many", axis=axis).sort(field="distance", op="min")
    # Vega's own format where there is none: "g" would write 7e+1 where ticks are tens apart.
    y = alt.Y("value:Q", title=title, axis=alt.Axis(format="%") if percent else alt.Axis()).scale(zero=False)
    base = alt.Chart(alt.NamedData(name=ROWS)).encode(x=x, y=y)
    shown = alt.Tooltip("value:Q", title=title, format=".1%" if percent else ".4~g")
    faint = (
        base.transform_filter(alt.FieldEqualPredicate(field="line", equal=ONE_SYSTEM))
        .mark_line(color=GREY, opacity=0.45, strokeWidth=1, point=alt.OverlayMarkDef(color=GREY, opacity=0.45, size=14))
        .encode(detail="system:N", tooltip=["system:N", "distance:O", shown, "n:Q"])
    )
    names, (colours, dashes) = list(LINES), zip(*LINES.values(), strict=True)
    means = base.transform_filter(alt.FieldOneOfPredicate(field="line", oneOf=names)).encode(
        color=alt.Color("line:N", title=None).scale(domain=names, range=list(colours)),
        tooltip=["line:N", "distance:O", shown, "n:Q"],
    )
    lines = means.mark_line(strokeWidth=3).encode(
        strokeDash=alt.StrokeDash("line:N", title=None).scale(domain=names, range=[list(dash) for dash in dashes])
    )
    points = means.mark_point(filled=True, size=60, opacity=1).encode(
        shape=alt.Shape("line:N", title=None).scale(domain=names, range=["circle", "square"])
    )
    return _finished(alt.layer(faint, lines, points).properties(width=WIDTH, height=220))


def overview(rows: Sequence[Row]) -> Specification:
    """The heat map of systems by phenomena, in the order of the rows.

    Rows: system, phenomenon, difference, better (the difference with the sign that is better), significant, text.
    """
    # Wider than the values, as numbers must stay legible on the strongest shade.
    limit = 1.3 * max((abs(row["better"]) for row in rows if row["significant"]), default=1)
    base = alt.Chart(alt.NamedData(name=ROWS)).encode(
        x=alt.X("phenomenon:N", title=None, axis=alt.Axis(labelAngle=-60, labelLimit=300)).sort(
            list(dict.fromkeys(row["phenomenon"] for row in rows))
        ),
        y=alt.Y("system:N", title=None).sort(list(dict.fromkeys(row["system"] for row in rows))),
    )
    is_significant = alt.FieldEqualPredicate(field="significant", equal=True)
    shades = (
        base.transform_filter(is_significant)
        .mark_rect()
        .encode(
            color=alt.Color("better:Q", title="better than controls").scale(
                scheme="blueorange", reverse=True, domain=[-limit, 0, limit]
            )
        )
    )
    numbers = base.mark_text(fontSize=8).encode(
        text="text:N", opacity=alt.condition(is_significant, alt.value(1), alt.value(0.55))
    )
    return _finished(alt.layer(shades, numbers).properties(width={"step": 26}, height={"step": 16}))


def _finished(chart: alt.LayerChart | alt.FacetChart) -> Specification:
    configured = chart.configure_legend(orient="bottom", labelLimit=0, columns=2).configure_view(stroke=None)
    specification: Specification = configured.to_dict()
    specification.pop("usermeta", None)
    return specification


def filled(specification: Specification, rows: Sequence[Row], title: str) -> Specification:
    """A specification with its rows and its title."""
    return specification | {"datasets": {ROWS: list(rows)}, "title": title}


def state(row: Row, metric: Metric, alpha: float) -> str:
    """One of STATES."""
    if row["too_small"] or row["p_bh"] is None:
        return "too few segments"
    if not significant(row, alpha):
        return "not significant"
    worse = (row["difference"] < 0) == metric.higher_is_better
    return "worse than controls" if worse else "better than controls"


def of_phenomenon(results: Results, name: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of a phenomenon's charts by kind, under the first metric; no chart where there is nothing to show."""
    metric = results.metric
    scores = [row for row in results.scores if (row["phenomenon"], row["metric"]) == (name, metric.name)]
    scored = [row for row in scores if row["score"] is not None]
    accuracy = [
        row
        for row in results.accuracy
        if (row["phenomenon"], row["measure"], row["kind"]) == (name, "reference_match", "minimum")
        and row["accuracy"] is not None
    ]
    distance = widest(results.phenomena[name])
    charts = {
        "systems": _system_rows(scored, metric, results.alpha, distance),
        "distances": _lines(scored, "minimum_distance", "score", "control_mean"),
        "accuracy": _lines(accuracy, "distance_from", "accuracy", "control"),
    }
    return {kind: rows for kind, rows in charts.items() if rows}


def _system_rows(scored: Iterable[Row], metric: Metric, alpha: float, distance: int | None) -> list[dict[str, Any]]:
    shown = [row for row in scored if row["minimum_distance"] == distance]
    sign = -1 if metric.higher_is_better else 1
    shown.sort(key=lambda row: (sign * row["score"], row["system"]))
    return [
        {
            "system": row["system"],
            "place": place,
            "score": row["score"],
            "low": row["score_low"],
            "high": row["score_high"],
            "control": row["control_mean"],
            "control_low": row["control_low"],
            "control_high": row["control_high"],
            "state": state(row, metric, alpha),
            "n": row["n"],
        }
        for place, row in enumerate(shown, start=1)
    ]


def _lines(rows: Sequence[Row], distance: str, value: str, control: str) -> list[dict[str, Any]]:
    """Rows of `by_distance`: each system's, then the means over systems of their values and of their controls."""
    distances = sorted({row[distance] for row in rows})
    sizes = {at: max(row["n"] for row in rows if row[distance] == at) for at in distances}
    tested = {row[distance] for row in rows if row["p_bh"] is not None}
    few = {at: "" if at in tested else f"{BREAK}too few" for at in distances}
    places = {
        at: {"distance": at, "set": f"\u2265 {at}{BREAK}n = {sizes[at]}{few[at]}", "n": sizes[at]} for at in distances
    }
    lines = [
        {"line": ONE_SYSTEM, "system": row["system"], **places[row[distance]], "n": row["n"], "value": row[value]}
        for row in rows
    ]
    for line, column in zip(LINES, (value, control), strict=True):
        for at in distances:
            here = [row[column] for row in rows if row[distance] == at and row[column] is not None]
            if here:
                lines.append({"line": line, "system": None, **places[at], "value": fmean(here)})
    return lines


def of_overview(results: Results) -> list[dict[str, Any]]:
    """The rows of the heat map under the first metric: every pair of system and phenomenon with a difference."""
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
            if row is not None and not row["too_small"]:
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
