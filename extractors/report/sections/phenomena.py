"""Each phenomenon: its source, requests, detection and sets; its scores and charts come by script."""

from collections.abc import Mapping
from typing import Any

from extractors.report.distances import span_text
from extractors.report.heatmap import hardest_tested
from extractors.report.numbers import Row
from extractors.report.results import ReportedPhenomenon, ReportedResults

PLACE = 3
TITLE = "Phenomena"


def content(results: ReportedResults) -> Mapping[str, Any]:
    """Return the phenomena in the order of the page, and their sizes.

    First come the tested ones, by the effect on all systems, then the others, the largest first; those without a
    segment are apart.
    """
    sizes = {name: phenomenon.size for name, phenomenon in results.phenomena.items()}
    return {
        "shown": ordered(results, sizes),
        "empty": [phenomenon for name, phenomenon in results.phenomena.items() if not sizes[name]],
        "sizes": sizes,
        "range": range_text,
    }


def ordered(results: ReportedResults, sizes: Mapping[str, int]) -> list[ReportedPhenomenon]:
    """Return the phenomena that have segments, the tested ones first, then the others by size."""
    tested = hardest_tested(results)
    others = sorted((name for name in sizes if sizes[name] and name not in tested), key=lambda name: -sizes[name])
    return [results.phenomena[name] for name in (*tested, *others)]


def range_text(row: Row) -> str:
    """Write the distances of a set: `\u2265 2`, `2`, or `2 to 4`; `any` if none is too small."""
    start, below = row["distance_from"], row["distance_below"]
    return "any" if (start, below) == (0, None) else span_text((start, below))
