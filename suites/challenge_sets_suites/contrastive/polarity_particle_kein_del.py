"""Negative determiner made positive: `kein Haus` becomes `ein Haus`; in English `no` becomes `a`."""

from collections import Counter
from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._english import article, countable
from challenge_sets_suites.contrastive._german import may_be_plural, noun_phrase
from challenge_sets_suites.contrastive._negation import neighbours
from challenge_sets_suites.contrastive._texts import PlacedWord
from challenge_sets_suites.contrastive._words import words

FIXED = words("fixed_with_no")
"""Nouns that `kein` or `no` has a fixed sense with, or that have no article without it."""
FORMS = ("kein", "keine", "keinen", "keinem", "keiner", "keines")


class KeinDeleted(ErrorMaker):
    """Replaces the negative determiner of a singular noun by the indefinite article of the same case and gender."""

    category = "polarity_deletion"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        article_of = self._german if self.language == "de" else self._english
        for word in text.words:
            if word.upos != "DET" or not word.whole or text.hyphenated(word) or text.question(word):
                continue
            noun = noun_phrase(text, word)
            if noun is None or noun.lower in FIXED or text.hyphenated(noun) or noun.number_feature != "Sing":
                continue
            if new := article_of(text, word, noun, resources):
                yield Candidate((text.replaced(word, new),))

    @staticmethod
    def _german(text: TargetText, word: PlacedWord, noun: PlacedWord, resources: Resources) -> str | None:
        """Return the article for `kein`; None if the noun may be a plural, which has none, or the phrase is fixed."""
        before, after = neighbours(text, word)
        if word.lower not in FORMS or before in ("so", "gar", "überhaupt", "und", "oder"):
            return None
        articles = resources.noun_endings.get(noun.lower, Counter())
        feminine = any(articles[form] for form in ("eine", "einer", "zur", "jede", "jeder"))
        plural = word.lower in ("keine", "keiner") and not feminine
        plural |= word.lower == "keinen" and (may_be_plural(noun.form, resources) or noun.lower.endswith("n"))
        return None if plural or after in ("einziger", "einzige") else word.lower[1:]

    @staticmethod
    def _english(text: TargetText, word: PlacedWord, noun: PlacedWord, resources: Resources) -> str | None:
        """Return the article for `no`; None if the noun does not take one, or the phrase is fixed."""
        before, after = neighbours(text, word)
        fixed = before in ("or", "and", "with", "is") or after in ("other", "one", "longer", "more", "such", "less")
        return None if fixed or word.lower != "no" or not countable(noun, resources) else article(after)
