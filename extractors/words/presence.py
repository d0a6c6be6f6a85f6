"""Which words of a segment of a reference an output has. Two words are the same if they share a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

Places = tuple[int, ...]
"""Words of a segment of the target side, by their 0-based numbers, ascending."""

WordKeys = Sequence[tuple[str, ...]]
"""The keys of each word of a segment."""


class Presence:
    """A segment of a reference, seen from an output.

    Args:
        reference: the keys of its words.
        output: key -> the words of the output that have it.
    """

    def __init__(self, reference: WordKeys, output: dict[str, list[int]]) -> None:
        self._reference, self._output = reference, output
        # Of words with the same keys it is asked once, however often they come.
        self._same: dict[tuple[str, ...], Places] = {}

    def same(self, word: int) -> Places:
        """The words of the output that are the same as one of the reference."""
        keys = self._reference[word]
        if keys not in self._same:
            self._same[keys] = tuple(sorted({place for key in keys for place in self._output.get(key, ())}))
        return self._same[keys]

    @cached_property
    def where(self) -> list[int | None]:
        """The place of each word of the reference in the output; None where it is not there without doubt.

        It is not if several words of the output, or several of the reference, are the same.
        """
        wanted: Counter[int] = Counter()
        for word, times in Counter(self._reference).items():
            for place in self.same(self._reference.index(word)):
                wanted[place] += times
        found = map(self.same, range(len(self._reference)))
        return [of_word[0] if len(of_word) == 1 and wanted[of_word[0]] == 1 else None for of_word in found]
