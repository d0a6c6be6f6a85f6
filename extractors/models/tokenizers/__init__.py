"""Raw text into surface tokens by rules alone, the same on both sides of a corpus.

The words of a parse and the words of a reference must be cut by one rule, or an alignment compares
unlike things: so the spaCy parser and the aligners both come here. A language is cut by spaCy's
tokenizer for it; a module of this package named after the language (`de.py`) may amend that
tokenizer and say which surface tokens are several syntactic words.
"""

import sys
from collections.abc import Callable
from contextlib import nullcontext
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

from extractors.core.imports import is_own_process, standing_in, without
from extractors.models.tokenizers._base import Piece, Token, cut, rule_tokenizer

__all__ = ["Token", "surface_tokens", "tokenizer", "tokens"]

Tokenizer = Callable[[str], list[Token]]
ON_TORCH = ("spacy_transformers", "spacy_curated_transformers")
"""Packages whose spaCy pipelines run on PyTorch."""


def tokens(text: str, language: str) -> list[Token]:
    """Cut a text into surface tokens with their syntactic words, in order; none for white space.

    Their forms, put together, are the text without white space and invisible characters, whatever the text is.

    Args:
        language: ISO 639 code (two or three letters).
    """
    return _by_rules(language)(text)


def surface_tokens(text: str, language: str) -> list[str]:
    """Cut a text into surface tokens, and return their forms alone."""
    return [token.form for token in tokens(text, language)]


def tokenizer(language: str, trained: Any) -> Tokenizer:
    """Return the function that cuts text for a spaCy pipeline with the tokenizer `trained`.

    A language with rules of its own here is cut by them, since a model of it wants syntactic words.
    Any other is cut as the pipeline was trained, which for some takes a library, not rules.
    """
    if language in _languages_with_rules():
        return _by_rules(language)
    return lambda text: _one_word_each(cut(trained, text))


@cache
def _by_rules(language: str) -> Tokenizer:
    _import_spacy()
    if language in _languages_with_rules():
        rules = import_module(f"{__name__}.{language}")
        amended = rule_tokenizer(language, rules.amend)
        group: Callable[[list[Piece]], list[Token]] = rules.group
        return lambda text: group(cut(amended, text))
    blank = rule_tokenizer(language)
    return lambda text: _one_word_each(cut(blank, text))


def _import_spacy() -> None:
    """Import spaCy without PyTorch, unless PyTorch is loaded or a pipeline may run on it; it stays importable.

    thinc, which spaCy stands on, takes PyTorch along wherever that is installed: two seconds of CPU time and 150 MB for
    who only wants rules. In a program of ours it goes without its commands, too, which take a third of the time.
    """
    can_do_without = "torch" not in sys.modules and not any(map(find_spec, ON_TORCH))
    commands = standing_in("spacy.cli", "spacy.cli.info", info=None) if is_own_process() else nullcontext()
    with without("torch") if can_do_without else nullcontext(), commands:
        import spacy  # noqa: F401


@cache
def _languages_with_rules() -> frozenset[str]:
    return frozenset(module.name for module in iter_modules(__path__) if module.name[0] != "_")


def _one_word_each(pieces: list[Piece]) -> list[Token]:
    return [Token(form, (form,), space_after) for form, space_after in pieces]
