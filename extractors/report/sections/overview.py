"""The findings of a run, its facts, the text for papers and the heat map."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from extractors.extract.control_settings import ControlSettings
from extractors.formats.findings import COMPARED, TESTED, TEXT, is_absent
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.phenomena.chosen_phenomena import NOTHING_KNOWN
from extractors.report.evidence_texts import evidence_texts
from extractors.report.heatmap import heat_map
from extractors.report.numbers import Row, by_evidence, significance
from extractors.report.paper_text import paper_text, where_of
from extractors.report.results import ReportedResults, tool_in_words
from extractors.report.terminal_findings import finding_sentences, rest_in_words
from extractors.scoring.claims import claim

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
        "findings": findings_of(results),
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


@dataclass(frozen=True, kw_only=True)
class PhenomenonText:
    """A phenomenon with what is said of it: what its test says, or why there is no test."""

    row: Row
    text: str


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What the tests of a run say.

    Attributes:
        sentences: each significant result, as the terminal says it; `rest`: what is not, and what was not tested.
        tested: the phenomena that were compared, those with the strongest evidence first.
        untested: those that have segments and were not compared.
    """

    sentences: list[str]
    rest: str
    tested: list[PhenomenonText]
    untested: list[PhenomenonText]


def findings_of(results: ReportedResults) -> Findings:
    """Return the findings of a run."""
    rows = list(results.findings.values())
    departures = list(results.departures.values())
    untestable = sorted((row for row in rows if row["status"] == TEXT), key=lambda row: row["systems"])
    tested = [*by_evidence(row for row in rows if row["status"] == TESTED), *untestable]
    untested = [row for row in rows if row["status"] not in COMPARED and not is_absent(row["status"])]
    return Findings(
        sentences=finding_sentences(
            rows,
            results.conclusions,
            departures,
            results.word_departures,
            results.corpus_scores,
            alpha=results.alpha,
        ),
        rest=rest_in_words(rows, results.corpus_scores, alpha=results.alpha),
        tested=[PhenomenonText(row=row, text=_claim_text(results, row)) for row in tested],
        untested=[PhenomenonText(row=row, text=row["status"]) for row in untested],
    )


def _claim_text(results: ReportedResults, row: Row) -> str:
    """Say the difference with its interval, the minimum detectable difference, and the other evidence."""
    places = results.metric.decimals
    text = claim(row, places=places, where=where_of(results.manifest), others=results.others)
    if row["detectable"] is not None:
        text += f"; minimum detectable difference {row['detectable']:.{places}f} (80 % power)"
    return "; ".join([text, *evidence_texts(row, results.conclusions[row["phenomenon"]])])
