"""Where the words of a hypothesis stand in its reference, as RIBES aligns them, for many segments at once.

A word aligns if it occurs once on both sides; or else by the shortest run of words beside it, the left side before the
right, that with it occurs once on both sides (overlapping occurrences counted). Words, and runs of two, are looked up
for all segments by one sort each. Few words need longer runs, which are searched for one by one.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import Final, NamedTuple

import numpy as np

from extractors.core.arrays import Bool, Int64

NOWHERE: Final = -1
"""The position of a word that does not align."""


class NumberedWords(NamedTuple):
    """Texts as numbers of words, one text a segment.

    Attributes:
        symbols: the words of all segments, one after the other, as numbers from 1.
        lengths: (n,) how many each segment has.
    """

    symbols: Int64
    lengths: Int64


def number_words(texts: Sequence[Sequence[Sequence[str]]]) -> list[NumberedWords]:
    """Number the words of some texts, each a sequence of segments; a word has the same number in all of them."""
    numbers: defaultdict[str, int] = defaultdict(count(1).__next__)
    numbered = []
    for text in texts:
        lengths = np.fromiter(map(len, text), dtype=np.int64, count=len(text))
        symbols = map(numbers.__getitem__, chain.from_iterable(text))
        numbered.append(NumberedWords(np.fromiter(symbols, dtype=np.int64, count=int(lengths.sum())), lengths))
    return numbered


def align_segments(hypothesis: NumberedWords, reference: NumberedWords) -> Iterator[list[int]]:
    """Yield, for each segment, the reference positions of the hypothesis words that align, in hypothesis order.

    Args:
        hypothesis, reference: the words of the same segments, numbered alike.
    """
    position, undecided = _by_two_words(hypothesis, reference)
    open_words = np.flatnonzero(undecided)
    ends, reference_ends = np.cumsum(hypothesis.lengths), np.cumsum(reference.lengths)
    segments = np.searchsorted(ends, open_words, side="right")
    for segment in np.unique(segments).tolist():
        source = hypothesis.symbols[ends[segment] - hypothesis.lengths[segment] : ends[segment]]
        target = reference.symbols[reference_ends[segment] - reference.lengths[segment] : reference_ends[segment]]
        ours, theirs = _as_strings(source, target)
        start = int(ends[segment]) - len(source)
        for word in open_words[segments == segment].tolist():
            position[word] = _by_context(ours, theirs, word - start)
    aligned = position != NOWHERE
    counts = np.append(0, np.cumsum(aligned))[np.append(0, ends)]
    positions = position[aligned].tolist()
    for first, last in zip(counts[:-1].tolist(), counts[1:].tolist(), strict=True):
        yield positions[first:last]


def _by_two_words(hypothesis: NumberedWords, reference: NumberedWords) -> tuple[Int64, Bool]:
    """Find (m,) the position of each hypothesis word by itself and the words beside it, and say which words are open.

    An open word's position is not known yet, NOWHERE.
    """
    sides = [np.repeat(np.arange(len(side.lengths)), side.lengths) for side in (hypothesis, reference)]
    # 0 and the highest number are no word's, so that the last words of segments are in no run of two.
    numbers = int(max(hypothesis.symbols.max(initial=0), reference.symbols.max(initial=0))) + 2
    words = [segment * numbers + side.symbols for segment, side in zip(sides, (hypothesis, reference), strict=True)]
    position, occurs = _once(*words)
    runs = []
    for side, keys, stop in zip((hypothesis, reference), words, (0, numbers - 1), strict=True):
        following = np.append(side.symbols[1:], stop)[: len(keys)]
        following[np.cumsum(side.lengths)[side.lengths > 0] - 1] = stop
        runs.append(keys * numbers + following)
    right, right_occurs = _once(*runs)
    # The run on the left of a word is the one on the right of the word before; it never crosses a segment's end.
    left, left_occurs = np.roll(right, 1), np.roll(right_occurs, 1)
    by_run = np.where(left != NOWHERE, left + 1, right)
    ambiguous = occurs & (position == NOWHERE)
    position = np.where(ambiguous, by_run, position)
    starts = np.cumsum(reference.lengths) - reference.lengths
    position = np.where(position == NOWHERE, NOWHERE, position - starts[sides[0]])
    # If the reference has neither run of two, it has no longer run of these words either.
    return position, ambiguous & (by_run == NOWHERE) & (left_occurs | right_occurs)


def _once(ours: Int64, theirs: Int64) -> tuple[Int64, Bool]:
    """Find (m,) the place in theirs of each of ours that occurs once on both sides; say also whether theirs have it."""
    keys = np.concatenate([ours, theirs])
    order = np.argsort(keys, kind="stable")
    values = keys[order]
    starts = np.flatnonzero(np.append(True, values[1:] != values[:-1])[: len(values)])
    sizes = np.diff(np.append(starts, len(values)))
    reference_counts = np.diff(np.append(0, np.cumsum(order >= len(ours)))[np.append(starts, len(values))])
    position = np.full(len(ours), NOWHERE, dtype=np.int64)
    # Two in all, one of them theirs: once on each side.
    pairs = starts[(sizes == 2) & (reference_counts == 1)]
    # The sort is stable, and ours come first.
    position[order[pairs]] = order[pairs + 1] - len(ours)
    occurs = np.zeros(len(keys), dtype=np.bool_)
    occurs[order] = np.repeat(reference_counts > 0, sizes)
    return position, occurs[: len(ours)]


def _as_strings(source: Int64, target: Int64) -> tuple[str, str]:
    """Turn both sides into strings with a character a word, so that searching strings finds runs of words."""
    _, numbers = np.unique(np.concatenate([source, target]), return_inverse=True)
    characters = "".join(map(chr, numbers.tolist()))
    return characters[: len(source)], characters[len(source) :]


def _by_context(source: str, target: str, word: int) -> int:
    """Find the position in `target` of the character at `word` of `source`, by the characters beside it."""
    left, right = True, True
    for window in range(1, max(word + 1, len(source) - word + 1)):
        # A run that the target does not hold has no longer run that it holds.
        left = left and window <= word
        if left:
            run = source[word - window : word + 1]
            start = target.find(run)
            left = start >= 0
            if left and target.find(run, start + 1) < 0 and source.find(run) == source.rfind(run):
                return start + window
        right = right and word + window < len(source)
        if right:
            run = source[word : word + window + 1]
            start = target.find(run)
            right = start >= 0
            if right and target.find(run, start + 1) < 0 and source.find(run) == source.rfind(run):
                return start
        if not (left or right):
            return NOWHERE
    return NOWHERE
