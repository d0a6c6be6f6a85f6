"""Detect: the hits of phenomena in a parsed corpus, with the target words they are aligned to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Float32, Int32
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.extract import calibration, confidence
from extractors.extract.distance import surface_distance, ud_distance
from extractors.extract.reordering import largest_crossings, largest_shifts
from extractors.formats import tables
from extractors.formats.alignment import Alignment
from extractors.formats.hits import HITS
from extractors.formats.origin import Origin, with_origin
from extractors.formats.treebank import Treebank
from extractors.grew.matcher import Matches, find_all
from extractors.grew.portability import missing
from extractors.phenomena.catalogue import Phenomenon, Rule, definitions_checksum
from extractors.texts.parses import check_parse


def detect(
    treebank: Treebank,
    phenomena: Sequence[Phenomenon],
    *,
    language: str,
    alignment: Alignment | None,
    minimum_confidence: float = 0.0,
    minimum_precision: float = 0.0,
    minimum_confidences: Mapping[str, float] | None = None,
    calibrated: bool = True,
    source: Sequence[str] | None = None,
) -> pa.Table:
    """All hits, by phenomenon in the given order, then by segment and position.

    A pair of words is one hit of a phenomenon, however many of its requests find it.

    Args:
        minimum_confidence: hits in the parse below it are left out; above 0 also those without a confidence.
        minimum_precision: what `minimum_confidences` are to reach, for the record.
        minimum_confidences: by phenomenon, in place of `minimum_confidence`.
        calibrated: whether confidences are calibrated, where the parser has a curve (extract.calibration).
        source: the text of each segment, where it is at hand: a parse of another one is refused.

    Raises:
        InputError: the parse or the alignment is of another text; a phenomenon is measured on the alignment, and
            there is none; a minimum confidence is asked for, and the parse has no confidences.
    """
    if source is not None:
        check_parse(treebank, source)
    least = minimum_confidences or {}
    confidence.check(max([minimum_confidence, *least.values()]), treebank)
    curve = calibration.of_parser(treebank.generator) if calibrated else None
    if alignment is not None:
        _check_alignment(treebank, alignment.links)
    by_request = {
        (p.id, number): rule.request for p in phenomena for number, rule in enumerate(p.rules.get(language, ()))
    }
    matches_by_request = find_all(treebank, by_request)
    parts = []
    for phenomenon in phenomena:
        if phenomenon.measure is None:
            rules = phenomenon.rules[language]
            matches = [matches_by_request[phenomenon.id, number] for number in range(len(rules))]
            pairs = unite(rules, matches)
            sure = confidence.of_pairs(treebank, rules, matches, pairs)
            if sure is not None and curve is not None:
                sure = curve(sure, phenomenon.id, definitions_checksum([phenomenon.definition(language)]))
            part = _hits_of_pairs(treebank, phenomenon, pairs, sure, alignment)
            _warn_if_not_annotated(treebank, phenomenon, language)
        elif alignment is None:
            raise InputError(
                f"the phenomenon {phenomenon.id!r} is found from the alignment, and none was given",
                remedy="give --alignment FILE, or leave the phenomenon out with --phenomena",
            )
        else:
            part = _hits_of_measure(treebank, phenomenon, alignment, phenomenon.measure)
        part = _sure(part, phenomenon, least.get(phenomenon.id, minimum_confidence))
        segments = len(pc.unique(part.column("segment_id")))
        log.info("%s: %d hits in %d segments", phenomenon.id, len(part), segments)
        parts.append(part)
    hits = pa.concat_tables(parts) if parts else HITS.table([])
    origin = Origin(
        parser=treebank.generator,
        aligner=None if alignment is None else alignment.aligner,
        reference=None if alignment is None else alignment.reference,
        phenomena=definitions_checksum([p.definition(language) for p in phenomena]),
        minimum_confidence=minimum_confidence,
        minimum_precision=minimum_precision,
        minimum_confidences=least,
    )
    return with_origin(tables.signed(hits, origin.signature), origin)


def _check_alignment(treebank: Treebank, links: pa.Table) -> None:
    """Refuse links whose source tokens are not those of the parse."""
    surface = treebank.surface
    columns = (links.column(name).to_pylist() for name in ("segment_id", "source", "source_form"))
    for segment, token, form in zip(*columns, strict=True):
        tokens = surface.get(segment, [])
        if token >= len(tokens) or tokens[token] != form:
            parsed = repr(tokens[token]) if token < len(tokens) else "no token"
            raise InputError(
                f"the alignment has {form!r} as source token {token} of segment {segment}, the parse {parsed}",
                path=treebank.source,
                remedy="make the alignment from this parse (challenge-sets align)",
            )


def unite(rules: Sequence[Rule], matches: Sequence[Matches]) -> Int32:
    """(P, 2) the words of the hits of some rules, head and dependent, each pair once, in the order of the text.

    Args:
        matches: those of each rule's request.
    """
    pairs_by_rule = [of_rule.pairs(rule.head, rule.dependent) for rule, of_rule in zip(rules, matches, strict=True)]
    unique = np.unique(np.concatenate(pairs_by_rule), axis=0)
    pairs: Int32 = unique[np.lexsort((unique.max(axis=1), unique.min(axis=1)))]
    return pairs


def _sure(hits: pa.Table, phenomenon: Phenomenon, minimum: float) -> pa.Table:
    """The hits of a phenomenon that are as sure as is asked for.

    What is measured on the alignment rests on no arc of the parse and stays.
    """
    if not minimum or phenomenon.measure is not None:
        return hits
    # Compared as the table has it: 0.9 as a float32 is less than 0.9.
    enough = pc.greater_equal(hits.column("confidence"), pa.scalar(minimum, pa.float32()))
    kept = hits.filter(pc.fill_null(enough, False))
    if len(kept) < len(hits):
        left_out = len(hits) - len(kept)
        log.info("%s: left out %d of %d hits, of a confidence below %g", phenomenon.id, left_out, len(hits), minimum)
    return kept


def _warn_if_not_annotated(treebank: Treebank, phenomenon: Phenomenon, language: str) -> None:
    """Treebanks annotate differently: no hits may mean that the parser never says what a request asks for."""
    lacking = [missing(rule.request, treebank) for rule in phenomenon.rules[language]]
    if all(lacking):
        never = " or ".join(str(trait) for trait in lacking[0][0].alternatives)
        log.warning(
            "%s cannot be found in this parse, which never once has %s; zero hits say nothing of the text",
            phenomenon.id,
            never,
        )


def _hits_of_pairs(
    treebank: Treebank, phenomenon: Phenomenon, pairs: Int32, sure: Float32 | None, alignment: Alignment | None
) -> pa.Table:
    head, dependent = pairs.T
    segment = treebank.segment[treebank.sentence[head]]
    distance = surface_distance(treebank, head, dependent)
    distance_ud = ud_distance(head, dependent)
    columns = {
        "segment_id": segment,
        "phenomenon": [phenomenon.id] * len(head),
        "head": treebank.token[head],
        "dependent": treebank.token[dependent],
        "head_form": [treebank.form[w] for w in head],
        "dependent_form": [treebank.form[w] for w in dependent],
        "head_word": treebank.word_in_segment[head],
        "dependent_word": treebank.word_in_segment[dependent],
        "distance": distance,
        "distance_ud": distance_ud,
        "distance_set": distance if phenomenon.distance == "surface" else distance_ud,
        "confidence": [None] * len(head) if sure is None else [None if np.isnan(c) else c for c in sure.tolist()],
    }
    return HITS.from_columns({**columns, **_targets(columns, alignment)})


def _targets(columns: dict[str, object], alignment: Alignment | None) -> dict[str, list[object]]:
    targets: dict[str, list[object]] = {}
    for side in ("head", "dependent"):
        where = zip(np.asarray(columns["segment_id"]).tolist(), np.asarray(columns[side]).tolist(), strict=True)
        aligned = [(None, None) if alignment is None else alignment.of_token(*place) for place in where]
        targets[f"{side}_target"] = [positions for positions, _ in aligned]
        targets[f"{side}_target_forms"] = [forms for _, forms in aligned]
    return targets


def _shifts(links: pa.Table) -> dict[int, tuple[int, int, int]]:
    """The word that is shifted most in each segment, as head and as dependent."""
    return {segment: (source, source, shift) for segment, (source, _, shift) in largest_shifts(links).items()}


MEASURES: dict[str, Callable[[pa.Table], dict[int, tuple[int, int, int]]]] = {
    "reordering": _shifts,
    "crossing": largest_crossings,
}
"""Measures on the links: segment_id -> head token, dependent token, distance."""


def _hits_of_measure(treebank: Treebank, phenomenon: Phenomenon, alignment: Alignment, measure: str) -> pa.Table:
    """One hit a segment, the one with the largest distance."""
    largest = MEASURES[measure](alignment.links)
    words = np.flatnonzero(treebank.begins_token)
    tokens = zip(treebank.segment[treebank.sentence[words]].tolist(), treebank.token[words].tolist(), strict=True)
    first_word = dict(zip(tokens, treebank.word_in_segment[words].tolist(), strict=True))
    rows = []
    for segment, (head, dependent, distance) in sorted(largest.items()):
        row = {"segment_id": segment, "phenomenon": phenomenon.id, "confidence": None}
        row |= dict.fromkeys(("distance", "distance_ud", "distance_set"), distance)
        for side, token in (("head", head), ("dependent", dependent)):
            row |= {side: token, f"{side}_form": treebank.surface[segment][token]}
            row[f"{side}_word"] = first_word[segment, token]
            row[f"{side}_target"], row[f"{side}_target_forms"] = alignment.of_token(segment, token)
        rows.append(row)
    return HITS.table(rows)
