"""Collect the hits that a newer system lost or won beside an older one, for the page of a pair.

{
  "systems": [old, new], "references": names, "source_language", "target_language",
  "measured": whether the words of hits are known,
  "segments": [{"id", "source", "references", "outputs", "hits"}],
  "groups": [{"phenomenon", "why", "lost": [[segment, hit], ...], "won", "lost_count", "won_count"}]
}

Segments and hits are numbers of places in these lists; hits are as in `examples.payload`. Where the words of hits are
not known there are no hits: groups hold the segments of the sets, lost and won by chrF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Float64
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.formats.hits import HITS
from extractors.formats.word_evidence import WORD_EVIDENCE
from extractors.report.examples.records import Records
from extractors.scoring.output_differences import OutputDifferences

SIDE = 10
"""Examples of each side."""
KEY = ["segment_id", "phenomenon", "head", "dependent"]
Hit = tuple[int, str, int, int]
Chosen = dict[str, dict[str, list[Hit]]]


def pair_hits(
    folder: Path, old: str, new: str, phenomena: Sequence[str], why: Mapping[str, str], gains: Float64
) -> dict[str, Any]:
    """Return the data of the hits that were lost and won in a run, see the module.

    Args:
        folder: the results of the corpus, with ACCURACY_HITS.
        phenomena: in the order to show.
        why: by phenomenon, what to say of it.
        gains: (n,) of each segment, newer minus older; the largest losses, and gains, come first.
    """
    changed = _changed(folder, old, new, phenomena)
    shown = {name: {side: _first(of, gains, side) for side, of in sides.items()} for name, sides in changed.items()}
    wanted = {hit for sides in shown.values() for of in sides.values() for hit in of}
    table = tables.read(HITS, folder / HITS.file).sort_by("segment_id")
    keys = list(zip(*(table.column(name).to_pylist() for name in KEY), strict=True))
    hits = table.filter(pa.array([key in wanted for key in keys], pa.bool_()))
    segments = sorted({hit[0] for hit in wanted})
    records = Records(folder, list(dict.fromkeys([old, new])), hits, frozenset(segments))
    made = records.of(segments) if segments else []
    number_of = {record["id"]: number for number, record in enumerate(made)}
    # The hits of a record stand in the order of the table.
    hits_of: dict[int, list[Hit]] = {}
    for key in keys:
        if key in wanted:
            hits_of.setdefault(key[0], []).append(key)

    def at(hit: Hit) -> list[int]:
        return [number_of[hit[0]], hits_of[hit[0]].index(hit)]

    return {
        "systems": [old, new],
        "references": records.references,
        **records.languages,
        "measured": True,
        "segments": [
            {name: record[name] for name in ("id", "source", "references", "hits")}
            | {"outputs": [record["outputs"][0], record["outputs"][-1]]}
            for record in made
        ],
        "groups": _groups(phenomena, why, changed, shown, at),
    }


def _changed(folder: Path, old: str, new: str, phenomena: Sequence[str]) -> Chosen:
    """Return the hits of each phenomenon that one system has and the other has not, of those that have controls."""
    is_counted = pc.field("phenomenon").isin(pa.array(phenomena, pa.string())) & (pc.field("candidates") > 0)
    path = folder / ACCURACY_HITS.file
    match: list[dict[Hit, bool]] = []
    for system in (old, new):
        rows = tables.read(ACCURACY_HITS, path, where=is_counted & (pc.field("system") == system)).to_pylist()
        match.append(
            {(r["segment_id"], r["phenomenon"], r["head"], r["dependent"]): r["reference_match"] for r in rows}
        )
    before, after = match
    changed: Chosen = {name: {"lost": [], "won": []} for name in phenomena}
    for hit, had in before.items():
        has = after[hit]
        if had is not None and has is not None and had != has:
            changed[hit[1]]["lost" if had else "won"].append(hit)
    for hit, has_now in _changed_order(folder, old, new, phenomena):
        side = changed[hit[1]]["won" if has_now else "lost"]
        if hit not in side:
            side.append(hit)
    return changed


def _changed_order(folder: Path, old: str, new: str, phenomena: Sequence[str]) -> Iterator[tuple[Hit, bool]]:
    """Yield a hit of each segment whose words one system puts in order, and whether the newer one does.

    Which of several hits of a segment it is, the table does not say; the first one is shown.
    """
    path = folder / WORD_EVIDENCE.file
    asked = pc.field("is_order") & pc.field("is_hit") & pc.field("phenomenon").isin(pa.array(phenomena, pa.string()))
    before, after = (
        tables.read(WORD_EVIDENCE, path, where=asked & (pc.field("system") == system)).to_pylist()
        for system in (old, new)
    )
    first: dict[tuple[int, str], Hit] = {}
    for row in tables.read(HITS, folder / HITS.file).select(KEY).to_pylist():
        first.setdefault((row["segment_id"], row["phenomenon"]), tuple(row[name] for name in KEY))
    for had, has in zip(before, after, strict=True):
        hit = first.get((had["segment_id"], had["phenomenon"]))
        if hit and None not in (had["match"], has["match"]) and had["match"] != has["match"]:
            yield hit, bool(has["match"])


def _first(hits: Sequence[Hit], gains: Float64, side: str) -> list[Hit]:
    """Return one hit from each of SIDE segments, the segments whose scores changed most first."""
    sign = 1 if side == "lost" else -1
    by_segment: dict[int, Hit] = {}
    for hit in sorted(hits):
        by_segment.setdefault(hit[0], hit)
    ordered = sorted(by_segment.values(), key=lambda hit: (sign * round(float(gains[hit[0]]), 6), hit))
    return ordered[:SIDE]


def pair_segments(
    texts: OutputDifferences,
    systems: Sequence[str],
    sets: Mapping[str, Sequence[int]],
    why: Mapping[str, str],
    references: Sequence[str],
) -> dict[str, Any]:
    """Return the data of a page where the words of hits are not known: segments of the sets, lost and won by chrF.

    Args:
        systems: the older and the newer one.
        sets: by phenomenon in the order to show, the segments of its widest set.
    """
    gains = texts.gains
    changed: Chosen = {
        name: {
            "lost": [(s, name, 0, 0) for s in segments if gains[s] < 0],
            "won": [(s, name, 0, 0) for s in segments if gains[s] > 0],
        }
        for name, segments in sets.items()
    }
    shown = {name: {side: _first(of, gains, side) for side, of in sides.items()} for name, sides in changed.items()}
    segments = sorted({hit[0] for sides in shown.values() for of in sides.values() for hit in of})
    number_of = {segment: number for number, segment in enumerate(segments)}
    return {
        "systems": [*systems],
        "references": [*references],
        "source_language": None,
        "target_language": None,
        "measured": False,
        "segments": [segment_record(texts, segment) for segment in segments],
        "groups": _groups([*sets], why, changed, shown, lambda hit: [number_of[hit[0]], 0]),
    }


def segment_record(texts: OutputDifferences, segment: int) -> dict[str, Any]:
    """Return a segment without hits as the page shows it."""
    return {
        "id": segment,
        "source": texts.source[segment],
        "references": [reference[segment] for reference in texts.references],
        "outputs": [texts.old[segment], texts.new[segment]],
        "hits": [],
        "gain": round(float(texts.gains[segment]), 1),
    }


def _groups(
    phenomena: Sequence[str], why: Mapping[str, str], changed: Chosen, shown: Chosen, at: Callable[[Hit], list[int]]
) -> list[dict[str, Any]]:
    return [
        {"phenomenon": name, "why": why.get(name, "")}
        | {side: [at(hit) for hit in of] for side, of in shown[name].items()}
        | {f"{side}_count": len(of) for side, of in changed[name].items()}
        for name in phenomena
    ]
