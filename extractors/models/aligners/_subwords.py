"""Cut words into subwords, each distinct word once, and record which word each subword belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.core.errors import InputError

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class Subwords(NamedTuple):
    """A segment as an encoder reads it, without special tokens."""

    ids: list[int]
    words: npt.NDArray[np.intp]
    """For each subword the position of its word; a word without subwords does not occur."""


Encode = Callable[[Sequence[str], bool], tuple[list[int], list[int | None]]]
"""Words, each by itself, as the numbers of their subwords and the position of the word of each (None: a special one);
with special tokens if asked for."""


class SubwordTokenizer:
    """A tokenizer that is asked once a word.

    simalign tokenizes a segment twice: word by word, to know how many subwords a word has, and as a
    list of words, for the encoder. Where the two differ its links shift by a subword. Here the second,
    the one that is embedded, serves for both. It treats every word by itself, so that a word has the
    same subwords in every segment.

    Attributes:
        prefix, suffix: the special tokens before and after a segment, such as [CLS] and [SEP].
    """

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._cache: dict[str, list[int]] = {}
        self.prefix, self.suffix = self._special_tokens()

    def __call__(self, segments: Sequence[Sequence[str]]) -> list[Subwords]:
        """Cut the words of each segment into subwords, in order."""
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
        # As one long segment: three times as fast as one by one.
        ids, positions = self._encode(new, False)
        for word in new:
            self._cache[word] = []
        for subword, position in zip(ids, positions, strict=True):
            assert position is not None, "no special tokens were asked for"
            self._cache[new[position]].append(subword)

    def _special_tokens(self) -> tuple[list[int], list[int]]:
        plain, _ = self._encode(["a"], False)
        whole, _ = self._encode(["a"], True)
        for start in range(len(whole) - len(plain) + 1):
            if plain and whole[start : start + len(plain)] == plain:
                return whole[:start], whole[start + len(plain) :]
        raise InputError(
            "the tokenizer of the model cannot be used: it gives different subwords with and without special tokens",
            remedy="choose another encoder, for example bert-base-multilingual-cased",
        )


def of_library(tokenizer: Tokenizer) -> Encode:
    """Wrap a tokenizer of the library `tokenizers`."""

    def encode(words: Sequence[str], special: bool) -> tuple[list[int], list[int | None]]:
        encoding = tokenizer.encode(words, is_pretokenized=True, add_special_tokens=special)
        return encoding.ids, encoding.word_ids

    return encode


def of_transformers(tokenizer: Any) -> Encode:
    """Wrap a tokenizer of transformers, fast or slow; a slow one is asked word by word."""

    def tokenize(words: Sequence[str], special: bool) -> Any:
        # verbose=False: a list of words may well be longer than the model's limit, no need to warn.
        return tokenizer(
            words,
            is_split_into_words=True,
            add_special_tokens=special,
            return_attention_mask=False,
            return_token_type_ids=False,
            verbose=False,
        )

    def encode(words: Sequence[str], special: bool) -> tuple[list[int], list[int | None]]:
        if tokenizer.is_fast:
            encoding = tokenize(words, special)
            return encoding["input_ids"], encoding.word_ids()
        by_word = [tokenize([word], special)["input_ids"] for word in words]
        positions: list[int | None] = [k for k, ids in enumerate(by_word) for _ in ids]
        return [number for ids in by_word for number in ids], positions

    return encode
