from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from challenge_sets_lab.training.aligner import link_arrays
from challenge_sets_lab.training.aligner.bitext import TrainingBitext
from challenge_sets_lab.training.aligner.link_arrays import Numbers, Packed
from challenge_sets_lab.training.aligner.subword_vocabulary import LONGEST_SEGMENT
from extractors.core.errors import InputError
from extractors.models.aligners._subwords import Subwords, SubwordTokenizer, of_library

CHUNK = 8000
"""Pairs of like lengths share a batch: so many, drawn at random, are sorted at a time."""


class PairBatch(NamedTuple):
    """b pairs, padded to n source and m target subwords.

    Attributes:
        source: (b, n + 2) numbers of subwords, [CLS] before and [SEP] after them.
        target: (b, m + 2) the same.
        linked: (b, n, m) whether two subwords are linked.
    """

    source: Tensor
    target: Tensor
    linked: Tensor

    def to(self, device: torch.device) -> PairBatch:
        return PairBatch(*(tensor.to(device, non_blocking=True) for tensor in self))


class Side:
    """One side of all pairs: the subwords of each, one pair after another."""

    def __init__(self, segments: Sequence[Subwords], *, start: int, end: int, padding: int) -> None:
        self.length = np.array([len(s.ids) for s in segments], np.int64)
        self._ids = np.fromiter((i for s in segments for i in s.ids), np.int64, int(self.length.sum()))
        self._first = np.cumsum(self.length) - self.length
        self._start, self._end, self._padding = start, end, padding

    def rows(self, chosen: Numbers) -> npt.NDArray[np.int64]:
        """Return the subwords of the chosen pairs between [CLS] and [SEP], one pair a row, padded to the longest."""
        lengths = self.length[chosen]
        rows = np.full((len(chosen), int(lengths.max()) + 2), self._padding, dtype=np.int64)
        rows[:, 0] = self._start
        rows[np.arange(len(chosen)), lengths + 1] = self._end
        row, place = _spread(lengths)
        rows[row, place + 1] = self._ids[self._first[chosen][row] + place]
        return rows


@dataclass(slots=True)
class Examples:
    """A bitext as the encoder sees it.

    Attributes:
        source, target: subwords.
        words: how many subwords each word has, by side and pair.
        usable: the pairs that are short enough for the encoder and have subwords on both sides.
    """

    source: Side
    target: Side
    words: tuple[list[Numbers], list[Numbers]]
    usable: Numbers

    @classmethod
    def of(cls, bitext: TrainingBitext, tokenizer: Any) -> Examples:
        subwords = SubwordTokenizer(of_library(tokenizer.backend_tokenizer))
        special = {"start": tokenizer.cls_token_id, "end": tokenizer.sep_token_id, "padding": tokenizer.pad_token_id}
        sides, words = [], []
        for tokens in (bitext.source, bitext.target):
            segments = subwords(tokens)
            sides.append(Side(segments, **special))
            words.append(
                [np.bincount(s.words, minlength=len(sentence)) for s, sentence in zip(segments, tokens, strict=True)]
            )
        shorter, longer = (f(sides[0].length, sides[1].length) for f in (np.minimum, np.maximum))
        return cls(
            sides[0], sides[1], (words[0], words[1]), np.nonzero((shorter > 0) & (longer <= LONGEST_SEGMENT - 2))[0]
        )

    def labelled(self, packed: Packed) -> Labelled:
        """Combine the examples with the links between words that the encoder is to learn."""
        # Pairs that do not fit may have more subwords than a packed link can count.
        usable = packed[np.isin(link_arrays.unpack(packed)[0], self.usable)]
        return Labelled(self, link_arrays.of_words_to_subwords(usable, *self.words))


class Labelled:
    """Examples with links between subwords; pairs without links teach nothing and are passed over."""

    def __init__(self, examples: Examples, packed: Packed) -> None:
        self._source, self._target = examples.source, examples.target
        pairs, self._x, self._y = link_arrays.unpack(packed)
        self._many = np.bincount(pairs, minlength=len(examples.source.length))
        self._first = np.cumsum(self._many) - self._many
        self.pairs = np.nonzero(self._many)[0]
        if not len(self.pairs):
            raise InputError(
                "no pair of the bitext has links to learn from",
                remedy="give more pairs: eflomal finds links from a few hundred on, good ones from ten thousand",
            )

    @property
    def subwords(self) -> int:
        """Of the pairs that are learnt from, both sides."""
        return int(self._source.length[self.pairs].sum() + self._target.length[self.pairs].sum())

    def batches(self, draw: np.random.Generator, most: int) -> list[Numbers]:
        """Shuffle all pairs and divide them into batches of at most `most` subwords, padding included."""
        order = draw.permutation(self.pairs)
        batches: list[Numbers] = []
        for start in range(0, len(order), CHUNK):
            chunk = order[start : start + CHUNK]
            left, right = self._source.length[chunk] + 2, self._target.length[chunk] + 2
            chunk = chunk[np.lexsort((np.minimum(left, right), np.maximum(left, right)))]
            batches += _cut(chunk, self._source.length[chunk] + 2, self._target.length[chunk] + 2, most)
        return [batches[k] for k in draw.permutation(len(batches))]

    def batch(self, chosen: Numbers) -> PairBatch:
        source, target = self._source.rows(chosen), self._target.rows(chosen)
        linked = np.zeros((len(chosen), source.shape[1] - 2, target.shape[1] - 2), dtype=np.bool_)
        row, place = _spread(self._many[chosen])
        link = self._first[chosen][row] + place
        linked[row, self._x[link], self._y[link]] = True
        return PairBatch(*(torch.from_numpy(array) for array in (source, target, linked)))


def _cut(chunk: Numbers, left: Numbers, right: Numbers, most: int) -> list[Numbers]:
    """Divide pairs sorted by length into batches of at most `most` subwords, padding included.

    A pair longer than that is a batch of its own.
    """
    runs, start, widest = [], 0, (0, 0)
    for k, lengths in enumerate(zip(left.tolist(), right.tolist(), strict=True)):
        wider = (max(widest[0], lengths[0]), max(widest[1], lengths[1]))
        if k > start and (k + 1 - start) * sum(wider) > most:
            runs.append(chunk[start:k])
            start, wider = k, lengths
        widest = wider
    return [*runs, chunk[start:]]


def _spread(lengths: Numbers) -> tuple[Numbers, Numbers]:
    """Return the row and the position in it of every element of rows with these lengths."""
    row = np.repeat(np.arange(len(lengths)), lengths)
    return row, np.arange(len(row)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
