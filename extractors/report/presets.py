"""The sizes in which a chart is written for a paper: as wide as it will be printed, so that it is not scaled.

A unit of the SVG is a point of the PDF. The widths are those of a column and of a page of the ACL's style; the smallest
letters have seven points.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from extractors.report.chart_looks import LABEL_SHIFT

SMALLEST = 7
"""Points of labels, legends and numbers; titles of axes have one more."""
LETTERS = {"labelFontSize": SMALLEST, "titleFontSize": SMALLEST + 1}
POINTS = 0.4
"""Of the area that a point has on the page."""
LINES = 0.6
"""Of the width that a line has on the page."""
SHIFT = 0.5
"""Of the distance between a point and the name of its line on the page."""
ROW = 11
"""Height of a row of names."""
NAMES, CELL = 75, 16
"""Widths of the names of systems, and of a cell that holds a number."""
PADDING = 2
CAPITAL, SMALL = 0.7, 0.5
"""Widths of letters in names, as a share of their height, with room to spare."""
AXIS = 45
"""Width of the numbers and the title of a vertical axis, at most."""

Specification = dict[str, Any]


@dataclass(frozen=True)
class Preset:
    """A size.

    Attributes:
        suffix: of the names of files.
        width, height: in points, of the whole chart and of its plot; a plot of named rows is as high as they are.
    """

    suffix: str
    width: int
    height: int


PRESETS = (Preset("", 455, 170), Preset("_column", 219, 120))
"""Across the page, and a column."""


def fitted(specification: Specification, preset: Preset) -> Specification:
    """Fit a chart to a size, and leave out its title: the paper's caption says what it is."""
    chart = {name: part for name, part in specification.items() if name != "title"}
    columns = {row.get("phenomenon") for rows in chart["datasets"].values() for row in rows}
    narrow = preset.width - NAMES < CELL * len(columns)
    chart["layer"] = [_mark(layer) for layer in chart["layer"] if not (narrow and _is_number(layer))]
    by_rows = isinstance(chart.get("height"), Mapping)
    config = chart["config"]
    legend = config["legend"] | LETTERS | {"symbolSize": 30, "gradientLength": 80, "offset": 6}
    return chart | {
        "width": preset.width,
        "height": {"step": ROW} if by_rows else preset.height,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "padding": {"left": PADDING, "top": PADDING, "bottom": PADDING, "right": _right(chart, preset.width)},
        "config": config | {"axis": LETTERS, "legend": legend, "text": {"fontSize": SMALLEST}},
    }


def _right(chart: Specification, width: int) -> float:
    """Return the room right of a plot, in points: names of lines begin in its last band and may reach beyond it."""
    rows = [row for rows in chart["datasets"].values() for row in rows if row.get("part") == "label"]
    if not rows:
        return PADDING
    bands = len({row["set"] for rows in chart["datasets"].values() for row in rows if "set" in row})
    widths = (sum(CAPITAL if letter.isupper() else SMALL for letter in row["system"]) for row in rows)
    reach = LABEL_SHIFT * SHIFT + SMALLEST * max(widths)
    # The more room is left for names, the narrower the bands are: reach - room = (width - AXIS - room) / (2 bands).
    room = (2 * bands * reach - (width - AXIS)) / (2 * bands - 1)
    return max(PADDING, PADDING + room)


def _is_number(layer: Mapping[str, Any]) -> bool:
    """Return whether a layer writes a number into every cell."""
    return bool(layer["encoding"].get("text", {}).get("field") == "text")


def _mark(layer: Mapping[str, Any]) -> Specification:
    """Return a layer with smaller points, thinner lines, and letters of the smallest size."""
    mark = dict(layer["mark"])
    if mark["type"] == "text":
        mark["fontSize"] = SMALLEST
    for name, share in (("size", POINTS), ("strokeWidth", LINES), ("dx", SHIFT)):
        if name in mark:
            mark[name] *= share
    return dict(layer) | {"mark": mark}
