"""Make the table CONTROL_WORDS: the words at which outputs of a published set are judged, as places in the source.

Places in the text need no parser where the set is used, and hold no word of it.
"""

import zlib
from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Int64
from extractors.formats import tables
from extractors.formats.control_words import CONTROL, CONTROL_WORDS, HIT, NEGATOR, ORDER, PLACES, REFLEXIVE
from extractors.formats.origin import origin_of
from extractors.formats.segments import Corpus
from extractors.formats.treebank import Treebank
from extractors.phenomena.estimands import SOURCE
from extractors.publish.rows import TokenPlaces
from extractors.words import roles
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.evidence import EvidenceText, special_words
from extractors.words.preparing import LIMITS, Prepared, PreparedEntries, prepare

KINDS = {roles.NEGATOR: NEGATOR, roles.REFLEXIVE: REFLEXIVE}
"""Of the roles that decide on what renders a word."""


def control_words(
    *,
    treebank: Treebank,
    hits: pa.Table,
    links: pa.Table,
    corpus: Corpus,
    settings: AccuracySettings,
    path: str,
    order: Collection[str],
    for_a_hit: int = LIMITS.most,
) -> pa.Table:
    """Return the table CONTROL_WORDS of a corpus: the same hits, and the same control words, as a run judges.

    Hits that outputs or references choose are left out, as in WORD_EVIDENCE, and those without control words.

    Args:
        treebank, hits, links: the parsed source, and the tables HITS and ALIGNMENT of that parse.
        path: of the links, for messages.
        order: phenomena of which the order of words is asked.
        for_a_hit: of the control words of a stratum, so many for each of its hits are kept, drawn at random.
    """
    if not len(links):
        return tables.signed(CONTROL_WORDS.table([]), tables.run_signature(hits))
    prepared = prepare(
        treebank=treebank,
        hits=hits,
        links=links,
        references={name: EvidenceText.of(texts, corpus.target_language) for name, texts in corpus.references.items()},
        settings=settings,
        links_path=path,
    )
    at = TokenPlaces(corpus.source, treebank.surface, f"the parse {treebank.source}")
    rows = [*_judged(prepared, at, order, settings.seed, for_a_hit)]
    special = _special(treebank, {row["segment_id"] for row in rows}, at)
    return tables.signed(CONTROL_WORDS.table([*rows, *special]), tables.run_signature(hits))


def _judged(
    prepared: Prepared, at: TokenPlaces, order: Collection[str], seed: int, for_a_hit: int
) -> Iterator[dict[str, Any]]:
    """Yield the rows of hits and of their control words, phenomenon by phenomenon."""
    origin = origin_of(prepared.hits)
    chosen_by = {} if origin is None else origin.chosen_by
    for phenomenon in prepared.matched:
        hits, entries = prepared.hits_of(phenomenon)
        if chosen_by.get(phenomenon, SOURCE) != SOURCE:
            continue
        if phenomenon in order:
            for stratum, item in enumerate(prepared.items[hit] for hit in hits.tolist()):
                about = {"kind": ORDER, "phenomenon": phenomenon, "stratum": stratum}
                yield about | _row(at, item.segment, item.first, item.second)
        if entries is None:
            continue
        kept = _drawn(entries, for_a_hit, [seed, zlib.crc32(phenomenon.encode())])
        by_kind = {HIT: (entries.hits, entries.strata), CONTROL: (entries.controls[kept], entries.control_strata[kept])}
        for kind, (numbers, strata) in by_kind.items():
            for number, stratum in zip(numbers.tolist(), strata.tolist(), strict=True):
                item = prepared.items[number]
                about = {"kind": kind, "phenomenon": phenomenon, "stratum": stratum}
                yield about | _row(at, item.segment, item.first, item.second)


def _drawn(entries: PreparedEntries, for_a_hit: int, seed: list[int]) -> Int64:
    """Draw, without replacement, `for_a_hit` control words of each stratum for each of its hits, or all there are.

    Returns:
        Their numbers, ascending.
    """
    stream = np.random.default_rng(seed)
    wanted = for_a_hit * np.bincount(entries.strata)
    order = stream.permutation(len(entries.controls))
    strata = entries.control_strata[order]
    by_stratum = np.argsort(strata, kind="stable")
    first = np.searchsorted(strata[by_stratum], strata[by_stratum])
    is_drawn = np.arange(len(order)) - first < wanted[strata[by_stratum]]
    return np.sort(order[by_stratum[is_drawn]])


def _special(treebank: Treebank, segments: set[int], at: TokenPlaces) -> Iterator[dict[str, Any]]:
    """Yield the rows of negators and reflexives in some segments."""
    special = special_words(treebank)
    for segment in sorted(segments):
        nouns = {determiner: noun for noun, determiner in special.determiners.get(segment, {}).items()}
        for token, role in special.roles.get(segment, {}).items():
            if role in KINDS:
                about = {"kind": KINDS[role], "phenomenon": None, "stratum": None}
                yield about | _row(at, segment, token, nouns.get(token, token))


def _row(at: TokenPlaces, segment: int, first: int, second: int) -> dict[str, Any]:
    (start, end), (other, other_end) = at.of(segment, [first, second])
    second_word = (None, None) if second == first else (other, other_end - other)
    return {"segment_id": segment, **dict(zip(PLACES, (start, end - start, *second_word), strict=True))}
