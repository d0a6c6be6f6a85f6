"""Words into subwords, each distinct word once, and which word each subword belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.core.errors import InputError


class Subwords(NamedTuple):
    """A segment as an encoder reads it, without special tokens."""

    ids: list[int]
    words: npt.NDArray[np.intp]
    """For each subword the position of its word; a word without subwords does not occur."""


class SubwordTokenizer:
    """A transformers tokenizer that is asked once a word.

    simalign tokenizes a segment twice: word by word, to know how many subwords a word has, and as a
    list of words, for the encoder. Where the two differ its links shift by a subword. Here the second,
    the one that is embedded, serves for both. It treats every word by itself, so that a word has the
    same subwords in every segment.
    """

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        self._cache: dict[str, list[int]] = {}
        self.pad: int = tokenizer.pad_token_id or 0
        self.prefix, self.suffix = self._special_tokens()

    def __call__(self, segments: Sequence[Sequence[str]]) -> list[Subwords]:
        """The subwords of each segment, in order."""
        self._learn(word for segment in segments for word in segment)
        return [self._segment(segment) for segment in segments]

    def _segment(self, words: Sequence[str]) -> Subwords:
        pieces = [self._cache[word] for word in words]
        lengths = [len(piece) for piece in pieces]
        return Subwords(ids=[i for piece in pieces for i in piece], words=np.repeat(np.arange(len(words)), lengths))

    def _learn(self, words: Iterable[str]) -> None:
        """Put the subwords of all words into the cache."""
        new = list(dict.fromkeys(word for word in words if word not in self._cache))
        if not new:
            return
        if not self._tokenizer.is_fast:
            for word, ids in zip(new, self._encode([[word] for word in new])["input_ids"], strict=True):
                self._cache[word] = ids
            return
        # As one long segment: three times as fast as one by one.
        encoding = self._encode(new)
        for word in new:
            self._cache[word] = []
        for subword, position in zip(encoding["input_ids"], encoding.word_ids(), strict=True):
            self._cache[new[position]].append(subword)

    def _encode(self, words: Sequence[str] | Sequence[Sequence[str]], *, special: bool = False) -> Any:
        # verbose=False: a list of words may well be longer than the model's limit, no need to warn.
        return self._tokenizer(
            words,
            is_split_into_words=True,
            add_special_tokens=special,
            return_attention_mask=False,
            return_token_type_ids=False,
            verbose=False,
        )

    def _special_tokens(self) -> tuple[list[int], list[int]]:
        """The ids that the tokenizer puts before and after a segment, such as [CLS] and [SEP]."""
        plain: list[int] = self._encode(["a"])["input_ids"]
        whole: list[int] = self._encode(["a"], special=True)["input_ids"]
        for start in range(len(whole) - len(plain) + 1):
            if plain and whole[start : start + len(plain)] == plain:
                return whole[:start], whole[start + len(plain) :]
        raise InputError(
            "the model's tokenizer cannot be used: it gives other subwords with special tokens than without",
            remedy="choose another encoder, for example bert-base-multilingual-cased",
        )
