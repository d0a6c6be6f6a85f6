"""A corpus's own hits as a suite, for people or a program to judge."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from challenge_sets_suites.formats import SuiteReader, _checks
from challenge_sets_suites.formats._hits import Row, hit_id, hit_item
from challenge_sets_suites.tables.items import Suite
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats import conllu, tables
from extractors.formats.hits import HITS
from extractors.formats.segments import read_corpus
from extractors.models.spans import token_spans

PARSES = "source.conllu.gz"
"""Its name in a run's folder."""


class ResultsReader(SuiteReader):
    """Reads `hits.parquet` in a corpus's folder of results, and the tables beside it; the corpus needs no reference."""

    judge = "people"

    def read(self, path: Path) -> Suite:
        corpus = read_corpus(path.parent / "segments.parquet")
        references = next(iter(corpus.references.values()), [None] * len(corpus))
        parses = path.parent / PARSES
        surface = conllu.read(parses).surface if parses.is_file() else None
        if surface is None:
            log.warning("%s: no such file, so the positions of the words of hits are not known", parses)
        items = [
            hit_item(
                row,
                sentence=segment,
                source=corpus.source[segment],
                reference=references[segment],
                spans=() if surface is None else _spans(row, surface.get(segment, ()), corpus.source[segment], parses),
            )
            for row in {hit_id(row): row for row in tables.read(HITS, path).to_pylist()}.values()
            for segment in [row["segment_id"]]
        ]
        return _checks.suite(self, items, path, (corpus.source_language, corpus.target_language))


def _spans(hit: Row, tokens: Sequence[str], text: str, parses: Path) -> list[tuple[int, int]]:
    """Locate head and dependent of a hit in the text of its segment, (start, end) each, by the tokens of the parse."""
    segment = hit["segment_id"]
    spans = token_spans(text, tokens, what=f"segment {segment}", path=str(parses))
    if max(hit["head"], hit["dependent"]) >= len(spans):
        raise InputError(
            f"the parse has {len(spans)} tokens of segment {segment}, where {hit_id(hit)} is a hit",
            path=parses,
            remedy="take the tables and the parse of one run",
        )
    return [spans[hit["head"]], spans[hit["dependent"]]]
