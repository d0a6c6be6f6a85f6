"""Align: the surface tokens of the source with those of each reference."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from extractors.aligners import Aligner, create_aligner
from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.formats import tables
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.segments import Corpus
from extractors.formats.treebank import Treebank
from extractors.texts.parses import check_parse
from extractors.tokenizers import surface_tokens


def align_corpus(
    corpus: Corpus,
    treebank: Treebank,
    *,
    aligner: str,
    model: str | None,
    options: Mapping[str, Any],
    references: Sequence[str],
) -> pa.Table:
    """Align the parsed source of a corpus, token by token of the parse, with its references.

    Args:
        references: the names of those to align.

    Raises:
        InputError: the parse is of another text.
    """
    check_parse(treebank, corpus.source)
    word_aligner = _aligner_of(corpus, aligner, model, options)
    source = [treebank.surface.get(segment, []) for segment in range(len(corpus))]
    target = {
        name: [surface_tokens(text, corpus.target_language) for text in corpus.references[name]] for name in references
    }
    texts = {name: (corpus.source, corpus.references[name]) for name in references}
    return align(word_aligner, source, target, texts)


def align_outputs(
    corpus: Corpus,
    treebank: Treebank,
    outputs: Mapping[str, Sequence[str]],
    *,
    aligner: str,
    model: str | None,
    options: Mapping[str, Any],
) -> pa.Table:
    """Align the parsed source with the outputs of systems: a table ALIGNMENT with systems in the place of references.

    Segment by segment, so that an aligner which keeps what it knows of a source does so for all systems.

    Raises:
        InputError: the parse is of another text.
    """
    check_parse(treebank, corpus.source)
    word_aligner = _aligner_of(corpus, aligner, model, options)
    tokens = {name: [surface_tokens(text, corpus.target_language) for text in texts] for name, texts in outputs.items()}
    source = [treebank.surface.get(segment, []) for segment in range(len(corpus))]
    places = [(segment, name) for segment in range(len(corpus)) for name in outputs]
    pairs = [(source[segment], tokens[name][segment]) for segment, name in places]
    log.info("aligning %d outputs of %d systems with %s", len(pairs), len(outputs), word_aligner.signature)
    columns: dict[str, list[Any]] = {c.name: [] for c in ALIGNMENT.columns}
    links_of_pairs = progress(word_aligner.align(pairs), what="align outputs", total=len(pairs))
    for (segment, name), (left, right), links in zip(places, pairs, links_of_pairs, strict=True):
        _add(columns, segment, name, left, right, links)
    return tables.with_metadata(ALIGNMENT.from_columns(columns), aligner=word_aligner.signature)


def _aligner_of(corpus: Corpus, aligner: str, model: str | None, options: Mapping[str, Any]) -> Aligner:
    """The aligner of the languages of a corpus."""
    return create_aligner(
        aligner,
        source_language=corpus.source_language,
        target_language=corpus.target_language,
        model=model,
        options=options,
    )


def _add(
    columns: Mapping[str, list[Any]],
    segment: int,
    name: str,
    source: Sequence[str],
    target: Sequence[str],
    links: Iterable[tuple[int, int]],
) -> None:
    """Add the links of a pair to columns of ALIGNMENT."""
    for i, j in links:
        for column, value in zip(columns.values(), (segment, name, i, j, source[i], target[j]), strict=True):
            column.append(value)


def align(
    aligner: Aligner,
    source: Sequence[Sequence[str]],
    references: Mapping[str, Sequence[Sequence[str]]],
    texts: Mapping[str, tuple[Sequence[str] | None, Sequence[str]]],
) -> pa.Table:
    """The links between each segment and its reference, for every reference.

    Args:
        source: the surface tokens of n segments.
        references: by name, the surface tokens of n segments.
        texts: by name of the reference, the texts of the source, None where only its tokens are known, and of the
            reference.
    """
    signatures = []
    columns: dict[str, list[Any]] = {c.name: [] for c in ALIGNMENT.columns}
    for name, target in references.items():
        if len(target) != len(source):
            raise InputError(
                f"the reference {name} has {len(target)} segments, the source {len(source)}",
                remedy="give the reference of the same corpus",
            )
        aligner = aligner.of_reference(name, *texts[name])
        signatures.append(aligner.signature)
        log.info("aligning %d pairs to reference %s with %s", len(source), name, aligner.signature)
        pairs = list(zip(source, target, strict=True))
        links_of_pairs = progress(aligner.align(pairs), what=f"align {name}", total=len(pairs))
        unaligned, before = 0, len(columns["source"])
        for segment, (links, (left, right)) in enumerate(zip(links_of_pairs, pairs, strict=True)):
            unaligned += not links
            _add(columns, segment, name, left, right, links)
        made = len(columns["source"]) - before
        log.info("reference %s: %d links, %d pairs without any", name, made, unaligned)
        unparsed = sum(bool(right) and not left for left, right in pairs)
        if unparsed:
            log.warning("reference %s: %d segments have text where the source has none", name, unparsed)
    return tables.with_metadata(ALIGNMENT.from_columns(columns), aligner="+".join(dict.fromkeys(signatures)))
