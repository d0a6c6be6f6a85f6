"""Matches of n-grams, counted for many segments at once by one sort.

Each place of a text stands for the n-grams of all orders that begin there. Sorted by their symbols, places with the
same n-gram stand together, whatever n: those of order n are the runs of places that share their first n symbols. So
one sort does for all orders, and for the hypothesis and all of its references. Where a segment is over, each text goes
on with a symbol of its own, so that what is longer than the segment matches nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, count
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
        """Count the n-grams of order 1, 2, ... in each segment: (n, orders)."""
        ngrams: Int64 = np.maximum(self.lengths[:, None] - np.arange(orders), 0)
        return ngrams


def of_words(texts: Sequence[Sequence[Sequence[str]]]) -> list[Sequences]:
    """Number the words of some texts, each a sequence of segments; a word has the same number in all of them."""
    numbers: defaultdict[str, int] = defaultdict(count(1).__next__)
    sequences = []
    for text in texts:
        lengths = _lengths(text)
        symbols = map(numbers.__getitem__, chain.from_iterable(text))
        sequences.append(Sequences(np.fromiter(symbols, dtype=np.int64, count=int(lengths.sum())), lengths))
    return sequences


def of_characters(texts: Sequence[Sequence[str]]) -> list[Sequences]:
    """Number the characters of some texts, each a sequence of segments; a character has one number in all of them."""
    # One number for each character; lone surrogates, which a string may hold, would be refused otherwise.
    points = [np.frombuffer("".join(text).encode("utf-32-le", "surrogatepass"), dtype=np.uint32) for text in texts]
    occurs = np.zeros(max(int(of_text.max(initial=0)) for of_text in points) + 1, dtype=np.bool_)
    for of_text in points:
        occurs[of_text] = True
    # Numbers without gaps take the fewest bits of a key.
    numbers = np.cumsum(occurs, dtype=np.int64)
    return [Sequences(numbers[of_text], _lengths(text)) for of_text, text in zip(points, texts, strict=True)]


def _lengths(segments: Sequence[Sequence[str]]) -> Int64:
    return np.fromiter(map(len, segments), dtype=np.int64, count=len(segments))


def count_matches(hypothesis: Sequences, references: Sequence[Sequences], orders: int, *, together: bool) -> Int64:
    """Count the n-grams that the hypothesis shares with its reference in each segment: (G, n, orders).

    An n-gram counts as often as both have it.

    Args:
        orders: the longest n-grams.
        together: take of each n-gram the reference that has it most often, G = 1; else each reference by itself, G = R.
    """
    n = len(hypothesis.lengths)
    matches = np.zeros((1 if together else len(references), n, orders), dtype=np.int64)
    if not matches.size:
        return matches
    stream = _Stream.of([hypothesis, *references], orders)
    places = _sorted_by_key(stream) if stream.bits <= KEY_BITS else _sorted_by_columns(stream)
    # How many places of each reference stand before a place: what is inside a run is the difference at its ends.
    before = np.zeros((len(references), len(places.text) + 1), dtype=np.int32)
    for reference, of_reference in enumerate(before, 1):
        np.cumsum(places.text == reference, out=of_reference[1:])
    for order, starts in enumerate(places.runs):
        runs = np.append(starts, len(places.text))
        theirs = np.diff(before[:, runs])
        ours = np.diff(runs) - theirs.sum(axis=0)
        most = theirs.max(axis=0, keepdims=True) if together else theirs
        summed = np.zeros((len(matches), len(runs)), dtype=np.int64)
        np.cumsum(np.minimum(ours, most), axis=1, out=summed[:, 1:])
        matches[:, :, order] = np.diff(summed[:, np.searchsorted(runs, places.bounds)])
    return matches


class _NgramPlaces(NamedTuple):
    """The places of texts in the order of their segments and symbols.

    Attributes:
        text: (m,) of each place.
        bounds: (n + 1,) where the places of each segment begin, and where the last of them end.
        runs: for each order, where each run of places with the same n-gram begins.
    """

    text: Int64
    bounds: Int64
    runs: Iterator[Int64]


class _Stream(NamedTuple):
    """The symbols of all segments of all texts, one after the other, as n-grams of `orders` symbols are made of them.

    Attributes:
        symbols: (m,) from 1.
        lengths: (T, n) of the segments.
        ends: (T,) what each text goes on with where a segment is over.
    """

    symbols: Int64
    lengths: Int64
    ends: Int64
    orders: int

    @classmethod
    def of(cls, texts: Sequence[Sequences], orders: int) -> _Stream:
        symbols = np.concatenate([text.symbols for text in texts])
        ends = int(symbols.max(initial=0)) + 1 + np.arange(len(texts))
        return cls(symbols, np.stack([text.lengths for text in texts]), ends, orders)

    @property
    def width(self) -> int:
        """The bits of a symbol."""
        return int(self.ends[-1]).bit_length()

    @property
    def text_width(self) -> int:
        """The bits of the number of a text."""
        return (len(self.lengths) - 1).bit_length()

    @property
    def bits(self) -> int:
        """The bits of a segment, its symbols and text together."""
        segments = int(self.lengths.shape[1])
        return segments.bit_length() + self.width * self.orders + self.text_width

    @property
    def bounds(self) -> Int64:
        """(n + 1,) where segments begin, if all their places of all texts stand together."""
        return np.append(0, np.cumsum(self.lengths.sum(axis=0)))

    def last_places(self, left: int) -> tuple[Int64, Int64]:
        """Return the places with `left` symbols left in their segment, their own among them, and the text of each."""
        ends = np.cumsum(self.lengths).reshape(self.lengths.shape)
        text, segment = np.nonzero(self.lengths >= left)
        return ends[text, segment] - left, text


def _sorted_by_key(stream: _Stream) -> _NgramPlaces:
    """Sort places by numbers that hold segment, symbols and text, each in as many bits as it takes."""
    width, orders, text_width = stream.width, stream.orders, stream.text_width
    key = np.concatenate([stream.symbols, np.zeros(orders, dtype=np.int64)])
    known = 1
    while known < orders:
        # As many symbols again stand in the key of the place that is `known` ahead.
        more = min(known, orders - known)
        key[:-known] = key[:-known] << width * more | key[known:] >> width * (known - more)
        known += more
    key = key[: len(stream.symbols)]
    beyond: Int64 = np.zeros_like(stream.ends)
    # The keys of a segment's last places run on into the next segment: put the text's end symbol there.
    for left in range(orders - 1, 0, -1):
        beyond = beyond << width | stream.ends
        places, text = stream.last_places(left)
        over = width * (orders - left)
        key[places] = key[places] >> over << over | beyond[text]
    texts, segments = np.indices(stream.lengths.shape)
    # The segment in the highest bits and the text in the lowest: sorted by segment, then n-gram, then text.
    of_segment = segments << width * orders + text_width | texts
    key <<= text_width
    key |= np.repeat(of_segment.ravel(), stream.lengths.ravel())
    key.sort()
    changed = key[1:] ^ key[:-1]

    # Two neighbours share their first n symbols if their keys differ in lower bits only.
    def runs() -> Iterator[Int64]:
        for n in range(1, orders + 1):
            yield _with_first(changed >= 1 << width * (orders - n) + text_width)

    return _NgramPlaces(key & ((1 << text_width) - 1), stream.bounds, runs())


def _sorted_by_columns(stream: _Stream) -> _NgramPlaces:
    """Sort places column by column, for more kinds of symbols than a number has room for."""
    m = len(stream.symbols)
    padded = np.concatenate([stream.symbols, np.zeros(stream.orders, dtype=np.int64)])
    ahead = [padded[n : n + m].copy() for n in range(stream.orders)]
    for left in range(1, stream.orders):
        places, text = stream.last_places(left)
        for column in ahead[left:]:
            column[places] = stream.ends[text]
    texts, segments = (
        np.repeat(numbers.ravel(), stream.lengths.ravel()) for numbers in np.indices(stream.lengths.shape)
    )
    order = np.lexsort((*reversed(ahead), segments))

    def runs() -> Iterator[Int64]:
        changed = _changed(segments[order])
        for column in ahead:
            changed = changed | _changed(column[order])
            yield _with_first(changed)

    return _NgramPlaces(texts[order], stream.bounds, runs())


def _changed(values: Int64) -> Bool:
    """Return (m - 1,) whether each value but the first differs from the one before it."""
    changed: Bool = values[1:] != values[:-1]
    return changed


def _with_first(changed: Bool) -> Int64:
    """Return the places where a run begins: the first place, and each that differs from the one before."""
    return np.append(0, np.flatnonzero(changed) + 1)
