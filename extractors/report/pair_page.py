"""Write the page of two systems: one file that opens without a network, made like a corpus's (extractors.report.page).

It has the verdict, the three tables of `pair_text`, the hits that were lost and won, and the segments that differ most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from extractors.core.rounding import decimals
from extractors.formats.pair import BETTER, TESTED, WORSE
from extractors.report.numbers import Row, significance
from extractors.report.packing import packed
from extractors.report.page import asset, render, save
from extractors.report.pair_gate import PairGate, whole_finding
from extractors.report.pair_hits import segment_record
from extractors.report.pair_table import distinct_sets, pair_verdict, untested_lines
from extractors.report.pair_text import pair_text
from extractors.scoring.output_differences import OutputDifferences

SCRIPTS = (
    "dom.js",
    "numbers.js",
    "table.js",
    "marks.js",
    "word_diff.js",
    "matching.js",
    "pair_forest.js",
    "pair_examples.js",
    "pair_page.js",
)
STYLES = ("page.css", "examples.css", "pairs.css")


@dataclass(frozen=True, kw_only=True)
class ShownPair:
    """What the page shows of two systems.

    Attributes:
        family: the phenomena that are tested.
        texts: the outputs with source and references.
        hits: of `pair_hits`.
    """

    gate: PairGate
    family: Sequence[str]
    texts: OutputDifferences
    hits: Mapping[str, Any]


def write(shown: ShownPair, output: str | Path) -> int:
    """Write the page of two systems; the same results give the same bytes.

    Returns:
        The size in bytes.
    """
    gate = shown.gate
    page = render(
        asset("pair.html.j2"),
        styles=map(asset, STYLES),
        scripts=list(map(asset, SCRIPTS)),
        data={"pair": packed(content(shown))},
        gate=gate,
        verdict=pair_verdict(gate.pair, gate.rows),
        family=shown.family,
        text=pair_text(gate, len(shown.family)),
        untested=untested_lines(gate.rows),
        significance=significance(gate.pair.alpha),
        measured=shown.hits["measured"],
    )
    return save(page, output)


def content(shown: ShownPair) -> dict[str, Any]:
    """Return all that the scripts know: numbers, the examples, and the segments that differ most."""
    gate, texts = shown.gate, shown.texts
    pair, whole = gate.pair, gate.whole
    return {
        "old": pair.old,
        "new": pair.new,
        "label": pair.label,
        "decimals": decimals([abs(whole.old), abs(whole.new)]),
        "whole": asdict(whole) | {"finding": whole_finding(pair, whole)},
        "words": None if gate.at_words is None else [_word_row(row, pair.alpha) for row in _by_loss(gate.at_words)],
        "sets": [_set_row(at, row) for at, row in distinct_sets([r for r in gate.rows if r["status"] == TESTED])],
        "hits": shown.hits,
        "differences": [segment_record(texts, segment) for segment in texts.segments()],
    }


def _by_loss(rows: Sequence[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row["change"])


def _word_row(row: Row, alpha: float) -> dict[str, Any]:
    is_finding = row["p_bh"] is not None and row["p_bh"] < alpha
    return {
        **{name: row[name] for name in ("phenomenon", "n", "lost", "won", "change", "detectable")},
        "order": row["is_order"],
        "old": row["match_old"],
        "new": row["match_new"],
        "low": row["change_low"],
        "high": row["change_high"],
        "p": row["p_bh"],
        "finding": (WORSE if row["change"] < 0 else BETTER) if is_finding else None,
    }


def _set_row(distances: str, row: Row) -> dict[str, Any]:
    return {
        "phenomenon": row["phenomenon"],
        "distance": distances,
        "n": row["n"],
        "old": row["score_old"],
        "new": row["score_new"],
        "value": row["difference"],
        "low": row["difference_low"],
        "high": row["difference_high"],
        "p": row["p_bh"],
        "finding": row["finding"],
        "elsewhere": row["interaction"],
        "elsewhere_p": row["interaction_p_bh"],
    }
