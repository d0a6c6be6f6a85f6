"""Find the places of tokens and words in their text, as spans of characters.

Offsets are counted in characters (code points) of the text as it is, white space included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from extractors.core.errors import InputError
from extractors.core.escapes import is_blank, without_invisible
from extractors.models.tokenizers import Token

Span = tuple[int, int]
"""First character, and the one after the last."""


def token_spans(text: str, forms: Sequence[str], *, what: str, path: str) -> list[Span]:
    """Find the spans of surface tokens in their text.

    Args:
        forms: the tokens, in order; together they are the text, but for white space.
    """
    spans = list(_leading_spans(text, forms))
    if len(spans) < len(forms):
        rest = _after(text, spans).lstrip()
        raise InputError(
            f"the token {forms[len(spans)]!r} of {what} is not in its text, which continues with {rest[:40]!r}",
            path=path,
            remedy="make the tables and texts again in one run: snakemake extract score",
        )
    return spans


def covering_spans(text: str, forms: Sequence[str]) -> list[Span] | None:
    """Find the spans of surface tokens; return None unless they cover all of the text but white space."""
    spans = list(_leading_spans(text, forms))
    covered = len(spans) == len(forms) and not without_invisible(_after(text, spans)).strip()
    return spans if covered else None


def _leading_spans(text: str, forms: Sequence[str]) -> Iterator[Span]:
    """Yield the spans of tokens, up to the first that does not follow in the text.

    White space and invisible characters do not count: a form may have others of them than the text where it stands.
    """
    position, end = 0, len(text)
    for form in forms:
        while position < end and is_blank(text[position]):
            position += 1
        if text.startswith(form, position) and form and not form[-1].isspace():
            start, position = position, position + len(form)
        else:
            positions = _spread(text, position, "".join(without_invisible(form).split()))
            if not positions:
                return
            start, position = positions[0], positions[-1] + 1
        yield start, position


def _spread(text: str, start: int, characters: str) -> list[int]:
    """Find the places of `characters` from `start` on, with only white space between; empty if others follow."""
    positions: list[int] = []
    for position in range(start, len(text)):
        if len(positions) == len(characters):
            break
        if not is_blank(text[position]):
            if text[position] != characters[len(positions)]:
                return []
            positions.append(position)
    return positions if len(positions) == len(characters) else []


def _after(text: str, spans: Sequence[Span]) -> str:
    """Return the text after the last span."""
    return text[spans[-1][1] :] if spans else text


def word_spans(span: Span, form: str, words: Sequence[str]) -> list[Span]:
    """Find the spans of a token's syntactic words: a part each (`do`, `n't`), or all of it (`zum`: `zu`, `dem`)."""
    if len(words) < 2 or "".join(words) != form or span[1] - span[0] != len(form):
        return [span] * len(words)
    ends = np.cumsum([len(word) for word in words]) + span[0]
    return [(int(end) - len(word), int(end)) for word, end in zip(words, ends, strict=True)]


@dataclass(frozen=True)
class LocatedWords:
    """The syntactic words of a text and where they stand.

    Attributes:
        first: for each token, the number of its first word; at the end, that of words.
    """

    words: list[str]
    spans: list[Span]
    first: list[int]

    @classmethod
    def of(cls, text: str, tokens: Sequence[Token], *, what: str, path: str) -> LocatedWords:
        """Locate the words of a text's surface tokens; for arguments and errors see `token_spans`."""
        located = cls([], [], [0])
        for token, span in zip(tokens, token_spans(text, [t.form for t in tokens], what=what, path=path), strict=True):
            located.words.extend(token.words)
            located.spans.extend(word_spans(span, token.form, token.words))
            located.first.append(len(located.words))
        return located

    def of_tokens(self, numbers: Iterable[int]) -> list[int]:
        """Return the numbers of the words of some tokens."""
        return [word for n in numbers for word in range(self.first[n], self.first[n + 1])]
