"""Verdicts on negators and reflexives, which languages render without a word of their own, or by another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from extractors.formats.accuracy import OMITTED, RENDERED, UNDECIDED
from extractors.score.accuracy import roles
from extractors.score.accuracy.evidence import nearest
from extractors.score.accuracy.hit_parts import AccuracyFinding, HitPart, Parts
from extractors.score.accuracy.negators import NegativeWords
from extractors.score.accuracy.renderings import AlignedText, RenderedTexts, Shown
from extractors.score.accuracy.support import AGREE, AROUND, FEWEST_TEXTS, MAJORITY, Support

MOST = 0.8
"""Of the other texts, the share that must have a negator for one to be omitted."""
EMPHATIC = frozenset(["selbst", "selber", "einander"])
"""Words of the target language that can stand for a reflexive."""


@dataclass
class FunctionWords:
    """Finds verdicts on parts that are negators or reflexives; None where only their words can tell."""

    texts: RenderedTexts
    parts: Parts
    support: Support
    negative: NegativeWords

    def negator(
        self, part: HitPart, number: int, shown: Sequence[Shown], others: Sequence[list[int]]
    ) -> AccuracyFinding | None:
        """Omitted, if nearly all others have a negator, and this text nothing that may stand for one."""
        segment, text, own = part.thing.segment, self.texts.texts[number], shown[number]
        word = self._negator(text, segment, own)
        if word:
            return AccuracyFinding(RENDERED, f"{word!r} negates")
        negated = [[o for o in group if self._negator(self.texts.texts[o], segment, shown[o])] for group in others]
        count = sum(map(bool, negated))
        if len(others) < FEWEST_TEXTS or count <= MOST * len(others):
            return None
        having = [o for group in negated for o in group]
        if _negators(text.words[segment]) >= min(_negators(self.texts.texts[o].words[segment]) for o in having):
            return AccuracyFinding(UNDECIDED, f"nothing is linked to {part.name!r}, but there are negators enough")
        replacing = self._in_place_of(part, number, having)
        if replacing:
            return AccuracyFinding(UNDECIDED, f"no negator for {part.name!r}, but {replacing!r} may stand for it")
        share = count / len(others)
        return AccuracyFinding(OMITTED, f"no negation, which {count} of {len(others)} other texts have", share)

    def _negator(self, text: AlignedText, segment: int, shown: Shown) -> str | None:
        words = text.words[segment]
        return next((words[p] for p in shown.places if roles.is_negator(words[p])), None)

    def _in_place_of(self, part: HitPart, number: int, others: Sequence[int]) -> str | None:
        """A word of a text that may stand for a negator: a listed one, or one where the negator is expected.

        It is none that the texts with a negator have, too, beside it; and a listed one renders no other content word.

        Args:
            others: the texts that have a negator.
        """
        text, segment = self.texts.texts[number], part.thing.segment
        words, shown = text.words[segment], text.shown[segment]
        own = {*part.thing.tokens, *(part.governor.tokens if part.governor else ())}
        rendering = {
            p
            for token, places in shown.items()
            if token not in own and self.parts.is_content(segment, token)
            for p in places
        }
        centres = [nearest(token, shown, len(words)) for token in part.thing.tokens]
        centres += [p for token in own for p in shown.get(token, ())]
        near = {p for p in range(len(words)) if any(abs(p - centre) <= AROUND for centre in centres)}
        telling = {p for p in near if any(map(str.isalpha, words[p])) and self.support.tells(words[p].casefold())}
        for place in sorted((self.negative.places(words) - rendering) | telling):
            if not self.support.is_beside(text.keys[segment][place], segment, others):
                return words[place]
        return None

    def reflexive(
        self, part: HitPart, number: int, shown: Sequence[Shown], others: Sequence[list[int]]
    ) -> AccuracyFinding | None:
        """Omitted, if only the reflexive lacks in the words of a reference: verbs without one are no error by that."""
        segment, text = part.thing.segment, self.texts.texts[number]
        of_others = [any(_reflexive(self.texts.texts[o], segment) for o in group) for group in others]
        word = _reflexive(text, segment) or next((w for w in text.words[segment] if w.casefold() in EMPHATIC), None)
        if word:
            by_reference = any(
                _reflexive(self.texts.texts[o], segment) for g in others for o in g if self.texts.texts[o].is_reference
            )
            if len(others) > FEWEST_TEXTS and not by_reference and sum(of_others) < AGREE:
                lacking = len(others) - sum(of_others)
                return AccuracyFinding(
                    UNDECIDED, f"{word!r}, where {lacking} of {len(others)} other texts have no reflexive"
                )
            return AccuracyFinding(RENDERED, f"{word!r} is there")
        dropped = self._dropped_reflexive(part, number, shown, others)
        if dropped:
            return dropped
        if len(others) >= FEWEST_TEXTS and sum(of_others) <= MAJORITY * len(others):
            return AccuracyFinding(RENDERED, "part of the verb, as in most other texts")
        return None

    def _dropped_reflexive(
        self, part: HitPart, number: int, shown: Sequence[Shown], others: Sequence[list[int]]
    ) -> AccuracyFinding | None:
        """Omitted, if this text has a reference's words around its reflexive next to each other, as no other text."""
        segment = part.thing.segment
        words = self.texts.texts[number].words[segment]
        for reference, of_reference in zip(self.texts.texts, shown, strict=True):
            if not reference.is_reference:
                continue
            there = ["", *(word.casefold() for word in reference.words[segment]), ""]
            for place in of_reference.places:
                around = there[place], there[place + 2]
                if there[place + 1] not in roles.REFLEXIVES or not _has_pair(words, around):
                    continue
                texts = [self.texts.texts[o].words[segment] for group in others for o in group]
                if not any(_has_pair(other, around) for other in texts):
                    return AccuracyFinding(
                        OMITTED,
                        f"no reflexive, which reference {reference.name} has in the same words",
                        1 / len(others),
                    )
        return None


def _reflexive(text: AlignedText, segment: int) -> str | None:
    return next((w for w in text.words[segment] if w.casefold() in roles.REFLEXIVES), None)


def _negators(words: Sequence[str]) -> int:
    return sum(map(roles.is_negator, words))


def _has_pair(words: Sequence[str], around: tuple[str, str]) -> bool:
    """Whether two words stand next to each other; an empty one is the edge of the segment."""
    folded = ["", *(word.casefold() for word in words), ""]
    return around in pairwise(folded)
