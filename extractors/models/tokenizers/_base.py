"""spaCy's rule tokenizers, one a language, as plain functions from text to pieces."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible

RULES_ONLY = {"nlp": {"tokenizer": {"@tokenizers": "spacy.Tokenizer.v1"}}}
ALIASES = {"no": "nb"}
BY_RULES_INSTEAD_OF_A_LIBRARY = {"ko", "vi"}
"""spaCy asks for mecab and pyvi here; Korean and Vietnamese UD go by spaces, as its rules do."""

BY_CHARACTER = {"ja", "zh"}
CHARACTERS = "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"


class Piece(NamedTuple):
    """A part of the text, as a tokenizer cuts it, and whether white space or the end comes after it."""

    form: str
    space_after: bool


class Token(NamedTuple):
    """A surface token: its form in the text, and its syntactic words (most have one, the form)."""

    form: str
    words: tuple[str, ...]
    space_after: bool


def rule_tokenizer(language: str, amend: Callable[[Any], None] | None = None) -> Any:
    """spaCy's tokenizer of a language: `xx` where it has none, single characters for Chinese and Japanese.

    Args:
        amend: changes the rules of the spaCy pipeline that it is given.
    """
    pipeline = _pipeline(language)
    if amend is not None:
        amend(pipeline)
    # What spaCy notes of each new word (its shape, whether it is like a number, ...), and rules do not ask for.
    pipeline.vocab.lex_attr_getters = {}
    return pipeline.tokenizer


def cut(tokenizer: Any, text: str) -> list[Piece]:
    """The pieces into which a spaCy tokenizer cuts a text, without its tokens of white space.

    Soft hyphens and zero-width characters are in none of them.
    """
    text = without_invisible(text)
    pieces: list[Piece] = []
    end = 0
    # Faster than spaCy's tokens, each of which is made when it is asked for. They and the spaces are all of the text.
    for length, has_space in tokenizer(text).to_array(["LENGTH", "SPACY"]).tolist():
        form = text[end : end + length]
        end += length + has_space
        if not form.isspace():
            pieces.append(Piece(form, bool(has_space)))
        elif pieces:
            pieces[-1] = Piece(pieces[-1].form, True)
    if pieces:
        pieces[-1] = Piece(pieces[-1].form, True)
    return pieces


def _pipeline(language: str) -> Any:
    """The blank spaCy pipeline whose tokenizer serves `language`."""
    # Here and not above: importing spaCy takes seconds, which commands that cut no text need not wait for.
    import spacy
    from spacy.util import compile_infix_regex

    if not re.fullmatch("[a-z]{2,3}", language):
        raise InputError(f"{language!r} is not a language code", remedy="give the ISO 639 code, such as de, en, fr")
    if language in BY_CHARACTER:
        nlp = spacy.blank("xx")
        infixes = [*nlp.Defaults.infixes, CHARACTERS]
        nlp.tokenizer.infix_finditer = compile_infix_regex(infixes).finditer
        return nlp
    code = ALIASES.get(language, language)
    try:
        spacy.util.get_lang_class(code)
    except ImportError:
        return spacy.blank("xx")
    try:
        return spacy.blank(code, config=RULES_ONLY if code in BY_RULES_INSTEAD_OF_A_LIBRARY else {})
    except ImportError as error:
        raise InputError(
            f"cutting {language!r} into words needs a library that is not installed: {error}",
            remedy=f"pip install 'spacy[{language}]'",
        ) from error
