"""Sentence objects from a library's output, for every backend."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from extractors.formats.treebank import MultiwordToken, Sentence, Word


class Surface(NamedTuple):
    """A surface token: its form in the text, how many words it has, whether white space follows."""

    form: str
    words: int
    space_after: bool


class Row(NamedTuple):
    """A word as a library gives it; an empty string is a value that it does not give.

    `confidence` is the probability that head and relation are right, where a parser knows it.
    """

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    confidence: float | None = None


def build(tokens: Sequence[Surface], rows: Sequence[Row]) -> Sentence:
    """A sentence from its surface tokens and their words, `sum(t.words for t in tokens)` of them.

    A sentence has one root and only it is called so. Where a parser gives more than one, the later
    ones are hung on the first as `parataxis`, UD's relation for clauses side by side.
    """
    root = next(number for number, row in enumerate(rows, 1) if row.head == 0)
    words: list[Word] = []
    multiword: list[MultiwordToken] = []
    for form, count, space_after in tokens:
        first = len(words) + 1
        if count > 1:
            multiword.append(MultiwordToken(first, first + count - 1, form, space_after))
        for number in range(first, first + count):
            word, lemma, upos, xpos, feats, head, deprel, confidence = rows[number - 1]
            if number == root:
                deprel = "root"
            elif head == 0:
                head, deprel = root, "parataxis"
            elif deprel == "root" or not deprel:
                deprel = "dep"
            words.append(
                Word(
                    word or "_",
                    lemma or "_",
                    upos or "_",
                    xpos or "_",
                    feats or "_",
                    head,
                    deprel,
                    space_after if count == 1 else True,
                    confidence,
                )
            )
    return Sentence(tuple(words), text_of(tokens), tuple(multiword))


def text_of(tokens: Iterable[Surface]) -> str:
    """The text that surface tokens cover, each run of white space written as one space."""
    return "".join(f"{form} " if space_after else form for form, _, space_after in tokens).rstrip(" ")
