"""Negative prefix deleted: `unmöglich` becomes `möglich`."""

from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._english import with_article
from challenge_sets_suites.contrastive._negation import NOT_NEGATIVE, opposite_known


class AffixDeleted(ErrorMaker):
    """Deletes the prefix `un` of an adjective, adverb or noun, if the rest is a word of the corpora of its kind."""

    category = "polarity_deletion"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for word in text.words:
            rest = word.lower[2:]
            if not word.lower.startswith("un") or word.upos not in ("ADJ", "ADV", "NOUN") or word.lower in NOT_NEGATIVE:
                continue
            if not word.whole or text.hyphenated(word) or not opposite_known(rest, resources, word.upos):
                continue
            form = rest.capitalize() if word.upos == "NOUN" and self.language == "de" else rest
            contrastive = with_article(text, word, form) if self.language == "en" else text.replaced(word, form)
            yield Candidate((contrastive,), (word.form,))
