"""A BERT with NumPy alone: loading it executes nothing.

Source: Devlin, Chang, Lee and Toutanova (2019), BERT, NAACL; weights by the names that transformers gives them.
Segments are read without padding: all products but those of attention go over the subwords of a batch at once.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from extractors.core.arrays import Float32, Int64
from extractors.models.packed import PackedRows, PackedWeights

AT_ONCE = 1 << 15
"""Numbers whose activations are computed at once, so that intermediate results stay in the processor's cache."""
GELU = np.array(
    [
        7.978842159435231e-01,
        3.633428395363219e-02,
        -3.313033138509957e-05,
        -5.524004973166545e-05,
        3.969093205759581e-06,
        -1.3344530562786874e-07,
        1.8055891916766005e-09,
    ],
    dtype=np.float32,
)
"""The coefficients of a polynomial p in x * x for which tanh(x * p) is erf(x / sqrt(2)), so that x times their mean
with 1 is GELU: off by 6e-7 at most, as much as single precision rounds it. Fitted on 0 to 6.2, weighted by what an
error of p costs there."""
PARTS = ("query", "key", "value")


class BertLayer:
    """One layer. Raises KeyError, ValueError: its weights are not there, or have other shapes."""

    def __init__(
        self, weights: PackedWeights, name: str, *, width: int, inner: int, heads: int, epsilon: float
    ) -> None:
        self._heads, self._epsilon, self._width = heads, epsilon, width
        scale = np.float32((width // heads) ** -0.5)
        query, key, value = (linear(weights, f"{name}.attention.self.{part}", width, width) for part in PARTS)
        # The three in one product; similarities are divided by the root of a head's width beforehand.
        three = zip((query[0] * scale, query[1] * scale), key, value, strict=True)
        weight, bias = (np.concatenate(parts, axis=-1) for parts in three)
        self._attention = (weight, bias)
        self._attended = linear(weights, f"{name}.attention.output.dense", width, width)
        self._attention_norm = norm(weights, f"{name}.attention.output.LayerNorm", width)
        self._inner = linear(weights, f"{name}.intermediate.dense", width, inner)
        out_weight, out_bias = linear(weights, f"{name}.output.dense", inner, width)
        # What goes in is twice GELU.
        halved: Float32 = out_weight * np.float32(0.5)
        self._outer = (halved, out_bias)
        self._norm = norm(weights, f"{name}.output.LayerNorm", width)

    def __call__(self, states: Float32, runs: Sequence[tuple[int, int]]) -> Float32:
        """Return the (N, width) states after the layer.

        Args:
            states: of the subwords of all segments, one after another.
            runs: the length of some segments in a row, and how many they are.
        """
        attended = product(self._attend(product(states, self._attention), runs), self._attended)
        attended += states
        states = normalised(attended, self._attention_norm, self._epsilon)
        added = product(_twice_gelu(product(states, self._inner)), self._outer)
        added += states
        return normalised(added, self._norm, self._epsilon)

    def _attend(self, projected: Float32, runs: Sequence[tuple[int, int]]) -> Float32:
        """Return (N, width) what each subword takes from its segment by attention.

        Args:
            projected: (N, 3 * width) queries, keys and values.
            runs: as of a call.
        """
        attended = np.empty((len(projected), self._width), np.float32)
        start = 0
        for length, count in runs:
            stop = start + length * count
            run = projected[start:stop].reshape(count, length, 3, self._heads, -1)
            query, key, value = (run[:, :, k].transpose(0, 2, 1, 3) for k in range(3))
            weights = query @ key.transpose(0, 1, 3, 2)
            weights -= weights.max(axis=-1, keepdims=True)
            np.exp(weights, out=weights)
            weights /= weights.sum(axis=-1, keepdims=True)
            out = attended[start:stop].reshape(count, length, self._heads, -1)
            out[:] = (weights @ value).transpose(0, 2, 1, 3)
            start = stop
        return attended


class Bert:
    """The network up to a layer.

    Args:
        config: as of transformers' BertConfig.
        weights: by name, in any precision.
        layers: how many of its layers to keep.
        own: the weights that its layers are taken from instead; by default they are among the others.

    Raises:
        KeyError, ValueError, TypeError: config or weights are not those of a BERT.
    """

    def __init__(
        self, config: dict[str, Any], weights: PackedWeights, *, layers: int, own: PackedWeights | None = None
    ) -> None:
        width, inner, heads = (
            int(config[name]) for name in ("hidden_size", "intermediate_size", "num_attention_heads")
        )
        if config["hidden_act"] != "gelu" or heads < 1 or width % heads:
            raise ValueError("it is not a BERT with GELU whose width its heads share evenly")
        self.width, self._epsilon = width, float(config["layer_norm_eps"])
        self.vocabulary, self.positions = int(config["vocab_size"]), int(config["max_position_embeddings"])
        self.words = weights.rows("embeddings.word_embeddings.weight", self.vocabulary, width)
        kinds = weights.array("embeddings.token_type_embeddings.weight", int(config["type_vocab_size"]), width)
        self._places = weights.array("embeddings.position_embeddings.weight", self.positions, width) + kinds[0]
        self._norm = norm(weights, "embeddings.LayerNorm", width)
        self._layers = [
            BertLayer(
                weights if own is None else own,
                f"encoder.layer.{number}",
                width=width,
                inner=inner,
                heads=heads,
                epsilon=self._epsilon,
            )
            for number in range(layers)
        ]

    def hidden(self, segments: Sequence[Sequence[int]]) -> list[Float32]:
        """Return the (n, width) hidden states of each segment of n > 0 subwords, special ones counted."""
        order = sorted(range(len(segments)), key=lambda k: len(segments[k]))
        lengths = [len(segments[k]) for k in order]
        *_, states = self.states(np.concatenate([segments[k] for k in order]), lengths)
        result: list[Float32] = [states] * len(segments)
        for start, length, k in zip(np.cumsum([0, *lengths]).tolist(), lengths, order, strict=False):
            result[k] = states[start : start + length]
        return result

    def states(self, ids: Int64, lengths: Sequence[int], added: Float32 | None = None) -> Iterator[Float32]:
        """Yield the (N, width) embeddings, then the states after each layer.

        Args:
            ids: (N,) the subwords of all segments, one after another.
            lengths: of the segments, those of one length side by side.
            added: (width,) what is added to each embedding.
        """
        positions = np.concatenate([np.arange(length) for length in lengths])
        states = normalised(self._embedded(ids) + self._places[positions], self._norm, self._epsilon)
        if added is not None:
            states += added
        yield states
        runs = [(length, len(list(run))) for length, run in groupby(lengths)]
        for layer in self._layers:
            states = layer(states, runs)
            yield states

    def _embedded(self, ids: Int64) -> Float32:
        if not isinstance(self.words, PackedRows):
            return self.words[ids]
        distinct, index = np.unique(ids, return_inverse=True)
        return self.words[distinct][index]


def batches(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Yield the numbers of sequences in batches, from the shortest to the longest.

    Args:
        lengths: of the sequences.
        most: subwords of a batch, padding counted; a longer sequence is a batch by itself.
    """
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) + 1) * lengths[number] > most:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def linear(weights: PackedWeights, name: str, inputs: int, outputs: int) -> tuple[Float32, Float32]:
    """Return a linear layer: the (inputs, outputs) matrix to multiply from the right, and the (outputs,) bias."""
    return weights.array(f"{name}.weight", outputs, inputs).T, weights.array(f"{name}.bias", outputs)


def norm(weights: PackedWeights, name: str, width: int) -> tuple[Float32, Float32]:
    """Return the (width,) scale and shift of a layer normalisation."""
    return weights.array(f"{name}.weight", width), weights.array(f"{name}.bias", width)


def normalised(states: Float32, scale_and_shift: tuple[Float32, Float32], epsilon: float) -> Float32:
    """Apply layer normalisation to (N, width) states, in place."""
    scale, shift = scale_and_shift
    states -= states.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", states, states) / np.float32(states.shape[1])
    states /= np.sqrt(variance + np.float32(epsilon))[:, None]
    states *= scale
    states += shift
    return states


def product(states: Float32, layer: tuple[Float32, Float32]) -> Float32:
    """Apply a linear layer to (N, inputs) states."""
    weight, bias = layer
    values: Float32 = states @ weight
    values += bias
    return values


def _twice_gelu(values: Float32) -> Float32:
    """Compute x * (1 + erf(x / sqrt(2))) in place: twice the Gaussian error linear unit (Hendrycks and Gimpel 2016)."""
    flat = values.reshape(-1)
    square, angle = np.empty(AT_ONCE, np.float32), np.empty(AT_ONCE, np.float32)
    # Where the polynomial is infinite, tanh is 1 all the same.
    with np.errstate(over="ignore"):
        for start in range(0, flat.size, AT_ONCE):
            some = flat[start : start + AT_ONCE]
            z, p = square[: some.size], angle[: some.size]
            np.multiply(some, some, out=z)
            np.multiply(z, GELU[-1], out=p)
            for coefficient in GELU[-2:0:-1]:
                p += coefficient
                p *= z
            p += GELU[0]
            p *= some
            np.tanh(p, out=p)
            p += 1
            some *= p
    return values
