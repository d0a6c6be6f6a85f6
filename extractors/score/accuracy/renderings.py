"""What every text of a segment, reference or output, has for a source word: the words that are aligned to it.

Several systems that agree on a word are seldom all wrong, so the other texts are evidence beside the references.
Systems that are nearly the same text count as one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.score.accuracy.evidence import KNOWN_WORDS, EvidenceText, Links, evidence_of
from extractors.score.accuracy.lexicon import LemmaLexicon

Keys = frozenset[str]

SAME_TEXT = 0.9
"""Two systems count as one if so large a share of their words is the same, segment by segment."""


class Thing(tuple[int, ...]):
    """Source tokens that are rendered as one: a word, or a verb with its particle; the segment comes first."""

    @property
    def segment(self) -> int:
        return self[0]

    @property
    def tokens(self) -> tuple[int, ...]:
        return self[1:]


class Shown(NamedTuple):
    """What a text has for some source tokens.

    Attributes:
        places: the words, by their numbers in the segment.
        keys: of these words (`LemmaLexicon.both_keys`); of a separated verb that of the whole alone.
    """

    places: tuple[int, ...]
    keys: Keys


NOTHING = Shown((), frozenset())


@dataclass(frozen=True)
class AlignedText:
    """A text of the target language with its links to the source.

    Attributes:
        keys, whole_keys: of each word of each segment: all of them, and of separated verbs that of the whole alone.
        shown: for each segment, source token -> words.
    """

    name: str
    words: list[list[str]]
    keys: list[list[tuple[str, ...]]]
    whole_keys: list[list[tuple[str, ...]]]
    shown: Sequence[Mapping[int, tuple[int, ...]]]
    is_reference: bool
    _all_keys: dict[int, Keys] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        name: str,
        text: EvidenceText,
        links: Links,
        lexicon: LemmaLexicon,
        special: Mapping[int, Mapping[int, int]],
        frequent: frozenset[str],
        *,
        is_reference: bool,
    ) -> AlignedText:
        shown = [
            evidence_of(by_token, words, special.get(segment, {}), frequent)[0]
            for segment, (by_token, words) in enumerate(zip(links, text.words, strict=True))
        ]
        keys, whole_keys = zip(*map(lexicon.both_keys, text.words), strict=True) if text.words else ((), ())
        return cls(name, text.words, list(keys), list(whole_keys), shown, is_reference)

    def of_thing(self, thing: Thing) -> Shown:
        """The words that show a thing."""
        segment, *tokens = thing
        of_segment = self.shown[segment]
        if len(tokens) == 1:
            places = of_segment.get(tokens[0], ())
        else:
            places = tuple(sorted({p for token in tokens for p in of_segment.get(token, ())}))
        if not places:
            return NOTHING
        keys = self.whole_keys[segment]
        all_keys = keys[places[0]] if len(places) == 1 else tuple(key for p in places for key in keys[p])
        return Shown(places, _together(all_keys))

    def has(self, segment: int) -> Keys:
        """The keys of all words of a segment."""
        if segment not in self._all_keys:
            self._all_keys[segment] = frozenset(key for of_word in self.keys[segment] for key in of_word)
        return self._all_keys[segment]


@lru_cache(maxsize=KNOWN_WORDS)
def _together(keys: tuple[str, ...]) -> Keys:
    return frozenset(keys)


@dataclass(frozen=True)
class RenderedTexts:
    """All texts of a corpus, and what they have for each thing. `texts`: the references, then the outputs."""

    texts: Sequence[AlignedText]
    _shown: dict[Thing, list[Shown]] = field(default_factory=dict, repr=False)
    _having: dict[Thing, dict[str, frozenset[int]]] = field(default_factory=dict, repr=False)

    @cached_property
    def group(self) -> list[int]:
        """The group of each text: those that are nearly the same have one."""
        group = list(range(len(self.texts)))
        for i, text in enumerate(self.texts):
            for j in range(i):
                if (
                    group[j] == j
                    and not self.texts[j].is_reference
                    and _likeness(text.words, self.texts[j].words) > SAME_TEXT
                ):
                    group[i] = j
                    break
        return group

    @cached_property
    def references(self) -> list[tuple[int, AlignedText]]:
        """The references, with their numbers."""
        return [(number, text) for number, text in enumerate(self.texts) if text.is_reference]

    def shown(self, thing: Thing) -> list[Shown]:
        """What each text has for a thing."""
        if thing not in self._shown:
            self._shown[thing] = [text.of_thing(thing) for text in self.texts]
        return self._shown[thing]

    @cached_property
    def others(self) -> list[list[list[int]]]:
        """For each text, those that are not of its group, by group."""
        by_group: dict[int, list[int]] = defaultdict(list)
        for number, group in enumerate(self.group):
            by_group[group].append(number)
        return [[texts for group, texts in by_group.items() if group != own] for own in self.group]

    def having(self, thing: Thing) -> dict[str, frozenset[int]]:
        """The groups that have each key for a thing; under an empty key those that have any word."""
        if thing not in self._having:
            groups: dict[str, set[int]] = defaultdict(set)
            for group, shown in zip(self.group, self.shown(thing), strict=True):
                for key in (*shown.keys, *([""] if shown.keys else [])):
                    groups[key].add(group)
            self._having[thing] = {key: frozenset(of_key) for key, of_key in groups.items()}
        return self._having[thing]


def _likeness(left: Sequence[Sequence[str]], right: Sequence[Sequence[str]]) -> float:
    """The share of words that two texts have in common, by segment, from 0 to 1."""
    common = total = 0
    for a, b in zip(left, right, strict=True):
        total += len(a) + len(b)
        common += 2 * len(a) if a == b else 2 * len(set(a) & set(b))
    return common / total if total else 0.0


class Translations:
    """A translation lexicon: in which segments a source word became which words, over all texts of the corpus.

    Args:
        lemma: of each thing, what it is looked up by.
        extra: words that the user gives as right, by lemma.
    """

    def __init__(self, texts: RenderedTexts, lemma: Mapping[Thing, str], extra: Mapping[str, Collection[str]]) -> None:
        self._share: dict[str, dict[str, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
        self._extra = extra
        for thing, name in lemma.items():
            shown = texts.shown(thing)
            counts: dict[str, int] = defaultdict(int)
            for of_text in shown:
                for key in of_text.keys:
                    counts[key] += 1
            for key, count in counts.items():
                by_segment = self._share[name][key]
                by_segment[thing.segment] = max(by_segment.get(thing.segment, 0.0), count / len(shown))

    def elsewhere(self, lemma: str, key: str, segment: int) -> float:
        """How many other segments have this translation, each counted by the share of texts that have it."""
        by_segment = self._share.get(lemma, {}).get(key, {})
        return sum(by_segment.values()) - by_segment.get(segment, 0.0)

    def is_given(self, lemma: str, key: str) -> bool:
        """Whether the user's lexicon has it."""
        return key.removeprefix("\0") in self._extra.get(lemma, ())


def read_translations(path: str | None) -> dict[str, set[str]]:
    """The user's lexicon: for each source lemma the lemmas of the target language that are right, in lower case.

    Raises:
        InputError: no such file, or a line that is not two texts with a tab between them.
    """
    found: dict[str, set[str]] = {}
    for number, line in enumerate(read_text(path).splitlines() if path else [], 1):
        source, tab, target = line.strip().partition("\t")
        if not line.strip():
            continue
        if not tab or not target.strip():
            raise InputError(
                f"{line!r} is not a source lemma, a tab and a lemma of the target language",
                path=path,
                line=number,
                remedy="put one tab between the two",
            )
        found.setdefault(source.strip().casefold(), set()).add(target.strip().casefold())
    return found
