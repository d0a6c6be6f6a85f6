"""Whether an output has the words that show a hit, and in which order.

Two words are the same if they have the same form, whatever its case, or a lemma in common; a separated verb
(`melden ... an`) has the lemma of the whole (`anmelden`). A word of the output stands for one word of a reference:
where a reference has a word twice, an output that has it once has half of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from extractors.accuracy.evidence import Places, Reference

Keys = Callable[[Sequence[str]], list[tuple[str, ...]]]
"""The keys of each word of a segment: two words are the same if they share one."""


class Item(NamedTuple):
    """One or two source tokens of a segment to look for in an output; a single token stands in both fields."""

    segment: int
    first: int
    second: int


class Verdict(NamedTuple):
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


UNALIGNED = Verdict(None, -1, frozenset(), None)


class Look(NamedTuple):
    """Where to look for an item in one reference.

    Attributes:
        reference: its number.
        first, second: the words that show the two source tokens; a word may show both.
        places: all of them, by turns.
        needed: those that an output must have, whatever the share of the others.
    """

    reference: int
    first: Places
    second: Places
    places: Places
    needed: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Judge:
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
    items: Sequence[Item]
    ordered: Sequence[bool]
    keys: Keys
    reference_keys: Keys
    share: float

    @cached_property
    def _keys_of_references(self) -> list[dict[int, list[tuple[str, ...]]]]:
        return [
            {segment: self.reference_keys(reference.words[segment]) for segment in self._by_segment}
            for reference in self.references
        ]

    @cached_property
    def _by_segment(self) -> dict[int, list[int]]:
        numbers: dict[int, list[int]] = {}
        for number, item in enumerate(self.items):
            numbers.setdefault(item.segment, []).append(number)
        return numbers

    @cached_property
    def _looks(self) -> list[list[Look]]:
        looks = []
        for segment, first, second in self.items:
            evidence = [(n, reference.evidence[segment]) for n, reference in enumerate(self.references)]
            shown = [(n, by_token.get(first, ()), by_token.get(second, ())) for n, by_token in evidence]
            looks.append(
                [
                    Look(n, a, b, by_turns(a, b), self._needed(n, segment, first, second))
                    for n, a, b in shown
                    if (a or b) and not self.references[n].is_silent(segment, first, second)
                ]
            )
        return looks

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

    @cached_property
    def _pairs(self) -> list[list[tuple[int, int]]]:
        first = self.references[0].evidence
        return [
            changed_places(item, first[item.segment]) if ordered else []
            for item, ordered in zip(self.items, self.ordered, strict=True)
        ]

    def judge(self, output: Sequence[Sequence[str]]) -> list[Verdict]:
        """The verdict on each item.

        Args:
            output: the words of each segment.
        """
        verdicts = [UNALIGNED] * len(self.items)
        for segment, numbers in self._by_segment.items():
            index: dict[str, list[int]] = {}
            for place, keys in enumerate(self.keys(output[segment])):
                for key in keys:
                    index.setdefault(key, []).append(place)
            seen = [_Seen(keys_of[segment], index) for keys_of in self._keys_of_references]
            for number in numbers:
                if self._looks[number]:
                    verdict = self._verdict(self._looks[number], seen)
                    pairs = self._pairs[number]
                    verdicts[number] = verdict._replace(order=self._order(pairs, segment, seen)) if pairs else verdict
        return verdicts

    def _verdict(self, looks: Sequence[Look], seen: Sequence[_Seen]) -> Verdict:
        best, best_score = UNALIGNED, (-1.0, -1.0)
        for number, first, second, places, needed in looks:
            hits = seen[number].found(places)
            if len(hits) == len(places):
                return Verdict(True, number, frozenset(hits), None)
            shares = [sum(p in hits for p in part) / len(part) for part in (first, second) if part]
            right = min(shares) >= self.share and needed.issubset(hits)
            score = (float(right), sum(shares) / len(shares))
            if score > best_score:
                best, best_score = Verdict(right, number, frozenset(hits), None), score
        return best

    def _order(self, pairs: Sequence[tuple[int, int]], segment: int, seen: Sequence[_Seen]) -> float | None:
        agreements = [
            order_agreement(pairs, reference.evidence[segment], one.unambiguous)
            for reference, one in zip(self.references, seen, strict=True)
        ]
        best = max((a for a in agreements if a is not None), default=None)
        if best is None or best == 1.0:
            return best
        # What reads as a word of one reference in the wrong place may be there as another word of the other.
        untold = zip(agreements, self.references, seen, strict=True)
        is_open = any(a is None and may_agree(pairs, ref.evidence[segment], one.same) for a, ref, one in untold)
        return None if is_open else best


class _Seen:
    """A segment of a reference, seen from an output.

    Words with the same keys share what is known of them, so that a word that comes 10,000 times on both sides takes
    10,000 numbers and not their square.

    Attributes:
        same: the words of the reference that are in the output -> those of the output that are the same.
        contested: of these, those that share a word of the output with another.
        unambiguous: words of the reference that can be one word of the output only, which can be no other one.
    """

    def __init__(self, reference: Sequence[tuple[str, ...]], index: Mapping[str, list[int]]) -> None:
        by_keys: dict[tuple[str, ...], list[int]] = {}
        for place, keys in enumerate(reference):
            by_keys.setdefault(keys, []).append(place)
        alike = [(places, _in_output(keys, index)) for keys, places in by_keys.items()]
        wanted: Counter[int] = Counter()
        for places, same in alike:
            for other in same:
                wanted[other] += len(places)
        self.same: dict[int, Places] = {}
        self.contested: set[int] = set()
        for places, same in alike:
            if same:
                self.same.update(dict.fromkeys(places, same))
            if any(wanted[other] > 1 for other in same):
                self.contested.update(places)
        self.unambiguous = {
            place: same[0] for place, same in self.same.items() if len(same) == 1 and place not in self.contested
        }

    def found(self, places: Places) -> Collection[int]:
        """Those of some words of the reference that the output has, each as a word of its own."""
        there = [place for place in places if place in self.same]
        if len(there) > 1 and not self.contested.isdisjoint(there):
            return assigned(there, self.same)
        return there


def _in_output(keys: Sequence[str], index: Mapping[str, list[int]]) -> Places:
    """The words of an output that have one of some keys."""
    lists = [index[key] for key in keys if key in index]
    return tuple(lists[0]) if len(lists) == 1 else tuple(sorted({other for of_key in lists for other in of_key}))


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


def changed_places(item: Item, evidence: Mapping[int, Places]) -> list[tuple[int, int]]:
    """The pairs of a token of the item and another source token that a reference has in the other order.

    Args:
        evidence: source token -> words of the reference; of two tokens all of them must have changed places.
    """
    pairs = []
    item_tokens = {item.first, item.second}
    for token in item_tokens & evidence.keys():
        for other in evidence:
            # A pair within the item is counted once.
            if other == token or (other in item_tokens and other < token):
                continue
            left, right = (token, other) if token < other else (other, token)
            if evidence[left][0] > evidence[right][-1]:
                pairs.append((token, other))
    return pairs


def order_agreement(
    pairs: Sequence[tuple[int, int]], evidence: Mapping[int, Places], where: Mapping[int, int]
) -> float | None:
    """The share of words that show pairs of source tokens which stand in the output as in a reference.

    Args:
        pairs: of source tokens, as `changed_places` gives them; of them a word-by-word translation has 0,
            the reference that they are from 1.
        evidence: source token -> words of the reference.
        where: words of the reference that are in the output without doubt -> where they are.

    Returns:
        None if no such pair is in the output.
    """
    agreeing = total = 0
    for p, q in _pairs_of_words(pairs, evidence):
        if p in where and q in where:
            total += 1
            agreeing += (where[p] - where[q]) * (p - q) > 0
    return agreeing / total if total else None


def may_agree(pairs: Sequence[tuple[int, int]], evidence: Mapping[int, Places], same: Mapping[int, Places]) -> bool:
    """Whether an output has all words that show pairs of source tokens, each pair perhaps in a reference's order.

    Args:
        pairs, evidence: as of `order_agreement`.
        same: words of the reference -> all words of the output that each may be.
    """
    of_words = list(_pairs_of_words(pairs, evidence))
    # In the order p < q if the first that p may be is before the last that q may be.
    ascending = [(min(pair), max(pair)) for pair in of_words]
    return bool(of_words) and all(p in same and q in same and same[p][0] < same[q][-1] for p, q in ascending)


def _pairs_of_words(pairs: Sequence[tuple[int, int]], evidence: Mapping[int, Places]) -> Iterator[tuple[int, int]]:
    """The words of a reference that show each pair of source tokens; one that shows both is no pair."""
    for token, other in pairs:
        for p in evidence.get(token, ()):
            for q in evidence.get(other, ()):
                if p != q:
                    yield p, q
