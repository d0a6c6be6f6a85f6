"""The sizes in which a chart is written for a paper: as wide as it will be printed, so that it is not scaled.

A unit of the SVG is a point of the PDF. The widths are those of a column and of a page of the ACL's style; the smallest
letters have seven points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SMALLEST = 7
"""Points of labels, legends and numbers; titles of axes have one more."""
LABELS, TITLES = {"labelFontSize": SMALLEST}, {"titleFontSize": SMALLEST + 1}
POINTS = 0.4
"""Of the area that a point has on the page."""
LINES = 0.6
"""Of the width that a line has on the page."""
ROW = 11
"""Height of a row of names."""
NAMES, CELL = 75, 16
"""Widths of the names of systems, and of a cell that holds a number."""

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
    """A chart in a size, without its title: the paper's caption says what it is."""
    chart = {name: part for name, part in specification.items() if name != "title"}
    columns = {row.get("phenomenon") for rows in chart["datasets"].values() for row in rows}
    narrow = preset.width - NAMES < CELL * len(columns)
    chart["layer"] = [_mark(layer) for layer in chart["layer"] if not (narrow and _is_number(layer))]
    by_rows = isinstance(chart.get("height"), Mapping)
    config = dict(chart.get("config", {}))
    config["axis"] = {**config.get("axis", {}), **LABELS, **TITLES}
    config["legend"] = {
        **config.get("legend", {}),
        **LABELS,
        **TITLES,
        "symbolSize": 30,
        "gradientLength": 80,
        "offset": 6,
    }
    config["text"] = {**config.get("text", {}), "fontSize": SMALLEST}
    return chart | {
        "width": preset.width,
        "height": {"step": ROW} if by_rows else preset.height,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "padding": 2,
        "config": config,
    }


def _is_number(layer: Mapping[str, Any]) -> bool:
    """Whether a layer writes a number into every cell."""
    return bool(layer["encoding"].get("text", {}).get("field") == "text")


def _mark(layer: Mapping[str, Any]) -> Specification:
    """A layer with smaller points, thinner lines, and letters of the smallest size."""
    mark = dict(layer["mark"])
    if mark["type"] == "text":
        mark["fontSize"] = SMALLEST
    for name, share in (("size", POINTS), ("strokeWidth", LINES)):
        if name in mark:
            mark[name] *= share
    return dict(layer) | {"mark": mark}
