"""Indefinite article made negative: `ein Haus` becomes `kein Haus`; in English `a` becomes `no`."""

from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._german import noun_phrase
from challenge_sets_suites.contrastive._negation import has_negation, neighbours
from challenge_sets_suites.contrastive._words import words

QUANTITIES = words("quantities")
FIXED_BEFORE = words("before_article")


class KeinInserted(ErrorMaker):
    """Replaces the indefinite article of a noun by the negative determiner of the same case and gender.

    Quantities (`ein paar`, `a lot`), comparisons, questions and sentences with another negation are left alone.
    """

    category = "polarity_insertion"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        del resources
        forms = ("ein", "eine", "einen", "einem", "einer", "eines") if self.language == "de" else ("a", "an")
        for word in text.words:
            if word.lower not in forms or word.upos != "DET" or not word.whole or text.hyphenated(word):
                continue
            noun = noun_phrase(text, word)
            before, after = neighbours(text, word)
            if noun is None or noun.lower in QUANTITIES or after in QUANTITIES or before in FIXED_BEFORE:
                continue
            opened = {other.lower for other in text.sentence_of(word) if other.number < word.number}
            if opened & {"ob", "whether"}:
                # `ob kein Gericht` asks what `ob ein Gericht` asks.
                continue
            if before.isdecimal() or text.question(word) or has_negation(text, word, self.language):
                continue
            yield Candidate((text.replaced(word, f"k{word.lower}" if self.language == "de" else "no"),))
