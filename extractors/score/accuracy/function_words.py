"""Verdicts on negators and reflexives, which languages render without a word of their own, or by another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from extractors.formats.accuracy import LITERAL, OMITTED, RENDERED
from extractors.score.accuracy import roles
from extractors.score.accuracy.accuracy_findings import AccuracyFinding
from extractors.score.accuracy.hit_parts import HitPart
from extractors.score.accuracy.renderings import AlignedText, Keys, RenderedTexts, Shown
from extractors.score.accuracy.support import AGREE, FEWEST_TEXTS, MAJORITY, Support

REFLEXIVE_SHARE = 0.6
"""Of the other texts with the same verb, the share that has a reflexive where the verb needs one."""


@dataclass
class FunctionWords:
    """Finds verdicts on parts that are negators or reflexives; None where only their words can tell."""

    texts: RenderedTexts
    support: Support

    def negator(
        self, part: HitPart, number: int, shown: Sequence[Shown], others: Sequence[list[int]]
    ) -> AccuracyFinding | None:
        def negated(text: AlignedText, of_text: Shown) -> str | None:
            words = text.words[part.thing.segment]
            return next((words[p] for p in of_text.places if roles.is_negator(words[p])), None)

        word = negated(self.texts.texts[number], shown[number])
        if word:
            return AccuracyFinding(RENDERED, f"{word!r} negates")
        with_negator = sum(any(negated(self.texts.texts[o], shown[o]) for o in group) for group in others)
        if len(others) >= FEWEST_TEXTS and with_negator > MAJORITY * len(others):
            support = self.support.of(part.thing, number)
            own = [k for k in shown[number].keys if support[k] >= AGREE and self.support.tells(k)]
            if not own:
                return AccuracyFinding(OMITTED, f"no negation, which {with_negator} of {len(others)} other texts have")
        return None

    def reflexive(
        self, part: HitPart, number: int, shown: Sequence[Shown], others: Sequence[list[int]]
    ) -> AccuracyFinding | None:
        def reflexive(text: AlignedText, of_text: Shown) -> str | None:
            words = text.words[part.thing.segment]
            linked = next((words[p] for p in of_text.places if words[p].casefold() in roles.REFLEXIVES), None)
            return linked or next((w for w in words if w.casefold() in roles.REFLEXIVES), None)

        verbs = self.texts.shown(part.verb) if part.verb else [Shown((), frozenset())] * len(shown)
        word = reflexive(self.texts.texts[number], shown[number])
        of_others = [any(reflexive(self.texts.texts[o], shown[o]) for o in group) for group in others]
        if word:
            references = any(
                reflexive(self.texts.texts[o], shown[o]) for g in others for o in g if self.texts.texts[o].is_reference
            )
            if len(others) > FEWEST_TEXTS and not references and sum(of_others) < AGREE:
                return AccuracyFinding(
                    LITERAL,
                    f"{word!r}, where {len(others) - sum(of_others)} of {len(others)} other texts have no reflexive",
                )
            return AccuracyFinding(RENDERED, f"{word!r} is there")
        own: Keys = verbs[number].keys
        with_verb = [any(verbs[o].keys & own for o in group) for group in others]
        same = [has for has, is_same in zip(of_others, with_verb, strict=True) if is_same]
        by_reference = any(
            has and is_same and self.texts.texts[group[0]].is_reference
            for has, is_same, group in zip(of_others, with_verb, others, strict=True)
        )
        if (by_reference or len(same) >= AGREE) and sum(same) >= REFLEXIVE_SHARE * len(same):
            return AccuracyFinding(
                OMITTED, f"no reflexive, which {sum(same)} of {len(same)} other texts with this verb have"
            )
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
                        OMITTED, f"no reflexive, which reference {reference.name} has in the same words"
                    )
        return None


def _has_pair(words: Sequence[str], around: tuple[str, str]) -> bool:
    """Whether two words stand next to each other; an empty one is the edge of the segment."""
    folded = ["", *(word.casefold() for word in words), ""]
    return around in pairwise(folded)
