"""Align: the surface tokens of the source with those of each reference, or of each system's output.

Links come block by block (extract.shards), and a shard of a corpus is aligned as the whole is.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.extract.shards import SEGMENTS_A_BLOCK
from extractors.formats import conllu, tables
from extractors.formats.alignment import ALIGNMENT, MAKE_CONFIDENCES, surely_aligned, with_minimum
from extractors.formats.segments import Corpus
from extractors.formats.treebank import Treebank
from extractors.inputs.parses import check_parse
from extractors.models.aligners import Aligner, Confidence, Links, Pair, create_aligner
from extractors.models.tokenizers import surface_tokens
from extractors.models.tool_settings import AlignerSettings

ROWS_KEPT = 1 << 16
"""Links that are kept as objects of Python before they become a part of a table."""


class LinkRows:
    """The rows of a table ALIGNMENT, of which Python keeps some, for its objects take ten times the room."""

    def __init__(self) -> None:
        self._parts: list[pa.Table] = []
        self._columns = self._empty()
        self.links = 0

    @staticmethod
    def _empty() -> dict[str, list[Any]]:
        return {column.name: [] for column in ALIGNMENT.columns}

    def add(self, segment: int, name: str, pair: Pair, linked: tuple[Links, Confidence]) -> None:
        """Add the links of a segment with a reference, or with a system's output."""
        (source, target), (links, confidence) = pair, linked
        number = len(links)
        added: list[list[Any]] = [
            [segment] * number,
            [name] * number,
            [i for i, _ in links],
            [j for _, j in links],
            [source[i] for i, _ in links],
            [target[j] for _, j in links],
            confidence,
        ]
        for column, values in zip(self._columns.values(), added, strict=True):
            column.extend(values)
        self.links += number
        if len(self._columns["source"]) >= ROWS_KEPT:
            self._pack()

    def _pack(self) -> None:
        self._parts.append(ALIGNMENT.from_columns(self._columns))
        self._columns = self._empty()

    def table(self, signature: str, minimum: float) -> pa.Table:
        """Return the links of the minimum confidence or more as a table, with the aligner's signature as metadata."""
        self._pack()
        table = pa.concat_tables(self._parts).combine_chunks()
        kept = surely_aligned(table, minimum)
        if len(kept) < len(table):
            log.info("left out %d of %d links, of a confidence below %g", len(table) - len(kept), len(table), minimum)
        return tables.with_metadata(kept, aligner=with_minimum(signature, minimum))


def align_corpus(
    corpus: Corpus, treebank: Treebank, settings: AlignerSettings, *, first: int = 0, total: int | None = None
) -> pa.Table:
    """Align the parsed source of a corpus, token by token of the parse, with its references: a table ALIGNMENT.

    Args:
        settings: the aligner, and the references to align (default: all).
        first: the number in the corpus of the first segment of a shard.
        total: how many segments the corpus has; None if these are all.
    """
    check_parse(treebank, corpus.source, first=first)
    aligner = _aligner_of(corpus, settings)
    source = _tokens(corpus, treebank, first)
    signatures = []
    rows = LinkRows()
    for name in corpus.references if settings.references is None else settings.references:
        texts = corpus.references[name]
        aligner = aligner.of_reference(name, corpus.source, texts, first=first, total=total)
        signatures.append(aligner.signature)
        target = [surface_tokens(text, corpus.target_language) for text in texts]
        align_reference(aligner, name, list(zip(source, target, strict=True)), rows, first=first)
    return rows.table("+".join(dict.fromkeys(signatures)), settings.minimum_confidence)


def align_reference(aligner: Aligner, name: str, pairs: Sequence[Pair], rows: LinkRows, *, first: int = 0) -> None:
    """Align the tokens of consecutive segments with those of a reference, and add the links to the rows."""
    log.info("aligning %d pairs to reference %s with %s", len(pairs), name, aligner.signature)
    links_of_pairs = progress(_linked(aligner, pairs), what=f"align {name}", total=len(pairs))
    unaligned, before = 0, rows.links
    for segment, (linked, pair) in enumerate(zip(links_of_pairs, pairs, strict=True), first):
        unaligned += not linked[0]
        rows.add(segment, name, pair, linked)
    aligner.tell(lambda pair: f"segment {first + pair}")
    log.info("reference %s: %d links, %d pairs without any", name, rows.links - before, unaligned)
    unparsed = sum(bool(right) and not left for left, right in pairs)
    if unparsed:
        log.warning("reference %s: %d segments have text where the source has none", name, unparsed)


def align_outputs(
    corpus: Corpus,
    treebank: Treebank,
    outputs: Mapping[str, Sequence[str]],
    settings: AlignerSettings,
    *,
    first: int = 0,
) -> pa.Table:
    """Align the parsed source with the outputs of systems: a table ALIGNMENT with systems in the place of references.

    It goes segment by segment, so that an aligner can keep what it knows of a source for all systems.
    Arguments and errors are as for `align_corpus`.
    """
    check_parse(treebank, corpus.source, first=first)
    aligner = _aligner_of(corpus, settings)
    tokens = {name: [surface_tokens(text, corpus.target_language) for text in texts] for name, texts in outputs.items()}
    source = _tokens(corpus, treebank, first)
    keys = [(segment, name) for segment in range(len(corpus)) for name in outputs]
    pairs = [(source[segment], tokens[name][segment]) for segment, name in keys]
    log.info("aligning %d outputs of %d systems with %s", len(pairs), len(outputs), aligner.signature)
    rows = LinkRows()
    links_of_pairs = progress(_linked(aligner, pairs, len(outputs)), what="align outputs", total=len(pairs))
    for (segment, name), pair, linked in zip(keys, pairs, links_of_pairs, strict=True):
        rows.add(first + segment, name, pair, linked)
    aligner.tell(lambda pair: f"segment {first + keys[pair][0]} of {keys[pair][1]}")
    return rows.table(aligner.signature, settings.minimum_confidence)


def parse_of(path: str | Path, segments: range, total: int) -> Treebank:
    """Read the parse of a shard, of these segments, from the parse of its corpus of `total` segments."""
    # Of the last shard all that is left, so that a parse of more segments is refused.
    return conllu.read_some(path, segments if segments.stop < total else range(segments.start, BEYOND))


BEYOND = 1 << 31
"""More than any number of a segment."""


def _aligner_of(corpus: Corpus, settings: AlignerSettings) -> Aligner:
    aligner = create_aligner(
        settings.aligner,
        source_language=corpus.source_language,
        target_language=corpus.target_language,
        model=settings.model,
        options=settings.options,
    )
    check_confidence(aligner, settings.minimum_confidence)
    return aligner


def _tokens(corpus: Corpus, treebank: Treebank, first: int) -> list[list[str]]:
    """Return the surface tokens of each segment according to its parse; no tokens for one without a parse."""
    surface = treebank.surface
    return [surface.get(segment, []) for segment in range(first, first + len(corpus))]


def _linked(aligner: Aligner, pairs: Sequence[Pair], pairs_a_segment: int = 1) -> Iterator[tuple[Links, Confidence]]:
    """Align pairs block by block, so that the links in a block do not depend on what is aligned before it.

    Args:
        pairs_a_segment: how many pairs each segment has.
    """
    size = SEGMENTS_A_BLOCK * pairs_a_segment
    for start in range(0, len(pairs), size):
        yield from aligner.align_with_confidence(pairs[start : start + size], before=start)


def check_confidence(aligner: Aligner, minimum: float) -> None:
    """Refuse a minimum confidence of links, before aligning, if the aligner gives no confidence."""
    if minimum and not aligner.gives_confidence:
        raise InputError(
            f"the aligner {aligner.signature} gives no confidences, but links of {minimum:g} or more are asked for",
            remedy=MAKE_CONFIDENCES,
        )


def join_links(shards: Sequence[str | Path], path: str | Path, *, references: Sequence[str] = ()) -> None:
    """Join the links of all shards of a corpus into one file, the same bytes as if it had been aligned as a whole.

    Args:
        shards: the files of the shards, in order.
        references: names, to write the links one reference after the other; without names, they come by segment.
    """
    schema = tables.empty(ALIGNMENT, shards[0]).schema
    for shard in islice(shards, 1, None):
        if tables.empty(ALIGNMENT, shard).schema.metadata != schema.metadata:
            raise InputError(
                f"was not aligned in the same way as {shards[0]}",
                path=shard,
                remedy="move the shards away and run again",
            )
    parts = (
        part if name is None else part.filter(pc.equal(part.column("reference"), name))
        for name in references or (None,)
        for shard in shards
        for part in tables.read_parts(ALIGNMENT, shard)
    )
    schema = ALIGNMENT.schema.with_metadata(schema.metadata)
    tables.write_parts(chain([schema.empty_table()], (part.cast(schema) for part in parts)), path)
    log.info("joined %d shards", len(shards))
