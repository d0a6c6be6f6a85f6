"""Which words of a segment of a reference an output has. Two words are the same if they share a key."""

from __future__ import annotations

from collections.abc import Sequence

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
