"""Choose controls of hits: other source words of the same class, since rare words are missed everywhere.

A hit is compared with what is as hard to render but is no hit of the phenomenon: with a word of the same
part of speech if there is one thing to look for (one of its two words is aligned, or both are to the same
word: `kam ... an`, arrived), and with two words of one segment if there are two. Both must be aligned in as
many references as the hit, and where there are enough such words also have the same relations in the parse, be as
frequent in the source and come from segments of a similar length.
"""

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.sparse import csr_array

from extractors.core.arrays import Bool, Int64
from extractors.formats.treebank import Treebank
from extractors.words.evidence import Reference
from extractors.words.rendering_judge import MatchItem

NO_CONTROL = -1
LENGTH_BANDS = 4

LEVELS: tuple[tuple[str, ...], ...] = (
    ("two", "one", "first_relation", "second_relation", "joined", "first_band", "second_band", "length"),
    ("two", "one", "first_relation", "second_relation", "joined", "first_band", "second_band"),
    ("two", "one", "first_band", "second_band"),
    ("two", "one"),
)
"""Columns that a control has in common with a hit besides the parts of speech; the first that enough words have."""


@dataclass(frozen=True)
class Stratum:
    """The candidates for the controls of some hits of a phenomenon.

    Attributes:
        items: those that are looked at.
        size: how many there are.
        level: what they have in common with the hits, of LEVELS.
    """

    items: list[MatchItem]
    size: int
    level: int


@dataclass
class Matched:
    """The controls of the hits of a phenomenon.

    Attributes:
        stratum: (H,) for each hit the number of its stratum, or NO_CONTROL.
    """

    stratum: Int64
    strata: list[Stratum] = field(default_factory=list)


class SourceWords:
    """The words of the source with all that decides on which can be a control of which; W words.

    Args:
        references: where the words have evidence.
    """

    def __init__(self, treebank: Treebank, references: Sequence[Reference]) -> None:
        self.segment = treebank.segment[treebank.sentence].astype(np.int64)
        self.token = treebank.token.astype(np.int64)
        self.upos = treebank.upos.codes.astype(np.int64)
        self._relation = treebank.deprel.codes.astype(np.int64)
        self._governor = treebank.head_word.astype(np.int64)
        self._first_word = dict(zip(*(x.tolist() for x in np.unique(self.segment, return_index=True)), strict=True))
        self._evidence = [_incidence(self.segment, self.token, reference) for reference in references]
        # (R, W) whether a word has evidence in each reference.
        self._has = np.array([np.diff(matrix.indptr) > 0 for matrix in self._evidence])
        folded = [value.casefold() for value in treebank.form.values]
        numbers = {form: n for n, form in enumerate(dict.fromkeys(folded))}
        forms = np.array([numbers[form] for form in folded], dtype=np.int64)[treebank.form.codes]
        # Bands of frequency that double in width: 1, 2 to 3, 4 to 7 occurrences, and so on.
        self.band = np.log2(np.bincount(forms))[forms].astype(np.int64)
        lengths = np.bincount(self.segment[treebank.begins_token])
        # Quartiles of segment length. A number that no segment of the parse has gets length 0, and must not count.
        cuts = np.quantile(lengths[lengths > 0], np.arange(1, LENGTH_BANDS) / LENGTH_BANDS)
        self.length = np.searchsorted(cuts, lengths[self.segment])
        self._pairs: dict[tuple[int, int], dict[str, Int64]] = {}

    def word(self, segment: int, number: int) -> int:
        """Return the index of a word from its number in its segment; past the segment's end, a meaningless number."""
        return int(self._first_word.get(segment, len(self.segment))) + number

    def columns(self, first: Int64, second: Int64) -> dict[str, Int64]:
        """Return the columns that decide which words are controls of a pair; a single word is paired with itself.

        `two`: how many references have words of its own for each of the two; `one`: how many align only one of
        them, or both to the same word.
        """
        has_first, has_second = self._has[:, first], self._has[:, second]
        # One word of a reference may show both: `arrived` for `kam ... an`.
        shared = np.array([one[first].multiply(one[second]).sum(axis=1) > 0 for one in self._evidence])
        two = has_first & has_second & ~shared.reshape(has_first.shape)
        one = (has_first | has_second) & ~two
        return {
            "first": first,
            "second": second,
            "two": two.sum(axis=0),
            "one": one.sum(axis=0),
            "first_band": self.band[first],
            "second_band": self.band[second],
            "length": self.length[first],
            "first_relation": self._relation[first],
            "second_relation": self._relation[second],
            # 0: not joined by an arc, 1: the first hangs on the second, 2: the second on the first.
            "joined": (self._governor[first] == second) + 2 * (self._governor[second] == first),
        }

    def as_looked_for(self, first: Int64, second: Int64) -> dict[str, Int64]:
        """Return the columns of hits; a hit with one word to look for becomes a single word: its head if aligned."""
        columns = self.columns(first, second)
        main = np.where(self._has[:, first].any(axis=0), first, second)
        single = columns["two"] == 0
        one = columns["one"]
        columns = self.columns(np.where(single, main, first), np.where(single, main, second))
        # The two words may be aligned in different references.
        return columns | {"one": np.where(single, one, columns["one"])}

    def candidates(self, first_upos: int, second_upos: int | None) -> dict[str, Int64]:
        """Return the columns of all aligned words of a part of speech, or of all pairs of two parts in one segment."""
        key = (first_upos, -1 if second_upos is None else second_upos)
        if key not in self._pairs:
            first = np.flatnonzero((self.upos == first_upos) & self._has.any(axis=0))
            if second_upos is None:
                self._pairs[key] = self.columns(first, first)
            else:
                second = np.flatnonzero((self.upos == second_upos) & self._has.any(axis=0))
                low, high = (
                    np.searchsorted(self.segment[second], self.segment[first], side=s) for s in ("left", "right")
                )
                counts = high - low
                # All pairs of a segment at once: entry k of a first word is its k-th partner.
                offsets = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
                first, second = np.repeat(first, counts), second[np.repeat(low, counts) + offsets]
                other = self.token[first] != self.token[second]
                columns = self.columns(first[other], second[other])
                # Pairs that no reference renders by two separate words leave one word to look for, unlike the hits.
                self._pairs[key] = {name: column[columns["two"] > 0] for name, column in columns.items()}
        return self._pairs[key]

    def item(self, first: int, second: int) -> MatchItem:
        return MatchItem(int(self.segment[first]), int(self.token[first]), int(self.token[second]))


def match(
    words: SourceWords, name: str, hits: Sequence[tuple[int, int]], *, fewest: int, most: int, seed: int
) -> Matched:
    """Choose the controls of the hits of a phenomenon.

    Words, hits or not, are grouped into kinds by all columns of LEVELS, words of rare kinds by the next level, and so
    on. So a hit of a rare kind is compared with words of other rare kinds, and not with all words of its class, which
    are found more often. Only where a phenomenon leaves no words of a common kind are its hits compared with all that
    the next level has.

    Args:
        name: of the phenomenon; it has a random stream of its own.
        hits: (H) the words of each hit, head and dependent, by their indices.
        fewest: candidates that a hit needs. A kind is rare if it has fewer than twice as many words, hits included.
        most: if there are more candidates, this many are drawn, without replacement.
    """
    matched = Matched(np.full(len(hits), NO_CONTROL, dtype=np.int64))
    pairs = np.array(hits, dtype=np.int64).reshape(len(hits), 2)
    token = words.segment * (int(words.token.max(initial=0)) + 1) + words.token
    # By token, so that no other word of a hit's contraction becomes a control.
    taken = np.isin(token, token[pairs.ravel()])
    columns = words.as_looked_for(pairs[:, 0], pairs[:, 1])
    aligned = columns["two"] + columns["one"] > 0
    upos = np.stack([words.upos[columns["first"]], np.where(columns["two"] > 0, words.upos[columns["second"]], -1)])
    for first, second in sorted({(int(a), int(b)) for a, b in upos[:, aligned].T}):
        rows = np.flatnonzero(aligned & (upos[0] == first) & (upos[1] == second))
        pool = words.candidates(first, None if second < 0 else second)
        free = ~(taken[pool["first"]] | taken[pool["second"]])
        hit_columns = {name: column[rows] for name, column in columns.items()}
        for chosen, level, members in _kinds(hit_columns, pool, free, fewest=max(fewest, 1)):
            size = len(members)
            if size > most:
                like = [int(hit_columns[c][chosen[0]]) for c in LEVELS[level]]
                # A stream for each stratum, so that others do not change its draw; hash() differs from run to run.
                stream = np.random.default_rng([seed, zlib.crc32(f"{name}/{first}/{second}/{level}/{like}".encode())])
                members = np.sort(stream.choice(members, most, replace=False))
            items = [words.item(int(pool["first"][c]), int(pool["second"][c])) for c in members]
            matched.stratum[rows[chosen]] = len(matched.strata)
            matched.strata.append(Stratum(items, size, level))
    return matched


def _kinds(
    hits: dict[str, Int64], pool: dict[str, Int64], free: Bool, *, fewest: int
) -> Iterator[tuple[Int64, int, Int64]]:
    """Yield hits of one kind (by their numbers), the level that defines the kind, and their candidates in the pool."""
    rows = np.arange(len(hits["first"]))
    is_crowded_out = np.zeros(len(rows), dtype=bool)
    rare = np.ones(len(free), dtype=bool)
    for level, common in enumerate(LEVELS):
        is_last = level == len(LEVELS) - 1
        own, others = _codes([hits[c] for c in common], [pool[c] for c in common])
        rare_kinds, counts = np.unique(others[rare], return_counts=True)
        common_kinds = rare_kinds if is_last else rare_kinds[counts >= 2 * fewest]
        order = np.argsort(others, kind="stable")
        for code in np.unique(own[rows]):
            same = rows[own[rows] == code]
            low, high = (np.searchsorted(others, code, side=s, sorter=order) for s in ("left", "right"))
            members = order[low:high]
            members = np.sort(members[free[members]])
            for crowded in (False, True):
                chosen = same[is_crowded_out[same] == crowded]
                if not len(chosen) or not (crowded or code in common_kinds):
                    continue
                # Hits of rare kinds are compared with rare words alone; crowded-out ones, of a common kind, with all
                # words.
                candidates = members if crowded else members[rare[members]]
                # There is no further level, and controls of common kinds are better than no controls.
                if len(candidates) < fewest and is_last:
                    candidates = members
                if len(candidates) >= fewest:
                    yield chosen, level, candidates
                    rows = np.setdiff1d(rows, chosen)
                else:
                    is_crowded_out[chosen] = True
        rare &= ~np.isin(others, common_kinds)


def _codes(own: Sequence[Int64], others: Sequence[Int64]) -> tuple[Int64, Int64]:
    """Number the rows of two sets of columns; equal rows get the same number in both."""
    left, right = np.zeros(len(own[0]), dtype=np.int64), np.zeros(len(others[0]), dtype=np.int64)
    for mine, theirs in zip(own, others, strict=True):
        # Mixed radix: `size` is larger than every value of the column, so different rows get different numbers.
        size = int(max(mine.max(initial=0), theirs.max(initial=0))) + 1
        left, right = left * size + mine, right * size + theirs
    return left, right


def _incidence(segment: Int64, token: Int64, reference: Reference) -> Any:
    """Return a sparse matrix (W, words of the reference): 1 where the reference's word shows the source word."""
    starts = np.concatenate([[0], np.cumsum([len(words) for words in reference.words])])
    columns: list[int] = []
    ends = [0]
    for s, t in zip(segment.tolist(), token.tolist(), strict=True):
        places = reference.evidence[s].get(t, ()) if s < len(reference.evidence) else ()
        columns.extend(int(starts[s]) + p for p in places)
        ends.append(len(columns))
    shape = (len(segment), max(int(starts[-1]), 1))
    return csr_array(
        (np.ones(len(columns), dtype=np.int8), np.array(columns, dtype=np.int64), np.array(ends)), shape=shape
    )
