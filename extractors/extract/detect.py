"""Detect: the hits of phenomena in a parsed corpus, with the target words they are aligned to.

A corpus may be larger than the memory: it is gone through part by part, and what is found is written as it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Float32, Int32
from extractors.core.durable import temporary_folder
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.extract import calibration, confidence
from extractors.extract.distance import surface_distance, ud_distance
from extractors.extract.reordering import largest_crossings, largest_shifts
from extractors.formats import tables
from extractors.formats.alignment import Alignment, AlignmentParts
from extractors.formats.hits import HITS
from extractors.formats.origin import Origin, with_origin
from extractors.formats.treebank import Treebank
from extractors.grew.matcher import Matches, find_all
from extractors.grew.portability import still_missing
from extractors.grew.vocabulary import Vocabulary
from extractors.phenomena.catalogue import Phenomenon, Rule, definitions_checksum
from extractors.texts.parses import check_parse, checked_parts

Part = tuple[Treebank, Alignment | None]
"""Consecutive segments of a parse, and the links of their tokens."""


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
    detector = Detector(
        phenomena,
        language=language,
        minimum=Minimum(minimum_confidence, minimum_precision, minimum_confidences or {}),
        calibrated=calibrated,
    )
    found = detector.hits(treebank, alignment)
    detector.tell()
    hits = detector.finished(pa.concat_tables([HITS.table([]), *found]))
    return hits.replace_schema_metadata(detector.schema.metadata)


def detect_to_file(
    parts: Iterable[Treebank],
    phenomena: Sequence[Phenomenon],
    path: str | Path,
    *,
    language: str,
    links: AlignmentParts | None,
    minimum_confidence: float = 0.0,
    minimum_precision: float = 0.0,
    minimum_confidences: Mapping[str, float] | None = None,
    source: Iterable[str] | None = None,
) -> int:
    """Write the table that `detect` makes of a whole parse, which comes in parts; memory does not grow with it.

    The hits of a phenomenon wait in a file of their own beside `path` until all parts are gone through.

    Args:
        parts: as `conllu.read_parts` gives them.
        source: the text of each segment of the corpus.

    Returns:
        The number of hits.

    Raises:
        InputError: as `detect`.
    """
    minimum = Minimum(minimum_confidence, minimum_precision, minimum_confidences or {})
    detector = Detector(phenomena, language=language, minimum=minimum)
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with temporary_folder(path) as folder, ExitStack() as files:
        spills = [_Spill(files, folder / str(number)) for number in range(len(phenomena))]
        for treebank, alignment in _aligned(parts if source is None else checked_parts(parts, source), links):
            for spill, hits in zip(spills, detector.hits(treebank, alignment), strict=True):
                spill.add(hits)
        detector.tell()
        kept = (detector.finished(table) for spill in spills for table in spill.tables())
        tables.write_parts(kept, detector.schema, path)
    return detector.count


def _aligned(parts: Iterable[Treebank], links: AlignmentParts | None) -> Iterator[Part]:
    """The parts of a parse, each with its links; links to what is not in the parse are refused at the end."""
    last = None
    for last in parts:
        yield last, None if links is None else links.up_to(int(last.segment[-1]))
    if links is not None and last is not None:
        _check_alignment(last, links.rest().links)


class _Spill:
    """The hits of a phenomenon, kept in a file until they are wanted."""

    def __init__(self, files: ExitStack, path: Path) -> None:
        self._path = path
        options = pa.ipc.IpcWriteOptions(compression="lz4")
        self._writer = files.enter_context(pa.ipc.new_stream(path, HITS.schema, options=options))

    def add(self, hits: pa.Table) -> None:
        if len(hits):
            self._writer.write_table(hits)

    def tables(self) -> Iterator[pa.Table]:
        """What was added, in parts."""
        self._writer.close()
        with pa.ipc.open_stream(self._path) as batches:
            for batch in batches:
                yield pa.Table.from_batches([batch])


@dataclass(frozen=True, slots=True)
class Minimum:
    """How sure hits must be.

    Attributes:
        confidence: of all phenomena that `confidences` does not name.
        precision: what `confidences` are to reach, for the record.
        confidences: by phenomenon.
    """

    confidence: float = 0.0
    precision: float = 0.0
    confidences: Mapping[str, float] = field(default_factory=dict)

    def of(self, phenomenon: Phenomenon) -> float:
        """The least confidence of the hits of a phenomenon."""
        return self.confidences.get(phenomenon.id, self.confidence)

    @property
    def highest(self) -> float:
        """The highest of all."""
        return max([self.confidence, *self.confidences.values()])


class Detector:
    """Finds phenomena in the parts of a parse, and counts what it finds.

    Args:
        calibrated: whether confidences are calibrated, where the parser has a curve (extract.calibration).

    Attributes:
        count: the hits so far.
    """

    def __init__(
        self, phenomena: Sequence[Phenomenon], *, language: str, minimum: Minimum, calibrated: bool = True
    ) -> None:
        confidence.check(minimum.highest)
        self._phenomena, self._language, self._minimum = phenomena, language, minimum
        self._calibrated = calibrated
        self.count = 0
        self._tallies = [_Tally(p.rules.get(language, ())) for p in phenomena]
        self._requests = {
            (p.id, number): rule.request for p in phenomena for number, rule in enumerate(p.rules.get(language, ()))
        }
        self._has_confidence = False
        self._last: Part | None = None

    def hits(self, treebank: Treebank, alignment: Alignment | None) -> list[pa.Table]:
        """The hits of each phenomenon in a part, by segment and position."""
        self._last = treebank, alignment
        if alignment is not None:
            _check_alignment(treebank, alignment.links)
        self._has_confidence |= treebank.confidence is not None
        if treebank.confidence is None:
            # Another part may have confidences.
            treebank = replace(treebank, confidence=np.full(len(treebank), np.nan, dtype=np.float32))
        curve = calibration.of_parser(treebank.generator) if self._calibrated else None
        vocabulary = Vocabulary(treebank)
        matches_by_request = find_all(treebank, self._requests, vocabulary)
        found = []
        for phenomenon, tally in zip(self._phenomena, self._tallies, strict=True):
            if phenomenon.measure is None:
                rules = phenomenon.rules[self._language]
                matches = [matches_by_request[phenomenon.id, number] for number in range(len(rules))]
                pairs = unite(rules, matches)
                sure = confidence.of_pairs(treebank, rules, matches, pairs)
                if sure is not None and curve is not None:
                    sure = curve(sure, phenomenon.id, definitions_checksum([phenomenon.definition(self._language)]))
                hits = _hits_of_pairs(treebank, phenomenon, pairs, sure, alignment)
                tally.look_for(rules, vocabulary)
            elif alignment is None:
                raise InputError(
                    f"the phenomenon {phenomenon.id!r} is found from the alignment, and none was given",
                    remedy="give --alignment FILE, or leave the phenomenon out with --phenomena",
                )
            else:
                hits = _hits_of_measure(treebank, phenomenon, alignment, phenomenon.measure)
            kept = _sure(hits, phenomenon, self._minimum.of(phenomenon))
            tally.add(hits, kept)
            self.count += len(kept)
            found.append(kept)
        return found

    def finished(self, hits: pa.Table) -> pa.Table:
        """Hits of a part as they are once all parts are known."""
        if self._has_confidence:
            return hits
        # A match that rests on no arc has a confidence also in a parse that gives none.
        nothing = pa.nulls(len(hits), pa.float32())
        return hits.set_column(hits.schema.get_field_index("confidence"), HITS.schema.field("confidence"), nothing)

    def tell(self) -> None:
        """Log what was found, after the last part.

        Raises:
            InputError: a minimum confidence is asked for, and the parse has no confidences.
        """
        if self._last is not None and not self._has_confidence:
            confidence.check(self._minimum.highest, self._last[0])
        for phenomenon, tally in zip(self._phenomena, self._tallies, strict=True):
            tally.tell(phenomenon, self._minimum.of(phenomenon))

    @property
    def schema(self) -> pa.Schema:
        """That of the hits, with their origin."""
        treebank, alignment = self._last or (None, None)
        origin = Origin(
            parser="unknown" if treebank is None else treebank.generator,
            aligner=None if alignment is None else alignment.aligner,
            reference=None if alignment is None else alignment.reference,
            phenomena=definitions_checksum([p.definition(self._language) for p in self._phenomena]),
            minimum_confidence=self._minimum.confidence,
            minimum_precision=self._minimum.precision,
            minimum_confidences=self._minimum.confidences,
        )
        return with_origin(tables.signed(HITS.table([]), origin.signature), origin).schema


class _Tally:
    """What was found of a phenomenon, and what its requests ask for that no word has had so far."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._found = self._kept = self._segments = 0
        self._lacking = [rule.request.depends_on for rule in rules]

    def add(self, found: pa.Table, kept: pa.Table) -> None:
        self._found += len(found)
        self._kept += len(kept)
        # No segment is in two parts.
        self._segments += len(pc.unique(kept.column("segment_id")))

    def look_for(self, rules: Sequence[Rule], vocabulary: Vocabulary) -> None:
        """Treebanks annotate differently: no hits may mean that the parser never says what a request asks for."""
        self._lacking = [
            still_missing(rule.request, lacking, vocabulary) if lacking else lacking
            for rule, lacking in zip(rules, self._lacking, strict=True)
        ]

    def tell(self, phenomenon: Phenomenon, minimum: float) -> None:
        if phenomenon.measure is None and self._lacking and all(self._lacking):
            never = " or ".join(str(trait) for trait in self._lacking[0][0].alternatives)
            log.warning(
                "%s cannot be found in this parse, which never once has %s; zero hits say nothing of the text",
                phenomenon.id,
                never,
            )
        if left_out := self._found - self._kept:
            log.info(
                "%s: left out %d of %d hits, of a confidence below %g", phenomenon.id, left_out, self._found, minimum
            )
        log.info("%s: %d hits in %d segments", phenomenon.id, self._kept, self._segments)


def _check_alignment(treebank: Treebank, links: pa.Table) -> None:
    """Refuse links whose source tokens are not those of the parse."""
    segments, tokens = (links.column(name).to_numpy() for name in ("segment_id", "source"))
    places = treebank.tokens_at(segments, tokens)
    column = treebank.token_form
    numbers = {form: number for number, form in enumerate(column.values)}
    forms = links.column("source_form").combine_chunks().dictionary_encode()
    expected = np.array([numbers.get(form, -1) for form in forms.dictionary.to_pylist()], dtype=np.int64)
    codes = np.append(column.codes, -2)
    wrong = np.flatnonzero(codes[places] != expected[forms.indices.to_numpy()])
    if len(wrong):
        row, place = int(wrong[0]), int(places[wrong[0]])
        form = links.column("source_form")[row].as_py()
        parsed = "no token" if place < 0 else repr(column[place])
        raise InputError(
            f"the alignment has {form!r} as source token {tokens[row]} of segment {segments[row]}, the parse {parsed}",
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
    return hits.filter(pc.fill_null(enough, False))


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


def _targets(columns: Mapping[str, Any], alignment: Alignment | None) -> dict[str, list[Any]]:
    targets: dict[str, list[Any]] = {}
    for side in ("head", "dependent"):
        nothing: list[Any] = [None] * len(columns["segment_id"])
        aligned = (nothing, nothing)
        if alignment is not None:
            aligned = alignment.of_tokens(columns["segment_id"], columns[side])
        targets[f"{side}_target"], targets[f"{side}_target_forms"] = aligned
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
    largest = sorted((segment, *of_segment) for segment, of_segment in MEASURES[measure](alignment.links).items())
    segment, head, dependent, distance = np.array(largest, dtype=np.int32).reshape(len(largest), 4).T
    columns: dict[str, Any] = {"segment_id": segment, "phenomenon": [phenomenon.id] * len(segment)}
    columns |= dict.fromkeys(("distance", "distance_ud", "distance_set"), distance)
    for side, tokens in (("head", head), ("dependent", dependent)):
        places = treebank.tokens_at(segment, tokens)
        columns[side] = tokens
        columns[f"{side}_form"] = [treebank.token_form[place] for place in places]
        columns[f"{side}_word"] = treebank.word_in_segment[treebank.token_word[places]]
    columns["confidence"] = [None] * len(segment)
    return HITS.from_columns({**columns, **_targets(columns, alignment)})
