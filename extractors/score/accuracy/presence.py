"""Which words of a reference an output has: those of all segments at once, as arrays.

Two words of a segment are the same if they share a key. Words of a segment with the same keys are one group, on both
sides, so that a word that comes 10,000 times on both sides takes one number and not their square.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from extractors.core.arrays import Int64

Places = tuple[int, ...]
"""Words of a segment of the target side, by their 0-based numbers, ascending."""

WordKeys = Sequence[tuple[str, ...]]
"""The keys of each word of a segment."""

Bools = npt.NDArray[np.bool_]


@dataclass
class KeyColumns:
    """A number for each key of each segment."""

    _of_segments: dict[int, dict[str, int]] = field(default_factory=dict)
    count: int = 0

    def add(self, segment: int, key: str) -> int:
        """The number of a key, a new one if it has none."""
        of_segment = self._of_segments.setdefault(segment, {})
        number = of_segment.get(key)
        if number is None:
            number = of_segment[key] = self.count
            self.count += 1
        return number

    def of(self, segment: int) -> Mapping[str, int]:
        """The numbers of the keys of a segment that have one."""
        return self._of_segments.get(segment, {})


@dataclass(frozen=True)
class Groups:
    """The words of some segments: g groups, P words, which are numbered through.

    Attributes:
        start: segment -> the number of its first word.
        group: (P,) of each word.
        places: of each group, where its words stand in their segment.
        keys: (g, columns) sparse: not 0 where a group has a key.
    """

    start: dict[int, int]
    group: Int64
    places: list[list[int]]
    keys: csr_array

    @classmethod
    def of_reference(cls, segments: Iterable[tuple[int, WordKeys]], columns: KeyColumns) -> Groups:
        """Of a reference, whose keys get numbers. The width of `keys` is that of the columns so far."""
        return cls._of(segments, columns, is_reference=True)

    @classmethod
    def of_output(cls, segments: Iterable[tuple[int, WordKeys]], columns: KeyColumns) -> Groups:
        """Of an output, of which keys without a number are in no reference."""
        return cls._of(segments, columns, is_reference=False)

    @classmethod
    def _of(cls, segments: Iterable[tuple[int, WordKeys]], columns: KeyColumns, *, is_reference: bool) -> Groups:
        start: dict[int, int] = {}
        group: list[int] = []
        places: list[list[int]] = []
        ends, numbers = [0], []
        for segment, words in segments:
            start[segment] = len(group)
            if is_reference:
                for keys in words:
                    for key in keys:
                        columns.add(segment, key)
            known = columns.of(segment)
            of_keys: dict[tuple[str, ...], int] = {}
            for place, keys in enumerate(words):
                number = of_keys.get(keys)
                if number is None:
                    number = of_keys[keys] = len(places)
                    places.append([])
                    numbers += [known[key] for key in keys if key in known]
                    ends.append(len(numbers))
                places[number].append(place)
                group.append(number)
        matrix = csr_array(
            (np.ones(len(numbers), dtype=np.int32), np.array(numbers, dtype=np.int64), np.array(ends, dtype=np.int64)),
            shape=(len(places), columns.count),
        )
        return cls(start, np.array(group, dtype=np.int64), places, matrix)


class Presence:
    """A reference, seen from an output; P words of the reference.

    Attributes:
        there: (P,) whether the output has the word.
        contested: (P,) whether it shares a word of the output with another word of the reference.
        where: (P,) the place of the word of the output that is the same, of words that can be one word of the output
            only, which can be no other one; -1 for all others.
    """

    def __init__(self, reference: Groups, output: Groups, columns: int) -> None:
        self._reference, self._output = reference, output
        # Columns that came with later references are of no key of this one.
        own = reference.keys
        own = csr_array((own.data, own.indices, own.indptr), (len(reference.places), columns))
        # What matters is where this is not 0.
        same = csr_array(own @ output.keys.T)
        self._first, self._others = same.indptr, same.indices
        sizes = np.array([len(places) for places in reference.places], dtype=np.int64)
        of_output = np.array([len(places) for places in output.places], dtype=np.int64)
        first_place = np.array([places[0] for places in output.places], dtype=np.int64)
        rows = np.repeat(np.arange(len(sizes)), np.diff(self._first))
        wanted = _sums(self._others, sizes[rows], len(of_output))
        contested = _sums(rows, wanted[self._others] > 1, len(sizes)) > 0
        choices = _sums(rows, of_output[self._others], len(sizes))
        where = np.where((choices == 1) & ~contested, _sums(rows, first_place[self._others], len(sizes)), -1)
        group = reference.group
        self.there: Bools = (choices > 0)[group]
        self.contested: Bools = contested[group]
        self.where: Int64 = where[group]
        self._same: dict[int, Places] = {}

    def same(self, word: int) -> Places:
        """The words of the output that are the same as one of the reference, by their places in the segment."""
        group = int(self._reference.group[word])
        if group not in self._same:
            others = self._others[self._first[group] : self._first[group + 1]]
            self._same[group] = tuple(sorted(p for other in others.tolist() for p in self._output.places[other]))
        return self._same[group]


def _sums(numbers: npt.NDArray[np.integer], values: npt.NDArray[np.generic], count: int) -> Int64:
    """(count,) for each number the sum of its values."""
    return np.bincount(numbers, weights=values, minlength=count).astype(np.int64)
