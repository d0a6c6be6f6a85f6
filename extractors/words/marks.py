"""Collect whether raters marked the words that an item is linked to, and how likely that is by chance.

The chance of an item in an output: all marks of the output are turned round it, word by word, the end following on
the beginning. Of as many turns as the output has words, the share in which the item is marked is its chance. So it is
higher for an item of more words, in a shorter output and in one that is marked more, and it keeps the length of marks.
A mark is taken as the words that it covers a character of.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from extractors.core.arrays import Float64, Int64
from extractors.formats.human_errors import ALL
from extractors.words.marked_errors import ErrorKind, LinkedWords, MarkedError, Place, Ratings
from extractors.words.rendering_judge import MatchItem

Masks = Mapping[ErrorKind, int]
"""What a rater marked in an output, by kind of error: bit k is set if its word k is marked."""


class RatedOutput(NamedTuple):
    """An output with the items that have words in it.

    Attributes:
        system: its number.
        size: its words, punctuation not counted.
        items: (n,) the number of each item.
        words: (n,) the words of each.
        centre: (n,) where they are, from -0.5 to 0.5.
    """

    system: int
    segment: int
    size: int
    items: Int64
    words: list[list[int]]
    centre: Float64

    @classmethod
    def of(cls, system: int, segment: int, size: int, items: Sequence[int], words: Sequence[list[int]]) -> RatedOutput:
        """Build an output from the words of its items."""
        centre = [(sum(item_words) / len(item_words) + 0.5) / size - 0.5 for item_words in words]
        return cls(system, segment, size, np.array(items, dtype=np.int64), list(words), np.array(centre))


@dataclass(frozen=True)
class Marks:
    """What raters marked in the words of m items, in the outputs of s systems.

    Attributes:
        raters: (m, s) how many looked at the output; 0 where nobody did, or the item has no word there.
        centre: (m, s) where the item's words are in the output, from -0.5 to 0.5.
        by_kind: by kind of errors, of the outputs with one: the numbers of items and systems, (k,), and (3, k): what
            share of the raters marked the item, its chance e, and e (1 - e), each a mean over raters.
    """

    raters: Int64
    centre: Float64
    by_kind: Mapping[ErrorKind, tuple[Int64, Int64, Float64]]

    def of_kind(self, kind: ErrorKind) -> Float64:
        """Return (3, m, s) for a kind: marked, chance e, e (1 - e); NaN where the item does not count."""
        columns = np.where(self.raters > 0, np.zeros((3, 1, 1)), np.nan)
        if kind in self.by_kind:
            items, systems, values = self.by_kind[kind]
            columns[:, items, systems] = values
        return columns

    @property
    def severities(self) -> list[ErrorKind]:
        """The severities that were marked, by name."""
        return sorted(kind for kind in self.by_kind if kind.severity != ALL)

    @property
    def categories(self) -> list[ErrorKind]:
        """The categories that were marked, by name."""
        return sorted(kind for kind in self.by_kind if kind.category != ALL)


def rated_outputs(
    items: Sequence[MatchItem], systems: Sequence[str], rated: Iterable[Place], words: LinkedWords
) -> list[RatedOutput]:
    """Return the rated outputs with the items in them; an item without a word there is left out."""
    by_segment: dict[int, list[int]] = defaultdict(list)
    for number, item in enumerate(items):
        by_segment[item.segment].append(number)
    number_of = {system: number for number, system in enumerate(systems)}
    outputs = []
    for system, segment in rated:
        if system not in number_of:
            continue
        numbers = words.word_numbers(system, segment)
        linked = [(n, words.of_item(items[n], system)) for n in by_segment[segment]]
        present = [(n, [numbers[token] for token in tokens]) for n, tokens in linked if tokens]
        if present:
            outputs.append(RatedOutput.of(number_of[system], segment, len(numbers), *zip(*present, strict=True)))
    return outputs


def masks_of(ratings: Ratings, systems: Sequence[str], words: LinkedWords) -> dict[Place, list[Masks]]:
    """Turn the errors that each rater marked into masks of the output's words."""
    return {
        (system, segment): [_masks(errors, system, segment, words) for errors in raters]
        for (system, segment), raters in ratings.items()
        if system in systems
    }


def _masks(errors: Sequence[MarkedError], system: str, segment: int, words: LinkedWords) -> Masks:
    masks: dict[ErrorKind, int] = defaultdict(int)
    if errors:
        spans = words.tokens(system, segment)[1]
        numbered = [(number, *spans[token]) for token, number in words.word_numbers(system, segment).items()]
        for error in errors:
            covered = sum(1 << number for number, start, end in numbered if error.covers(start, end))
            for kind in error.kinds if covered else ():
                masks[kind] |= covered
    return masks


def marks_of(
    outputs: Sequence[RatedOutput], masks: Mapping[Place, Sequence[Masks]], systems: Sequence[str], items: int
) -> Marks:
    """Collect the marks at every item in every rated output. `items`: how many there are."""
    raters = np.zeros((items, len(systems)), dtype=np.int64)
    centre = np.zeros((items, len(systems)))
    blocks: dict[ErrorKind, list[tuple[Int64, int, Float64]]] = defaultdict(list)
    for output in outputs:
        rater_masks = masks[systems[output.system], output.segment]
        raters[output.items, output.system] = len(rater_masks)
        centre[output.items, output.system] = output.centre
        for kind in {kind for mask in rater_masks for kind in mask}:
            answers = [_at_items(mask[kind], output) for mask in rater_masks if kind in mask]
            # Raters who marked no error of this kind add 0, so they are in the divisor alone.
            values: Float64 = sum(answers[1:], answers[0]) / len(rater_masks)
            blocks[kind].append((output.items, output.system, values))
    by_kind = {}
    for kind, kind_blocks in blocks.items():
        numbers, numbers_of_systems, shares = zip(*kind_blocks, strict=True)
        column = np.repeat(numbers_of_systems, [len(item_numbers) for item_numbers in numbers])
        by_kind[kind] = np.concatenate(numbers), column, np.concatenate(shares, axis=1)
    return Marks(raters, centre, by_kind)


def _at_items(mask: int, output: RatedOutput) -> Float64:
    """Return (3, n) for the items in an output: whether the mask marks them, their chance e, and e (1 - e)."""
    full = (1 << output.size) - 1
    values = np.empty((3, len(output.items)))
    # Nothing or everything is marked: any turn gives the same answer, with chance 0 or 1 and no variance.
    if mask in (0, full):
        values[:2], values[2] = mask > 0, 0
        return values
    # Bit k of turned[w] is whether word w is marked when all marks are turned by k words.
    turned = [((mask >> word) | (mask << (output.size - word))) & full for word in range(output.size)]
    for number, words in enumerate(output.words):
        either = 0
        for word in words:
            either |= turned[word]
        chance = either.bit_count() / output.size
        values[:, number] = either & 1, chance, chance * (1 - chance)
    return values
