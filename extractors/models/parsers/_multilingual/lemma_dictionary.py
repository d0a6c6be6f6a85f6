"""Lemmas of words that no treebank of the parser has, from the dictionaries of simplemma."""

from simplemma.strategies import DictionaryLookupStrategy
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES, DefaultDictionaryFactory

OF_LANGUAGE = {"hr": "hbs", "no": "nb"}
"""The dictionaries that are named otherwise than the language."""
NOT_LOOKED_UP = frozenset(("PROPN", "PUNCT", "NUM", "SYM", "X"))
"""Parts of speech that dictionaries do not hold."""


class LemmaDictionary:
    """The dictionary of a language (ISO 639 code), which is empty if simplemma has none."""

    def __init__(self, language: str) -> None:
        code = OF_LANGUAGE.get(language, language)
        self._code = code if code in SUPPORTED_LANGUAGES else None
        # One language's takes 0.1 to 0.5 GB.
        self._words = DictionaryLookupStrategy(DefaultDictionaryFactory(cache_max_size=1))

    def lemma(self, form: str, upos: str) -> str | None:
        """The lemma of a word; None if it is not known."""
        if self._code is None or upos in NOT_LOOKED_UP:
            return None
        found = self._words.get_lemma(form, self._code)
        is_german_noun = self._code == "de" and upos == "NOUN"
        if found is None and form[:1].isupper() and not is_german_noun:
            found = self._words.get_lemma(form.lower(), self._code)
        return found
