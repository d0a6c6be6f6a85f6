"""Hits as characters of a text, so that those of two parses of it, with other words, can be compared."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from extractors.core.logs import warnings_only
from extractors.extract.detect import detect
from extractors.formats.treebank import Treebank
from extractors.phenomena.catalogue import Phenomenon

Place = tuple[int, int, str]
"""The characters of a segment that a word covers, white space not counted. The word of a contraction
(`zum`: `zu`, `dem`) covers that of the token, and is told from the others by its form."""


class Hit(NamedTuple):
    """A hit in a segment, which is a part's name and a number."""

    segment: tuple[str, int]
    head: Place
    dependent: Place
    distance: int


@dataclass
class TreesWithHits:
    """Parsed segments, where their words lie in the text, and the hits."""

    treebank: Treebank
    places: list[Place]
    words: dict[tuple[int, Place], int]

    @classmethod
    def of(cls, treebank: Treebank) -> TreesWithHits:
        places = [place for _, place in word_places(treebank)]
        segments = treebank.segment[treebank.sentence].tolist()
        words = {key: word for word, key in enumerate(zip(segments, places, strict=True))}
        return cls(treebank, places, words)

    def hits(self, part: str, chosen: Sequence[Phenomenon], language: str) -> Iterator[tuple[str, Hit, float | None]]:
        """Find the hits in the trees, and yield for each its phenomenon, the hit and its confidence."""
        # What a parse lacks is told once, with the figures.
        with warnings_only(logging.ERROR):
            table = pa.concat_tables(detect([self.treebank], chosen, language=language))
        ids, sentences = np.unique(self.treebank.segment, return_index=True)
        first = dict(zip(ids.tolist(), self.treebank.sentence_start[sentences].tolist(), strict=True))
        names = ("segment_id", "phenomenon", "head_word", "dependent_word", "distance_set", "confidence")
        for segment, name, head, dependent, distance, sure in zip(
            *(table.column(column).to_pylist() for column in names), strict=True
        ):
            start = first[segment]
            hit = Hit((part, segment), self.places[start + head], self.places[start + dependent], distance)
            yield name, hit, sure

    def describe(self, segment: int, place: Place) -> str:
        """Describe a word by its form, class, relation and head: `down/ADP <-compound:prt- turned`."""
        word = self.words.get((segment, place))
        if word is None:
            return "(no such word)"
        head = int(self.treebank.head_word[word])
        above = self.treebank.form[head] if head >= 0 else "ROOT"
        return f"{self.treebank.form[word]}/{self.treebank.upos[word]} <-{self.treebank.deprel[word]}- {above}"


def word_places(treebank: Treebank) -> Iterator[tuple[int, Place]]:
    """Yield each word with the characters that it covers.

    Where a token is the concatenation of its words, each word covers its own characters; otherwise each covers the
    whole token.
    """
    starts, offset = treebank.segment_start.tolist(), 0
    for surface, words in treebank.tokens_between(0, len(treebank)):
        offset = 0 if starts[words[0]] == words[0] else offset
        forms = ["".join(treebank.form[w].split()) for w in words]
        token = "".join(surface.split())
        end = offset + len(token)
        is_cut = "".join(forms) == token
        for word, form in zip(words, forms, strict=True):
            yield word, (offset, offset + len(form), "") if is_cut else (offset, end, form.casefold())
            offset += len(form) if is_cut else 0
        offset = end
