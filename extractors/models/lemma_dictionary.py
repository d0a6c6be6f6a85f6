"""Lemmas of words from the dictionaries of simplemma."""

from simplemma import __version__
from simplemma.strategies import DictionaryLookupStrategy
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

OF_LANGUAGE = {"hr": "hbs", "no": "nb"}
"""The dictionaries that are named otherwise than the language."""
NOT_LOOKED_UP = frozenset(("PROPN", "PUNCT", "NUM", "SYM", "X"))
"""Parts of speech that dictionaries do not hold."""


class LemmaDictionary:
    """The dictionary of a language (ISO 639 code), which is empty if simplemma has none.

    A process reads it once, when a word is first looked up: up to 4 s and 0.5 GB.
    """

    signature = f"simplemma:{__version__}"

    def __init__(self, language: str) -> None:
        code = OF_LANGUAGE.get(language, language)
        self._code = code if code in SUPPORTED_LANGUAGES else None
        self._words = DictionaryLookupStrategy()

    @property
    def is_empty(self) -> bool:
        return self._code is None

    def lemma(self, form: str, upos: str | None = None) -> str | None:
        """Look up the lemma of a word; return None if it is not known."""
        if self._code is None or upos in NOT_LOOKED_UP:
            return None
        lemma = self._words.get_lemma(form, self._code)
        is_german_noun = self._code == "de" and upos == "NOUN"
        if lemma is None and form[:1].isupper() and not is_german_noun:
            lemma = self._words.get_lemma(form.lower(), self._code)
        return lemma
