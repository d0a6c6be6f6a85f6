"""Phenomena by domain: how often each occurs, and what it costs, where the corpus names domains."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from extractors.report.numbers import Row, interval, number
from extractors.report.results import ReportedResults

PLACE = 3
TITLE = "Domains"


def content(results: ReportedResults) -> Mapping[str, Any] | None:
    """The rows by phenomenon and the facts of each domain; None where no domain is known."""
    metric = results.metric
    rows = [row for row in results.domains if row["metric"] == metric.name]
    if not rows:
        return None
    domains = {row["domain"]: row for row in rows}
    by_phenomenon: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_phenomenon.setdefault(row["phenomenon"], {})[row["domain"]] = row
    shown = {name: cells for name, cells in by_phenomenon.items() if any(row["hits"] for row in cells.values())}
    return {
        "domains": domains,
        "shown": dict(sorted(shown.items(), key=lambda item: -sum(row["hits"] for row in item[1].values()))),
        "empty": len(by_phenomenon) - len(shown),
        "rate": lambda row: number(row["hits_per_1000_words"], 1),
        "cost": lambda row: cost(row, results),
        "title": lambda row: title(row, results),
        "examples": examples_address,
    }


def cost(row: Row, results: ReportedResults) -> str:
    """The difference; empty where there are too few segments."""
    if row["too_small"] or row["difference"] is None:
        return ""
    return number(row["difference"], results.metric.decimals, sign=True)


def title(row: Row, results: ReportedResults) -> str:
    """All that is known of a cell, in a line: `41 hits in 30 of 139 segments; BLEU 21.0, controls 25.1 ...`."""
    segments = "segment" if row["segments"] == 1 else "segments"
    said = f"{row['hits']} {'hit' if row['hits'] == 1 else 'hits'} in {row['n']} of {row['segments']} {segments}"
    if not cost(row, results):
        return f"{said}; too few to compare"
    places = results.metric.decimals
    scores = f"{results.metric.label} {number(row['score'], places)}, controls {number(row['control'], places)}"
    return f"{said}; {scores}, difference {interval(row['difference_low'], row['difference_high'], places)}"


def examples_address(row: Row) -> str:
    """Where the page has examples of a phenomenon in a domain."""
    return f"#examples?phenomenon={quote(row['phenomenon'])}&domain={quote(row['domain'])}"
