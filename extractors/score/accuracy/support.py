"""What the other texts of a segment have for a source word, nearly equal texts counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from extractors.score.accuracy.renderings import Keys, RenderedTexts, Thing

AGREE = 2
"""Other texts that must have a word, groups of nearly the same texts counted once, for it to be right."""
AGREE_SHARE = 0.15
"""The share of the other texts that must have it."""
MAJORITY = 0.5
"""What a larger share of the other texts has is what the source word means here."""
FEWEST_TEXTS = 3
"""With fewer other texts nothing is told from them."""
NEAR = 3
"""Words before and after a verb that must be those of the reference for its particle to be lost."""
AROUND = 4
"""How many words from the place where a translation is expected a word may stand that the aligner has missed."""
STEM = 5
"""Letters that two words have in common at their beginning, or as a whole word in the other, to be akin."""


@dataclass
class Support:
    """Finds what the other texts have.

    Attributes:
        frequent: words that are so common that they tell nothing.
        particles: those of separable verbs of the target language.
    """

    texts: RenderedTexts
    frequent: frozenset[str]
    particles: frozenset[str]
    _long: dict[Keys, list[str]] = field(default_factory=dict, repr=False)

    def of(self, thing: Thing, number: int) -> Counter[str]:
        """How many of the other groups have each key for a thing; under an empty key those that have any word."""
        own = self.texts.group[number]
        having = self.texts.having(thing).items()
        return Counter({key: n for key, groups in having if (n := len(groups) - (own in groups))})

    def tells(self, key: str) -> bool:
        return key.removeprefix("\0") not in self.frequent

    def is_beside(self, keys: Collection[str], segment: int, others: Sequence[int]) -> bool:
        """Whether a reference among some texts, or enough of these, have one of the keys of a word."""
        having = [o for o in others if not self.texts.texts[o].has(segment).isdisjoint(keys)]
        return len({self.texts.group[o] for o in having}) >= AGREE or any(
            self.texts.texts[o].is_reference for o in having
        )

    def akin(self, support: Mapping[str, int], least: float, has: Keys) -> tuple[str, str] | None:
        """A word of the text that begins or ends like one that enough other texts have: compounds, derivations."""
        told = [k for k, count in support.items() if count >= least and len(word_of(k)) >= STEM and self.tells(k)]
        forms = self._long_forms(has) if told else []
        for key in sorted(told, key=lambda k: (-support[k], k)):
            word = word_of(key)
            for form in forms:
                shorter, longer = sorted((form, word), key=len)
                # `lehnen` in `ablehnen` is no derivation, but the verb without its particle.
                if longer.removesuffix(shorter) in self.particles:
                    continue
                if shorter in longer or word[:STEM] == form[:STEM]:
                    return form, key
        return None

    def _long_forms(self, keys: Keys) -> list[str]:
        forms = self._long.get(keys)
        if forms is None:
            forms = self._long[keys] = sorted({form for key in keys if len(form := word_of(key)) >= STEM})
        return forms


def word_of(key: str) -> str:
    """The word of a key, which is a form, or a lemma behind a NUL."""
    return key.removeprefix("\0")
