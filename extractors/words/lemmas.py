"""Decide which words of the target language are the same: by form, or by lemma in a dictionary.

No text is parsed: a parser errs more on bad sentences than on good ones, and a system would be charged with its errors.
The price is that a form has one lemma, whatever its sentence (that of `left` is `left`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from extractors.core.logs import log
from extractors.words.roles import ENGLISH_VERBS, PARTICLES, REFLEXIVES

CONJUNCTIONS = frozenset(["und", "oder", "aber", "sondern", "denn", "als"])  # codespell:ignore oder,als
"""Words that a new clause or phrase begins with, before which a particle may stand."""
SENTENCE_ENDS = frozenset(".!?:;")
NEAR, NEXT = 5, 2
"""Words that an English verb may stand before its particle: one that does not end its clause is next to the verb or
one word away, or it is a preposition (`took the path down the hill`)."""

NO_LEMMAS = "none"
"""The signature where words are compared by their forms only."""


class TargetLemmas:
    """The lemmas of word forms, and of separated verbs.

    Args:
        lemma: gives that of a form, None where it knows none.
        language: whose separated verbs are looked for.
        signature: what gives lemmas.
    """

    def __init__(
        self,
        lemma: Callable[[str], str | None] = lambda _: None,
        *,
        language: str = "",
        signature: str = NO_LEMMAS,
    ) -> None:
        self.signature, self._language = signature, language
        self._particles = PARTICLES.get(language, frozenset())
        self._lemma, self._whole = cache(lemma), cache(self._find_whole)
        self.keys = cache(self._keys_of)
        """The keys of a form: the form and its lemma, in lower case. Words that share a key are the same."""

    @classmethod
    def of(cls, language: str, compare: str = "lemmas") -> TargetLemmas:
        """Load the dictionary of a language; it has no lemmas if there is none, or if `forms` are to be compared."""
        if compare == "forms":
            return cls()
        # Here, not above: the base shows results without dictionaries.
        from extractors.models.lemma_dictionary import LemmaDictionary

        dictionary = LemmaDictionary(language)
        if dictionary.is_empty:
            log.warning(
                "no dictionary of %s: words are compared by their forms only, so an inflected form is missed",
                language,
            )
            return cls()
        return cls(dictionary.lemma, language=language, signature=dictionary.signature)

    def _keys_of(self, form: str) -> tuple[str, ...]:
        lemma = self._lemma(form)
        # The null keeps forms and lemmas apart: the form `saw` (of `see`) is not the lemma of `sawed`.
        return (form.casefold(),) if lemma is None else (form.casefold(), f"\0{lemma.casefold()}")

    def both_keys(self, words: Sequence[str]) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        """Return the keys of each word of a segment, first as in an output, then as in a reference.

        In an output both parts of a separated verb have the key of the whole besides their own, in a reference alone,
        since one of them is another verb. A reflexive of a reference has its form alone: `mich` and `ich` have one
        lemma.
        """
        output_keys = [self.keys(word) for word in words]
        # The first key is the word in lower case.
        reference_keys = [keys[:1] if keys[0] in REFLEXIVES else keys for keys in output_keys]
        for verb, particle, lemma in self.separated(words):
            for number in (verb, particle):
                output_keys[number] = (*output_keys[number], f"\0{lemma}")
                reference_keys[number] = (f"\0{lemma}",)
        return output_keys, reference_keys

    def separated(self, words: Sequence[str]) -> list[tuple[int, int, str]]:
        """Find the separated verbs of a segment: numbers of verb and particle, and the lemma of the whole.

        The verb is the nearest before a particle that makes a verb with it, in the same sentence. A German particle
        must end its clause; an English one must follow within five words, or two where it does not.
        """
        verbs: list[tuple[int, int, str]] = []
        for number, particle in enumerate(words):
            if particle not in self._particles:
                continue
            ends = _ends_clause(words, number)
            reach = _reach(self._language, number, ends)
            for verb in range(number - 1, max(number - reach, 0) - 1, -1):
                if words[verb] in SENTENCE_ENDS:
                    break
                whole = self._whole(words[verb], particle) if _may_be_separated(words, verb) else None
                # A verb that has its particle takes no second one.
                if whole is not None and not any(verb == other for other, _, _ in verbs):
                    verbs.append((verb, number, whole))
                    break
        return verbs

    def _find_whole(self, verb: str, particle: str) -> str | None:
        """Find the lemma of a whole verb: a German one must be in the dictionary with `zu` inside (`anzumelden`)."""
        form = verb.lower()
        lemma = (self._lemma(form) or form).lower()
        if self._language == "en":
            return f"{lemma} {particle}" if lemma in ENGLISH_VERBS else None
        for infinitive in (form, lemma):
            if self._lemma(f"{particle}zu{infinitive}"):
                whole = particle + infinitive
                return (self._lemma(whole) or whole).casefold()
        return None


def _reach(language: str, number: int, ends: bool) -> int:
    """Return how many words before a particle its verb may stand. `ends`: whether the particle ends its clause."""
    if language == "en":
        return NEAR if ends else NEXT
    # A German particle finds its verb at any distance, but only from the end of its clause.
    return number if ends else 0


def _may_be_separated(words: Sequence[str], verb: int) -> bool:
    """Return whether a word is neither a noun (capital within a sentence) nor the verb at the end of another clause."""
    is_first = verb == 0 or not words[verb - 1][-1:].isalnum()
    return (is_first or not words[verb][:1].isupper()) and not _ends_clause(words, verb)


def _ends_clause(words: Sequence[str], number: int) -> bool:
    after = words[number + 1] if number + 1 < len(words) else "."
    return not any(map(str.isalnum, after)) or after.casefold() in CONJUNCTIONS
