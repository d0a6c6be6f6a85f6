"""How charts look, and the specifications that pages have of them: without Altair, a second to import.

Colours are those of Okabe and Ito, https://jfly.uni-koeln.de/color/, two of them darker, so that each can be told from
a white and from a dark page; shapes and dashes say the same again, for a reader who does not see them.
"""

import json
from importlib import resources
from typing import Any

BLUE, VERMILION, GREEN, PURPLE, OLIVE, GREY = "#0072B2", "#D55E00", "#009E73", "#A8508C", "#8C6D00", "#808080"
ROWS = "rows"
"""The name of the data in every specification."""
VALUE, PLACE, MARKED = "the value", "the place", "the marks"
"""What stands for the titles of the axes of values and of distances, and of what is marked, until a chart is filled."""
ALL = "all systems"
WORSE, BETTER, UNCLEAR, UNTESTED = "significantly worse", "significantly better", "not significant", "not tested"
STATES = {
    WORSE: (VERMILION, "triangle-down"),
    BETTER: (BLUE, "triangle-up"),
    UNCLEAR: (GREY, "square"),
    UNTESTED: (GREY, "circle"),
}
LINES = {
    "all": (BLUE, "circle"),
    "first": (VERMILION, "square"),
    "second": (GREEN, "triangle-up"),
    "third": (PURPLE, "diamond"),
    "fourth": (OLIVE, "triangle-down"),
}
"""The lines that are picked out of a plot by distance: all systems together, and up to four systems."""
PICKED = [name for name in LINES if name != "all"]
OTHER = "other"
BREAK = "|"
"""Parts the lines of a label."""
WIDTH = 420
LABEL_SHIFT = 26
"""From the middle of a band to the name of a line that ends there."""
SYSTEMS, HUMANS, BEYOND = "systems", "human translations", "systems minus human translations"
FINDING = f"{BEYOND}: a finding"
WHOSE = {
    SYSTEMS: (BLUE, "circle"),
    HUMANS: (VERMILION, "square"),
    BEYOND: (GREY, "diamond"),
    FINDING: ("black", "diamond"),
}


def of_page(kind: str) -> dict[str, Any]:
    """Return the specification of a chart that pages draw, without rows, as extractors.report.charts wrote it."""
    written = resources.files("extractors.report").joinpath("assets", "charts.json").read_text(encoding="utf-8")
    specification: dict[str, Any] = json.loads(written)[kind]
    return specification
