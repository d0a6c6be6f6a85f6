"""spaCy's rule tokenizers, one a language, as plain functions from text to pieces."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from extractors.core.errors import InputError

RULES_ONLY = {"nlp": {"tokenizer": {"@tokenizers": "spacy.Tokenizer.v1"}}}
ALIASES = {"no": "nb"}
BY_RULES_INSTEAD_OF_A_LIBRARY = {"ko", "vi"}
"""spaCy asks for mecab and pyvi here; Korean and Vietnamese UD go by spaces, as its rules do."""

BY_CHARACTER = {"ja", "zh"}
WORDS_KEPT = 1 << 16
"""Words of a language whose tokens are kept in a process, for most words come again."""
CHARACTERS = "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"


KNOWN_CHUNKS = 1 << 16
LONGEST_KNOWN = 64
"""How many runs between blanks are kept with their pieces, and the most characters of one that is."""


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

    Raises:
        InputError: `language` is not an ISO 639 code, or a library is missing (Thai: pythainlp).
    """
    pipeline = _pipeline(language)
    if amend is not None:
        amend(pipeline)
    # What spaCy notes of each new word (its shape, whether it is like a number, ...), and rules do not ask for.
    pipeline.vocab.lex_attr_getters = {}
    return pipeline.tokenizer


def cut(tokenizer: Any, text: str) -> list[Piece]:
    """The pieces into which a spaCy tokenizer cuts a text, without its tokens of white space."""
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


class Chunk(NamedTuple):
    """What is known of a run of text between blanks: its pieces, and as `Cutter._rests_after`."""

    pieces: Sequence[Piece]
    rests: Mapping[str, Sequence[str]]


class Cutter:
    """`cut` with the same results, that keeps what each run of text between two blanks was cut into.

    spaCy's tokenizer cuts each such run, a chunk, by itself. Only then does it look for its special cases (`z.B.`)
    among the pieces of all. One that spans a blank is dropped, but so is a shorter one that it overlaps: a text in
    which one might span a blank is cut as a whole.

    Args:
        tokenizer: of spaCy. One that is no rule tokenizer, or has a special case with a blank, cuts whole texts.
    """

    def __init__(self, tokenizer: Any) -> None:
        # Here and not above: see _pipeline.
        from spacy.tokenizer import Tokenizer

        self._tokenizer = tokenizer
        cases = [case for case in tokenizer.rules if case.strip()] if type(tokenizer) is Tokenizer else None
        self._by_chunk = cases is not None and all(case.split() == [case] for case in cases)
        self._rests: dict[str, list[str]] = {}
        if cases and self._by_chunk:
            plain = Tokenizer(
                tokenizer.vocab,
                prefix_search=tokenizer.prefix_search,
                suffix_search=tokenizer.suffix_search,
                infix_finditer=tokenizer.infix_finditer,
                token_match=tokenizer.token_match,
                url_match=tokenizer.url_match,
            )
            for case in cases:
                # A case is looked for as the pieces that it would be if it were none.
                for place in accumulate(len(piece) for piece in plain(case)):
                    if place < len(case):
                        self._rests.setdefault(case[:place], []).append(case[place:])
        self._longest = max(map(len, self._rests), default=0)
        self._known: dict[str, Chunk] = {}

    def __call__(self, text: str) -> list[Piece]:
        if not self._by_chunk:
            return cut(self._tokenizer, text)
        pieces: list[Piece] = []
        rests: Mapping[str, Sequence[str]] = {}
        for chunk in text.split(" "):
            if not chunk:
                continue
            known = self._known.get(chunk) or self._learn(chunk)
            if known is None or (chunk[0] in rests and _continues(chunk, rests[chunk[0]])):
                return cut(self._tokenizer, text)
            pieces += known.pieces
            rests = known.rests
        return pieces

    def _learn(self, chunk: str) -> Chunk | None:
        """What a chunk is cut into, which is kept; None for one with white space other than blanks."""
        if chunk.split() != [chunk]:
            return None
        known = Chunk(cut(self._tokenizer, chunk), self._rests_after(chunk))
        if len(chunk) <= LONGEST_KNOWN:
            if len(self._known) > KNOWN_CHUNKS:
                self._known.clear()
            self._known[chunk] = known
        return known

    def _rests_after(self, chunk: str) -> dict[str, list[str]]:
        """By first character, the rests of special cases that may begin at the end of a chunk."""
        rests: dict[str, list[str]] = {}
        for length in range(1, min(len(chunk), self._longest) + 1):
            for rest in self._rests.get(chunk[-length:], ()):
                rests.setdefault(rest[0], []).append(rest)
        return rests


def _continues(chunk: str, rests: Sequence[str]) -> bool:
    """Whether one of the rests of special cases may begin with a chunk, or the chunk with it."""
    return any(chunk.startswith(rest) or rest.startswith(chunk) for rest in rests)


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
