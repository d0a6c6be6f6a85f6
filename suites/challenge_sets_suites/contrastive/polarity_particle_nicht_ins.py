"""Negation inserted: `sie haben das Haus verkauft` becomes `sie haben das Haus nicht verkauft`."""

from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._negation import has_negation
from challenge_sets_suites.contrastive._texts import PlacedWord

SEPARATE = ("nsubj", "cop", "aux", "expl", "mark")
"""Relations of words before a predicative adjective that are no part of its phrase."""


class NichtInserted(ErrorMaker):
    """Inserts `nicht` or `not` where it may stand and the corpora have it between the same two parts of speech.

    That is, in German, before a predicative adjective with its adverbs and before a participle or an infinitive that
    ends its clause; in English behind the first auxiliary of a statement. Sentences with another negation and questions
    are left alone.
    """

    category = "polarity_insertion"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        places = self._german if self.language == "de" else self._english
        for word in text.words:
            place = places(text, word)
            before = text.previous(place) if place else None
            if place is None or before is None or has_negation(text, word, self.language) or text.question(word):
                continue
            if resources.negated[before.kind, place.kind] and text.text[place.start - 1 : place.start] == " ":
                negation = "nicht" if self.language == "de" else "not"
                yield Candidate((text.inserted(place, negation),))

    def _german(self, text: TargetText, word: PlacedWord) -> PlacedWord | None:
        """Find the word to insert `nicht` before, if `word` is a predicate that can be negated."""
        finite = [w for w in text.children(word, "aux", "cop") if w.finite]
        after = text.next(word)
        if len(finite) != 1 or not text.children(word, "nsubj") or word.deprel == "conj":
            return None
        if any(child.lower == "ob" for child in text.children(word)):
            # `ob er nicht kommt` asks what `ob er kommt` asks.
            return None
        if word.upos == "ADJ" and "Case" not in word.feats and finite[0].relation == "cop":
            place = word
            while (previous := text.previous(place)) and previous.head == word.number and previous.upos == "ADV":
                place = previous
            before = text.previous(place)
            if before is not None and before.head in (word.number, place.number) and before.relation not in SEPARATE:
                # `zwei Jahre alt`: what belongs to the adjective has been reached, but not its start.
                return None
            return place if place.number > finite[0].number or after in finite else None
        nonfinite = word.upos == "VERB" and (word.participle or word.infinitive) and finite[0].lemma != "sein"
        ends = after is not None and (after.upos == "PUNCT" or after in finite or after.lower in ("werden", "worden"))
        return word if nonfinite and ends else None

    def _english(self, text: TargetText, word: PlacedWord) -> PlacedWord | None:
        """Find the word to insert `not` before, the one after `word`, if this is an auxiliary that can be negated."""
        if word.upos != "AUX" or not word.finite or word.relation not in ("aux", "cop") or word.head <= word.number:
            return None
        head = text.words[word.head]
        first = text.children(head, "aux", "cop")[0].number == word.number
        subject_before = any(w.number < word.number for w in text.children(head, "nsubj", "expl"))
        touched = word.form[:1] in "'’" or text.text[word.end : word.end + 1] != " "
        return text.next(word) if first and subject_before and not touched else None
