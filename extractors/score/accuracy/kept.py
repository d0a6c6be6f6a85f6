"""What the measurement needs of parse and links, as two tables for a published set, and back.

Whoever has these tables and the texts measures outputs without a parse of the source and without an aligner: the
evidence and the controls are those of who published the set. Verdicts are not measured so, as they need links to the
outputs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.errors import InputError
from extractors.formats.accuracy import EVIDENCE, WORD_CONTROLS, AccuracyData
from extractors.formats.treebank import Treebank
from extractors.score.accuracy.accuracy_settings import AccuracySettings
from extractors.score.accuracy.controls import LEVELS, NO_CONTROL, Matched, Stratum
from extractors.score.accuracy.evidence import EvidenceText, Reference
from extractors.score.accuracy.preparing import Prepared, prepare
from extractors.score.accuracy.presence import Places
from extractors.score.accuracy.rendering_judge import MatchItem

AGAIN = "download the set again"
PLACE = ("segment_id", "head", "dependent")
"""The columns that say where the words of a hit stand."""


def keep(
    *,
    treebank: Treebank,
    hits: pa.Table,
    links: pa.Table,
    references: Mapping[str, Sequence[str]],
    language: str,
    ordered: Collection[str],
    settings: AccuracySettings,
    path: str,
) -> AccuracyData:
    """The evidence and the controls of hits; arguments and errors as of `prepare`.

    Args:
        hits: those of each phenomenon in the order in which they are published.
        references: their segments by name.
    """
    prepared = prepare(
        treebank=treebank,
        hits=hits,
        links=links,
        references={name: EvidenceText.of(segments, language) for name, segments in references.items()},
        ordered=ordered,
        settings=settings,
        path=path,
    )
    return AccuracyData(
        evidence=EVIDENCE.table([row for reference in prepared.references for row in _evidence_rows(reference)]),
        word_controls=WORD_CONTROLS.table([*_control_rows(prepared)]),
        seed=settings.seed,
    )


def _evidence_rows(reference: Reference) -> Iterator[dict[str, Any]]:
    fields = zip(reference.evidence, reference.silent, reference.needed, strict=True)
    for segment, (by_token, silent, needed) in enumerate(fields):
        for token in sorted({*by_token, *silent}):
            yield {
                "reference": reference.name,
                "segment_id": segment,
                "token": token,
                "words": list(by_token.get(token, ())),
                "needed": list(needed.get(token, ())),
                "silent": token in silent,
            }


def _control_rows(prepared: Prepared) -> Iterator[dict[str, Any]]:
    for phenomenon, (_, matched) in prepared.matched.items():
        for number, stratum in enumerate(matched.strata):
            yield {
                "phenomenon": phenomenon,
                "hits": np.flatnonzero(matched.stratum == number).tolist(),
                "candidates": stratum.size,
                "matched_by": stratum.level,
                "segment_ids": [item.segment for item in stratum.items],
                "first": [item.first for item in stratum.items],
                "second": [item.second for item in stratum.items],
            }


def prepared_of(
    kept: AccuracyData, *, hits: pa.Table, references: Mapping[str, EvidenceText], ordered: Collection[str], path: str
) -> Prepared:
    """The corpus that outputs can be judged by, from what was kept.

    Args:
        hits: with the columns segment_id, phenomenon, head, dependent and distance_set, those of a phenomenon in the
            order of its file.
        references: by name, all of the same length.
        ordered: as of `keep`.

    Raises:
        InputError: the tables have a segment, a token, a word or a hit that the set does not have.
    """
    segments = len(next(iter(references.values())).words)
    names = hits.column("phenomenon").to_pylist()
    items = [MatchItem(*row) for row in zip(*(hits.column(c).to_pylist() for c in PLACE), strict=True)]
    _check_items(items, segments, f"{path}: a hit")
    matched = {}
    for name in dict.fromkeys([*kept.word_controls.column("phenomenon").to_pylist(), *names]):
        rows = np.flatnonzero([other == name for other in names])
        if not len(rows):
            raise _broken(f"there are controls of {name}, which has no hits", path)
        matched[name] = rows, Matched(np.full(len(rows), NO_CONTROL))
    for row in kept.word_controls.to_pylist():
        of_hits = matched[row["phenomenon"]][1]
        if any(not 0 <= hit < len(of_hits.stratum) for hit in row["hits"]):
            raise _broken(f"there are controls of a hit of {row['phenomenon']} that it does not have", path)
        of_hits.stratum[row["hits"]] = len(of_hits.strata)
        of_hits.strata.append(_stratum(row, segments, path))
    return Prepared.of(segments, _references(kept.evidence, references, path), hits, items, ordered, matched)


def _stratum(row: Mapping[str, Any], segments: int, path: str) -> Stratum:
    lists = [row[name] for name in ("segment_ids", "first", "second")]
    if not 0 <= row["matched_by"] < len(LEVELS) or len({len(values) for values in lists}) > 1 or not lists[0]:
        raise _broken(f"a row of controls of {row['phenomenon']} is none", path)
    items = [MatchItem(*values) for values in zip(*lists, strict=True)]
    _check_items(items, segments, f"{path}: a control of {row['phenomenon']}")
    return Stratum(items, row["candidates"], row["matched_by"])


def _references(evidence: pa.Table, texts: Mapping[str, EvidenceText], path: str) -> list[Reference]:
    """The references with what the table has of them, in its order."""
    names = evidence.column("reference").unique().to_pylist()
    shown: dict[str, list[dict[int, Places]]] = {name: [{} for _ in text.words] for name, text in texts.items()}
    needed: dict[str, list[dict[int, Places]]] = {name: [{} for _ in text.words] for name, text in texts.items()}
    silent: dict[str, list[set[int]]] = {name: [set() for _ in text.words] for name, text in texts.items()}
    for row in evidence.to_pylist():
        name, segment, token = row["reference"], row["segment_id"], row["token"]
        if name not in texts:
            raise _broken(f"there is evidence in the reference {name!r}, which the set does not have", path)
        words = texts[name].words
        if not 0 <= segment < len(words) or token < 0:
            raise _broken(f"there is evidence of token {token} of segment {segment}, which the set does not have", path)
        if any(not 0 <= word < len(words[segment]) for word in (*row["words"], *row["needed"])):
            raise _broken(f"segment {segment} of the reference {name} has not the words that are evidence", path)
        if row["words"]:
            shown[name][segment][token] = tuple(row["words"])
        if row["needed"]:
            needed[name][segment][token] = tuple(row["needed"])
        if row["silent"]:
            silent[name][segment].add(token)
    return [
        Reference(name, texts[name].words, shown[name], [frozenset(s) for s in silent[name]], needed[name])
        for name in names
    ]


def _check_items(items: Sequence[MatchItem], segments: int, what: str) -> None:
    for item in items:
        if not 0 <= item.segment < segments or min(item.first, item.second) < 0:
            raise InputError(f"{what} is in segment {item.segment}, which the set does not have", remedy=AGAIN)


def _broken(problem: str, path: str) -> InputError:
    return InputError(problem, path=path, remedy=AGAIN)
