"""Our encoder, a BERT that `challenge-sets lab train-aligner` trained, with NumPy alone: loading it executes nothing.

Source: Devlin, Chang, Lee and Toutanova (2019), BERT, NAACL; weights by the names that transformers gives them.
Segments are read without padding: all products but those of attention go over the subwords of a batch at once.
"""

import json
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from extractors.core.arrays import Float32
from extractors.core.errors import InputError
from extractors.models.aligners._encoder import Encoder, chosen_layer
from extractors.models.aligners._subwords import SubwordTokenizer, of_library
from extractors.models.our_encoders import CONFIG, TOKENIZER, WEIGHTS

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


class BertEncoder(Encoder):
    """The encoder in a folder.

    Args:
        path: the folder.
        layer, batch_size: as of `_encoders.load`.
    """

    def __init__(self, path: Path, *, layer: int | None, batch_size: int) -> None:
        name = path.resolve().name
        try:
            config = json.loads((path / CONFIG).read_text(encoding="utf-8"))
            depth = int(config["num_hidden_layers"])
            wanted = chosen_layer(layer, depth, name)
            self._network = Bert(config, load_file(path / WEIGHTS), layers=wanted)
            subwords = SubwordTokenizer(of_library(_tokenizer(path / TOKENIZER, self._network.vocabulary)))
        except InputError:
            raise
        except (OSError, ArithmeticError, ValueError, LookupError, TypeError, RecursionError, SafetensorError) as error:
            raise InputError(
                f"cannot be loaded: {error}",
                path=path,
                remedy="give a folder that `challenge-sets lab train-aligner` wrote; if it was copied, do it again",
            ) from error
        limit = self._network.positions
        super().__init__(name, path, layer=wanted, device="cpu", subwords=subwords, limit=limit, batch_size=batch_size)

    def embed_together(self, segments: Sequence[Sequence[int]]) -> list[Float32]:
        prefix, suffix = self.subwords.prefix, self.subwords.suffix
        whole = [[*prefix, *segment, *suffix] for segment in segments]
        start = len(prefix)
        return [
            vectors[start : start + len(segment)]
            for vectors, segment in zip(self._network.hidden(whole), segments, strict=True)
        ]


class Bert:
    """The network up to a layer.

    Args:
        config: as of transformers' BertConfig.
        weights: by name, in any precision.
        layers: how many of its layers to keep.

    Raises:
        KeyError, ValueError, TypeError: config or weights are not those of a BERT.
    """

    def __init__(self, config: dict[str, Any], weights: dict[str, Any], *, layers: int) -> None:
        width, inner, self._heads = (
            int(config[name]) for name in ("hidden_size", "intermediate_size", "num_attention_heads")
        )
        if config["hidden_act"] != "gelu" or self._heads < 1 or width % self._heads:
            raise ValueError("it is not a BERT with GELU whose width its heads share evenly")
        self._epsilon = np.float32(config["layer_norm_eps"])
        self.vocabulary, self.positions = int(config["vocab_size"]), int(config["max_position_embeddings"])

        def array(name: str, *shape: int) -> Float32:
            if weights[name].shape != shape:
                raise ValueError(f"{name} has the shape {weights[name].shape}, not {shape}")
            return np.asarray(weights[name], dtype=np.float32)

        def linear(name: str, inputs: int, outputs: int) -> tuple[Float32, Float32]:
            return array(f"{name}.weight", outputs, inputs).T, array(f"{name}.bias", outputs)

        def norm(name: str) -> tuple[Float32, Float32]:
            return array(f"{name}.weight", width), array(f"{name}.bias", width)

        self._words = array("embeddings.word_embeddings.weight", self.vocabulary, width)
        kinds = array("embeddings.token_type_embeddings.weight", int(config["type_vocab_size"]), width)
        self._places = array("embeddings.position_embeddings.weight", self.positions, width) + kinds[0]
        self._norm = norm("embeddings.LayerNorm")
        self._layers = []
        for number in range(layers):
            layer, scale = f"encoder.layer.{number}", np.float32((width // self._heads) ** -0.5)
            query, key, value = (
                linear(f"{layer}.attention.self.{name}", width, width) for name in ("query", "key", "value")
            )
            # The three in one product; similarities are divided by the root of a head's width beforehand.
            of_three = zip((query[0] * scale, query[1] * scale), key, value, strict=True)
            weight, bias = (np.concatenate(parts, axis=-1) for parts in of_three)
            out_weight, out_bias = linear(f"{layer}.output.dense", inner, width)
            self._layers.append(
                {
                    "attention": (weight, bias),
                    "attended": linear(f"{layer}.attention.output.dense", width, width),
                    "attention norm": norm(f"{layer}.attention.output.LayerNorm"),
                    "inner": linear(f"{layer}.intermediate.dense", width, inner),
                    # What goes in is twice GELU.
                    "outer": (out_weight / 2, out_bias),
                    "norm": norm(f"{layer}.output.LayerNorm"),
                }
            )

    def hidden(self, segments: Sequence[Sequence[int]]) -> list[Float32]:
        """The (n, width) hidden states of each segment of n subwords, special ones counted, none without any."""
        order = sorted(range(len(segments)), key=lambda k: len(segments[k]))
        lengths = [len(segments[k]) for k in order]
        ids = np.concatenate([segments[k] for k in order])
        bounds = np.cumsum([0, *lengths]).tolist()
        places = np.concatenate([np.arange(length) for length in lengths])
        states = self._normalised(self._words[ids] + self._places[places], self._norm)
        runs = [(length, len(list(run))) for length, run in groupby(lengths)]
        for layer in self._layers:
            attended = _linear(self._attended(_linear(states, layer["attention"]), runs), layer["attended"])
            attended += states
            states = self._normalised(attended, layer["attention norm"])
            added = _linear(_twice_gelu(_linear(states, layer["inner"])), layer["outer"])
            added += states
            states = self._normalised(added, layer["norm"])
        result = [states[:0]] * len(segments)
        for place, k in enumerate(order):
            result[k] = states[bounds[place] : bounds[place + 1]]
        return result

    def _attended(self, projected: Float32, runs: Sequence[tuple[int, int]]) -> Float32:
        """What each subword takes from its segment.

        Args:
            projected: (N, 3 * width) queries, keys and values.
            runs: the length of some segments in a row, and how many they are.
        """
        width = projected.shape[1] // 3
        attended = np.empty((len(projected), width), np.float32)
        start = 0
        for length, count in runs:
            stop = start + length * count
            of_run = projected[start:stop].reshape(count, length, 3, self._heads, -1)
            query, key, value = (of_run[:, :, k].transpose(0, 2, 1, 3) for k in range(3))
            weights = query @ key.transpose(0, 1, 3, 2)
            weights -= weights.max(axis=-1, keepdims=True)
            np.exp(weights, out=weights)
            weights /= weights.sum(axis=-1, keepdims=True)
            out = attended[start:stop].reshape(count, length, self._heads, -1)
            out[:] = (weights @ value).transpose(0, 2, 1, 3)
            start = stop
        return attended

    def _normalised(self, states: Float32, norm: tuple[Float32, Float32]) -> Float32:
        """Layer normalisation, in place."""
        scale, shift = norm
        states -= states.mean(axis=1, keepdims=True)
        variance = np.einsum("ij,ij->i", states, states) / np.float32(states.shape[1])
        states /= np.sqrt(variance + self._epsilon)[:, None]
        states *= scale
        states += shift
        return states


def _tokenizer(path: Path, vocabulary: int) -> Tokenizer:
    """The tokenizer in a file. Raises ValueError: it is none, or has more subwords than the network."""
    text = path.read_text(encoding="utf-8")
    try:
        tokenizer = Tokenizer.from_str(text)
    except Exception as error:  # the library raises nothing more special
        raise ValueError(f"{path.name} is not a tokenizer: {error}") from error
    if tokenizer.get_vocab_size() > vocabulary:
        raise ValueError(f"{path.name} has {tokenizer.get_vocab_size()} subwords, the network {vocabulary}")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _linear(states: Float32, layer: tuple[Float32, Float32]) -> Float32:
    weight, bias = layer
    values: Float32 = states @ weight
    values += bias
    return values


def _twice_gelu(values: Float32) -> Float32:
    """x * (1 + erf(x / sqrt(2))), in place: twice the Gaussian error linear unit (Hendrycks and Gimpel 2016)."""
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
