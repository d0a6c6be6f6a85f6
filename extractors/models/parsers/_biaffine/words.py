"""A word as the network sees it: its form, its shape, and the pieces it is made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from extractors.core.arrays import Int64

LONGEST_AFFIX = 5
NGRAMS = (3, 4)
LONGEST_WORD = 40
"""Characters of a word that are looked at: its start and its end, so that a long one costs no more."""

UNKNOWN = 0


class WordIds(NamedTuple):
    """A distinct word as numbers: form (0 unknown), shape (0 unknown), and its hashed pieces."""

    form: int
    shape: int
    affixes: Int64
    ngrams: Int64


@dataclass(frozen=True, slots=True)
class SegmentBatch:
    """Segments side by side, padded: B of them, at most L words, U distinct words.

    Attributes:
        words: (B, L) the number of each word among the distinct ones; padding is 0.
        lengths: (B,) words of each segment.
        form, shape: (U,) ids.
        affixes, ngrams: the pieces of all distinct words one after another.
        affix_starts, ngram_starts: (U,) where each word's pieces begin.
    """

    words: Int64
    lengths: Int64
    form: Int64
    shape: Int64
    affixes: Int64
    affix_starts: Int64
    ngrams: Int64
    ngram_starts: Int64


class Words:
    """Turns forms into numbers.

    Args:
        forms: lower-case forms that have a vector of their own.
        shapes: shapes that have one.
        affix_rows, ngram_rows: sizes of the tables that pieces are hashed into.
    """

    def __init__(self, forms: Sequence[str], shapes: Sequence[str], *, affix_rows: int, ngram_rows: int) -> None:
        self.forms, self.shapes = list(forms), list(shapes)
        self.affix_rows, self.ngram_rows = affix_rows, ngram_rows
        self._form = {form: number for number, form in enumerate(self.forms, 1)}
        self._shape = {shape: number for number, shape in enumerate(self.shapes, 1)}
        self._known: dict[str, WordIds] = {}

    @classmethod
    def of(cls, forms: Iterable[str], *, minimum: int, affix_rows: int, ngram_rows: int) -> Words:
        """Vocabularies of the forms and shapes that occur at least `minimum` times."""
        counts = Counter(forms)
        lower: Counter[str] = Counter()
        shapes: Counter[str] = Counter()
        for form, count in counts.items():
            lower[form.lower()] += count
            shapes[shape(form)] += count
        return cls(
            sorted(form for form, count in lower.items() if count >= minimum),
            sorted(form for form, count in shapes.items() if count >= minimum),
            affix_rows=affix_rows,
            ngram_rows=ngram_rows,
        )

    def settings(self) -> dict[str, Any]:
        """The arguments of `Words` that make the same again."""
        return {
            "forms": self.forms,
            "shapes": self.shapes,
            "affix_rows": self.affix_rows,
            "ngram_rows": self.ngram_rows,
        }

    def __getitem__(self, form: str) -> WordIds:
        ids = self._known.get(form)
        if ids is None:
            lower = form.lower()
            affixes, ngrams = pieces(lower)
            ids = WordIds(
                self._form.get(lower, UNKNOWN),
                self._shape.get(shape(form), UNKNOWN),
                _hashed(affixes, self.affix_rows),
                _hashed(ngrams, self.ngram_rows),
            )
            self._known[form] = ids
        return ids

    def batch(self, segments: Sequence[Sequence[str]]) -> SegmentBatch:
        """Segments of one word or more as numbers."""
        distinct: dict[str, int] = {}
        words = np.zeros((len(segments), max(map(len, segments))), dtype=np.int64)
        for row, segment in enumerate(segments):
            words[row, : len(segment)] = [distinct.setdefault(form, len(distinct)) for form in segment]
        form, shapes, affixes, ngrams = zip(*map(self.__getitem__, distinct), strict=True)
        return SegmentBatch(
            words,
            np.array(list(map(len, segments)), dtype=np.int64),
            np.array(form, dtype=np.int64),
            np.array(shapes, dtype=np.int64),
            *_joined(affixes),
            *_joined(ngrams),
        )


def shape(form: str) -> str:
    """`Xxdd-x`: kinds of characters, a run of one kind written at most twice."""
    kinds: list[str] = []
    for character in form[:LONGEST_WORD]:
        kind = "X" if character.isupper() else "x" if character.isalpha() else "d" if character.isdigit() else character
        if kinds[-2:] != [kind, kind]:
            kinds.append(kind)
    return "".join(kinds)


def pieces(form: str) -> tuple[list[str], list[str]]:
    """The affixes of a form (the whole form among them) and its n-grams, each marked with its kind."""
    if len(form) > LONGEST_WORD:
        form = form[: LONGEST_WORD // 2] + form[-LONGEST_WORD // 2 :]
    lengths = range(1, min(len(form), LONGEST_AFFIX) + 1)
    affixes = [f"={form}", *(f"{form[:n]}-" for n in lengths), *(f"-{form[-n:]}" for n in lengths)]
    marked = f"<{form}>"
    ngrams = [marked[i : i + n] for n in NGRAMS for i in range(len(marked) - n + 1)]
    return affixes, ngrams or [marked]


def _hashed(texts: Sequence[str], rows: int) -> Int64:
    return np.array([crc32(text.encode()) % rows for text in texts], dtype=np.int64)


def _joined(lists: Sequence[Int64]) -> tuple[Int64, Int64]:
    sizes = np.array(list(map(len, lists)), dtype=np.int64)
    return np.concatenate(lists), np.cumsum(sizes) - sizes
