"""Whether a parse is of a text: two files that are only together by their names may be of different runs."""

from __future__ import annotations

from collections.abc import Sequence

from extractors.core.errors import InputError
from extractors.formats.treebank import Treebank

REMEDY = "give parse and segments of the same text; of a run that was mixed up, make the parse again"
SHOWN = 60
"""Characters of a text that a message shows."""


def check_parse(treebank: Treebank, source: Sequence[str]) -> None:
    """Refuse a parse whose tokens are not those of the segments, but for white space.

    A segment without a letter or digit may have no tokens.

    Args:
        source: the text of each segment.

    Raises:
        InputError: with the parse's file, the first segment that differs, and both texts.
    """
    surface = treebank.surface
    beyond = [segment for segment in surface if segment >= len(source)]
    if beyond:
        raise InputError(
            f"the parse has segment {min(beyond)}, the corpus only {len(source)} segments",
            path=treebank.source,
            remedy=REMEDY,
        )
    for segment, text in enumerate(source):
        tokens = surface.get(segment)
        if tokens is None:
            if any(map(str.isalnum, text)):
                raise _mismatch(treebank, segment, text, "none")
        elif "".join("".join(tokens).split()) != "".join(text.split()):
            raise _mismatch(treebank, segment, text, repr(" ".join(tokens)[:SHOWN]))


def _mismatch(treebank: Treebank, segment: int, text: str, words: str) -> InputError:
    return InputError(
        f"the parse has other words in segment {segment} than the corpus: {words}, where the text is {text[:SHOWN]!r}",
        path=treebank.source,
        remedy=REMEDY,
    )
