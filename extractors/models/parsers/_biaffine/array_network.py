"""The network of `network` with NumPy alone: what a processor runs. Loading it executes nothing."""

from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array

from extractors.core.arrays import Float32, Int64
from extractors.models.parsers._biaffine.lstm import BothWays, Direction, Packing
from extractors.models.parsers._biaffine.scoring import WORDS_AT_ONCE, Arrays, Dimensions, Scores
from extractors.models.parsers._biaffine.words import SegmentBatch

SLOPE = np.float32(0.1)
"""Of the leaky rectifier below 0."""


class ArrayNetwork:
    """See `network.Network`, whose scores these are but for rounding.

    Raises:
        ValueError: weights of other names or shapes than the dimensions ask for.
    """

    def __init__(self, dimensions: Dimensions, arrays: Arrays) -> None:
        dimensions.check(arrays)
        self.sizes, self._arrays = dimensions.sizes, arrays
        self._layers = [self._layer(number) for number in range(self.sizes.layers)]
        # All heads that tag words in one product; the last column says where sentences start.
        self._tags = list(dimensions.tags)
        names = [*(f"tags.{name}" for name in self._tags), "starts"]
        self._tag_weights = np.concatenate([arrays[f"{name}.weight"] for name in names])
        self._tag_bias = np.concatenate([arrays[f"{name}.bias"] for name in names])
        self._tag_bounds = np.cumsum([0, *dimensions.tags.values()]).tolist()
        # The matrices of all relations side by side.
        width = self.sizes.relation + 1
        self._matrices = np.ascontiguousarray(arrays["relation"].transpose(1, 0, 2).reshape(width, -1))

    def arrays(self) -> Arrays:
        return self._arrays

    def score(self, batch: SegmentBatch) -> Scores:
        lower, states = self._states(batch)
        tags = self._linear("tag_hidden", lower) @ self._tag_weights.T + self._tag_bias
        slices = {name: tags[:, a:b] for name, (a, b) in zip(self._tags, pairwise(self._tag_bounds), strict=True)}
        with_root = np.concatenate([self._arrays["root"][None], states])
        rows, width = batch.words.shape
        is_word = np.arange(width) < batch.lengths[:, None]
        bilinear = self._arrays["arc"]
        dependents = np.zeros((rows, width, self.sizes.arc), np.float32)
        dependents[is_word] = self._linear("arc_dependent", states) @ bilinear[:-1] + bilinear[-1]
        of_heads = self._linear("arc_head", with_root)
        heads = np.zeros((rows, width + 1, self.sizes.arc), np.float32)
        heads[:, 0] = of_heads[0]
        heads[:, 1:][is_word] = of_heads[1:]
        dependent, head = self._linear("relation_dependent", states), self._linear("relation_head", with_root)
        first = np.repeat(np.cumsum(batch.lengths) - batch.lengths, batch.lengths)

        def relations(chosen: Int64) -> Float32:
            return self._relations(dependent, head[np.where(chosen, first + chosen, 0)])

        return Scores(slices, tags[:, -1], dependents @ heads.transpose(0, 2, 1), relations)

    def _layer(self, number: int) -> BothWays:
        def direction(name: str) -> Direction:
            from_input, from_state, of_input, of_state = (
                self._arrays[f"layers.{number}.{name}.{part}_l0"]
                for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
            )
            return Direction(from_input, from_state, of_input + of_state, backwards=name == "backwards")

        return BothWays(direction("forwards"), direction("backwards"), width=self.sizes.hidden)

    def _states(self, batch: SegmentBatch) -> tuple[Float32, Float32]:
        """(N, 2 * sizes.hidden) twice, segment by segment: for tags, and for arcs and relations."""
        packing = Packing.of(batch.lengths)
        words, style = self._vectors(batch), self._arrays["style.weight"][0]
        numbers = batch.words[np.arange(batch.words.shape[1]) < batch.lengths[:, None]][packing.rows]
        # Each distinct word goes through the first product once.
        first, *others = self._layers
        below = states = first((direction.gates(words, style)[numbers] for direction in first.directions), packing)
        for layer in others:
            below = states
            states = layer((direction.gates(below) for direction in layer.directions), packing)
        return _unpacked(below, packing), _unpacked(states, packing)

    def _vectors(self, batch: SegmentBatch) -> Float32:
        """(U, width) a vector for each distinct word."""
        arrays = self._arrays
        return np.concatenate(
            [
                arrays["form.weight"][batch.form],
                arrays["shape.weight"][batch.shape],
                _means(arrays["affix.weight"], batch.affixes, batch.affix_starts),
                _means(arrays["ngram.weight"], batch.ngrams, batch.ngram_starts),
            ],
            axis=1,
        )

    def _linear(self, name: str, vectors: Float32) -> Float32:
        """A linear layer and the leaky rectifier."""
        values: Float32 = vectors @ self._arrays[f"{name}.weight"].T
        values += self._arrays[f"{name}.bias"]
        np.maximum(values, SLOPE * values, out=values)
        return values

    def _relations(self, dependent: Float32, head: Float32) -> Float32:
        """(N, relations) scores of (N, sizes.relation) vectors of words and of their heads."""
        dependent, head = _with_one(dependent), _with_one(head)
        scores = np.empty((len(head), len(self._arrays["relation"])), np.float32)
        for start in range(0, len(head), WORDS_AT_ONCE):
            some = slice(start, start + WORDS_AT_ONCE)
            of_relations = (dependent[some] @ self._matrices).reshape(-1, scores.shape[1], head.shape[1])
            np.matmul(of_relations, head[some, :, None], out=scores[some, :, None])
        return scores


def _unpacked(states: Float32, packing: Packing) -> Float32:
    """Packed rows segment by segment."""
    unpacked = np.empty_like(states)
    unpacked[packing.rows] = states
    return unpacked


def _means(table: Float32, pieces: Int64, starts: Int64) -> Float32:
    """(U, width) the mean of the rows of each word's pieces."""
    bounds = np.append(starts, len(pieces))
    counts = np.diff(bounds)
    shares = np.repeat(np.float32(1) / counts.astype(np.float32), counts)
    means: Float32 = csr_array((shares, pieces, bounds), shape=(len(starts), len(table))) @ table
    return means


def _with_one(vectors: Float32) -> Float32:
    """A constant 1 at the end, so that a product has a bias."""
    return np.concatenate([vectors, np.ones((len(vectors), 1), np.float32)], axis=1)
