from collections.abc import Mapping
from typing import Any

from extractors.extract.control_settings import ControlSettings
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.phenomena.chosen_phenomena import NOTHING_KNOWN
from extractors.report.finding_texts import find
from extractors.report.heatmap import heat_map
from extractors.report.numbers import significance
from extractors.report.paper_text import paper_text
from extractors.report.results import ReportedResults

DRAWN = {
    "document": "documents",
    "block": "blocks of neighbouring lines, since the corpus names no documents",
    "segment": "segments",
}
PLACE = 1
TITLE = "Overview"


def content(results: ReportedResults) -> Mapping[str, Any]:
    """Return the findings, the facts of the run, the text for papers, and the heat map."""
    return {
        "findings": find(results),
        "facts": facts(results),
        "paper": paper_text(
            list(results.findings.values()),
            results.corpus_scores,
            results.conclusions,
            list(results.departures.values()),
            results.manifest,
            alpha=results.alpha,
        ),
        "map": heat_map(results),
        "marked": significance(results.alpha),
        "fewest": FEWEST_SEGMENTS,
        "detection": results.manifest.detection,
        "nothing_known": NOTHING_KNOWN,
    }


def controls_in_words(controls: ControlSettings) -> str:
    """Describe the controls of a set: `all segments outside the set, length \u00b11 token`."""
    matched = [f"{name.replace('_', ' ')} \u00b1{controls.tolerance_in_words(name)}" for name in controls.matched]
    pool = "all segments outside the set" if controls.pool == "rest" else "all segments, those of the set too"
    return ", ".join([pool, *(matched or ["alike in nothing"])])


def segments_in_words(results: ReportedResults) -> str:
    """Say how many segments there are, or how many units they were cut into: `134 units of 53 segments`."""
    cut = results.segments != results.whole
    return f"{results.segments:,} units of {results.whole:,} segments" if cut else f"{results.segments:,}"


def tool_in_words(signature: str) -> str:
    """Return a tool's name and model, without versions and checksums: `multilingual with parser-multilingual`."""
    return " with ".join(part.partition(":")[0] for part in signature.split("/")[:2])


def facts(results: ReportedResults) -> list[tuple[str, Any]]:
    """Return the facts of the run, as names and values."""
    manifest = results.manifest
    names = manifest.corpus.references
    with_segments = sum(phenomenon.size > 0 for phenomenon in results.phenomena.values())
    return [
        ("Segments", segments_in_words(results)),
        ("Tests draw", DRAWN[results.unit]),
        ("Systems", len(results.systems)),
        ("References", f"{len(names)} ({', '.join(names)})" if names else "none"),
        ("Phenomena", f"{len(results.phenomena)} looked for, {with_segments} found"),
        ("Parser", tool_in_words(manifest.origin.parser)),
        ("Aligner", tool_in_words(manifest.origin.aligner) if manifest.origin.aligner else "none"),
        ("Controls", controls_in_words(manifest.controls)),
        ("Metrics", ", ".join(metric.label for metric in results.metrics.values())),
    ]
