"""Negative prefix inserted: `möglich` becomes `unmöglich`."""

from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._english import with_article
from challenge_sets_suites.contrastive._negation import NOT_NEGATIVE, UN_ADJECTIVE, opposite_known


class AffixInserted(ErrorMaker):
    """Puts `un` before an adjective, adverb or noun, if the result is a word.

    The corpora have it as a word of its kind, or it is a German adjective known to have such an opposite.
    """

    category = "polarity_insertion"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        for word in text.words:
            negative = "un" + word.lower
            if word.upos not in ("ADJ", "ADV", "NOUN") or len(word.form) < 4 or negative in NOT_NEGATIVE:
                continue
            listed = self.language == "de" and word.upos == "ADJ" and UN_ADJECTIVE.fullmatch(word.lower)
            if not word.whole or text.hyphenated(word) or word.feats.get("Degree") in ("Cmp", "Sup"):
                continue
            if not (listed or opposite_known(negative, resources, word.upos)):
                continue
            contrastive = with_article(text, word, negative) if self.language == "en" else text.replaced(word, negative)
            yield Candidate((contrastive,), (word.form,))
