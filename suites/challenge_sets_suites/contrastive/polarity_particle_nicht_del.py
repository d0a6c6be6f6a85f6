"""Negation deleted: `er kommt nicht` becomes `er kommt`; in English `not` and `n't`."""

from collections.abc import Iterator

from challenge_sets_suites.contrastive import Candidate, ErrorMaker, Resources, TargetText
from challenge_sets_suites.contrastive._negation import neighbours
from challenge_sets_suites.contrastive._texts import PlacedWord
from challenge_sets_suites.contrastive._words import words, words_by_language

FIXED_BEFORE = words_by_language("before_not")
"""Words that have a fixed sense before a negation: without it they mean something else, or nothing."""
FIXED_AFTER = words_by_language("after_not")
WHOLE = {"wo": "will", "ca": "can", "sha": "shall"}
"""English auxiliaries as they stand before `n't`, and by themselves."""
POLAR = words("polar")


class NichtDeleted(ErrorMaker):
    """Deletes a negation.

    Left alone are fixed phrases (`nicht nur`, `nicht mehr`), questions, `nicht ... sondern`, and English clauses with
    words that need the negation (`not ... any`), so that only the meaning is wrong.
    """

    category = "polarity_deletion"

    def make(self, text: TargetText, resources: Resources) -> Iterator[Candidate]:
        del resources
        for word in text.words:
            wanted = ("nicht",) if self.language == "de" else ("not", "n't", "n’t")
            if word.lower in wanted and self._changes_the_meaning(text, word):
                yield Candidate((self._deleted(text, word),))

    def _changes_the_meaning(self, text: TargetText, word: PlacedWord) -> bool:
        before, after = neighbours(text, word)
        if word.number in text.firsts or text.question(word) or (word.form == "nicht" and text.hyphenated(word)):
            return False
        if before in FIXED_BEFORE[self.language] or after in FIXED_AFTER[self.language]:
            return False
        rest = {other.lower for other in text.sentence_of(word) if other.number > word.number}
        if self.language == "de":
            # `bevor wir nicht fertig sind` is `bevor wir fertig sind`.
            opened = {other.lower for other in text.sentence_of(word) if other.number < word.number}
            unclear = rest & {"sondern", "brauchen", "vielmehr"} or opened & {"bis", "bevor", "ehe", "solange"}
            return not unclear and before not in ("", ",") and word.upos == "PART"
        previous = text.previous(word)
        return (
            not rest & POLAR
            and not {"at", "all"} <= rest
            and before not in ("", ",")
            and previous is not None
            and previous.upos == "AUX"
        )

    def _deleted(self, text: TargetText, word: PlacedWord) -> str:
        before = text.previous(word)
        if before is not None and before.upos == "AUX" and before.end == word.start:
            whole = WHOLE.get(before.lower, before.lower)
            return text.replaced(before, whole)[: before.start + len(whole)] + text.text[word.end :]
        return text.without(word.start, word.end)
