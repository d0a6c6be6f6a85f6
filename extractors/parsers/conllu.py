"""Parses that the user already has, in a CoNLL-U file: each segment's are found by its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import normalize

import numpy as np

from extractors.core.errors import InputError
from extractors.core.files import read_text, sha256
from extractors.formats import conllu
from extractors.formats.treebank import MultiwordToken, Sentence, Word
from extractors.models import installed
from extractors.models.installed import Requirement
from extractors.parsers import Parser
from extractors.parsers._sentences import Surface, text_of

GIVE_A_FILE = "give `model`, the path of a CoNLL-U file"


class ConlluParser(Parser):
    """Parses from a CoNLL-U file, gzip or not, with all their columns but DEPS and MISC,
    of which only `Confidence` is kept.

    Going through the file in order, the surface tokens of one or more sentences must be a segment's
    text but for white space and Unicode composition (NFC). No ids are needed.

    Args:
        language: ISO 639 code of the text; the file does not say what language it is in.
        model: path of the CoNLL-U file.

    Raises:
        InputError: no such file, or it is not CoNLL-U with a tree for each sentence.
    """

    needs_whole_corpus = True

    def __init__(self, *, language: str, model: str | None = None) -> None:
        del language
        if model is None:
            raise InputError("the parser conllu needs a file", remedy=GIVE_A_FILE)
        self._path = Path(model)
        self._treebank = conllu.read(self._path)
        self._last = {first: last for first, last, _ in self._treebank.multiword}
        self._forms = {first: form for first, _, form in self._treebank.multiword}
        self._signature = f"conllu:{self._path.name}:{sha256(self._path)[:8]}"

    @classmethod
    def needs(cls, *, language: str, model: str | None, options: Mapping[str, Any]) -> Requirement:
        del language, options
        return installed.required_file("parses", model, GIVE_A_FILE)

    @property
    def signature(self) -> str:
        return self._signature

    def parse(self, segments: Sequence[str]) -> Iterator[list[Sentence]]:
        """As every parser's; `segments` are all that the file holds, from its first sentence on.

        Raises:
            InputError: a sentence that is not the next part of its segment, one that is missing or
                one too many, with its line in the file and both texts.
        """
        number = 0
        for segment in segments:
            places = [place for place, character in enumerate(segment) if not character.isspace()]
            text = "".join(segment[place] for place in places)
            # Where no white space comes after a visible character, the next one stands right behind.
            glued = [after == place + 1 for place, after in pairwise(places)]
            sentences: list[Sentence] = []
            end = 0
            while end < len(text):
                tokens, end = self._match(number, text, end, [*glued, False])
                sentences.append(self._sentence(number, tokens))
                number += 1
            yield sentences
        if number < len(self._treebank.segment):
            surplus = "".join(form for form, _ in self._tokens(number))
            raise self._mismatch(number, f"is {surplus[:80]!r}, and there are no more segments")

    def _match(self, number: int, text: str, end: int, glued: list[bool]) -> tuple[list[Surface], int]:
        """The surface tokens of a sentence as the text has them from `end`, and where they end."""
        if number == len(self._treebank.segment):
            raise self._mismatch(number, f"is missing: the segments go on with {text[end:][:80]!r}")
        tokens = self._tokens(number)
        for composed in (False, True):
            surface: list[Surface] = []
            position = end
            for form, count in tokens:
                form = normalize("NFC", form) if composed else form
                visible = "".join(form.split())
                if not text.startswith(visible, position):
                    break
                position += len(visible)
                surface.append(Surface(form, count, not glued[position - 1]))
            else:
                return surface, position
        sentence = "".join("".join(form.split()) for form, _ in tokens)
        raise self._mismatch(number, f"is {sentence[:80]!r}, but the segment goes on with {text[end:][:80]!r}")

    def _tokens(self, number: int) -> list[tuple[str, int]]:
        """The surface tokens of a sentence of the file, and how many words each has."""
        word, end = (int(start) for start in self._treebank.sentence_start[number : number + 2])
        tokens = []
        while word < end:
            after = self._last.get(word, word) + 1
            tokens.append((self._forms.get(word) or self._treebank.form[word], after - word))
            word = after
        return tokens

    def _sentence(self, number: int, tokens: list[Surface]) -> Sentence:
        bank, sure = self._treebank, self._treebank.confidence
        word = int(bank.sentence_start[number])
        words: list[Word] = []
        multiword: list[MultiwordToken] = []
        for form, count, space_after in tokens:
            if count > 1:
                first = len(words) + 1
                multiword.append(MultiwordToken(first, first + count - 1, form, space_after))
            for _ in range(count):
                words.append(
                    Word(
                        form if count == 1 else bank.form[word],
                        bank.lemma[word],
                        bank.upos[word],
                        bank.xpos[word],
                        bank.feats[word],
                        int(bank.head[word]),
                        bank.deprel[word],
                        space_after if count == 1 else True,
                        None if sure is None or np.isnan(sure[word]) else float(sure[word]),
                    )
                )
                word += 1
        return Sentence(tuple(words), text_of(tokens), tuple(multiword))

    def _mismatch(self, number: int, problem: str) -> InputError:
        """The error for a sentence (0-based number), at its line, or at the last line of the file."""
        lines = read_text(self._path).rstrip("\n").split("\n")
        starts = [
            line
            for line, (before, here) in enumerate(zip(["", *lines], lines, strict=False), 1)
            if here[:1].isdecimal() and not before[:1].isdecimal()
        ]
        return InputError(
            f"the parses are not those of the segments: sentence {number + 1} {problem}",
            path=self._path,
            line=starts[number] if number < len(starts) else len(lines),
            remedy="give the parses of exactly these segments, in their order; a segment may be several"
            " sentences, and only white space may differ",
        )
