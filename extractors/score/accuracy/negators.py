"""Negators of the target language: the grammatical ones, and what a translation can have in their place.

`He did not succeed` is *scheiterte*, *erfolglos* or *ohne Erfolg*. What can stand for a negator is listed in
config/phenomena.yaml: words with all their forms, phrases, prefixes and suffixes.
"""

from collections.abc import Sequence

from extractors.score.accuracy.lexicon import LemmaLexicon

FEWEST_LETTERS = 4
"""Of the rest of a word for its beginning or end to be an affix."""


class NegativeWords:
    """Finds the words of a text that can stand for a negator.

    Args:
        listed: words, phrases, prefixes (`un-`) and suffixes (`-less`).
        lexicon: the lemmas of words.
    """

    def __init__(self, listed: Sequence[str], lexicon: LemmaLexicon) -> None:
        self._lexicon = lexicon
        # As the keys of words are: ß is ss.
        folded = [entry.casefold() for entry in listed]
        self._prefixes = [entry[:-1] for entry in folded if entry.endswith("-")]
        self._suffixes = [entry[1:] for entry in folded if entry.startswith("-")]
        # By their first word.
        self._phrases: dict[str, list[list[str]]] = {}
        for entry in folded:
            if not entry.startswith("-") and not entry.endswith("-"):
                self._phrases.setdefault(entry.split()[0], []).append(entry.split())

    def places(self, words: Sequence[str]) -> set[int]:
        """The words of a segment that can stand for a negator, of a phrase all."""
        forms = [{key.removeprefix("\0") for key in self._lexicon.keys(word)} for word in words]
        found = set()
        for place, of_word in enumerate(forms):
            if any(self._has_affix(form) for form in of_word):
                found.add(place)
            for first in of_word & self._phrases.keys():
                for phrase in self._phrases[first]:
                    there = forms[place : place + len(phrase)]
                    if len(there) == len(phrase) and all(p in f for p, f in zip(phrase, there, strict=True)):
                        found.update(range(place, place + len(phrase)))
        return found

    def _has_affix(self, form: str) -> bool:
        """Whether a form is a known word with a prefix or suffix."""
        rests = [form.removeprefix(p) for p in self._prefixes] + [form.removesuffix(s) for s in self._suffixes]
        return any(rest != form and len(rest) >= FEWEST_LETTERS and self._lexicon.knows(rest) for rest in rests)
