"""Make the rows of a published set: hits with the places of their words in the texts, and the words themselves.

Places and words are two steps: whoever has only places makes the words from a copy of the texts, and gets the
same rows, since a published word is what its text has at its place.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError, unknown
from extractors.formats import tables
from extractors.formats.origin import origin_of
from extractors.formats.published import PUBLISHED_CORPUS, PUBLISHED_HITS, PUBLISHED_IDS
from extractors.formats.segments import Corpus
from extractors.formats.sets import check_ids
from extractors.formats.treebank import Treebank
from extractors.models.spans import covering_spans
from extractors.models.tokenizers import surface_tokens

ORDER = ("segment_id", "head_word", "dependent_word")
SIDES = ("head", "dependent")


def located(hits: pa.Table, treebank: Treebank, corpus: Corpus) -> pa.Table:
    """Locate the words of hits in the texts; return the places without the words, a table PUBLISHED_IDS."""
    signature = tables.run_signature(hits)
    origin = origin_of(hits)
    reference = None if origin is None else origin.reference
    source = TokenPlaces(corpus.source, treebank.surface, f"the parse {treebank.source}")
    target = TokenPlaces(*_target(corpus, reference), f"the links to reference {reference}")
    rows = []
    for hit in hits.to_pylist():
        segment = hit["segment_id"]
        row = {c.name: hit.get(c.name) for c in PUBLISHED_IDS.columns} | {"distance": hit["distance_set"]}
        for side in SIDES:
            row[f"{side}_start"], row[f"{side}_end"] = source.of(segment, [hit[side]])[0]
            if hit[f"{side}_target"] is None:
                continue
            spans = target.of(segment, hit[f"{side}_target"], hit[f"{side}_target_forms"])
            row[f"{side}_target_start"] = [first for first, _ in spans]
            row[f"{side}_target_end"] = [end for _, end in spans]
        rows.append(row)
    return tables.signed(PUBLISHED_IDS.table(rows), signature)


class TokenPlaces:
    """The places of tokens in segments; each segment is looked at once."""

    def __init__(self, texts: Sequence[str], tokens: Any, what: str) -> None:
        self._texts, self._tokens, self._what = texts, tokens, what
        self._known: dict[int, tuple[list[str], list[tuple[int, int]]]] = {}

    def of(self, segment: int, tokens: Sequence[int], forms: Sequence[str] | None = None) -> list[tuple[int, int]]:
        if segment not in self._known:
            if segment >= len(self._texts):
                raise self._mismatch(segment)
            surface = self._tokens.get(segment, []) if isinstance(self._tokens, Mapping) else self._tokens(segment)
            spans = covering_spans(self._texts[segment], surface)
            if spans is None:
                raise self._mismatch(segment)
            self._known[segment] = surface, spans
        words, spans = self._known[segment]
        if any(t >= len(words) for t in tokens) or (forms is not None and [words[t] for t in tokens] != list(forms)):
            raise self._mismatch(segment)
        return [spans[t] for t in tokens]

    def _mismatch(self, segment: int) -> InputError:
        return InputError(
            f"segment {segment} has other words in {self._what} than in the corpus",
            remedy="publish from the results of one run; run it again if its files were exchanged by hand",
        )


def _target(corpus: Corpus, reference: str | None) -> tuple[Sequence[str], Any]:
    if reference is None:
        return [], {}
    if reference not in corpus.references:
        raise InputError(
            f"the hits were found with the reference {reference!r}, which the corpus does not have",
            remedy=f"use hits and segments from the same run (the corpus has {', '.join(corpus.references)})",
        )
    texts = corpus.references[reference]
    return texts, lambda segment: surface_tokens(texts[segment], corpus.target_language)


def with_words(located_hits: pa.Table, corpus: Corpus, target_reference: str | None) -> pa.Table:
    """Add segments and words from the texts to located hits: a table PUBLISHED_HITS.

    Args:
        target_reference: the reference that all target tokens are in; None where the hits have none.
    """
    columns: dict[str, list[Any]] = {name: located_hits.column(name).to_pylist() for name in located_hits.column_names}
    segments = columns["segment_id"]
    check_ids(located_hits.column("segment_id").to_numpy(), len(corpus), "a hit")
    targets = _target_texts(located_hits, corpus, target_reference)
    columns["source"] = [corpus.source[segment] for segment in segments]
    columns["references"] = [[text[segment] for text in corpus.references.values()] for segment in segments]
    for side in SIDES:
        spans = zip(columns["source"], columns[f"{side}_start"], columns[f"{side}_end"], strict=True)
        columns[f"{side}_form"] = [text[first:end] for text, first, end in spans]
        places = zip(segments, columns[f"{side}_target_start"], columns[f"{side}_target_end"], strict=True)
        columns[f"{side}_target_forms"] = [
            None if first is None else [targets[segment][a:b] for a, b in zip(first, end, strict=True)]
            for segment, first, end in places
        ]
    return PUBLISHED_HITS.from_columns(columns).replace_schema_metadata(located_hits.schema.metadata)


def _target_texts(located_hits: pa.Table, corpus: Corpus, target_reference: str | None) -> Sequence[str]:
    """Return the segments of the reference that the hits' target tokens are in; [] where no hit has such tokens."""
    if all(located_hits.column(f"{side}_target_start").null_count == len(located_hits) for side in SIDES):
        return []
    if target_reference not in corpus.references:
        raise unknown("reference of the hits' target words", str(target_reference), corpus.references)
    return corpus.references[target_reference]


def in_order(rows: pa.Table, phenomena: Sequence[str]) -> pa.Table:
    """Sort rows by phenomenon, in the given order, then by place: one order, wherever the rows come from."""
    rank = {name: number for number, name in enumerate(phenomena)}
    for name in rows.column("phenomenon").unique().to_pylist():
        if name not in rank:
            raise unknown("phenomenon of a hit", name, phenomena)
    keyed = rows.append_column("_rank", pa.array([rank[p] for p in rows.column("phenomenon").to_pylist()], pa.int32()))
    ordered = keyed.sort_by([(name, "ascending") for name in ("_rank", *ORDER)])
    return ordered.drop_columns(["_rank"]).combine_chunks().replace_schema_metadata(rows.schema.metadata)


def of_range(rows: pa.Table, first: int, below: int | None) -> pa.Table:
    """Return the rows at the distances first <= d < below; no upper bound if below is None."""
    distance = rows.column("distance")
    inside = pc.greater_equal(distance, first)
    if below is not None:
        inside = pc.and_(inside, pc.less(distance, below))
    return rows.filter(inside)


def of_phenomenon(rows: pa.Table, phenomenon: str) -> pa.Table:
    return rows.filter(pc.equal(rows.column("phenomenon"), phenomenon))


def corpus_rows(corpus: Corpus) -> pa.Table:
    """Return the corpus as a table PUBLISHED_CORPUS."""
    return PUBLISHED_CORPUS.from_columns(
        {
            "segment_id": range(len(corpus)),
            "source": corpus.source,
            "references": [[text[i] for text in corpus.references.values()] for i in range(len(corpus))],
        }
    )
