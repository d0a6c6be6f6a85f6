"""Rare name with two letters swapped: `Karamanlis` becomes `Karamalnis`."""

from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._texts import PlacedWord

SHORTEST = 5
"""Letters of a name at least."""


class Transliteration(ErrorMaker):
    """Swaps two neighbouring letters within a name that the training data does not have.

    Without counts of the training data these are the names that the corpora have once. A word is a name if the parser
    says so, if it has one capital, in front, and, where the source is written in the same letters, if it stands there
    too.
    """

    category = "unseen_word"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for word in text.words:
            if not word.whole or not _is_name(text, word, resources) or resources.rarity(word.form) > 0:
                continue
            letters = word.form
            places = [i for i in range(1, len(letters) - 1) if letters[i] != letters[i + 1]]
            swapped = [letters[:i] + letters[i + 1] + letters[i] + letters[i + 2 :] for i in places]
            unknown = [form for form in swapped if not resources.classes.get(form.lower())]
            if unknown:
                yield Candidate(tuple(text.replaced(word, form) for form in unknown), (word.form,))


def _is_name(text: TargetText, word: PlacedWord, resources: Resources) -> bool:
    form = word.form
    shaped = len(form) >= SHORTEST and form.isalpha() and form[0].isupper() and form[1:].islower()
    if word.upos != "PROPN" or not shaped or text.hyphenated(word) or resources.forms[form.lower()]:
        return False
    same_letters = any("a" <= letter <= "z" for letter in text.source.lower())
    return not same_letters or form in text.source_forms
