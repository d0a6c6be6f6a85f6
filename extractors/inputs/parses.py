"""Check that a parse belongs to a text: files that only their names connect may be of different runs."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible
from extractors.formats.treebank import Treebank
from extractors.inputs.text_order import SHOWN

REMEDY = "give a parse and segments of the same text; if files of several runs were mixed up, make the parse again"


def check_parse(treebank: Treebank, source: Sequence[str], *, first: int = 0) -> None:
    """Refuse a parse whose tokens differ from the segments by more than white space and invisible characters.

    A segment without a letter or digit may have no tokens.

    Args:
        source: the text of each segment.
        first: the number of the first segment in the corpus, where the parse is a part of one.
    """
    for _ in checked_parts([treebank], source, first=first):
        pass


def checked_parts(parts: Iterable[Treebank], source: Iterable[str], *, first: int = 0) -> Iterator[Treebank]:
    """Yield the parts of a parse, each after a check as in `check_parse`."""
    texts, begin, last = iter(source), first, None
    for treebank in parts:
        end = int(treebank.segment[-1]) + 1 if len(treebank.segment) else begin
        part_texts = list(islice(texts, end - begin))
        if len(part_texts) < end - begin:
            count = begin + len(part_texts)
            beyond = int(treebank.segment[np.searchsorted(treebank.segment, count)])
            raise InputError(
                f"the parse has segment {beyond}, but the corpus has only {count} segments",
                path=treebank.source,
                remedy=REMEDY,
            )
        _check(treebank, begin, part_texts)
        yield treebank
        begin, last = end, treebank
    if last is not None:
        _check(last, begin, texts)


def _check(treebank: Treebank, begin: int, texts: Iterable[str]) -> None:
    """Refuse a parse of other texts than these, the first of which is the text of segment `begin`."""
    surface = treebank.surface
    for segment, text in enumerate(texts, begin):
        tokens = surface.get(segment)
        if tokens is None and any(map(str.isalnum, text)):
            raise _mismatch(treebank.source, segment, text, "none")
        if tokens is not None and _letters("".join(tokens)) != _letters(text):
            raise _mismatch(treebank.source, segment, text, repr(" ".join(tokens)[:SHOWN]))


def _letters(text: str) -> str:
    return "".join(without_invisible(text).split())


def _mismatch(path: str | Path, segment: int, text: str, words: str) -> InputError:
    return InputError(
        f"segment {segment} has other words in the parse than in the corpus: {words}, but the text is {text[:SHOWN]!r}",
        path=path,
        remedy=REMEDY,
    )
