"""spaCy's rule tokenizers, one a language, as plain functions from text to pieces."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from types import SimpleNamespace
from typing import Any, NamedTuple

from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible

BY_RULES = "spacy.Tokenizer.v1"
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


@dataclass(kw_only=True)
class TokenizerRules:
    """The rules of one of spaCy's tokenizers, under the names that they have in a language's `Defaults`."""

    prefixes: Sequence[str]
    suffixes: Sequence[str]
    infixes: Sequence[str]
    tokenizer_exceptions: Mapping[str, Any]
    token_match: Any
    url_match: Any

    @classmethod
    def of(cls, defaults: Any) -> TokenizerRules:
        """Take the rules from the `Defaults` of a language."""
        return cls(**{field.name: getattr(defaults, field.name) for field in fields(cls)})


def rule_tokenizer(language: str, amend: Callable[[TokenizerRules], None] | None = None) -> Any:
    """Make spaCy's tokenizer of a language: `xx` where it has none, single characters for Chinese and Japanese.

    Args:
        amend: changes the rules that it is given.
    """
    # Here and not above: importing spaCy takes a second, which commands that cut no text need not wait for.
    from spacy.language import create_tokenizer
    from spacy.vocab import Vocab

    spacy_class = _language(language)
    usual = spacy_class.default_config["nlp"]["tokenizer"]["@tokenizers"]
    if usual != BY_RULES and language not in BY_RULES_INSTEAD_OF_A_LIBRARY:
        return _by_library(language)
    rules = TokenizerRules.of(spacy_class.Defaults)
    if language in BY_CHARACTER:
        rules.infixes = [*rules.infixes, CHARACTERS]
    if amend is not None:
        amend(rules)
    # A vocabulary without what spaCy notes of each new word (its shape, whether it is like a number, ...), for which
    # rules do not ask; and no pipeline around it. Changed afterwards, each rule would have all exceptions read again.
    return create_tokenizer()(SimpleNamespace(vocab=Vocab(), Defaults=rules))


def cut(tokenizer: Any, text: str) -> list[Piece]:
    """Cut a text into pieces with a spaCy tokenizer, without its tokens of white space.

    No piece has soft hyphens or zero-width characters in it.
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


def _language(language: str) -> Any:
    """Return spaCy's class of the language whose rules serve `language`."""
    from spacy.util import get_lang_class

    if not re.fullmatch("[a-z]{2,3}", language):
        raise InputError(
            f"{language!r} is not a language code", remedy="give the ISO 639 code of a language, such as de, en or fr"
        )
    try:
        return get_lang_class("xx" if language in BY_CHARACTER else ALIASES.get(language, language))
    except ImportError:
        return get_lang_class("xx")


def _by_library(language: str) -> Any:
    """Return the tokenizer of a language that spaCy cuts with a library; raise InputError without the library."""
    import spacy

    try:
        return spacy.blank(language).tokenizer
    except ImportError as error:
        raise InputError(
            f"cutting {language!r} into words needs a library that is not installed: {error}",
            remedy=f"pip install 'spacy[{language}]'",
        ) from error
