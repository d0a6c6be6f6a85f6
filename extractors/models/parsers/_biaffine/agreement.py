"""Agreement: case, number and gender of a noun phrase, decided for all its words at once and with the tree in sight.

The network says the features of each word by itself, before it knows the tree. But the words of a phrase agree (`dem
alten Mann`), an object is in another case than a subject, and a preposition asks for a case. So once the tree is known,
a log-linear model scores each bundle of values of a phrase y = (case, number, gender):

    score(y) = sum of the weights of its evidence for y + tagger * sum over its words of log p(y | word)

The evidence (`phrases.py`) is the forms and endings of the words beside the determiner, and the place of the phrase:
relation, preposition, the lemma and part of speech of what it depends on, and what else depends on that. A word that
has no value of a feature by the network keeps none.

Which relations bind a word into the phrase of its head, and which bundles there are, is read off the treebanks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import Any

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Int64
from extractors.models.parsers._biaffine.phrases import Part, Tree, evidence, phrases, rows

Floats = npt.NDArray[np.float32]

AGREEING = ("Case", "Number", "Gender")
"""The features of a phrase; what has no case is in no phrase."""


class AgreementModel:
    """The model.

    Args:
        features: the names of the features, some of AGREEING; the first is Case.
        bundles: (b, features) label numbers of each bundle, as the network has them (0 is none).
        relations: those that bind a word into the phrase of its head.
        weights: (rows, b) of hashed evidence.
        tagger: the weight of the network's log-probabilities.
    """

    def __init__(
        self, features: Sequence[str], bundles: Int64, relations: Sequence[str], weights: Floats, tagger: float
    ) -> None:
        self.features, self.bundles = tuple(features), bundles
        self.relations = frozenset(relations)
        self.weights, self.tagger = weights, tagger

    def weighing(self, tagger: float) -> AgreementModel:
        """The same with another weight of the network's log-probabilities."""
        return AgreementModel(self.features, self.bundles, sorted(self.relations), self.weights, tagger)

    def settings(self) -> dict[str, Any]:
        """What is not weights, for a config."""
        return {
            "features": list(self.features),
            "bundles": self.bundles.tolist(),
            "relations": sorted(self.relations),
            "tagger": self.tagger,
        }

    def decide(self, trees: Sequence[Tree], values: Mapping[str, Int64], log: Mapping[str, Floats]) -> None:
        """Give the words of each phrase of some segments the values of its best bundle.

        Args:
            trees: B segments of at most L words.
            values: by feature, (B, L) label numbers that the network says, changed in place.
            log: by feature, (B, L, labels) their log-probabilities.
        """
        width = values[self.features[0]].shape[1]
        parts: list[list[Part]] = []
        # The words of each phrase, numbered over all rows of the batch.
        words: list[list[int]] = []
        for row, (tree, cases) in enumerate(zip(trees, values[self.features[0]].tolist(), strict=True)):
            below = tree.below()
            for phrase in phrases(tree, cases[: len(tree.forms)], self.relations):
                parts.append(evidence(phrase, tree, below))
                words.append([row * width + word for word in phrase.words])
        if not words:
            return
        # (phrases, b)
        score = _sums(self._scores_of(list(chain.from_iterable(parts))), list(map(len, parts)))
        every_word = np.fromiter(chain.from_iterable(words), dtype=np.int64)
        phrase_of_word = np.repeat(np.arange(len(words)), list(map(len, words)))
        # By feature, the words that have it, and the phrase of each.
        having: list[tuple[Int64, Int64]] = []
        for k, name in enumerate(self.features):
            has = values[name].reshape(-1)[every_word] > 0
            of_words, of_phrases = every_word[has], phrase_of_word[has]
            having.append((of_words, of_phrases))
            if not len(of_words):
                continue
            some, counts = np.unique(of_phrases, return_counts=True)
            sums = _sums(_of_values(log[name].reshape(-1, log[name].shape[-1])[of_words]), counts.tolist())
            score[some] += self.tagger * sums[:, self.bundles[:, k] - 1]
        best = self.bundles[score.argmax(axis=1)]
        for k, (name, (of_words, of_phrases)) in enumerate(zip(self.features, having, strict=True)):
            np.put(values[name], of_words, best[of_phrases, k])

    def _scores_of(self, parts: Sequence[Part]) -> Floats:
        """(parts, b) what each part says for each bundle."""
        rows_of = [rows(part, len(self.weights)) for part in parts]
        return _sums(self.weights[list(chain.from_iterable(rows_of))], list(map(len, rows_of)))


def _sums(of_all: Floats, counts: Sequence[int]) -> Floats:
    """(groups, ...) the sums of runs of rows, none of which is empty."""
    sums: Floats = np.add.reduceat(of_all, [0, *accumulate(counts[:-1])], axis=0)
    return sums


def _of_values(log: Floats) -> Floats:
    """(n, values) log-probabilities of the values of a feature, of words that have one.

    Of no value the network is not asked: some words of a phrase have none, others do.
    """
    of_values = log[:, 1:]
    normalised: Floats = of_values - np.logaddexp.reduce(of_values, axis=1, keepdims=True)
    return normalised
