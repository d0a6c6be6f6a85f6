"""Parsed text in two shapes: sentences as a parser gives them, and a corpus in columns.

A parser yields `Sentence` objects, which `conllu.write` writes. Whatever reads parses (matcher,
aligner, controls) gets a `Treebank`: one array a column over all words, because a question asked of
a whole column at once is a hundred times faster than one asked word by word.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Bool, Float32, Int32, Int64


class Word(NamedTuple):
    """A syntactic word (a line of CoNLL-U). `head` is 1-based in the sentence, 0 for the root.

    `feats` is the FEATS column as it stands, `_` when empty; `space_after` speaks of the surface
    token, and for a word inside a multiword token it is not used. `confidence` is the probability that
    head and relation are right, as the parser sees it; None from a parser that does not say.
    """

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    space_after: bool = True
    confidence: float | None = None


class MultiwordToken(NamedTuple):
    """A surface token of several words (German `zum`): words `first` to `last`, 1-based, inclusive."""

    first: int
    last: int
    form: str
    space_after: bool = True


@dataclass(frozen=True, slots=True)
class Sentence:
    """One parsed sentence. `text` is the part of the segment that it covers."""

    words: tuple[Word, ...]
    text: str
    multiword: tuple[MultiwordToken, ...] = ()


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A text column in dictionary form: `values[codes[w]]` is the value of word w."""

    codes: Int32
    values: tuple[str, ...]

    def __getitem__(self, word: int) -> str:
        return self.values[int(self.codes[word])]

    def of(self, is_so: Callable[[str], bool]) -> Bool:
        """Return (W,) whether `is_so` holds for the value of each word; each distinct value is asked once."""
        by_value = np.array([is_so(value) for value in self.values], dtype=np.bool_)
        return by_value[self.codes]


@dataclass(frozen=True)
class Treebank:
    """All words of a parsed corpus, W of them in S sentences.

    Attributes:
        form, lemma, upos, xpos, feats, deprel: columns of length W. A missing lemma, upos, xpos or
            feats is the value `_`.
        head: (W,) position of the head in its sentence, 1-based; 0 for a root.
        sentence_start: (S + 1,) words of sentence s are sentence_start[s] to sentence_start[s + 1] - 1.
        segment: (S,) segment_id of each sentence; does not decrease.
        multiword: surface tokens of several words, as (first word, last word, form), word indices
            over the whole corpus, in order.
        comments: (S,) the lines of comments above each sentence.
        source: the file it was read from, for messages.
        generator: what parsed it, from the comment `# generator = ...`.
        confidence: (W,) probability, as the parser sees it, that a word's head and relation are right;
            NaN for a word without; None if no word has one.
    """

    form: TextColumn
    lemma: TextColumn
    upos: TextColumn
    xpos: TextColumn
    feats: TextColumn
    deprel: TextColumn
    head: Int32
    sentence_start: npt.NDArray[np.int64]
    segment: Int32
    multiword: tuple[tuple[int, int, str], ...] = ()
    comments: tuple[str, ...] = ()
    source: str = "<treebank>"
    generator: str = "unknown"
    confidence: Float32 | None = None

    def __len__(self) -> int:
        return len(self.head)

    @cached_property
    def sentence(self) -> Int32:
        """(W,) number of the sentence of each word."""
        return np.repeat(np.arange(len(self.segment), dtype=np.int32), np.diff(self.sentence_start))

    def metadata(self, key: str) -> list[str | None]:
        """Return (S,) the value of the comment `# key = value` above each sentence; None where there is none."""
        comment = re.compile(rf"^# *{re.escape(key)} *= *(.*?) *$", re.MULTILINE)
        return [None if (found := comment.search(text)) is None else found[1] for text in self.comments]

    @cached_property
    def head_word(self) -> Int32:
        """(W,) word index (over the whole corpus) of each word's head; -1 for a root."""
        start = self.sentence_start[self.sentence]
        return np.where(self.head > 0, start + self.head - 1, -1).astype(np.int32)

    @cached_property
    def children(self) -> tuple[npt.NDArray[np.int64], Int32]:
        """(first, dependents): the dependents of w are dependents[first[w]:first[w + 1]], in order."""
        heads = self.head_word
        order = np.argsort(heads, kind="stable").astype(np.int32)
        dependents = order[np.searchsorted(heads[order], 0) :]
        counts = np.bincount(heads[heads >= 0], minlength=len(self))
        return np.concatenate([[0], np.cumsum(counts)]), dependents

    @cached_property
    def segment_start(self) -> npt.NDArray[np.int64]:
        """(W,) index of the first word of each word's segment."""
        new = np.diff(self.segment, prepend=-1) != 0
        first_sentence = np.maximum.accumulate(np.where(new, np.arange(len(new)), 0))
        starts: npt.NDArray[np.int64] = self.sentence_start[first_sentence[self.sentence]]
        return starts

    @cached_property
    def word_in_segment(self) -> Int32:
        """(W,) 0-based number of the word in its segment, over all the segment's sentences."""
        return (np.arange(len(self)) - self.segment_start).astype(np.int32)

    @cached_property
    def begins_token(self) -> Bool:
        """(W,) whether the word is the first of its surface token."""
        begins = np.ones(len(self), dtype=np.bool_)
        for first, last, _ in self.multiword:
            begins[first + 1 : last + 1] = False
        return begins

    @cached_property
    def token(self) -> Int32:
        """(W,) 0-based number of the word's surface token in its segment.

        The words of a multiword token share it. This is what distances and alignments count.
        """
        tokens = np.cumsum(self.begins_token)
        return (tokens - tokens[self.segment_start]).astype(np.int32) if len(self) else self.head

    @cached_property
    def surface(self) -> dict[int, list[str]]:
        """segment_id -> the surface tokens of the segment; segments without tokens are not in it."""
        forms = {first: form for first, _, form in self.multiword}
        words = np.flatnonzero(self.begins_token)
        tokens: dict[int, list[str]] = {int(s): [] for s in np.unique(self.segment)}
        segments = self.segment[self.sentence[words]].tolist()
        codes, values = self.form.codes[words].tolist(), self.form.values
        for word, segment, code in zip(words.tolist(), segments, codes, strict=True):
            tokens[segment].append(forms.get(word) or values[code])
        return tokens

    def tokens_of(self, sentence: int) -> Iterator[tuple[str, range]]:
        """Yield the surface tokens of a sentence, as `tokens_between`."""
        return self.tokens_between(*self.sentence_start[sentence : sentence + 2].tolist())

    def tokens_between(self, first: int, end: int) -> Iterator[tuple[str, range]]:
        """Yield the surface tokens of the words `first` to `end - 1`: form, and indices over the whole corpus."""
        multiword = self._multiword
        while first < end:
            last, form = multiword.get(first, (first, self.form[first]))
            yield form, range(first, last + 1)
            first = last + 1

    @cached_property
    def _multiword(self) -> dict[int, tuple[int, str]]:
        return {first: (last, form or self.form[first]) for first, last, form in self.multiword}

    @cached_property
    def token_word(self) -> Int64:
        """(T,) index of the first word of each surface token."""
        return np.flatnonzero(self.begins_token)

    @cached_property
    def tokens_before(self) -> Int64:
        """(W + 1,) surface tokens that begin before each word, and in all; those of punctuation alone do not count."""
        says = ~self.upos.of(lambda upos: upos == "PUNCT")
        counted = self.begins_token & says
        if self.multiword:
            first, last = np.array([token[:2] for token in self.multiword]).T
            words = np.concatenate([[0], np.cumsum(says)])
            counted[first] = words[last + 1] > words[first]
        return np.concatenate([[0], np.cumsum(counted)])

    @cached_property
    def token_form(self) -> TextColumn:
        """The column, of length T, of the surface tokens themselves."""
        codes, values = self.form.codes[self.token_word], dict.fromkeys(self.form.values)
        numbers = {value: number for number, value in enumerate(values)}
        if len(numbers) < len(self.form.values):
            codes = np.array([numbers[value] for value in self.form.values], dtype=np.int32)[codes]
        if self.multiword:
            forms = [numbers.setdefault(form, len(numbers)) for _, _, form in self.multiword]
            codes[np.searchsorted(self.token_word, [first for first, _, _ in self.multiword])] = forms
        return TextColumn(codes=codes, values=tuple(numbers))

    def tokens_at(self, segments: Int32, tokens: Int32) -> Int64:
        """Find (m,) the places of tokens of segments in columns of length T; -1 where a segment has no such token."""
        of_token = self.segment[self.sentence[self.token_word]]
        first, last = np.searchsorted(of_token, segments), np.searchsorted(of_token, segments, side="right")
        places = first + tokens
        return np.where((places < last) & (np.asarray(tokens) >= 0), places, -1)

    def feature_values(self) -> list[dict[str, str]]:
        """Return each distinct value of the column FEATS as a dictionary."""
        return [parse_feats(value) for value in self.feats.values]


def parse_feats(feats: str) -> dict[str, str]:
    """Parse `Case=Acc|Reflex=Yes` into a dictionary; `_` gives an empty one."""
    return dict(pair.split("=", 1) for pair in feats.split("|") if "=" in pair)
