"""What the network says as strings: the numbers of labels become parts of speech, lemmas, features and relations."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial

import numpy as np

from extractors.core.arrays import Int64
from extractors.models.parsers._multilingual import lemmas
from extractors.models.parsers._multilingual.labels import FEATURE, NONE, Labels

WORDS_KEPT = 1 << 17
"""Words whose lemmas are kept, since most words come again."""
Tags = Mapping[str, Int64]
"""By head of the network (`upos`, `lemma_rule`, FEATURE and a name), (n,) numbers of labels."""


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
        self._labels = labels
        self._bundle = cache(labels.bundle)
        self._lemma = lru_cache(maxsize=WORDS_KEPT)(partial(lemmas.lemma, lexicon=lexicon, dictionary=dictionary))

    def tags(self, words: Sequence[str], tags: Tags) -> tuple[list[str], list[str]]:
        """Return part of speech and lemma of each of n words; `_` is the lemma where the treebank has none."""
        upos = [self._labels.upos[number] for number in tags["upos"].tolist()]
        known = self._labels.lemma_rule
        rules = [known[number] for number in tags["lemma_rule"].tolist()] if known else [NONE] * len(words)
        return upos, list(map(self._lemma, words, upos, rules))

    def features(self, words: Sequence[str], tags: Tags) -> list[str]:
        """Return the bundle of features of each word, as FEATS has it."""
        columns = [tags[FEATURE + name] for name, _ in self._labels.features]
        if not columns:
            return [NONE] * len(words)
        return [self._bundle(tuple(values)) for values in np.stack(columns, axis=-1).tolist()]

    def relations(self, numbers: Int64) -> list[str]:
        """Return the relation of each word, given the (n,) numbers of the labels."""
        return [self._labels.deprel[number] for number in numbers.tolist()]
