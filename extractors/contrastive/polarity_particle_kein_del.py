"""Negative determiner made positive: `kein Haus` becomes `ein Haus`; in English `no` becomes `a`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from extractors.contrastive import Candidate, ErrorMaker, Resources, TargetText
from extractors.contrastive._english import article, countable
from extractors.contrastive._german import may_be_plural, noun_phrase
from extractors.contrastive._negation import neighbours

FIXED = {"fall", "weise", "wunder", "ahnung", "umständen", "angst", "lust", "recht", "longer", "means", "doubt", "way", "matter"}
"""Nouns that `kein` or `no` has a fixed sense with, or that have no article without it."""


class KeinDeleted(ErrorMaker):
    """Replaces the negative determiner of a singular noun by the indefinite article of the same case and gender."""

    languages = ("de", "en")

    def make(self, text: TargetText, resources: Resources, rng: Random) -> Iterator[Candidate]:
        for word in text.words:
            if word.upos != "DET" or not word.whole or text.hyphenated(word) or text.question(word):
                continue
            new = self._german(text, word.lower) if self.language == "de" else None
            noun = noun_phrase(text, word)
            if noun is None or noun.lower in FIXED or text.hyphenated(noun) or noun.number_feature != "Sing":
                continue
            before, after = neighbours(text, word)
            if self.language == "de":
                plural = word.lower in ("keine", "keiner", "keinen") and not self._singular(word.lower, noun.form, resources)
                if new is None or plural or before in ("so", "gar", "überhaupt", "und", "oder") or after in ("einziger", "einzige"):
                    continue
            elif word.lower != "no" or not countable(noun, resources) or before in ("or", "and", "with", "is"):
                continue
            elif after in ("other", "one", "longer", "more", "such", "less"):
                continue
            else:
                new = article(after)
            yield Candidate(text.replaced(word, new), (), None)

    @staticmethod
    def _german(text: TargetText, form: str) -> str | None:
        stem, ending = form[:4], form[4:]
        return form[1:] if stem == "kein" and ending in ("", "e", "en", "em", "er", "es") else None

    @staticmethod
    def _singular(form: str, noun: str, resources: Resources) -> bool:
        """Whether `keine`, `keiner` or `keinen` stands before a singular, as the article `ein` would."""
        found = resources.noun_endings.get(noun.lower(), {})
        if form == "keinen":
            return not may_be_plural(noun, resources) and not noun.endswith("n")
        return any(found.get(other) for other in ("eine", "einer", "zur", "jede", "jeder"))
