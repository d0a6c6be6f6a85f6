"""Matches of n-grams, counted for many segments at once by one sort.

Each place of a text stands for the n-grams of all orders that begin there. Sorted by their symbols, places with the
same n-gram stand together, whatever n: those of order n are the runs of places that share their first n symbols. So
one sort does for all orders, and for the hypothesis and all of its references.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from extractors.core.arrays import Bool, Int64

KEY_BITS: Final = 63
"""Bits of a number that n-grams can be sorted by."""


class Sequences(NamedTuple):
    """Sequences of symbols, one a segment.

    Attributes:
        symbols: those of all segments, one after the other, as numbers from 1.
        lengths: (n,) how many each segment has.
    """

    symbols: Int64
    lengths: Int64

    def ngrams(self, orders: int) -> Int64:
        """(n, orders) how many n-grams of order 1, 2, ... each has."""
        ngrams: Int64 = np.maximum(self.lengths[:, None] - np.arange(orders), 0)
        return ngrams


def of_words(texts: Sequence[Sequence[Sequence[str]]]) -> list[Sequences]:
    """The words of texts, each a sequence of segments, numbered alike in all of them."""
    numbers: dict[str, int] = {}
    sequences = []
    for text in texts:
        lengths = _lengths(text)
        symbols = [numbers.setdefault(word, len(numbers) + 1) for word in chain.from_iterable(text)]
        sequences.append(Sequences(np.array(symbols, dtype=np.int64), lengths))
    return sequences


def of_characters(texts: Sequence[Sequence[str]]) -> list[Sequences]:
    """The characters of texts, each a sequence of segments, numbered alike in all of them."""
    points = [np.frombuffer("".join(text).encode("utf-32-le", "surrogatepass"), dtype=np.uint32) for text in texts]
    occurs = np.zeros(max(int(of_text.max(initial=0)) for of_text in points) + 1, dtype=np.bool_)
    for of_text in points:
        occurs[of_text] = True
    numbers = np.cumsum(occurs, dtype=np.int64)
    return [Sequences(numbers[of_text], _lengths(text)) for of_text, text in zip(points, texts, strict=True)]


def _lengths(segments: Sequence[Sequence[str]]) -> Int64:
    return np.fromiter(map(len, segments), dtype=np.int64, count=len(segments))


def count_matches(hypothesis: Sequences, references: Sequence[Sequences], orders: int, *, together: bool) -> Int64:
    """(G, n, orders) n-grams of each segment that the hypothesis shares with its reference, each as often as both.

    Args:
        orders: the longest n-grams.
        together: take of each n-gram the reference that has it most often, G = 1; else each reference by itself, G = R.
    """
    n = len(hypothesis.lengths)
    matches = np.zeros((1 if together else len(references), n, orders), dtype=np.int64)
    places = _Places.of([hypothesis, *references], orders)
    # How many places of each reference stand before a place: what is inside a run is the difference at its ends.
    before = np.zeros((len(references), len(places.text) + 1), dtype=np.int32)
    for reference, of_reference in enumerate(before, 1):
        np.cumsum(places.text == reference, out=of_reference[1:])
    for order, (is_first, reached) in enumerate(places.runs):
        starts = np.flatnonzero(is_first)
        ends = np.append(starts[1:], len(is_first))
        kept = reached[starts]
        starts, ends = starts[kept], ends[kept]
        theirs = before[:, ends] - before[:, starts]
        ours = ends - starts - theirs.sum(axis=0)
        most = theirs.max(axis=0, keepdims=True) if together else theirs
        for group, shared in enumerate(np.minimum(ours, most)):
            matches[group, :, order] = np.bincount(places.segment[starts], weights=shared, minlength=n)
    return matches


class _Places(NamedTuple):
    """The places of texts in the order of their segments and symbols.

    Attributes:
        segment, text: (m,) of each place.
        runs: for each order, (m,) whether the n-gram of a place is another one than that before it, and whether there
            is any: a text may end before.
    """

    segment: Int64
    text: Int64
    runs: Iterator[tuple[Bool, Bool]]

    @classmethod
    def of(cls, texts: Sequence[Sequences], orders: int) -> _Places:
        """Those of all texts, each of the same segments."""
        lengths = np.concatenate([text.lengths for text in texts])
        segment = np.repeat(np.tile(np.arange(len(texts[0].lengths)), len(texts)), lengths)
        text = np.repeat(np.arange(len(texts)), [len(text.symbols) for text in texts])
        symbols = np.concatenate([*(text.symbols for text in texts), np.zeros(orders, dtype=np.int64)])
        left = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(segment))
        # The n-th symbol from each place on; 0 where the text is over.
        ahead = [np.where(left > n, symbols[n : n + len(segment)], 0) for n in range(orders)]
        width, texts_width = int(symbols.max(initial=0)).bit_length(), (len(texts) - 1).bit_length()
        if len(texts[0].lengths).bit_length() + width * orders + texts_width <= KEY_BITS:
            return cls._by_key(segment, text, ahead, width, texts_width)
        return cls._by_columns(segment, text, ahead)

    @classmethod
    def _by_key(cls, segment: Int64, text: Int64, ahead: Sequence[Int64], width: int, texts_width: int) -> _Places:
        """Sorted as numbers that hold segment, symbols and text, each in `width` bits or as many as it takes."""
        key = segment
        for symbols in ahead:
            key = key << width | symbols
        key = np.sort(key << texts_width | text)
        body = key >> texts_width

        def runs() -> Iterator[tuple[Bool, Bool]]:
            for n in range(1, len(ahead) + 1):
                prefix = body >> width * (len(ahead) - n)
                yield _changes(prefix), (prefix & ((1 << width) - 1)) > 0

        return cls(body >> width * len(ahead), key & ((1 << texts_width) - 1), runs())

    @classmethod
    def _by_columns(cls, segment: Int64, text: Int64, ahead: Sequence[Int64]) -> _Places:
        """Sorted column by column: for more kinds of symbols than a number has room for."""
        order = np.lexsort((*reversed(ahead), segment))

        def runs() -> Iterator[tuple[Bool, Bool]]:
            is_first = _changes(segment[order])
            for symbols in ahead:
                is_first = is_first | _changes(symbols[order])
                yield is_first, symbols[order] > 0

        return cls(segment[order], text[order], runs())


def _changes(values: Int64) -> Bool:
    """(m,) whether each value is another one than that before it."""
    changes = np.ones(len(values), dtype=np.bool_)
    np.not_equal(values[1:], values[:-1], out=changes[1:])
    return changes
