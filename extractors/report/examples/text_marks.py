"""Find the characters of a text to mark: the places of a hit's words, with the marks of several words joined.

Offsets are counted in characters (code points) of the text as it is, white space included.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np

HEAD, DEPENDENT = 1, 2
"""The roles of a mark; a word that has both has their sum."""


Mark = tuple[int, int, int]
"""A span and its role."""

NOT_THE_SAME = 2.0
"""The cost of pairing two different words: more than two places of a segment can be apart, as shares of its length."""


def runs(marks: Iterable[Mark]) -> list[int]:
    """Turn marks into start, end, role, start, ... in order, without overlap; roles of the same characters are added.

    Two marks that touch stay two, unless their roles are the same and they overlap.
    """
    ordered = sorted({mark for mark in marks if mark[0] < mark[1]})
    cuts = sorted({cut for start, end, _ in ordered for cut in (start, end)})
    flat: list[int] = []
    covering_before: frozenset[Mark] = frozenset()
    for start, end in pairwise(cuts):
        covering = frozenset(mark for mark in ordered if mark[0] <= start and end <= mark[1])
        role = 0
        for mark in covering:
            role |= mark[2]
        if not role:
            continue
        if flat and flat[-2] == start and flat[-1] == role and covering & covering_before:
            flat[-2] = end
        else:
            flat += (start, end, role)
        covering_before = covering
    return flat


class Output:
    """The words of an output, found by words of a reference that count as the same.

    Args:
        words: its words.
        keys: gives the keys of a word; two words with a common key count as the same (`TargetLemmas.keys`).
    """

    def __init__(self, words: Sequence[str], keys: Callable[[str], tuple[str, ...]]) -> None:
        self._length, self._keys = len(words), keys
        self._places: dict[str, list[int]] = {}
        for place, word in enumerate(words):
            for key in keys(word):
                self._places.setdefault(key, []).append(place)

    def found(self, wanted: Sequence[int], reference: Sequence[str]) -> dict[int, int]:
        """Match each word of a reference with the word of the output that stands for it.

        The verdict counts each word once, wherever it stands. Where there is a choice, the pairs here are those whose
        places in the output are most like the places in the reference: of two `was`, the likelier is marked.

        Args:
            wanted: words of the reference that the output has, by their numbers.
            reference: the words of the reference.

        Returns:
            Word of the reference -> word of the output. A word that the output does not have is left out.
        """
        from scipy.optimize import linear_sum_assignment

        same = [self._same(reference[position]) for position in wanted]
        columns = sorted(set().union(*same))
        if not columns:
            return {}
        cost = np.full((len(wanted), len(columns)), NOT_THE_SAME * (len(wanted) + 1))
        for row, position in enumerate(wanted):
            for column, other in enumerate(columns):
                if other in same[row]:
                    cost[row, column] = abs(position / len(reference) - other / self._length)
        pairs = zip(*linear_sum_assignment(cost), strict=True)
        return {wanted[row]: columns[column] for row, column in pairs if cost[row, column] < NOT_THE_SAME}

    def _same(self, word: str) -> set[int]:
        return {number for key in self._keys(word) for number in self._places.get(key, ())}
