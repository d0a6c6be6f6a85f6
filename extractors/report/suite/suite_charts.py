"""The chart of accuracies by distance or by frequency: its specification, which the page fills with rows."""

import altair as alt

from extractors.report.charts import GREY, LINES, OTHER, PLACE, ROWS, VALUE, WIDTH, Specification

DRAWN = [name for name in LINES if name != "all"]
"""The lines that systems are picked out by: four."""


def by_group() -> Specification:
    """Accuracies in per cent by group, with intervals for the systems that are picked out; the others are faint.

    Rows: line (of DRAWN, or OTHER), set (the group), order, accuracy, low, high, n, system.
    """
    names, (colours, shapes) = DRAWN, zip(*(LINES[name] for name in DRAWN), strict=True)
    x = (
        alt.X("set:N", title=PLACE, axis=alt.Axis(labelAngle=0, labelOverlap=True))
        .sort(field="order", op="min")
        .scale(type="band", paddingInner=0.3, paddingOuter=0.2)
    )
    base = alt.Chart(alt.NamedData(name=ROWS)).encode(x=x)
    y = alt.Y("accuracy:Q", title=VALUE).scale(zero=False)
    colour = alt.Color("line:N", legend=None).scale(domain=names, range=list(colours))
    shape = alt.Shape("line:N", legend=None).scale(domain=names, range=list(shapes))
    beside = alt.XOffset("line:N").scale(domain=names)
    numbers = [alt.Tooltip(f"{name}:Q", format=".1f") for name in ("accuracy", "low", "high")]
    tooltip = ["system:N", alt.Tooltip("set:N", title="group"), *numbers, "n:Q"]

    of_others = alt.FieldEqualPredicate(field="line", equal=OTHER)
    faint = (
        base.transform_filter(of_others)
        .mark_line(color=GREY, opacity=0.5, strokeWidth=1)
        .encode(y=y, detail="system:N", tooltip=["system:N"])
    )
    picked = base.transform_filter(f"datum.line !== '{OTHER}'").encode(xOffset=beside, color=colour)
    lines = picked.mark_line(strokeWidth=1.5, opacity=0.7).encode(y=y, detail="system:N")
    interval = picked.mark_rule(strokeWidth=1.5).encode(y=alt.Y("low:Q", title=VALUE).scale(zero=False), y2="high:Q")
    points = picked.mark_point(filled=True, size=50, opacity=1).encode(y=y, shape=shape, tooltip=tooltip)
    chart = alt.layer(faint, interval, lines, points).properties(width=WIDTH, height=260)
    specification: Specification = chart.configure_view(stroke=None).to_dict()
    specification.pop("usermeta", None)
    return specification
