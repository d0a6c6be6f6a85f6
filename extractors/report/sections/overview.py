"""The finding, the facts of the run, and the heat map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from extractors.report.findings import find
from extractors.report.heatmap import heat_map, widest_size
from extractors.report.results import Results
from extractors.statistics.estimates import FEWEST

PLACE = 1
TITLE = "Overview"
STATE_WORDS = {"unclear": "not significant", "small": "too few segments", "none": "none"}
"""Words in a cell of the heat map, beside its number, for readers who do not see its colour."""


def content(results: Results) -> Mapping[str, Any]:
    """The findings of each metric, the facts of the run, and the heat map."""
    return {
        "findings": find(results),
        "facts": facts(results),
        "map": heat_map(results),
        "said": STATE_WORDS,
        "fewest": FEWEST,
    }


def facts(results: Results) -> list[tuple[str, Any]]:
    """The facts of the run, as names and values."""
    manifest = results.manifest
    names = manifest.corpus.references
    with_segments = sum(widest_size(phenomenon) > 0 for phenomenon in results.phenomena.values())
    return [
        ("Segments", results.segments),
        ("Systems", len(results.systems)),
        ("References", f"{len(names)} ({', '.join(names)})"),
        ("Phenomena", f"{len(results.phenomena)} looked for, {with_segments} found"),
        ("Parser", manifest.origin.parser),
        ("Aligner", manifest.origin.alignment),
        ("Lemmas", manifest.lemmas or "none"),
        ("Controls", manifest.run.controls.signature.removeprefix("controls:")),
        ("Metrics", ", ".join(metric.label for metric in results.metrics.values())),
        ("Version", manifest.version),
    ]
