"""German as UD (GSD, PUD) has it: contractions are two words, hyphens are tokens of their own."""

import re

from extractors.models.tokenizers._base import Piece, Token, TokenizerRules

CONTRACTIONS = {
    "am": ("an", "dem"),
    "ans": ("an", "das"),
    "aufs": ("auf", "das"),
    "beim": ("bei", "dem"),
    "durchs": ("durch", "das"),
    "fürs": ("für", "das"),
    "hinterm": ("hinter", "dem"),
    "im": ("in", "dem"),
    "ins": ("in", "das"),
    "ums": ("um", "das"),
    "unterm": ("unter", "dem"),
    "vom": ("von", "dem"),
    "vorm": ("vor", "dem"),
    "vors": ("vor", "das"),
    "zum": ("zu", "dem"),
    "zur": ("zu", "der"),
    "überm": ("über", "dem"),
    "übers": ("über", "das"),
}
_LETTER = r"[^\W_]"
_NUMBER_AND_STOP = re.compile(r"((?:[0-9]+[.,:])*[0-9]+|[IVXLC]+)\.")
_CLOSING = frozenset("\"“”»«›‹'’)]")


def amend(rules: TokenizerRules) -> None:
    """Cut at hyphens, as the treebanks do: `US-Präsident` is three tokens there, `Hand-` two.

    The tokenizer looks for addresses before it looks inside, so `a-b.de` stays whole.
    """
    infixes = [rf"(?<={_LETTER})-+(?={_LETTER}|[\"„“'(/])", rf"(?<=[\"“'\).&])-+(?={_LETTER})"]
    rules.infixes = [*infixes, *rules.infixes]
    rules.suffixes = [r"(?<=\w)-", *rules.suffixes]
    rules.prefixes = [r"-(?=\w)", *rules.prefixes]


def group(pieces: list[Piece]) -> list[Token]:
    """Make each piece a surface token, a contraction one of two words (`Im`: `In`, `dem`)."""
    _cut_last_stop(pieces)
    return [_token(piece) for piece in pieces]


def _token(piece: Piece) -> Token:
    parts = CONTRACTIONS.get(piece.form.lower())
    return Token(piece.form, (piece.form,) if parts is None else _like(piece.form, parts), piece.space_after)


def _cut_last_stop(pieces: list[Piece]) -> None:
    """Part a number from the full stop at the end, which spaCy takes for an ordinal's (`am 3. Mai`)."""
    last = len(pieces) - 1
    while last > 0 and pieces[last].form in _CLOSING:
        last -= 1
    if last >= 0 and (number := _NUMBER_AND_STOP.fullmatch(pieces[last].form)):
        pieces[last : last + 1] = [Piece(number[1], False), Piece(".", pieces[last].space_after)]


def _like(form: str, parts: tuple[str, str]) -> tuple[str, str]:
    """Give the two words of a contraction its capitals."""
    first, second = parts
    if form.isupper():
        return first.upper(), second.upper()
    return (first.capitalize() if form[0].isupper() else first), second
