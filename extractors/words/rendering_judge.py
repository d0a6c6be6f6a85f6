"""Judge whether an output has the words that show a hit.

Two words are the same if they have the same form, whatever its case, or a lemma in common; a separated verb
(`melden ... an`) has the lemma of the whole (`anmelden`). A word of the output stands for one word of a reference:
where a reference has a word twice, an output that has it once has half of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from extractors.words.evidence import Places, Reference
from extractors.words.lemmas import TargetLemmas

WordKeys = Sequence[tuple[str, ...]]
"""The keys of each word of a segment."""
SHARE = 0.5
"""Of the words of a reference that show a source word, the share that an output must have."""


class MatchItem(NamedTuple):
    """One or two source tokens of a segment to look for in an output; a single token stands in both fields."""

    segment: int
    first: int
    second: int


class RenderingVerdict(NamedTuple):
    """How much of an item an output has.

    Attributes:
        right: whether it has all that one of the references has; None if the item is aligned in none.
        reference: the number of the reference that it agrees with most; -1 if there is none.
        matched: the words of that reference, of all that show the item, which the output has.
        by_reference: whether it has all that each of the references has; None for one in which the item is not aligned.
    """

    right: bool | None
    reference: int
    matched: frozenset[int]
    by_reference: tuple[bool | None, ...] = ()


UNALIGNED = RenderingVerdict(None, -1, frozenset())


class ReferencePlaces(NamedTuple):
    """The words of one reference that an output must have for an item.

    Attributes:
        reference: its number.
        shown_by: the words that show the first source token, and those that show the second; a word may show both.
        places: all of them, by turns.
        needed: those that an output must have, whatever the share of the others.
    """

    reference: int
    shown_by: tuple[Places, Places]
    places: Places
    needed: frozenset[int]


@dataclass(frozen=True)
class RenderingJudge:
    """Judges outputs.

    Attributes:
        items: what to look for.
        lemmas: the keys that two words must share one of to be the same.
    """

    references: Sequence[Reference]
    items: Sequence[MatchItem]
    lemmas: TargetLemmas

    def judge(self, output: Sequence[Sequence[str]]) -> list[RenderingVerdict]:
        """Judge each item in an output. `output`: the words of each segment."""
        same = {segment: same_words(self.lemmas.both_keys(output[segment])[0]) for segment in self._reference_keys}
        return [
            self._verdict(candidates, self._reference_keys[item.segment], same[item.segment])
            for item, candidates in zip(self.items, self._reference_places, strict=True)
        ]

    @cached_property
    def _reference_keys(self) -> dict[int, list[WordKeys]]:
        """By segment with items, the keys of each reference."""
        segments = dict.fromkeys(item.segment for item in self.items)
        return {s: [self.lemmas.both_keys(reference.words[s])[1] for reference in self.references] for s in segments}

    @cached_property
    def _reference_places(self) -> list[list[ReferencePlaces]]:
        """The places of each item, in the order of the references."""
        return [
            [
                ReferencePlaces(number, shown_by, by_turns(*shown_by), self._needed(number, item))
                for number, reference in enumerate(self.references)
                if any(shown_by := reference.shown_by(*item)) and not reference.is_silent(*item)
            ]
            for item in self.items
        ]

    def _needed(self, number: int, item: MatchItem) -> frozenset[int]:
        """Return the places that an output must have: negators of determiners, and separated verbs by their first word.

        An output may have a separated verb as one word.
        """
        reference, keys = self.references[number], self._reference_keys[item.segment][number]
        needed = {p for token in item[1:] for p in reference.needed[item.segment].get(token, ())}
        separated: dict[str, int] = {}
        for position in sorted({p for shown in reference.shown_by(*item) for p in shown}):
            # Only a separated verb has no form of its own among its keys.
            if len(keys[position]) == 1 and keys[position][0].startswith("\0"):
                separated.setdefault(keys[position][0], position)
        return frozenset(needed | set(separated.values()))

    def _verdict(
        self, candidates: Sequence[ReferencePlaces], keys: Sequence[WordKeys], same: Callable[[tuple[str, ...]], Places]
    ) -> RenderingVerdict:
        """Judge an item. `keys`: by reference, the keys of the words of its segment."""
        best, best_score = UNALIGNED, (-1.0, -1.0)
        rights: list[bool | None] = [None] * len(self.references)
        for number, shown_by, places, needed in candidates:
            choices = {place: words for place in places if (words := same(keys[number][place]))}
            # A single word has no rival for a word of the output.
            matched = frozenset(assigned(list(choices), choices) if len(choices) > 1 else choices)
            shares = [sum(p in matched for p in shown) / len(shown) for shown in shown_by if shown]
            # All words, or every needed word and at least SHARE of the words that show each source word.
            right = rights[number] = len(matched) == len(places) or (min(shares) >= SHARE and needed <= matched)
            score = (float(right), sum(shares) / len(shares))
            if score > best_score:
                best, best_score = RenderingVerdict(right, number, matched), score
        return best._replace(by_reference=tuple(rights))


def same_words(output: WordKeys) -> Callable[[tuple[str, ...]], Places]:
    """Return a function that takes the keys of a word and finds the words of an output's segment that share one."""
    positions: dict[str, list[int]] = {}
    for position, word_keys in enumerate(output):
        for key in word_keys:
            positions.setdefault(key, []).append(position)

    # Of words with the same keys it is asked once, however often they come.
    @cache
    def same(keys: tuple[str, ...]) -> Places:
        return tuple(sorted({position for key in keys for position in positions.get(key, ())}))

    return same


def by_turns(first: Places, second: Places) -> Places:
    """Merge the words that show one or both of two source words, each once.

    They alternate, so that neither source word takes all where an output has a word only once.
    """
    turns = [p for pair in zip(first, second, strict=False) for p in pair]
    return tuple(dict.fromkeys([*turns, *first[len(second) :], *second[len(first) :]]))


def assigned(places: Sequence[int], same: Mapping[int, Places]) -> set[int]:
    """Return as many places as can have a word of the output each (augmenting paths), earlier ones first."""
    owner: dict[int, int] = {}

    def assign(place: int, tried: set[int]) -> bool:
        # One that has a choice of as many words as there are places gets one of them, so that no more need be tried.
        for word in same[place][: len(places)]:
            if word in tried:
                continue
            tried.add(word)
            if word not in owner or assign(owner[word], tried):
                owner[word] = place
                return True
        return False

    return {place for place in places if assign(place, set())}
