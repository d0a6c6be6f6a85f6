"""Judge word order at hits: whether an output puts the word that moves where a reference puts it.

Whether an output has a reference's words tells nothing about reordering, verbal brackets and verb-final clauses: an
output in the order of the source may have all words. So a phenomenon with `order: true` also asks for the place of
one word: the dependent of the hit (the verb at the end of a German clause), among the words up to its head; where the
hit is one word, among the words within the distance that it moved. An output is right if the word stands before and
after the same of these words as in one of the references. Only words count that reference and output have once each
in their segment, in any form of one lemma, so that it is clear which is which. The controls of a hit are other words,
asked among as many words before and after.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Bool, Float64, Int64
from extractors.extract.hit_rows import MEASURES
from extractors.words.evidence import Reference
from extractors.words.lemmas import TargetLemmas

CONTROLS = 5
"""Control words of a hit."""
OF_HIT = ("segment_id", "head", "dependent", "distance_set")
Keys = Sequence[tuple[str, ...]]
"""The keys of each word of a segment."""
Sites = dict[int, tuple[float, float]]
"""By source token, where the words that show it stand in a reference and in an output."""


class OrderAsked(NamedTuple):
    """What is asked of a phenomenon of which systems are compared by the order of words.

    Attributes:
        minimum: hits at a smaller distance are left out.
        measure: of a phenomenon that is found from links, by which of MEASURES.
    """

    minimum: int
    measure: str | None


def hits_of(hits: pa.Table, links: pa.Table, name: str, asked: OrderAsked) -> list[dict[str, int]]:
    """Return the hits of a phenomenon that count, each with the columns OF_HIT.

    Where links decide, those of the references do: systems that chose the words would be judged by their own choice.

    Args:
        hits: of the format HITS.
        links: of the format ALIGNMENT, of the references.
        name: of the phenomenon.
    """
    if asked.measure is None:
        rows = hits.filter(pc.field("phenomenon") == name).select(OF_HIT).to_pylist()
    else:
        largest = MEASURES[asked.measure](links, len(pc.unique(links.column("reference"))))
        rows = [dict(zip(OF_HIT, (segment, *hit), strict=True)) for segment, hit in largest.items()]
    return [row for row in rows if row["distance_set"] >= asked.minimum]


class OrderSpan(NamedTuple):
    """A source token, and the first and the last of the tokens among which its place is asked."""

    segment: int
    token: int
    first: int
    last: int


class HitSpans(NamedTuple):
    """The spans of the hits of a phenomenon, then those of their control words; n in all.

    Attributes:
        is_hit: (n,).
        stratum: (n,) the number of the hit, or of the hit that a control word is for.
        distance: (n,) of the hit.
    """

    spans: list[OrderSpan]
    is_hit: Bool
    stratum: Int64
    distance: Int64


def spans_of(rows: Sequence[Mapping[str, int]], references: Sequence[Reference], *, name: str, seed: int) -> HitSpans:
    """Return the spans of a phenomenon's hits and of CONTROLS other words for each, among which is no word of a hit.

    Args:
        rows: the hits, as of `hits_of`.
        name: of the phenomenon, which has a random stream of its own.
    """
    aligned = [
        np.unique([token for reference in references for token in reference.evidence[segment]]).astype(np.int64)
        for segment in range(len(references[0].evidence))
    ]
    ends = np.array([tokens.max(initial=-1) for tokens in aligned])
    spans = [_span(row, int(ends[row["segment_id"]])) for row in rows]
    tokens_in_order = np.array([(s, t) for s, tokens in enumerate(aligned) for t in tokens.tolist()], dtype=np.int64)
    segment, token = tokens_in_order.reshape(-1, 2).T
    # How many words of hits stand before each token, segment by segment in a row.
    size = ends + 1
    for row in rows:
        size[row["segment_id"]] = max(size[row["segment_id"]], row["head"] + 1, row["dependent"] + 1)
    starts = np.concatenate([[0], np.cumsum(size)])
    taken = {int(starts[row["segment_id"]]) + row[side] for row in rows for side in ("head", "dependent")}
    taken_before = np.concatenate([[0], np.cumsum(np.isin(np.arange(starts[-1]), [*taken]))])
    stream = np.random.default_rng([seed, zlib.crc32(f"order/{name}".encode())])
    stratum = [*range(len(rows))]
    for number, span in enumerate(spans[: len(rows)]):
        before, after = span.token - span.first, span.last - span.token
        inside = np.flatnonzero((token >= before) & (token + after <= ends[segment]))
        first = starts[segment[inside]] + token[inside] - before
        # A span with a word of a hit would be in disorder where the hit is.
        free = inside[taken_before[first] == taken_before[first + before + after + 1]]
        drawn = np.sort(stream.permutation(free)[:CONTROLS])
        spans += [
            OrderSpan(s, t, t - before, t + after)
            for s, t in zip(segment[drawn].tolist(), token[drawn].tolist(), strict=True)
        ]
        stratum += [number] * len(drawn)
    strata = np.array(stratum, dtype=np.int64)
    distance = np.array([row["distance_set"] for row in rows], dtype=np.int64)
    return HitSpans(spans, np.arange(len(spans)) < len(rows), strata, distance[strata])


def _span(row: Mapping[str, int], end: int) -> OrderSpan:
    """Return the span of a hit: up to its head, or where it is one word, as far as it moved. `end`: the last token."""
    segment, head, token, distance = (row[name] for name in ("segment_id", "head", "dependent", "distance_set"))
    if head == token:
        return OrderSpan(segment, token, max(token - distance, 0), max(min(token + distance, end), token))
    return OrderSpan(segment, token, min(head, token), max(head, token))


class OrderJudge:
    """Judges where outputs put words.

    Args:
        spans: what is asked for.
        lemmas: the keys that two words must share one of to be the same.
    """

    def __init__(self, references: Sequence[Reference], spans: Sequence[OrderSpan], lemmas: TargetLemmas) -> None:
        self._spans, self._lemmas = spans, lemmas
        self._shown = {
            segment: [_shown(reference, segment, lemmas) for reference in references]
            for segment in dict.fromkeys(span.segment for span in spans)
        }

    def judge(self, output: Sequence[Sequence[str]]) -> Float64:
        """Return (spans,) 1 where the word stands as in one of the references, 0 where not, NaN where none tells.

        Args:
            output: the words of each segment.
        """
        sites = {segment: self._sites(segment, output[segment]) for segment in self._shown}
        return np.array([_is_in_order(span, sites[span.segment]) for span in self._spans], dtype=np.float64)

    def _sites(self, segment: int, words: Sequence[str]) -> list[Sites]:
        """Return the sites of a segment's tokens beside each reference."""
        places = _places(self._lemmas.both_keys(words)[0])
        sites_by_reference = []
        for shown in self._shown[segment]:
            sites: Sites = {}
            for token, by_keys in shown.items():
                pairs = [(there, here) for there, keys in by_keys if (here := _only(places, keys)) is not None]
                if pairs:
                    # Several words may show one token: it stands at their mean place.
                    there, here = (sum(ends) / len(pairs) for ends in zip(*pairs, strict=True))
                    sites[token] = (there, here)
            sites_by_reference.append(sites)
        return sites_by_reference


def _shown(reference: Reference, segment: int, lemmas: TargetLemmas) -> dict[int, list[tuple[int, tuple[str, ...]]]]:
    """Return by source token the words of a reference that show it and that it has once: place and keys of each."""
    keys = lemmas.both_keys(reference.words[segment])[1]
    places = _places(keys)
    return {
        token: [(p, keys[p]) for p in shown if _only(places, keys[p]) is not None]
        for token, shown in reference.evidence[segment].items()
    }


def _places(keys: Keys) -> dict[str, set[int]]:
    """Return the words of a segment that have each key."""
    places = defaultdict[str, set[int]](set)
    for position, word_keys in enumerate(keys):
        for key in word_keys:
            places[key].add(position)
    return places


def _only(places: Mapping[str, set[int]], keys: tuple[str, ...]) -> int | None:
    """Return the position of the one word that has any of these keys; None if no word or several words do.

    Args:
        places: by key, the positions of the words that have it (`_places`).
    """
    words = {position for key in keys if key in places for position in places[key]}
    return words.pop() if len(words) == 1 else None


def _is_in_order(span: OrderSpan, by_reference: Sequence[Sites]) -> float:
    """Return whether a word stands among those of its span as in one of the references; NaN where none tells."""
    answers = [
        all(same)
        for sites in by_reference
        if (own := sites.get(span.token))
        and (same := [*_same_side(own, [sites[t] for t in range(span.first, span.last + 1) if t in sites])])
    ]
    return float(any(answers)) if answers else np.nan


def _same_side(own: tuple[float, float], others: Sequence[tuple[float, float]]) -> Iterable[bool]:
    """Yield of each other word whether it stands on the same side of one in reference and output; itself has none."""
    for there, here in others:
        if there != own[0] and here != own[1]:
            yield (there < own[0]) == (here < own[1])
