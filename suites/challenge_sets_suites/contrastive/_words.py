from functools import cache
from pathlib import Path
from typing import Any

from extractors.core import yamlfile


@cache
def _table() -> Any:
    return yamlfile.load(Path(__file__).with_name("words.yaml")).data


def words(name: str) -> frozenset[str]:
    """Return the words of an entry."""
    return frozenset(_table()[name].split())


def words_by_language(name: str) -> dict[str, frozenset[str]]:
    """Return the words of an entry for each target language."""
    return {language: frozenset(text.split()) for language, text in _table()[name].items()}


def alternatives(name: str, language: str | None = None) -> str:
    """Join the expressions of an entry, or of one language if it has several, as alternatives in one expression."""
    entry = _table()[name]
    return "|".join((entry if language is None else entry[language]).split())
