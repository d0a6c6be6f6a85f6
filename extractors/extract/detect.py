"""Detect: the hits of phenomena in a parsed corpus, with the target words they are aligned to.

A corpus may be larger than the memory: it is gone through part by part, and what is found is written as it comes.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.durable import temporary_folder
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.extract import confidence, hit_rows
from extractors.formats import tables
from extractors.formats.alignment import Alignment, AlignmentParts, OutputParts
from extractors.formats.hits import HITS
from extractors.formats.origin import Origin, with_origin
from extractors.formats.treebank import Treebank
from extractors.inputs.parses import checked_parts
from extractors.phenomena.catalogue import Phenomenon, Rule, definitions_checksum
from extractors.phenomena.chosen_phenomena import Detection
from extractors.phenomena.estimands import OUTPUTS, REFERENCE
from extractors.phenomena.grew.matcher import find_all
from extractors.phenomena.grew.portability import still_missing
from extractors.phenomena.grew.request_vocabulary import Vocabulary

Part = tuple[Treebank, Alignment | None, Alignment | None]
"""Consecutive segments of a parse, and the links of their tokens to a reference and to outputs."""


def detect(
    parts: Iterable[Treebank],
    phenomena: Sequence[Phenomenon],
    *,
    language: str,
    links: AlignmentParts | None = None,
    outputs: OutputParts | None = None,
    minimum_confidence: float = 0.0,
    detection: Detection | None = None,
    source: Iterable[str] | None = None,
    beside: str | Path | None = None,
) -> Iterator[pa.Table]:
    """Find all hits, by phenomenon in the given order, then by segment and position.

    A pair of words is one hit of a phenomenon, however many of its requests find it. The hits of a phenomenon wait
    in a file of their own until all parts of the parse are read: memory does not grow with the corpus. They are
    yielded in parts, of which the first has no rows.

    Args:
        parts: the parts of a parse, as `conllu.read_parts` gives them; a whole parse is one.
        links: to a reference, whose words hits are aligned to.
        outputs: links to the outputs of all systems. A phenomenon whose sets they choose is measured on them, or on
            `links` without them.
        minimum_confidence: hits in the parse below it are left out; above 0 also those without a confidence.
        detection: has the minimum confidences of phenomena, in place of `minimum_confidence`, and the precision that
            they reach.
        source: the text of each segment, where it is at hand: a parse of another one is refused.
        beside: a file next to which hits wait; without one, they wait in the system's folder for temporary files.
    """
    detection = detection or Detection()
    origin = Origin(
        parser="unknown",
        aligner=None,
        reference=None,
        phenomena=definitions_checksum([p.definition(language) for p in phenomena]),
        minimum_confidence=minimum_confidence,
        minimum_precision=detection.minimum_precision,
        minimum_confidences=detection.minimum_confidences,
    )
    detector = Detector(phenomena, language=language, origin=origin)
    waiting = TemporaryDirectory() if beside is None else temporary_folder(Path(beside).with_suffix(".spills"))
    with waiting as folder, ExitStack() as files:
        paths = [Path(folder, str(number)) for number in range(len(phenomena))]
        packed = pa.ipc.IpcWriteOptions(compression="lz4")
        spills = [files.enter_context(pa.ipc.new_stream(path, HITS.schema, options=packed)) for path in paths]
        for part in _aligned(parts if source is None else checked_parts(parts, source), links, outputs):
            for spill, hits in zip(spills, detector.hits(*part), strict=True):
                if len(hits):
                    spill.write_table(hits)
        detector.tell()
        yield detector.schema.empty_table()
        for path, spill in zip(paths, spills, strict=True):
            spill.close()
            with pa.ipc.open_stream(path) as batches:
                for batch in batches:
                    yield detector.finished(pa.Table.from_batches([batch]))


def _aligned(parts: Iterable[Treebank], links: AlignmentParts | None, outputs: OutputParts | None) -> Iterator[Part]:
    """Yield the parts of a parse, each with its links; at the end, refuse links to what is not in the parse."""
    last = None
    for last in parts:
        segment = int(last.segment[-1])
        reference_links = None if links is None else links.up_to(segment)
        yield last, reference_links, None if outputs is None else outputs.up_to(segment)
    for every in (links, outputs):
        if every is not None and last is not None:
            check_alignment(last, every.up_to().links)


class Detector:
    """Finds phenomena in the parts of a parse, and counts what it finds.

    Args:
        origin: how sure hits must be; it is filled in as the parts come.
    """

    def __init__(self, phenomena: Sequence[Phenomenon], *, language: str, origin: Origin) -> None:
        self._highest = max([origin.minimum_confidence, *origin.minimum_confidences.values()])
        confidence.check(self._highest)
        self._phenomena, self._language, self._origin = phenomena, language, origin
        self._tallies = [_Tally(p.rules.get(language, ())) for p in phenomena]
        self._requests = {
            (p.id, number): rule.request for p in phenomena for number, rule in enumerate(p.rules.get(language, ()))
        }
        self._has_confidence = False
        self._last: Part | None = None

    def hits(self, treebank: Treebank, alignment: Alignment | None, outputs: Alignment | None) -> list[pa.Table]:
        """Find the hits of each phenomenon in a part, by segment and position."""
        self._last = treebank, alignment, outputs
        for linked in (alignment, outputs):
            if linked is not None:
                check_alignment(treebank, linked.links)
        self._has_confidence |= treebank.confidence is not None
        if treebank.confidence is None:
            # Another part may have confidences.
            treebank = replace(treebank, confidence=np.full(len(treebank), np.nan, dtype=np.float32))
        vocabulary = Vocabulary(treebank)
        matches_by_request = find_all(treebank, self._requests, vocabulary)
        by_phenomenon = []
        for phenomenon, tally in zip(self._phenomena, self._tallies, strict=True):
            if phenomenon.measure is None:
                rules = phenomenon.rules[self._language]
                matches = [matches_by_request[phenomenon.id, number] for number in range(len(rules))]
                pairs = hit_rows.unite(rules, matches)
                sure = confidence.pair_confidences(treebank, rules, matches, pairs)
                hits = hit_rows.pair_rows(treebank, phenomenon.id, pairs, sure, alignment, by=phenomenon.distance)
                tally.look_for(rules, vocabulary)
            else:
                on = outputs if outputs is not None and phenomenon.chosen_by == OUTPUTS else alignment
                if on is None:
                    raise InputError(
                        f"the phenomenon {phenomenon.id!r} is found from the alignment, but none was given",
                        remedy="give --alignment FILE, or leave the phenomenon out with --phenomena",
                    )
                hits = hit_rows.measure_rows(treebank, phenomenon.id, phenomenon.measure, on, alignment)
            kept = _sure(hits, phenomenon, self._origin.minimum_of(phenomenon.id))
            tally.add(hits, kept)
            by_phenomenon.append(kept)
        return by_phenomenon

    def finished(self, hits: pa.Table) -> pa.Table:
        """Return the hits of a part, after the last one, without confidences if no part of the parse has any."""
        if self._has_confidence:
            return hits
        # A match that rests on no arc has a confidence also in a parse that gives none.
        nothing = pa.nulls(len(hits), pa.float32())
        return hits.set_column(hits.schema.get_field_index("confidence"), HITS.schema.field("confidence"), nothing)

    def tell(self) -> None:
        """Log what was found, after the last part."""
        if self._last is not None and not self._has_confidence:
            confidence.check(self._highest, self._last[0])
        for phenomenon, tally in zip(self._phenomena, self._tallies, strict=True):
            tally.tell(phenomenon, self._origin.minimum_of(phenomenon.id))

    @property
    def schema(self) -> pa.Schema:
        """The schema of the hits, with their origin."""
        treebank, alignment, outputs = self._last or (None, None, None)
        chosen_by = {p.id: p.chosen_by if outputs else REFERENCE for p in self._phenomena if p.measure is not None}
        origin = replace(
            self._origin,
            parser="unknown" if treebank is None else treebank.generator,
            aligner=None if alignment is None else alignment.aligner,
            reference=None if alignment is None else alignment.reference,
            chosen_by=chosen_by,
            systems=outputs.texts if outputs and OUTPUTS in chosen_by.values() else 0,
        )
        return with_origin(tables.signed(HITS.table([]), origin.signature), origin).schema


def _sure(hits: pa.Table, phenomenon: Phenomenon, minimum: float) -> pa.Table:
    """Keep the hits of a phenomenon that reach the minimum confidence.

    Hits measured on the alignment rest on no arc of the parse, and all stay.
    """
    if not minimum or phenomenon.measure is not None:
        return hits
    # Compared as the table has it: 0.9 as a float32 is less than 0.9.
    enough = pc.greater_equal(hits.column("confidence"), pa.scalar(minimum, pa.float32()))
    return hits.filter(pc.fill_null(enough, False))


def check_alignment(treebank: Treebank, links: pa.Table) -> None:
    """Refuse links whose source tokens differ from the tokens of the parse."""
    segments, tokens = (links.column(name).to_numpy() for name in ("segment_id", "source"))
    positions = treebank.tokens_at(segments, tokens)
    column = treebank.token_form
    numbers = {form: number for number, form in enumerate(column.values)}
    forms = links.column("source_form").combine_chunks().dictionary_encode()
    expected = np.array([numbers.get(form, -1) for form in forms.dictionary.to_pylist()], dtype=np.int64)
    codes = np.append(column.codes, -2)
    wrong = np.flatnonzero(codes[positions] != expected[forms.indices.to_numpy()])
    if len(wrong):
        row, position = int(wrong[0]), int(positions[wrong[0]])
        form = links.column("source_form")[row].as_py()
        parsed = "no token" if position < 0 else repr(column[position])
        raise InputError(
            f"source token {tokens[row]} of segment {segments[row]} is {form!r} in the alignment,"
            f" but {parsed} in the parse",
            path=treebank.source,
            remedy="make the alignment from this parse (snakemake results/NAME/alignment.parquet)",
        )


class _Tally:
    """What was found of a phenomenon, and what its requests ask for that no word has had so far."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._hits = self._kept = self._segments = 0
        self._lacking = [rule.request.depends_on for rule in rules]

    def add(self, hits: pa.Table, kept: pa.Table) -> None:
        self._hits += len(hits)
        self._kept += len(kept)
        # No segment is in two parts.
        self._segments += len(pc.unique(kept.column("segment_id")))

    def look_for(self, rules: Sequence[Rule], vocabulary: Vocabulary) -> None:
        """Drop, from what each request asks for and no part had so far, what this part of the parse has.

        Treebanks annotate differently: no hits may mean that the parser never says what a request asks for.
        """
        self._lacking = [
            still_missing(rule.request, lacking, vocabulary) if lacking else lacking
            for rule, lacking in zip(rules, self._lacking, strict=True)
        ]

    def tell(self, phenomenon: Phenomenon, minimum: float) -> None:
        if phenomenon.measure is None and self._lacking and all(self._lacking):
            log.warning(
                "%s cannot be found in this parse, which never once has %s; zero hits say nothing of the text",
                phenomenon.id,
                self._lacking[0][0],
            )
        if left_out := self._hits - self._kept:
            log.info(
                "%s: left out %d of %d hits, of a confidence below %g", phenomenon.id, left_out, self._hits, minimum
            )
        log.info("%s: %d hits in %d segments", phenomenon.id, self._kept, self._segments)
