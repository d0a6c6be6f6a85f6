"""Words looked up in lexicons, for many words at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from extractors.core.arrays import Bool, Int64
from extractors.phenomena.grew.lexicons import Lexicon


@dataclass(frozen=True, slots=True)
class Listed:
    """The condition that a column of a lexicon has the value of the attribute."""

    attribute: str
    lexicon: Lexicon
    column: str


class RowIndex:
    """Says whether a lexicon has a row with certain words in certain columns, by a binary search for each column.

    Args:
        columns: some of the lexicon's; one may come twice.
    """

    def __init__(self, lexicon: Lexicon, columns: Sequence[str]) -> None:
        numbers = [lexicon.numbers(column) for column in columns]
        cells = [[n[word] for n, word in zip(numbers, row, strict=True)] for row in lexicon.part(columns)]
        rows = np.array(cells, dtype=np.int64)
        # The pairs of words of the first two columns are numbered, then the triples as pairs of a pair and a word, ...
        self._steps: list[tuple[int, Int64]] = []
        found = rows[:, 0]
        for column, of_column in zip(rows.T[1:], numbers[1:], strict=True):
            known, found = np.unique(found * len(of_column) + column, return_inverse=True)
            self._steps.append((len(of_column), known))

    def has(self, entries: Sequence[Int64]) -> Bool:
        """(N,) whether a row has these words.

        Args:
            entries: for each column, (N,) the numbers of the words in it (Lexicon.numbers), -1: not there.
        """
        found = entries[0]
        holds: Bool = found >= 0
        for (size, known), column in zip(self._steps, entries[1:], strict=True):
            wanted = found * size + column
            found = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
            holds = holds & (column >= 0) & (known[found] == wanted)
        return holds
