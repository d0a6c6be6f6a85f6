"""Texts that are longer than a model reads, in parts."""

import re
from collections.abc import Callable

SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”“»)\]]*\s+|(?<=[。！？])")
BLANK = re.compile(r"\s+")


def parts(text: str, fits: Callable[[str], bool]) -> list[str]:
    """A text in parts that fit, cut nearest to its middle: between sentences, else words, else characters.

    Nothing but blanks at the cuts is lost.
    """
    if fits(text) or len(text) < 2:
        return [text]
    middle = len(text) / 2
    for where in (SENTENCE_END, BLANK):
        ends = [match.end() for match in where.finditer(text) if 0 < match.end() < len(text)]
        if ends:
            cut = min(ends, key=lambda end: abs(end - middle))
            break
    else:
        cut = len(text) // 2
    return [piece for side in (text[:cut].strip(), text[cut:].strip()) if side for piece in parts(side, fits)]
