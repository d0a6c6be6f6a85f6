"""Each phenomenon: its source, requests, detection and sets; its scores and charts come by script."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from extractors.report.heatmap import widest_size
from extractors.report.results import Results, Row

PLACE = 2
TITLE = "Phenomena"


def content(results: Results) -> Mapping[str, Any]:
    """The number of segments of each phenomenon, and how a range of distances is written."""
    sizes = {name: widest_size(phenomenon) for name, phenomenon in results.phenomena.items()}
    return {"sizes": sizes, "range": range_text}


def range_text(row: Row) -> str:
    """The distances of a set: `\u2265 2`, `2`, or `2 to 4`."""
    start, below = row["distance_from"], row["distance_below"]
    if row["kind"] == "minimum":
        return f"\u2265 {start}"
    return str(start) if row["kind"] == "exact" else f"{start} to {below - 1}"
