"""The parts of a hit that are judged by themselves: its words, a verb and its particle as one, and the negative
determiner of a noun (`no traces`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from extractors.formats.accuracy import OMITTED, RENDERED, UNDECIDED
from extractors.formats.treebank import Treebank
from extractors.score.accuracy import roles
from extractors.score.accuracy.evidence import negative_determiners
from extractors.score.accuracy.renderings import Thing


class AccuracyFinding(NamedTuple):
    """A verdict on a hit or a part of it, and the reason in words.

    Attributes:
        share: of the other texts, the share that have what is omitted; None for other verdicts.
    """

    verdict: str
    reason: str
    share: float | None = None


def of_parts(findings: Sequence[AccuracyFinding]) -> AccuracyFinding:
    """The verdict on a hit from those on its parts: the surest that is omitted, else one that is undecided."""
    for verdict in (OMITTED, UNDECIDED):
        of_verdict = [f for f in findings if f.verdict == verdict]
        if of_verdict:
            return max(of_verdict, key=lambda finding: finding.share or 0)
    return AccuracyFinding(RENDERED, "; ".join(dict.fromkeys(f.reason for f in findings)))


CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "NUM")


@dataclass(frozen=True)
class HitPart:
    """A thing of a hit, as it is judged.

    Attributes:
        name: the source words.
        lemma: by which the translation lexicon has it.
        role: of `roles`; PARTICLE for a verb with its particle.
        governor: for a negator or a reflexive, the thing that it belongs to.
        particle: for a verb with its particle, the particle alone.
        is_content: whether it is a noun, name, verb, adjective or number: others may be left out without harm.
    """

    thing: Thing
    name: str
    lemma: str
    role: int
    governor: Thing | None = None
    particle: Thing | None = None
    is_content: bool = True


class Parts:
    """The parts of hits."""

    def __init__(self, treebank: Treebank) -> None:
        self._treebank = treebank
        self._roles = roles.roles(treebank)
        segments = treebank.segment[treebank.sentence]
        self._words: dict[tuple[int, int], list[int]] = {}
        self._known: dict[tuple[int, int, int], list[HitPart]] = {}
        self._of_words: dict[tuple[int, int], HitPart] = {}
        for word, place in enumerate(zip(segments.tolist(), treebank.token.tolist(), strict=True)):
            self._words.setdefault(place, []).append(word)
        self._determiner = {
            (segment, noun): determiner
            for segment, of_segment in negative_determiners(treebank).items()
            for noun, determiner in of_segment.items()
        }
        self._particles: dict[tuple[int, int], list[int]] = {}
        for word in np.flatnonzero(self._roles == roles.PARTICLE).tolist():
            governor = int(treebank.head_word[word])
            if governor >= 0:
                place = (int(segments[word]), int(treebank.token[governor]))
                self._particles.setdefault(place, []).append(int(treebank.token[word]))

    def of(self, segment: int, first: int, second: int) -> list[HitPart]:
        """The parts of a hit, or of a control, with these source tokens."""
        place = (segment, first, second)
        if place not in self._known:
            self._known[place] = self._find(*place)
        return self._known[place]

    def _find(self, segment: int, first: int, second: int) -> list[HitPart]:
        if first != second:
            for verb, particle in ((first, second), (second, first)):
                if self._role(segment, particle) == roles.PARTICLE and self._governor(segment, particle) == verb:
                    thing = Thing((segment, *sorted((verb, particle))))
                    alone = Thing((segment, particle))
                    name = f"{self._form(segment, verb)} ... {self._form(segment, particle)}"
                    lemma = f"{self.lemma(segment, verb)} {self._form(segment, particle).casefold()}"
                    return [HitPart(thing, name, lemma, roles.PARTICLE, particle=alone)]
        tokens = dict.fromkeys((first, second))
        determiners = [self._determiner[segment, t] for t in tokens if (segment, t) in self._determiner]
        return [self._part(segment, token) for token in dict.fromkeys((*tokens, *determiners))]

    def _part(self, segment: int, token: int) -> HitPart:
        place = (segment, token)
        if place not in self._of_words:
            self._of_words[place] = self._part_of_word(segment, token)
        return self._of_words[place]

    def _part_of_word(self, segment: int, token: int) -> HitPart:
        role = self._role(segment, token)
        governor = self._governor(segment, token) if role in (roles.NEGATOR, roles.REFLEXIVE) else None
        dependents = self._particles.get((segment, token), [])
        particle = next((p for p in dependents if self._role(segment, p) == roles.PARTICLE), None)
        if particle is not None and particle != token:
            return self.of(segment, token, particle)[0]
        thing = Thing((segment, token))
        return HitPart(
            thing,
            self._form(segment, token),
            self.lemma(segment, token),
            role,
            governor=None if governor is None else Thing((segment, governor)),
            is_content=self.is_content(segment, token),
        )

    def is_content(self, segment: int, token: int) -> bool:
        return any(self._treebank.upos[w] in CONTENT for w in self._words.get((segment, token), []))

    def all_words(self) -> dict[Thing, str]:
        """Every source token with the lemma of its translation lexicon; verbs with a particle as one."""
        return {part.thing: part.lemma for place in self._words for part in [self._part(*place)]}

    def lemma(self, segment: int, token: int) -> str:
        words = self._words.get((segment, token), [])
        return " ".join(self._treebank.lemma[w].casefold() for w in words)

    def _form(self, segment: int, token: int) -> str:
        return self._treebank.surface[segment][token]

    def _role(self, segment: int, token: int) -> int:
        return max((int(self._roles[w]) for w in self._words.get((segment, token), [])), default=roles.NO_ROLE)

    def _governor(self, segment: int, token: int) -> int | None:
        for word in self._words.get((segment, token), []):
            governor = int(self._treebank.head_word[word])
            if governor >= 0 and int(self._treebank.token[governor]) != token:
                return int(self._treebank.token[governor])
        return None
