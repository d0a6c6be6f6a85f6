"""The network of the multilingual parser with NumPy: scores of tags, arcs and relations for the words of sentences.

A word is what its first and its last piece have in the embeddings and after each layer, weighed differently for arcs,
tags and lemmas. Arcs and relations are scored by deep biaffine attention (Dozat and Manning 2017).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from extractors.core.arrays import Float32, Int64
from extractors.models.bert import Bert, linear, product
from extractors.models.packed import PackedWeights

SLOPE = np.float32(0.1)
"""Of leaky rectified units below 0."""
ARCS, TAGS, LEMMAS = range(3)
"""The rows of the weights of layers."""
HEADS = {"upos": "upos", "lemma_rule": "lemma", "feats": "feats"}
"""The network's heads that tag words, by what they say."""


class WordPieces(NamedTuple):
    """A sentence of n words as the network reads it.

    Attributes:
        ids: the pieces, special ones counted.
        first, last: (n,) places of each word's.
    """

    ids: list[int]
    first: list[int]
    last: list[int]


class WordScores(NamedTuple):
    """Of the N words of some sentences, one sentence after another.

    Attributes:
        tags: by name, (N, labels).
        arcs: of each sentence, (n, n + 1): how well each head fits each word, column 0 the root.
        dependents, heads: (N, d) and, with a root before each sentence, (N + sentences, d): what relations are of.
    """

    tags: dict[str, Float32]
    arcs: list[Float32]
    dependents: Float32
    heads: Float32


class WordNetwork:
    """The network in the style of one treebank.

    Args:
        bert: the layers.
        weights: of all else.
        style: the number of the treebank.
        numbers: the treebank's own labels among all (`Labels.own`).
        sizes: of the labels of all treebanks, and of the hidden layers.
    """

    def __init__(
        self,
        bert: Bert,
        weights: PackedWeights,
        style: int,
        *,
        numbers: Mapping[str, Int64],
        sizes: Mapping[str, Any],
    ) -> None:
        width = bert.width
        self._bert = bert
        self._style = weights.array("style.weight", sizes["styles"], width)[style]
        # A softmax over the layers times a learnt scale (ELMo; Peters et al. 2018).
        mix = np.exp(weights.array("mix", 3, sizes["layers"] + 1))
        self._mix = weights.array("scale", 3)[:, None] * mix / mix.sum(axis=1, keepdims=True)
        self._root = weights.array("root", width)
        tag, arc, relation = sizes["tag"], sizes["arc"], sizes["relation"]
        self._tag, self._lemma = linear(weights, "tag", 2 * width, tag), linear(weights, "lem", 2 * width, tag)
        whole = {name: linear(weights, head, tag, sizes[name]) for name, head in HEADS.items()}
        own = {"upos": numbers["upos"], "lemma_rule": numbers["lemma_rule"]}
        self._heads = {name: _columns(whole[name], columns) for name, columns in own.items()}
        self._features = {
            name: _columns(whole["feats"], columns) for name, columns in numbers.items() if name not in (*own, "deprel")
        }
        self._arc_dependent, self._arc_head = linear(weights, "ad", width, arc), linear(weights, "ah", width, arc)
        self._dependent, self._head = linear(weights, "rd", width, relation), linear(weights, "rh", width, relation)
        self._arc = weights.array("arc", arc + 1, arc)
        inner = relation + 1
        self._relation = weights.array("rel", sizes["deprel"], inner, inner)[numbers["deprel"]]

    def score(self, sentences: Sequence[WordPieces]) -> WordScores:
        """Score sentences of one word or more; sentences of equal length in pieces should stand side by side."""
        lengths = [len(sentence.ids) for sentence in sentences]
        starts = np.cumsum([0, *lengths[:-1]])
        first, last = (
            np.concatenate([np.array(getattr(s, name)) + start for s, start in zip(sentences, starts, strict=True)])
            for name in ("first", "last")
        )
        ids = np.concatenate([sentence.ids for sentence in sentences])
        kinds = np.zeros((3, 2, len(first), self._bert.width), np.float32)
        for layer, states in enumerate(self._bert.states(ids, lengths, self._style)):
            for side, positions in enumerate((first, last)):
                word_states = states[positions]
                for number in (ARCS, TAGS, LEMMAS):
                    kinds[number, side] += self._mix[number, layer] * word_states
        tags, lemmas = (np.concatenate([*kinds[number]], axis=1) for number in (TAGS, LEMMAS))
        return self._scored((kinds[ARCS, 0] + kinds[ARCS, 1]) / 2, tags, lemmas, [len(s.first) for s in sentences])

    def _scored(self, words: Float32, tags: Float32, lemmas: Float32, counts: Sequence[int]) -> WordScores:
        hidden = _active(tags, self._tag)
        scores = {name: product(hidden, head) for name, head in self._features.items()}
        scores["upos"] = product(hidden, self._heads["upos"])
        scores["lemma_rule"] = product(_active(lemmas, self._lemma), self._heads["lemma_rule"])
        bounds = np.cumsum([0, *counts]).tolist()
        with_roots = np.insert(words, bounds[:-1], self._root, axis=0)
        dependents: Float32 = _with_one(_active(words, self._arc_dependent)) @ self._arc
        heads = _active(with_roots, self._arc_head)
        # With a root before each sentence, sentence k begins k rows later.
        arcs: list[Float32] = [
            dependents[start : start + count] @ heads[start + k : start + k + count + 1].T
            for k, (start, count) in enumerate(zip(bounds, counts, strict=False))
        ]
        relation_states = _with_one(_active(words, self._dependent)), _with_one(_active(with_roots, self._head))
        return WordScores(scores, arcs, *relation_states)

    def relations(self, dependents: Float32, heads: Float32) -> Float32:
        """Return (N, relations) the score of each relation between a word and its head."""
        scores = np.empty((len(dependents), len(self._relation)), np.float32)
        # One relation at a time: all at once would take N by relations by d numbers.
        for number, matrix in enumerate(self._relation):
            scores[:, number] = np.einsum("nd,nd->n", dependents @ matrix, heads)
        return scores


def _columns(layer: tuple[Float32, Float32], numbers: Int64) -> tuple[Float32, Float32]:
    weight, bias = layer
    return np.ascontiguousarray(weight[:, numbers]), bias[numbers]


def _active(values: Float32, layer: tuple[Float32, Float32]) -> Float32:
    hidden = product(values, layer)
    np.maximum(hidden, SLOPE * hidden, out=hidden)
    return hidden


def _with_one(values: Float32) -> Float32:
    wide: Float32 = np.pad(values, ((0, 0), (0, 1)), constant_values=1)
    return wide
