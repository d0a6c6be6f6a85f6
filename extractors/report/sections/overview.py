"""The findings, the facts of the run, and the heat map."""

from collections.abc import Mapping
from typing import Any

from extractors.extract.control_settings import ControlSettings
from extractors.phenomena.detection import (
    IMPRECISE,
    NEVER_SHOWN,
    NOT_MEASURED,
    NOTHING_KNOWN,
    UNREACHED,
    Known,
    LeftOut,
    percent,
)
from extractors.report.finding_texts import MOST, find, in_sequence, side_in_words, who
from extractors.report.heatmap import heat_map, widest_size
from extractors.report.numbers import significance
from extractors.report.paper_text import paper_text
from extractors.report.pooled_texts import pooled_sentences
from extractors.report.results import ReportedResults
from extractors.score.statistics.estimates import FEWEST

NOT_RUN = {
    IMPRECISE: "Not run: too imprecise with this parser",
    NEVER_SHOWN: "Not run: this parser never shows them",
    UNREACHED: "Not run: no confidence reaches the precision asked for",
    NOT_MEASURED: "Not run: their precision was not measured",
}
"""Titles for the phenomena that were left out, by the reason."""
DRAWN = {
    "document": "documents",
    "block": "blocks of neighbouring lines, since the corpus names no documents",
    "segment": "segments",
}
OVERRULED = "Run: imprecise on treebanks, and right in news, where a person read their hits"
PLACE = 1
TITLE = "Overview"


def content(results: ReportedResults) -> Mapping[str, Any]:
    """The findings, the facts of the run, and the heat map."""
    labels = {name: row["label"] for name, row in results.findings.items()}
    pooled = pooled_sentences(results.pooled, labels, results.metric.label, alpha=results.alpha, others=results.others)
    return {
        "findings": find(results),
        "pooled": pooled,
        "most": MOST,
        "who": who,
        "side": lambda side: side_in_words(side, results.metric),
        "in_sequence": in_sequence,
        "facts": facts(results),
        "paper": paper_text(
            list(results.findings.values()),
            results.corpus_scores,
            results.conclusions,
            results.manifest,
            alpha=results.alpha,
            pooled=pooled,
        ),
        "map": heat_map(results),
        "marked": significance(results.alpha),
        "fewest": FEWEST,
        "detection": results.manifest.detection,
        "left_out": left_out(results),
        "overruled": overruled(results),
        "with_news": with_news(results),
        "percent": percent,
        "nothing_known": NOTHING_KNOWN,
    }


def left_out(results: ReportedResults) -> list[tuple[str, list[LeftOut]]]:
    """The phenomena that were not run for how badly they are found, under a title for each reason."""
    entries = results.manifest.detection.left_out
    titled = [(title, [entry for entry in entries if entry.reason == reason]) for reason, title in NOT_RUN.items()]
    return [(title, of_reason) for title, of_reason in titled if of_reason]


def overruled(results: ReportedResults) -> list[tuple[str, tuple[Known, ...]]]:
    """The phenomena that were run for their read hits and not for their figures of treebanks, under their title."""
    known = results.manifest.detection.overruled
    return [(OVERRULED, known)] if known else []


def with_news(results: ReportedResults) -> bool:
    """Whether the tables of what is and is not run have read hits."""
    known = results.manifest.detection
    return any(entry.read for entry in (*known.left_out, *known.overruled))


def controls_in_words(controls: ControlSettings) -> str:
    """The controls of a set: `all segments outside the set, length \u00b11 token`."""
    matched = [f"{name.replace('_', ' ')} \u00b1{controls.tolerance_in_words(name)}" for name in controls.matched]
    pool = "all segments outside the set" if controls.pool == "rest" else "all segments, those of the set too"
    return ", ".join([pool, *(matched or ["alike in nothing"])])


def segments_in_words(results: ReportedResults) -> str:
    """How many segments there are, and how many units they were cut into if they were: `134 units of 53 segments`."""
    cut = results.segments != results.whole
    return f"{results.segments:,} units of {results.whole:,} segments" if cut else f"{results.segments:,}"


def facts(results: ReportedResults) -> list[tuple[str, Any]]:
    """The facts of the run, as names and values."""
    manifest = results.manifest
    names = list(manifest.corpus.references_by_name)
    with_segments = sum(widest_size(phenomenon) > 0 for phenomenon in results.phenomena.values())
    return [
        ("Segments", segments_in_words(results)),
        ("Tests draw", DRAWN[results.unit]),
        ("Systems", len(results.systems)),
        ("References", f"{len(names)} ({', '.join(names)})"),
        ("Phenomena", f"{len(results.phenomena)} looked for, {with_segments} found"),
        ("Parser", manifest.origin.parser),
        ("Aligner", manifest.origin.alignment),
        ("Target lemmatizer", manifest.lemmas or "none"),
        ("Controls", controls_in_words(manifest.controls)),
        ("Metrics", ", ".join(metric.label for metric in results.metrics.values())),
        ("Version", manifest.version),
    ]
