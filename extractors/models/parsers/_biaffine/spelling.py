"""What the network says as strings: the numbers of labels become parts of speech, lemmas, features and relations."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import TypeVar

import numpy as np

from extractors.core.arrays import Int64
from extractors.models.parsers._biaffine import lemmas
from extractors.models.parsers._biaffine.labels import FEATURE, NONE, Labels

WORDS_KEPT = 1 << 17
"""Words whose lemmas are kept, since most words come again."""

Segments = Sequence[Sequence[str]]
"""The words of B segments."""
Strings = list[list[str]]
"""A string for each word of each of B segments."""
T = TypeVar("T")


class Spelling:
    """The strings of label numbers.

    Args:
        labels: the inventories that the numbers are of.
        lexicon: lemmas of words that have but one (`lemmas.lexicon`).
        dictionary: knows lemmas of others.
    """

    def __init__(
        self, labels: Labels, lexicon: Mapping[str, str], dictionary: lemmas.Dictionary = lemmas.no_dictionary
    ) -> None:
        self._labels, self.lexicon = labels, lexicon
        self._bundle = cache(labels.bundle)
        self._lemma = lru_cache(maxsize=WORDS_KEPT)(partial(lemmas.lemma, lexicon=lexicon, dictionary=dictionary))

    def strings(
        self, segments: Segments, tags: Mapping[str, Int64], relations: Int64
    ) -> tuple[Strings, Strings, Strings, Strings]:
        """Parts of speech (UPOS, XPOS), lemmas and relations.

        Args:
            segments: B segments of at most L words.
            tags: by head of the network (`Labels.sizes`), (B, L) numbers of labels; `_` stands for what has no head.
            relations: (B, L) likewise.
        """
        labels = self._labels

        def column(name: str, inventory: Sequence[str]) -> Strings:
            return _looked_up(inventory, tags[name], segments) if name in tags else nothing(segments)

        upos, rules = column("upos", labels.upos), column("lemma_rule", labels.lemma_rule)
        lemma = [list(map(self._lemma, *columns)) for columns in zip(segments, upos, rules, strict=True)]
        return upos, column("xpos", labels.xpos), lemma, _looked_up(labels.deprel, relations, segments)

    def features(self, segments: Segments, tags: Mapping[str, Int64]) -> Strings:
        """The bundle of features of each word, as FEATS has it; arguments as of `strings`."""
        columns = [tags[FEATURE + name] for name, _ in self._labels.features]
        if not columns:
            return nothing(segments)
        values = without_padding(np.stack(columns, axis=-1).tolist(), segments)
        return [[self._bundle(tuple(of_word)) for of_word in of_segment] for of_segment in values]


def without_padding(rows: Sequence[list[T]], segments: Segments) -> list[list[T]]:
    """B rows of L values, of each as many as its segment has words."""
    return [row[: len(segment)] for row, segment in zip(rows, segments, strict=True)]


def nothing(segments: Segments) -> Strings:
    """`_` for each word."""
    return [[NONE] * len(segment) for segment in segments]


def _looked_up(inventory: Sequence[str], numbers: Int64, segments: Segments) -> Strings:
    """The labels of (B, L) numbers."""
    return without_padding(np.array(inventory, dtype=object)[numbers].tolist(), segments)
