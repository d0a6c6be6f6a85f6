"""Our own parser, the default, with models for German and English; `challenge-sets lab train-parser` makes more.

The network is in `extractors.models.parsers._biaffine`. Text is cut by `extractors.models.tokenizers`, as the
aligners cut the target side, and then as the treebank does where it differs (`_biaffine.cutting`). Each word has a
confidence: the probability that its head and relation are right.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.core.version import __version__
from extractors.formats.treebank import Sentence
from extractors.models.parsers import Parser
from extractors.models.parsers._biaffine.array_network import ArrayNetwork
from extractors.models.parsers._biaffine.model import Analysis, Model
from extractors.models.parsers._sentences import WordRow, build
from extractors.models.parsers._words import SyntacticWords, syntactic_words
from extractors.models.tokenizers import Token, tokens

LONGEST = 600
"""Words that are read at once; memory grows with their square. Of a longer segment, pieces are."""


class BiaffineParser(Parser):
    """A graph-based parser that tags, lemmatises and parses in one pass.

    Args:
        language: ISO 639 code of the text; the model must be for it.
        model: a folder, or the name of a shipped model. Default: the shipped model `parser-<language>`.
        batch_size: segments read before the first is given out.
        device: `cpu` or `cuda`.
    """

    takes_words = True

    def __init__(self, *, language: str, model: str | None = None, batch_size: int = 512, device: str = "cpu") -> None:
        need = self.needs(language=language, model=model, options={})
        folder = need.here()
        self._model = _load(folder, device)
        if self._model.language != language:
            raise InputError(
                f"the parser {need.name!r} is for the language {self._model.language!r}, not {language!r}",
                remedy="give a model of the source language",
            )
        self._language, self._batch_size = language, batch_size
        self.signature = f"biaffine:{__version__}/{folder.resolve().name}:{sha256(folder)[:8]}"

    def parse(self, segments: Sequence[str]) -> Iterator[list[Sentence]]:
        remaining = iter(segments)
        while batch := list(islice(remaining, self._batch_size)):
            surfaces = [self._model.cutting(tokens(segment, self._language)) for segment in batch]
            words = [syntactic_words(surface) for surface in surfaces]
            pieces = [(k, piece) for k, segment_words in enumerate(words) for piece in _pieces(segment_words)]
            analyses: list[list[Analysis]] = [[] for _ in batch]
            results = self._model.analyse(
                [words[k].forms[piece] for k, piece in pieces],
                [np.array(words[k].may_begin[piece]) for k, piece in pieces],
            )
            for (k, _), analysis in zip(pieces, results, strict=True):
                analyses[k].append(analysis)
            for surface, segment_words, parts in zip(surfaces, words, analyses, strict=True):
                yield _sentences(surface, segment_words, parts)

    def parse_words(self, sentences: Sequence[Sequence[Token]]) -> Iterator[Sentence]:
        forms = [[form for token in sentence for form in token.words] for sentence in sentences]
        first_words = [np.arange(len(words)) == 0 for words in forms]
        for sentence, words, analysis in zip(sentences, forms, self._model.analyse(forms, first_words), strict=True):
            yield build(sentence, _rows(words, [analysis]))


def _load(folder: Path, device: str) -> Model[Any]:
    """With NumPy on a processor, with PyTorch elsewhere."""
    if device == "cpu":
        return Model.load(folder, ArrayNetwork)
    from extractors.models.devices import device as named
    from extractors.models.parsers._biaffine.network import Network

    return Model.load(folder, partial(Network.of_arrays, device=named(device)))


def _pieces(words: SyntacticWords) -> list[slice]:
    """The parts of a segment that are read at once: all of it, unless it is very long.

    A long one is cut where a sentence may begin, or, where there is no such place, after LONGEST words.
    """
    total = len(words.forms)
    pieces = []
    start = 0
    while start < total:
        stop = min(total, start + LONGEST)
        if stop < total:
            begins = [k for k in range(start + 1, stop + 1) if words.may_begin[k]]
            stop = begins[-1] if begins else stop
        pieces.append(slice(start, stop))
        start = stop
    return pieces


def _rows(forms: Sequence[str], parts: Sequence[Analysis]) -> list[WordRow]:
    """The words of a segment, with the analyses of its parts."""
    rows: list[WordRow] = []
    for part in parts:
        before = len(rows)
        here = forms[before : before + len(part.upos)]
        head = np.where(part.head, part.head + before, 0).tolist()
        strings = (part.lemma, part.upos, part.xpos, part.feats)
        rows += map(WordRow, here, *strings, head, part.deprel, part.confidence.tolist())
    return rows


def _sentences(surface: Sequence[Token], words: SyntacticWords, parts: Sequence[Analysis]) -> list[Sentence]:
    """The sentences of a segment from the analyses of its parts."""
    if not surface:
        return []
    rows = _rows(words.forms, parts)
    starts = [start for part in parts for start in part.start.tolist()]
    words_before = [0, *accumulate(len(token.words) for token in surface)]
    # A part of a very long segment may end inside a token; the token stays whole.
    bounds = [0, *(k for k, word in enumerate(words_before[1:-1], 1) if starts[word]), len(surface)]
    sentences = []
    for first, last in pairwise(bounds):
        begin, end = words_before[first], words_before[last]
        in_sentence = [row._replace(head=row.head and row.head - begin) for row in rows[begin:end]]
        sentences.append(build(surface[first:last], in_sentence))
    return sentences
