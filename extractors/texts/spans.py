"""Where tokens and words stand in their text, as spans of characters.

Offsets are counted in characters (code points) of the text as it is, white space included.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from extractors.core.errors import InputError
from extractors.tokenizers import Token

Span = tuple[int, int]
"""First character, and the one after the last."""


def token_spans(text: str, forms: Sequence[str], *, what: str, path: str) -> list[Span]:
    """Where surface tokens stand in their text.

    Args:
        forms: the tokens, in order; together they are the text, but for white space.
        what, path: the text and the file of its tokens, for messages.

    Raises:
        InputError: they are the tokens of another text.
    """
    spans, place = [], 0
    for form in forms:
        start = _skip(text, place)
        end = start + len(form) if text.startswith(form, start) else _end_with_spaces(text, form, start)
        if end < 0:
            raise InputError(
                f"the token {form!r} of {what} is not in its text, which goes on with {text[start : start + 40]!r}",
                path=path,
                remedy="use the tables and texts of one run: make them again (snakemake extract score)",
            )
        spans.append((start, end))
        place = end
    return spans


def _end_with_spaces(text: str, form: str, start: int) -> int:
    """Where a token ends that has other white space in the text than in its form; -1 if it does not stand there."""
    end = start
    for character in form:
        if not character.isspace():
            end = _skip(text, end)
            if text[end : end + 1] != character:
                return -1
            end += 1
    return end


def _skip(text: str, place: int) -> int:
    """The first place from `place` on that is not white space."""
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def word_spans(span: Span, form: str, words: Sequence[str]) -> list[Span]:
    """Where the syntactic words of a token stand: each its part (`do`, `n't`), or all of it (`zum`: `zu`, `dem`)."""
    if len(words) < 2 or "".join(words) != form or span[1] - span[0] != len(form):
        return [span] * len(words)
    ends = np.cumsum([len(word) for word in words]) + span[0]
    return [(int(end) - len(word), int(end)) for word, end in zip(words, ends, strict=True)]


def words_of(text: str, tokens: Sequence[Token], *, what: str, path: str) -> tuple[list[str], list[Span], list[int]]:
    """The syntactic words of a text, where they stand, and for each token its first word (and the end)."""
    words: list[str] = []
    spans: list[Span] = []
    first = [0]
    for token, span in zip(tokens, token_spans(text, [t.form for t in tokens], what=what, path=path), strict=True):
        words += token.words
        spans += word_spans(span, token.form, token.words)
        first.append(len(words))
    return words, spans, first


def character_spans(tokens: Sequence[str], text: str) -> list[tuple[int, int]] | None:
    """Where tokens stand in a text, as (first, end) code points; None if they are not its visible characters.

    Put together, tokens are the text without its white space: so parsers and tokenizers cut them.
    """
    visible = [place for place, character in enumerate(text) if not character.isspace()]
    spans, used = [], 0
    for token in tokens:
        bare = "".join(token.split())
        places = visible[used : used + len(bare)]
        if not bare or "".join(text[place] for place in places) != bare:
            return None
        spans.append((places[0], places[-1] + 1))
        used += len(bare)
    return spans if used == len(visible) else None
