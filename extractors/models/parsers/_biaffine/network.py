"""The network in PyTorch, to be trained or to run on a GPU: words, a BiLSTM, scores of tags, arcs and relations.

Tags are read off the last layer but one, arcs and relations off the last (Hashimoto et al. 2017:
simpler tasks lower down). Arcs never leave a sentence: of a segment of several sentences only the
arcs inside each are scored against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import embedding_bag

from extractors.core.arrays import Float32, Int64
from extractors.models.parsers._biaffine.scoring import WORDS_AT_ONCE, Arrays, Dimensions, Scores
from extractors.models.parsers._biaffine.words import SegmentBatch


class Inputs(NamedTuple):
    """A `SegmentBatch` as tensors, and (B,) the treebank in whose style each segment is to be annotated."""

    words: Tensor
    lengths: Tensor
    form: Tensor
    shape: Tensor
    affixes: Tensor
    affix_starts: Tensor
    ngrams: Tensor
    ngram_starts: Tensor
    style: Tensor

    @classmethod
    def of(cls, batch: SegmentBatch, style: Sequence[int], device: torch.device) -> Inputs:
        numbers = {name: torch.from_numpy(getattr(batch, name)) for name in cls._fields[:-1]}
        numbers["style"] = torch.tensor(style)
        return cls(**{name: number.to(device) for name, number in numbers.items()})


@dataclass(frozen=True)
class TensorScores:
    """The network's scores for B segments, the longest of L words, as tensors.

    Attributes:
        tags: by head (`upos`, `feature_Case`, ...), (B, L, labels) scores.
        starts: (B, L) logit that a sentence begins at the word.
        arcs: (B, L, L + 1) scores of heads, the root first.
        relation_dependent, relation_head: (B, L, R) and (B, L + 1, R), for `Network.relations`.
    """

    tags: dict[str, Tensor]
    starts: Tensor
    arcs: Tensor
    relation_dependent: Tensor
    relation_head: Tensor = field(repr=False)


class Network(nn.Module):
    """See the module; its weights are random."""

    def __init__(self, dimensions: Dimensions) -> None:
        super().__init__()
        self.sizes = sizes = dimensions.sizes
        self.form = _table(dimensions.forms + 1, sizes.form)
        self.shape = _table(dimensions.shapes + 1, sizes.shape)
        self.affix = _table(dimensions.affix_rows, sizes.affix)
        self.ngram = _table(dimensions.ngram_rows, sizes.ngram)
        self.style = _table(dimensions.styles, sizes.style)
        self.layers = nn.ModuleList(
            _BothWays(2 * sizes.hidden if layer else dimensions.width, sizes.hidden) for layer in range(sizes.layers)
        )
        top = 2 * sizes.hidden
        self.root = nn.Parameter(torch.zeros(top))
        self.tag_hidden = nn.Linear(top, sizes.tag)
        self.tags = nn.ModuleDict({name: nn.Linear(sizes.tag, size) for name, size in dimensions.tags.items()})
        self.starts = nn.Linear(sizes.tag, 1)
        self.arc_dependent = nn.Linear(top, sizes.arc)
        self.arc_head = nn.Linear(top, sizes.arc)
        self.arc = nn.Parameter(torch.zeros(sizes.arc + 1, sizes.arc))
        self.relation_dependent = nn.Linear(top, sizes.relation)
        self.relation_head = nn.Linear(top, sizes.relation)
        self.relation = nn.Parameter(torch.zeros(dimensions.relations, sizes.relation + 1, sizes.relation + 1))
        nn.init.xavier_uniform_(self.arc)
        nn.init.xavier_uniform_(self.relation)

    @classmethod
    def of_arrays(cls, dimensions: Dimensions, arrays: Arrays, *, device: torch.device) -> Network:
        """The network with these weights, to be used or trained further.

        Raises:
            ValueError: weights of other names or shapes than the dimensions ask for.
        """
        dimensions.check(arrays)
        network = cls(dimensions)
        network.load_state_dict({name: torch.from_numpy(array) for name, array in arrays.items()})
        return network.to(device).eval()

    @property
    def device(self) -> torch.device:
        return self.root.device

    def arrays(self) -> dict[str, Float32]:
        """The weights by name."""
        return {name: value.detach().cpu().numpy() for name, value in self.state_dict().items()}

    def score(self, batch: SegmentBatch) -> Scores:
        """As `scoring.Scorer`."""
        is_word = np.arange(batch.words.shape[1]) < batch.lengths[:, None]
        words = torch.from_numpy(is_word).to(self.device)
        with torch.inference_mode():
            scores = self(Inputs.of(batch, [0] * len(batch.lengths), self.device))

        def relations(heads: Int64) -> Float32:
            padded = np.zeros(is_word.shape, dtype=np.int64)
            padded[is_word] = heads
            with torch.inference_mode():
                found = self.relations(scores, torch.from_numpy(padded).to(self.device))
                return _array(found[words])

        tags = {name: _array(values[words]) for name, values in scores.tags.items()}
        return Scores(tags, _array(scores.starts[words]), _array(scores.arcs), relations)

    def forward(self, inputs: Inputs) -> TensorScores:
        drop = self.sizes.dropout if self.training else 0.0
        lower, states = self.states(inputs, dropout=drop)
        tag = _dropout(torch.nn.functional.leaky_relu(self.tag_hidden(lower), 0.1), drop)
        with_root = torch.cat([self.root.expand(len(states), 1, -1), states], dim=1)

        def project(layer: nn.Linear, vectors: Tensor) -> Tensor:
            return _shared_dropout(torch.nn.functional.leaky_relu(layer(vectors), 0.1), drop)

        dependent = project(self.arc_dependent, states)
        head = project(self.arc_head, with_root)
        arcs = (_with_one(dependent) @ self.arc) @ head.transpose(1, 2)
        return TensorScores(
            {name: layer(tag) for name, layer in self.tags.items()},
            self.starts(tag).squeeze(-1),
            arcs,
            project(self.relation_dependent, states),
            project(self.relation_head, with_root),
        )

    def states(self, inputs: Inputs, *, dropout: float, hidden: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """(B, L, 2 * sizes.hidden) twice: what tags are read off, and what arcs and relations are.

        Args:
            hidden: (B, L) where a word is not seen, but a vector of zeros.
        """
        words = self._vectors(inputs)[inputs.words]
        if hidden is not None:
            words = words.masked_fill(hidden.unsqueeze(-1), 0.0)
        style = self.style(inputs.style).unsqueeze(1).expand(-1, words.shape[1], -1)
        states = torch.cat([_shared_dropout(words, dropout), style], dim=-1)
        turned = _turned(inputs.lengths, words.shape[1])
        below = states
        for layer in self.layers:
            below = states
            states = _shared_dropout(layer(states, turned), dropout)
        return (below if len(self.layers) > 1 else states), states

    def relations(self, scores: TensorScores, heads: Tensor) -> Tensor:
        """(B, L, relations) scores of each word's relation to its head, heads (B, L), 0 the root."""
        index = heads.unsqueeze(-1).expand(-1, -1, scores.relation_head.shape[-1])
        head = _with_one(scores.relation_head.gather(1, index)).flatten(0, 1)
        dependent = _with_one(scores.relation_dependent).flatten(0, 1)
        rows, width, _ = self.relation.shape
        matrices = self.relation.permute(1, 0, 2).reshape(width, -1)
        # One product with all relations' matrices side by side, then one with the heads, for so few words at a
        # time that the result of the first stays in the processor's cache.
        parts = [
            torch.bmm((d @ matrices).view(-1, rows, width), h.unsqueeze(-1)).squeeze(-1)
            for d, h in zip(torch.split(dependent, WORDS_AT_ONCE), torch.split(head, WORDS_AT_ONCE), strict=True)
        ]
        return torch.cat(parts).view(*heads.shape, rows)

    def _vectors(self, inputs: Inputs) -> Tensor:
        """(U, width) a vector for each distinct word."""
        form = inputs.form
        if self.training:
            # So that the vector of the unknown form is learnt.
            form = form.masked_fill(torch.rand(form.shape, device=form.device) < self.sizes.unknown, 0)
        return torch.cat(
            [
                self.form(form),
                self.shape(inputs.shape),
                embedding_bag(inputs.affixes, self.affix.weight, inputs.affix_starts, mode="mean"),
                embedding_bag(inputs.ngrams, self.ngram.weight, inputs.ngram_starts, mode="mean"),
            ],
            dim=1,
        )


def _array(values: Tensor) -> Float32:
    array: Float32 = values.cpu().numpy()
    return array


def _table(rows: int, width: int) -> nn.Embedding:
    table = nn.Embedding(rows, width)
    nn.init.uniform_(table.weight, -0.5, 0.5)
    return table


class _BothWays(nn.Module):
    """An LSTM in each direction over padded segments.

    As one bidirectional LSTM over packed sequences, which however runs word by word, several times
    slower on a processor: here the segments are turned round, so that padding always comes last.
    """

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.forwards = nn.LSTM(width, hidden, batch_first=True)
        self.backwards = nn.LSTM(width, hidden, batch_first=True)
        for layer in (self.forwards, self.backwards):
            _orthogonal(layer)

    def forward(self, states: Tensor, turned: Tensor) -> Tensor:
        there, _ = self.forwards(states)
        back, _ = self.backwards(_rearranged(states, turned))
        return torch.cat([there, _rearranged(back, turned)], dim=-1)


def _turned(lengths: Tensor, width: int) -> Tensor:
    """(B, L) for each place the place it has when the segment is turned round; padding stays."""
    places = torch.arange(width, device=lengths.device).unsqueeze(0)
    last = lengths.unsqueeze(1) - 1
    return torch.where(places <= last, last - places, places)


def _rearranged(states: Tensor, places: Tensor) -> Tensor:
    return states.gather(1, places.unsqueeze(-1).expand(-1, -1, states.shape[-1]))


def _orthogonal(layer: nn.LSTM) -> None:
    for name, weights in layer.named_parameters():
        if name.startswith("weight"):
            for gate in weights.detach().chunk(4):
                nn.init.orthogonal_(gate)
        else:
            nn.init.zeros_(weights)
            # Remember by default (Jozefowicz et al. 2015).
            if name.startswith("bias_ih"):
                weights.detach().chunk(4)[1].fill_(1.0)


def _with_one(vectors: Tensor) -> Tensor:
    """A constant 1 at the end, so that a product has a bias."""
    return torch.cat([vectors, vectors.new_ones(*vectors.shape[:-1], 1)], dim=-1)


def _dropout(values: Tensor, rate: float) -> Tensor:
    return torch.nn.functional.dropout(values, rate) if rate else values


def _shared_dropout(values: Tensor, rate: float) -> Tensor:
    """One mask for all words of a segment (Gal and Ghahramani 2016); values (B, L, D)."""
    if not rate:
        return values
    return values * _dropout(values.new_ones(values.shape[0], 1, values.shape[2]), rate)
