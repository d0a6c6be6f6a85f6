"""Parses that the user already has, in a CoNLL-U file: each segment's are found by its text."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise, repeat
from typing import NamedTuple
from unicodedata import normalize

from extractors.core.errors import InputError
from extractors.core.escapes import without_invisible
from extractors.core.files import read_text, sha256
from extractors.formats import conllu
from extractors.formats.treebank import Sentence, Treebank, Word
from extractors.models.installed import file_here
from extractors.models.parsers import Parser
from extractors.models.parsers._sentences import forms_of, spaced, text_of
from extractors.models.tokenizers import Token

GIVE_A_FILE = "give `model`, the path of a CoNLL-U file"


class ConlluParser(Parser):
    """Parses from a CoNLL-U file, gzip or not, with all their columns but DEPS and MISC,
    of which only `Confidence` is kept.

    Going through the file in order, the surface tokens of one or more sentences must be a segment's
    text but for white space and Unicode composition (NFC). No ids are needed.

    Args:
        language: ISO 639 code of the text; the file does not say what language it is in.
        model: path of the CoNLL-U file.
    """

    needs_whole_corpus = True

    def __init__(self, *, language: str, model: str | None = None) -> None:
        del language
        self._path = file_here("parses", model, GIVE_A_FILE)
        # So that what is no CoNLL-U is refused at once. All of a large file is read by `parse`, in parts.
        next(conllu.read_parts(self._path), None)
        self.signature = f"conllu:{self._path.name}:{sha256(self._path)[:8]}"

    def parse(self, segments: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each segment; `segments` must be all that the file holds, from its first sentence."""
        parses = (parse for part in conllu.read_parts(self._path) for parse in _sentences(part))
        number = 0
        for segment in map(without_invisible, segments):
            positions = [position for position, character in enumerate(segment) if not character.isspace()]
            text = "".join(segment[position] for position in positions)
            # Where no white space comes after a visible character, the next one stands right behind.
            glued = [after == position + 1 for position, after in pairwise(positions)]
            sentences: list[Sentence] = []
            end = 0
            while end < len(text):
                parse = next(parses, None)
                if parse is None:
                    raise self._mismatch(number, f"is missing: the segments go on with {text[end:][:80]!r}")
                surface, end = self._match(number, parse, text, end, [*glued, False])
                sentences.append(parse.sentence(surface))
                number += 1
            yield sentences
        if (surplus := next(parses, None)) is not None:
            text = "".join(token.form for token in surplus.tokens)
            raise self._mismatch(number, f"is {text[:80]!r}, and there are no more segments")

    def _match(self, number: int, parse: _Parse, text: str, end: int, glued: list[bool]) -> tuple[list[Token], int]:
        """Find the surface tokens of a sentence in the text from `end` on, and where they end."""
        for composed in (False, True):
            surface: list[Token] = []
            position = end
            for token in parse.tokens:
                form = normalize("NFC", token.form) if composed else token.form
                visible = "".join(without_invisible(form).split())
                if not text.startswith(visible, position):
                    break
                position += len(visible)
                surface.append(Token(form, token.words, not glued[position - 1]))
            else:
                return surface, position
        sentence = "".join("".join(without_invisible(token.form).split()) for token in parse.tokens)
        raise self._mismatch(number, f"is {sentence[:80]!r}, but the segment goes on with {text[end:][:80]!r}")

    def _mismatch(self, number: int, problem: str) -> InputError:
        """Return the error for a sentence (0-based number), at its line, or at the last line of the file."""
        lines = read_text(self._path).rstrip("\n").split("\n")
        starts = [
            line
            for line, (before, here) in enumerate(zip(["", *lines], lines, strict=False), 1)
            if here[:1].isdecimal() and not before[:1].isdecimal()
        ]
        return InputError(
            f"the parses do not match the segments: sentence {number + 1} {problem}",
            path=self._path,
            line=starts[number] if number < len(starts) else len(lines),
            remedy="give the parses of exactly these segments, in the same order; a segment may be several"
            " sentences, and only white space may differ",
        )


class _Parse(NamedTuple):
    """A sentence of the file.

    Attributes:
        tokens: its surface tokens; where white space follows, the segment says.
        rows: its words.
    """

    tokens: list[Token]
    rows: list[Word]

    def sentence(self, surface: Sequence[Token]) -> Sentence:
        """Build the sentence, with its surface tokens as the text has them."""
        multiword, space_after = spaced(surface)
        forms = forms_of(surface, self.rows)
        words = [
            row._replace(form=form, space_after=space)
            for row, form, space in zip(self.rows, forms, space_after, strict=True)
        ]
        return Sentence(tuple(words), text_of(surface), tuple(multiword))


def _sentences(part: Treebank) -> Iterator[_Parse]:
    """Yield the sentences of a part of the file."""
    last = {first: last for first, last, _ in part.multiword}
    forms = {first: form for first, _, form in part.multiword}
    *strings, deprel = (
        map(column.values.__getitem__, column.codes.tolist())
        for column in (part.form, part.lemma, part.upos, part.xpos, part.feats, part.deprel)
    )
    confidence: list[float | None] = [None] * len(part)
    if part.confidence is not None:
        confidence = [None if math.isnan(value) else value for value in part.confidence.tolist()]
    rows = list(map(Word, *strings, part.head.tolist(), deprel, repeat(True), confidence))
    for start, stop in pairwise(part.sentence_start.tolist()):
        tokens = []
        word = start
        while word < stop:
            after = last.get(word, word) + 1
            token_forms = tuple(row.form for row in rows[word:after])
            tokens.append(Token(forms.get(word) or rows[word].form, token_forms, True))
            word = after
        yield _Parse(tokens, rows[start:stop])
