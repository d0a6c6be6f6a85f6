"""Whether an output has the words that show a hit, and in which order.

Two words are the same if they have the same form, whatever its case, or a lemma in common; a separated verb
(`melden ... an`) has the lemma of the whole (`anmelden`). A word of the output stands for one word of a reference:
where a reference has a word twice, an output that has it once has half of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, compress
from typing import NamedTuple

import numpy as np

from extractors.core.arrays import Bool, Float64, Int64
from extractors.score.accuracy.evidence import Reference
from extractors.score.accuracy.order import changed_places, may_agree, order_agreements, pairs_of_words
from extractors.score.accuracy.presence import Groups, KeyColumns, Places, Presence, WordKeys

Keys = Callable[[Sequence[str]], list[tuple[str, ...]]]
"""The keys of each word of a segment: two words are the same if they share one."""


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
        found: the words of that reference, of all that show the item, which the output has.
        order: as `order_agreement`, the best of the references; None where it cannot be told. The pairs
            are those of the first reference, so that one which keeps the order of the source counts too.
            A reference that cannot tell leaves it open which is the best, if the output may follow it.
    """

    right: bool | None
    reference: int
    found: frozenset[int]
    order: float | None


UNALIGNED = RenderingVerdict(None, -1, frozenset(), None)


class Look(NamedTuple):
    """Where to look for an item in one reference.

    Attributes:
        reference: its number.
        first, second: the words that show the two source tokens; a word may show both.
        places: all of them, by turns.
        needed: those that an output must have, whatever the share of the others.
        whole: the verdict on an output that has all of them.
    """

    reference: int
    first: Places
    second: Places
    places: Places
    needed: frozenset[int]
    whole: RenderingVerdict


@dataclass(frozen=True)
class Lists:
    """Lists of words of a reference, one after another: n lists of words by their numbers (`Groups.start`).

    Attributes:
        words: the words of all.
        ends: (n + 1,) where each list ends, a 0 before them.
    """

    words: Int64
    ends: Int64

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]]) -> Lists:
        ends = np.cumsum([0, *map(len, lists)], dtype=np.int64)
        return cls(np.fromiter(chain.from_iterable(lists), dtype=np.int64, count=int(ends[-1])), ends)

    @cached_property
    def sizes(self) -> Int64:
        return np.diff(self.ends)

    def sums(self, of_words: Bool) -> Int64:
        """(n,) how many words of each list are those of a mask, (P,)."""
        sums = np.concatenate([[0], np.cumsum(of_words[self.words])])
        return np.asarray(np.diff(sums[self.ends]), dtype=np.int64)


@dataclass(frozen=True)
class Looks:
    """The n looks in one reference, as arrays.

    Attributes:
        looks: in the order of their items.
        item: (n,) the number of each one's item.
        places, first, second, needed: their words.
    """

    looks: list[Look]
    item: Int64
    places: Lists
    first: Lists
    second: Lists
    needed: Lists

    @classmethod
    def of(cls, looks: Sequence[tuple[int, int, Look]]) -> Looks:
        """Of looks behind the numbers of their items and of the first words of their segments."""

        def lists(of_look: Callable[[Look], Iterable[int]]) -> Lists:
            return Lists.of([[start + place for place in of_look(look)] for _, start, look in looks])

        return cls(
            [look for _, _, look in looks],
            np.array([item for item, _, _ in looks], dtype=np.int64),
            lists(lambda look: look.places),
            lists(lambda look: look.first),
            lists(lambda look: look.second),
            lists(lambda look: look.needed),
        )

    def shares(self, there: Bool) -> tuple[Float64, Float64]:
        """(n,) of the two source tokens' words, the share that is there: the least, and the mean.

        A source token without words does not count.
        """
        parts = [(part.sizes, part.sums(there)) for part in (self.first, self.second)]
        shares = [np.divide(found, np.maximum(sizes, 1)) for sizes, found in parts]
        counted = [sizes > 0 for sizes, _ in parts]
        least = np.minimum(*(np.where(counts, share, np.inf) for counts, share in zip(counted, shares, strict=True)))
        return least, (shares[0] + shares[1]) / (counted[0].astype(np.int64) + counted[1])


@dataclass(frozen=True)
class RenderingJudge:
    """Judges outputs.

    Attributes:
        references: the first is that with whose links the phenomena of order were found.
        items: what to look for.
        ordered: for each item, whether its order is asked for.
        keys, reference_keys: what two words must share one of to be the same, in outputs (`Lexicon.output_keys`)
            and in references (`Lexicon.reference_keys`).
        share: of the words that show a source word, the share that must be there.
    """

    references: Sequence[Reference]
    items: Sequence[MatchItem]
    ordered: Sequence[bool]
    keys: Keys
    reference_keys: Keys
    share: float

    def judge(
        self, output: Sequence[Sequence[str]], *, keys: Sequence[WordKeys] | None = None
    ) -> list[RenderingVerdict]:
        """The verdict on each item.

        Args:
            output: the words of each segment.
            keys: what `keys` gives for each segment, where it is known.
        """
        columns, references = self._groups
        words = Groups.of_output(
            ((segment, self.keys(output[segment]) if keys is None else keys[segment]) for segment in self._segments),
            columns,
        )
        seen = [Presence(reference, words, columns.count) for reference in references]
        verdicts = self._verdicts(seen)
        for item, order in self._orders(seen):
            verdicts[item] = verdicts[item]._replace(order=order)
        return verdicts

    @cached_property
    def _segments(self) -> list[int]:
        """Those that have items."""
        return list(dict.fromkeys(item.segment for item in self.items))

    @cached_property
    def _keys_of_references(self) -> list[dict[int, WordKeys]]:
        return [
            {segment: self.reference_keys(reference.words[segment]) for segment in self._segments}
            for reference in self.references
        ]

    @cached_property
    def _groups(self) -> tuple[KeyColumns, list[Groups]]:
        columns = KeyColumns()
        return columns, [Groups.of_reference(keys.items(), columns) for keys in self._keys_of_references]

    @cached_property
    def _looks(self) -> list[list[Look]]:
        """The looks of each item, in the order of the references."""
        looks = []
        for segment, first, second in self.items:
            evidence = [(n, reference.evidence[segment]) for n, reference in enumerate(self.references)]
            shown = [(n, by_token.get(first, ()), by_token.get(second, ())) for n, by_token in evidence]
            looks.append(
                [
                    self._look(n, a, b, self._needed(n, segment, first, second))
                    for n, a, b in shown
                    if (a or b) and not self.references[n].is_silent(segment, first, second)
                ]
            )
        return looks

    @staticmethod
    def _look(number: int, first: Places, second: Places, needed: frozenset[int]) -> Look:
        places = by_turns(first, second)
        return Look(number, first, second, places, needed, RenderingVerdict(True, number, frozenset(places), None))

    @cached_property
    def _by_reference(self) -> list[Looks]:
        looks: list[list[tuple[int, int, Look]]] = [[] for _ in self.references]
        starts = [groups.start for groups in self._groups[1]]
        for number, (item, of_item) in enumerate(zip(self.items, self._looks, strict=True)):
            for look in of_item:
                looks[look.reference].append((number, starts[look.reference][item.segment], look))
        return [Looks.of(of_reference) for of_reference in looks]

    def _needed(self, number: int, segment: int, *tokens: int) -> frozenset[int]:
        """Negators of determiners, and separated verbs, each by its first word: an output may have it as one word."""
        reference = self.references[number]
        needed = (
            {p for token in tokens for p in reference.needed[segment].get(token, ())} if reference.needed else set()
        )
        separated: dict[str, int] = {}
        keys = self._keys_of_references[number][segment]
        for place in sorted({p for token in tokens for p in reference.evidence[segment].get(token, ())}):
            # Only a separated verb has no form of its own among its keys.
            if len(keys[place]) == 1 and keys[place][0].startswith("\0"):
                separated.setdefault(keys[place][0], place)
        return frozenset(needed | set(separated.values()))

    def _verdicts(self, seen: Sequence[Presence]) -> list[RenderingVerdict]:
        """The verdict on each item, without its order.

        Most looks need counts only. Where words of a reference share a word of the output, it must be told which of
        them has it.
        """
        verdicts = [UNALIGNED] * len(self.items)
        best, best_score = np.full(len(self.items), -1), np.full((2, len(self.items)), -1.0)
        whole, shared = np.zeros(len(self.items), dtype=bool), np.zeros(len(self.items), dtype=bool)
        for number, (looks, one) in enumerate(zip(self._by_reference, seen, strict=True)):
            item, found = looks.item, looks.places.sums(one.there)
            is_open = ~whole[item]
            is_shared = (found > 1) & (looks.places.sums(one.contested) > 0)
            has_all = is_open & ~is_shared & (found == looks.places.sizes)
            least, mean = looks.shares(one.there)
            right = (least >= self.share) & (looks.needed.sums(one.there) == looks.needed.sizes)
            before, score = best_score[:, item], mean
            is_better = (right > before[0]) | ((right == before[0]) & (score > before[1]))
            is_better &= is_open & ~has_all
            best[item[is_better]] = number
            best_score[:, item[is_better]] = right[is_better], score[is_better]
            whole[item[has_all]] = True
            shared[item[is_open & is_shared]] = True
            for k in np.flatnonzero(has_all).tolist():
                verdicts[item[k]] = looks.looks[k].whole
        for number, (looks, one) in enumerate(zip(self._by_reference, seen, strict=True)):
            chosen = (best[looks.item] == number) & ~whole[looks.item] & ~shared[looks.item]
            there, ends = one.there[looks.places.words].tolist(), looks.places.ends.tolist()
            for k in np.flatnonzero(chosen).tolist():
                places = frozenset(compress(looks.looks[k].places, there[ends[k] : ends[k + 1]]))
                n = int(looks.item[k])
                verdicts[n] = RenderingVerdict(bool(best_score[0, n]), number, places, None)
        for n in np.flatnonzero(shared).tolist():
            verdicts[n] = self._verdict(n, seen)
        return verdicts

    def _verdict(self, item: int, seen: Sequence[Presence]) -> RenderingVerdict:
        """The verdict on one item, of which words of a reference may share a word of the output."""
        best, best_score = UNALIGNED, (-1.0, -1.0)
        for number, first, second, places, needed, whole in self._looks[item]:
            hits = _found(places, seen[number], self._groups[1][number].start[self.items[item].segment])
            if len(hits) == len(places):
                return whole
            shares = [sum(p in hits for p in part) / len(part) for part in (first, second) if part]
            right = min(shares) >= self.share and needed.issubset(hits)
            score = (float(right), sum(shares) / len(shares))
            if score > best_score:
                best, best_score = RenderingVerdict(right, number, frozenset(hits), None), score
        return best

    @cached_property
    def _pairs(self) -> dict[int, list[tuple[int, int]]]:
        """The pairs of source tokens of each item that has looks, and of which the order is asked for."""
        first = self.references[0].evidence
        pairs = {
            number: changed_places(*item[1:], first[item.segment])
            for number, (item, ordered) in enumerate(zip(self.items, self.ordered, strict=True))
            if ordered and self._looks[number]
        }
        return {number: of_item for number, of_item in pairs.items() if of_item}

    @cached_property
    def _pairs_of_words(self) -> list[tuple[Lists, Lists]]:
        """Of each reference, the words that show the pairs of each item: the one of each pair, and the other."""
        found = []
        for reference, groups in zip(self.references, self._groups[1], strict=True):
            sides: tuple[list[list[int]], list[list[int]]] = ([], [])
            for number, pairs in self._pairs.items():
                segment = self.items[number].segment
                of_item = list(pairs_of_words(pairs, reference.evidence[segment]))
                for side, lists in enumerate(sides):
                    lists.append([groups.start[segment] + pair[side] for pair in of_item])
            found.append((Lists.of(sides[0]), Lists.of(sides[1])))
        return found

    def _orders(self, seen: Sequence[Presence]) -> Iterator[tuple[int, float | None]]:
        """The number of each item whose order is asked for, and how much of it the output has (`RenderingVerdict`)."""
        agreements = [
            order_agreements(one.where[ps.words], one.where[qs.words], ps.words < qs.words, ps.ends)
            for (ps, qs), one in zip(self._pairs_of_words, seen, strict=True)
        ]
        for (number, pairs), *of_item in zip(self._pairs.items(), *agreements, strict=True):
            best = max((a for a in of_item if a is not None), default=None)
            is_open = best is not None and best != 1.0 and self._may_follow(number, pairs, of_item, seen)
            yield number, None if is_open else best

    def _may_follow(
        self,
        number: int,
        pairs: Sequence[tuple[int, int]],
        agreements: Sequence[float | None],
        seen: Sequence[Presence],
    ) -> bool:
        """Whether the output may follow a reference that cannot tell.

        What reads as a word of one reference in the wrong place may be there as another word of the other.
        """
        segment = self.items[number].segment
        for agreement, reference, groups, one in zip(agreements, self.references, self._groups[1], seen, strict=True):
            if agreement is None:
                start, evidence = groups.start[segment], reference.evidence[segment]
                words = {p for pair in pairs_of_words(pairs, evidence) for p in pair if one.there[start + p]}
                if may_agree(pairs, evidence, {p: one.same(start + p) for p in words}):
                    return True
        return False


def _found(places: Places, seen: Presence, start: int) -> Collection[int]:
    """Those of some words of a reference that the output has, each as a word of its own.

    Args:
        start: the number of the first word of their segment.
    """
    there = [place for place in places if seen.there[start + place]]
    if len(there) > 1 and any(seen.contested[start + place] for place in there):
        return assigned(there, {place: seen.same(start + place) for place in there})
    return there


def by_turns(first: Places, second: Places) -> Places:
    """The words that show one or both of two source words, each once.

    They come by turns, so that where a word can be had only once neither source word takes all.
    """
    turns = [p for pair in zip(first, second, strict=False) for p in pair]
    return tuple(dict.fromkeys([*turns, *first[len(second) :], *second[len(first) :]]))


def assigned(places: Sequence[int], same: Mapping[int, Places]) -> set[int]:
    """As many of the places as can have a word of the output each (augmenting paths), earlier ones first."""
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
