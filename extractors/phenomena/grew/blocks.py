"""Sentences laid out in rows for matching, and the masks of rows that fulfil conditions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from extractors.core.arrays import Bool
from extractors.phenomena.grew.regexes import passes
from extractors.phenomena.grew.request_vocabulary import Rows, Vocabulary, attribute_of, column_name
from extractors.phenomena.grew.syntax import Label, Listed, Metadata, SentenceClause, Shape, Test

ROWS_A_BLOCK = 1 << 18
"""Rows looked at together: enough to make Python's share small, few enough to bound the memory."""


@dataclass(frozen=True, slots=True)
class Governs:
    """The condition of having a dependent by such a relation."""

    label: Label


@dataclass(frozen=True, slots=True)
class AnyOf:
    """The condition of passing all tests of at least one alternative."""

    alternatives: tuple[tuple[Test, ...], ...]


Condition: TypeAlias = Test | Label | Listed | Governs | AnyOf | SentenceClause
"""Something that one word by itself fulfils or not; a Label speaks of the relation to its head."""


class Block:
    """Some consecutive sentences in rows: of each its virtual root, then its words.

    Attributes:
        start: (S + 1,) the row of each sentence's virtual root, and the number of rows R.
        sentence: (R,) number of the sentence in the block.
        word: (R,) word index in the treebank; -1 for a virtual root.
        head: (R,) row of the head; -1 for a virtual root.
    """

    def __init__(self, vocabulary: Vocabulary, first: int, last: int) -> None:
        treebank = vocabulary.treebank
        starts = treebank.sentence_start[first : last + 1]
        self.vocabulary = vocabulary
        self.words = slice(int(starts[0]), int(starts[-1]))
        self.first, self.sentences = first, last - first
        self.start: Rows = starts - starts[0] + np.arange(self.sentences + 1)
        self.size = int(self.start[-1])
        self.sentence: Rows = np.repeat(np.arange(self.sentences), np.diff(self.start))
        self.is_word = np.ones(self.size, dtype=np.bool_)
        self.is_word[self.start[:-1]] = False
        self.word: Rows = np.full(self.size, -1)
        self.word[self.is_word] = np.arange(self.words.start, self.words.stop)
        self.head: Rows = np.full(self.size, -1)
        self.head[self.is_word] = self.start[self.sentence[self.is_word]] + treebank.head[self.words]
        self._codes: dict[str, Rows] = {}
        self._masks: dict[Condition | tuple[Condition, ...], Bool] = {}

    def codes(self, attribute: str) -> Rows:
        """Return (R,) the code of each row in the column of the attribute."""
        name = column_name(attribute)
        codes = self._codes.get(name)
        if codes is None:
            column = self.vocabulary.column(attribute)
            # Virtual roots have the code after the last, as in `Vocabulary.values`.
            codes = self._codes[name] = np.full(self.size, len(column.values))
            codes[self.is_word] = column.codes[self.words]
        return codes

    @cached_property
    def dependents(self) -> tuple[Rows, Rows]:
        """(first, rows): the dependents of r are rows[first[r]:first[r + 1]], in order."""
        order = np.argsort(self.head, kind="stable")
        counts = np.bincount(self.head[self.is_word], minlength=self.size)
        # Virtual roots have head -1, sort first, and are nobody's dependents.
        return np.concatenate([[0], np.cumsum(counts)]), order[self.sentences :]

    def select(self, conditions: tuple[Condition, ...]) -> Bool:
        """Return (R,) whether each row fulfils all conditions."""
        mask = self._masks.get(conditions)
        if mask is None:
            mask = np.ones(self.size, dtype=np.bool_)
            for condition in conditions:
                if not _is_slow(condition):
                    mask = mask & self.mask(condition)
            slow = tuple(condition for condition in conditions if _is_slow(condition))
            if slow:
                rows = np.flatnonzero(mask)
                mask[rows] = self.fulfils(slow, rows)
            self._masks[conditions] = mask
        return mask

    def fulfils(self, conditions: tuple[Condition, ...], rows: Rows) -> Bool:
        """Return whether each of these rows fulfils all conditions."""
        keep = np.ones(len(rows), dtype=np.bool_)
        for condition in sorted(conditions, key=_is_slow):
            if isinstance(condition, Test) and _is_slow(condition):
                codes = self.codes(condition.attribute)[rows[keep]]
                keep[keep] = self.vocabulary.holds(condition, codes)
            else:
                keep &= self.mask(condition)[rows]
        return keep

    def mask(self, condition: Condition) -> Bool:
        """Return (R,) whether each row fulfils the condition."""
        mask = self._masks.get(condition)
        if mask is None:
            mask = self._masks[condition] = self._mask(condition)
        return mask

    def _mask(self, condition: Condition) -> Bool:
        if isinstance(condition, Governs):
            mask = np.zeros(self.size, dtype=np.bool_)
            mask[self.head[self.mask(condition.label)]] = True
            return mask
        if isinstance(condition, AnyOf):
            mask = np.zeros(self.size, dtype=np.bool_)
            for tests in condition.alternatives:
                mask |= self.select(tests)
            return mask
        if isinstance(condition, Metadata):
            values = self.vocabulary.treebank.metadata(condition.test.attribute)
            block_values = values[self.first : self.first + self.sentences]
            return np.array([passes(condition.test, value) for value in block_values], dtype=np.bool_)[self.sentence]
        if isinstance(condition, Shape):
            return np.asarray(self._projective() != condition.negated)[self.sentence]
        return self.vocabulary.table(condition)[self.codes(attribute_of(condition))]

    def _projective(self) -> Bool:
        """Return (sentences,) whether the tree of each is projective."""
        heads = np.split(self.head - self.start[self.sentence], self.start[1:-1])
        return np.array([is_projective(sentence_heads[1:]) for sentence_heads in heads], dtype=np.bool_)

    def identities(self, attribute: str, rows: Rows) -> Rows:
        """Return a number for each row, equal where the value of the attribute is equal; -1 where it is absent."""
        return self.vocabulary.identities(attribute)[self.codes(attribute)[rows]]

    def in_one_row(self, lookups: Sequence[tuple[Listed, Rows]]) -> Bool:
        """Return, for each row of the table, whether one row of the lexicon has the words of all columns.

        Args:
            lookups: in one lexicon; each with the rows of the block whose words must be in its column.
        """
        index = self.vocabulary.index(tuple(listed for listed, _ in lookups))
        return index.has([self.vocabulary.entries(c)[self.codes(c.attribute)[rows]] for c, rows in lookups])

    def dominates(self, ancestors: Rows, descendants: Rows) -> Bool:
        """Return whether each of the ancestors is above its descendant in the tree."""
        dominated = np.zeros(len(ancestors), dtype=np.bool_)
        active = np.arange(len(ancestors))
        above = self.head[descendants]
        # All pairs climb one step at a time; a pair that has arrived, or passed the root, drops out.
        while active.size:
            dominated[active] = above == ancestors[active]
            climbing = (above >= 0) & ~dominated[active]
            active = active[climbing]
            above = self.head[above[climbing]]
        return dominated


def is_projective(heads: Rows) -> bool:
    """Return whether no two arcs of a tree cross, the arc from the virtual root to the root included.

    Args:
        heads: (n,) of the words, 1-based; 0 for the root.
    """
    words = np.arange(1, len(heads) + 1)
    left, right = np.minimum(heads, words), np.maximum(heads, words)
    begins_inside = (left[:, None] < left) & (left < right[:, None])
    return not bool((begins_inside & (right[:, None] < right)).any())


def blocks(vocabulary: Vocabulary) -> Iterator[Block]:
    """Split the treebank into blocks of about ROWS_A_BLOCK rows."""
    starts = vocabulary.treebank.sentence_start
    rows = starts + np.arange(len(starts))
    first = 0
    while first < len(starts) - 1:
        last = int(np.searchsorted(rows, rows[first] + ROWS_A_BLOCK, side="right")) - 1
        # A sentence longer than a block is a block by itself.
        last = max(last, first + 1)
        yield Block(vocabulary, first, last)
        first = last


def _is_slow(condition: Condition) -> bool:
    """Return whether it is better to test the condition only on rows that fulfil all others."""
    return isinstance(condition, Test) and condition.values is not None and bool(condition.values.regexes)
