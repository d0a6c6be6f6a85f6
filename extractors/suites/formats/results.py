"""A corpus's own hits as a suite: the items are hits, the judgments are the verdicts of accuracy at the phenomenon."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats import conllu, tables
from extractors.formats.accuracy import ACCURACY_HITS, OMITTED, RENDERED, UNDECIDED
from extractors.formats.hits import HITS
from extractors.formats.items import Suite
from extractors.formats.judgments import JUDGMENTS, RIGHT, WRONG
from extractors.formats.judgments import UNDECIDED as NOT_DECIDED
from extractors.formats.segments import read_corpus, read_hypotheses
from extractors.models.spans import token_spans
from extractors.suites.formats import SuiteReader, _checks
from extractors.suites.formats._hits import Row, hit_id, hit_item

VERDICTS = {RENDERED: RIGHT, OMITTED: WRONG, UNDECIDED: NOT_DECIDED}
PARSES = "source.conllu.gz"
"""Its name in a run's folder."""
JUDGE = "phenomenon"
"""What the judgments are called: the verdict at the phenomenon."""


class ResultsReader(SuiteReader):
    """Reads `accuracy_hits.parquet` or `hits.parquet` in a corpus's folder of results, and the tables beside it.

    The first has the verdicts of all systems. An output with a doubtful hit is undecided, as accuracy.csv leaves it
    out. Outputs without verdicts (they were not aligned) are judged by their match with the references, which is never
    evidence of an error: found is right, not found is undecided. The second has hits alone, for another judge; the
    corpus needs no reference.
    """

    judge = "people"

    def read(self, path: Path) -> Suite:
        """The hits of a corpus, with the verdicts of systems where the file has them.

        Raises:
            InputError: a table of the run is missing or broken.
        """
        corpus = read_corpus(path.parent / "segments.parquet")
        hits = {hit_id(row): row for row in tables.read(HITS, path.parent / HITS.file).to_pylist()}
        references = next(iter(corpus.references.values()), [None] * len(corpus))
        places = _Places(path.parent / PARSES, corpus.source)
        items = [
            hit_item(
                row,
                sentence=segment,
                source=corpus.source[segment],
                reference=references[segment],
                spans=places.of(row),
            )
            for row in hits.values()
            for segment in [row["segment_id"]]
        ]
        given = None if path.name == HITS.file else _given(path, hits)
        return _checks.suite(self, items, path, (corpus.source_language, corpus.target_language), given=given)


def _given(path: Path, hits: Mapping[str, Row]) -> pa.Table:
    """The verdicts of systems on hits."""
    by_hit = tables.read(ACCURACY_HITS, path).to_pylist()
    for row in by_hit:
        if hit_id(row) not in hits:
            raise InputError(
                f"expected a hit of {path.parent / HITS.file}, got {hit_id(row)}",
                path=path,
                remedy="run the corpus again",
            )
    return JUDGMENTS.table(list(_judgments(by_hit, path.parent)))


class _Places:
    """Where the words of hits stand in their segments, which the parse beside the tables says; without it, nowhere."""

    def __init__(self, parses: Path, source: Sequence[str]) -> None:
        self._source, self._path = source, str(parses)
        self._surface = conllu.read(parses).surface if parses.is_file() else None
        if self._surface is None:
            log.warning("%s: no such file, so the positions of the words of hits are not known", parses)

    def of(self, hit: Row) -> list[tuple[int, int]]:
        """The spans of head and dependent.

        Raises:
            InputError: the parse is of another text.
        """
        if self._surface is None:
            return []
        segment = hit["segment_id"]
        tokens = self._surface.get(segment, [])
        spans = token_spans(self._source[segment], tokens, what=f"segment {segment}", path=self._path)
        if max(hit["head"], hit["dependent"]) >= len(spans):
            raise InputError(
                f"the parse has {len(spans)} tokens of segment {segment}, where {hit_id(hit)} is a hit",
                path=self._path,
                remedy="take the tables and the parse of one run",
            )
        return [spans[hit["head"]], spans[hit["dependent"]]]


def _judgments(by_hit: list[dict[str, Any]], folder: Path) -> Iterator[dict[str, Any]]:
    outputs = {
        system: read_hypotheses(folder / "systems" / f"{system}.parquet")
        for system in dict.fromkeys(row["system"] for row in by_hit)
    }
    for row in by_hit:
        verdict, reason = _verdict(row)
        yield {
            "item": hit_id(row),
            "system": row["system"],
            "output": outputs[row["system"]][row["segment_id"]],
            "verdict": verdict,
            "reason": reason,
            "judge": JUDGE,
            "score": None,
        }


def _verdict(row: Row) -> tuple[str, str]:
    if row["doubtful"]:
        return NOT_DECIDED, "doubtful: no system and no second reference matches the hit"
    if row["verdict"] is not None:
        return VERDICTS[row["verdict"]], row["reason"] or row["verdict"]
    if row["reference_match"] is None:
        return NOT_DECIDED, "no reference has a translation of both words"
    if row["reference_match"]:
        return RIGHT, "found: the output has what a reference has for both words"
    return NOT_DECIDED, "not found in a reference, and the outputs were not aligned"
