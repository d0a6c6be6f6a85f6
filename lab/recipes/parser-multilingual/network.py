"""The network: layers of the encoder, and deep biaffine attention above all of them (Dozat and Manning 2017)."""

from typing import Any, NamedTuple

import numpy as np
import torch
from recipe_data import ATTENTION_HEADS, BEGIN, END, INNER, WIDTH, Encoder, starts
from torch import nn
from torch.nn import functional as F

EPSILON = 1e-12
ARC, RELATION, TAG = 384, 128, 256
"""Units of the heads."""
FORBIDDEN, IMPOSSIBLE = -1e4, -1e9
WITHOUT_STYLE = 0.1
"""The share of sentences that are read without their treebank's vector."""
PARTS = (
    ("ao", "attention.output.dense", (WIDTH, WIDTH)),
    ("fi", "intermediate.dense", (INNER, WIDTH)),
    ("fo", "output.dense", (WIDTH, INNER)),
    ("n1", "attention.output.LayerNorm", (WIDTH,)),
    ("n2", "output.LayerNorm", (WIDTH,)),
)
"""The parts of a layer beside its attention, by our and by transformers' names."""


class Dropouts(NamedTuple):
    """What is left out in training: pieces (on average), units of layers, units of heads."""

    pieces: float = 0.1
    layers: float = 0.1
    heads: float = 0.33


class Batch(NamedTuple):
    """Sentences: their numbers; pieces and words (n, most) as places in the corpus, and which are real."""

    rows: torch.Tensor
    pieces: torch.Tensor
    real_pieces: torch.Tensor
    words: torch.Tensor
    real_words: torch.Tensor


class Scores(NamedTuple):
    """Of a batch's words: the hidden units of heads, scores of arcs (n, words, 1 + words), and the styles taken."""

    tags: torch.Tensor
    lemmas: torch.Tensor
    arcs: torch.Tensor
    dependents: torch.Tensor
    heads: torch.Tensor
    styles: torch.Tensor


class Corpus:
    """Sentences on the device. `banks`: (sentences,) whose style each takes."""

    def __init__(self, arrays: dict[str, np.ndarray], banks: np.ndarray, device: str) -> None:
        self.sizes, self.words = arrays["slen"].astype(np.int64), arrays["wlen"].astype(np.int64)
        self._device = device
        self.banks = self.put(banks)
        self._piece_starts, self._word_starts = self.put(starts(self.sizes)), self.put(starts(self.words))
        self._piece_sizes, self._word_sizes = self.put(self.sizes), self.put(self.words)
        self.ids, self.first, self.last = (self.put(arrays[name], torch.int32) for name in ("ids", "first", "last"))

    def put(self, values: np.ndarray, kind: torch.dtype = torch.long) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(values)).to(self._device, kind)

    def __len__(self) -> int:
        return len(self.sizes)

    def batch(self, rows: np.ndarray) -> Batch:
        chosen = self.put(rows)
        pieces = torch.arange(int(self.sizes[rows].max()), device=self._device)
        words = torch.arange(int(self.words[rows].max()), device=self._device)
        return Batch(
            chosen,
            (self._piece_starts[chosen][:, None] + pieces).clamp_max(len(self.ids) - 1),
            pieces < self._piece_sizes[chosen][:, None],
            (self._word_starts[chosen][:, None] + words).clamp_max(len(self.first) - 1),
            words < self._word_sizes[chosen][:, None],
        )


class Layer(nn.Module):
    """A layer of BERT, as the encoder's `number`th is at first."""

    def __init__(self, encoder: Encoder, number: int) -> None:
        super().__init__()
        self.qkv, self.ao = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.fi, self.fo = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.n1, self.n2 = nn.LayerNorm(WIDTH, EPSILON), nn.LayerNorm(WIDTH, EPSILON)

        def tensor(name: str, *shape: int) -> torch.Tensor:
            return torch.from_numpy(encoder.weights.array(f"encoder.layer.{number}.{name}", *shape).copy())

        attention = [f"attention.self.{name}" for name in ("query", "key", "value")]
        self.qkv.weight.data = torch.cat([tensor(f"{name}.weight", WIDTH, WIDTH) for name in attention])
        self.qkv.bias.data = torch.cat([tensor(f"{name}.bias", WIDTH) for name in attention])
        for own, name, shape in PARTS:
            part = getattr(self, own)
            part.weight.data, part.bias.data = tensor(f"{name}.weight", *shape), tensor(f"{name}.bias", shape[0])

    def forward(self, x: torch.Tensor, mask: torch.Tensor, dropout: float) -> torch.Tensor:
        number, size, _ = x.shape
        query, key, value = self.qkv(x).view(number, size, 3, ATTENTION_HEADS, -1).permute(2, 0, 3, 1, 4)
        share = dropout if self.training else 0.0
        seen = F.scaled_dot_product_attention(query, key, value, mask, dropout_p=share)
        seen = self.ao(seen.transpose(1, 2).reshape(number, size, WIDTH))
        x = self.n1(x + F.dropout(seen, dropout, self.training))
        return self.n2(x + F.dropout(self.fo(F.gelu(self.fi(x))), dropout, self.training))


class Net(nn.Module):
    """The parser.

    Args:
        labels: as labels.json has them.
        has: which labels each treebank has, and in the last row any: (treebanks + 1, labels) by the name of the head.
        layers: how many of the encoder's.
    """

    def __init__(
        self,
        encoder: Encoder,
        labels: dict[str, Any],
        has: dict[str, torch.Tensor],
        layers: int,
        dropouts: Dropouts | None = None,
    ) -> None:
        super().__init__()
        self._dropouts = dropouts or Dropouts()
        self._no_style = len(labels["banks"])
        self._embed(encoder)
        for name, which in has.items():
            self.register_buffer(f"has_{name}", which, persistent=False)
        self.layers = nn.ModuleList(Layer(encoder, number) for number in range(layers))
        self.style = nn.Embedding(self._no_style + 1, WIDTH)
        nn.init.zeros_(self.style.weight)
        # Rows for arcs, tags, lemmas; the embeddings and each layer's output.
        self.mix = nn.Parameter(torch.tensor([[-2.0] * layers + [0.0]] * 3))
        self.scale = nn.Parameter(torch.ones(3))
        self.root = nn.Parameter(torch.zeros(WIDTH))
        self.tag, self.lem = nn.Linear(2 * WIDTH, TAG), nn.Linear(2 * WIDTH, TAG)
        self.upos, self.lemma = nn.Linear(TAG, len(labels["upos"])), nn.Linear(TAG, len(labels["rules"]))
        self.feats = nn.Linear(TAG, sum(map(len, labels["values"].values())))
        self.ad, self.ah = nn.Linear(WIDTH, ARC), nn.Linear(WIDTH, ARC)
        self.rd, self.rh = nn.Linear(WIDTH, RELATION), nn.Linear(WIDTH, RELATION)
        self.arc = nn.Parameter(torch.zeros(ARC + 1, ARC))
        self.rel = nn.Parameter(torch.zeros(len(labels["rels"]), RELATION + 1, RELATION + 1))
        nn.init.xavier_uniform_(self.arc)
        nn.init.normal_(self.rel, std=0.02)

    def _embed(self, encoder: Encoder) -> None:
        """Take the encoder's embeddings, which stay as they are."""
        self._mask, weights = encoder.mask, encoder.weights
        places = weights.array("embeddings.position_embeddings.weight", encoder.places, WIDTH)
        kinds = weights.array("embeddings.token_type_embeddings.weight", encoder.kinds, WIDTH)
        self.register_buffer("_table", torch.from_numpy(encoder.pieces()).half(), persistent=False)
        self.register_buffer("_places", torch.from_numpy(places + kinds[0]), persistent=False)
        for own in ("weight", "bias"):
            values = weights.array(f"embeddings.LayerNorm.{own}", WIDTH).copy()
            self.register_buffer(f"_norm_{own}", torch.from_numpy(values), persistent=False)

    def _states(self, corpus: Corpus, batch: Batch, styles: torch.Tensor) -> list[torch.Tensor]:
        """Compute the embeddings and the output of each layer, each (sentences, pieces, WIDTH)."""
        ids = corpus.ids[batch.pieces].long()
        if self.training:
            share = self._dropouts.pieces * torch.rand(len(ids), 1, device=ids.device) * 2
            hidden = (torch.rand(ids.shape, device=ids.device) < share) & (ids != BEGIN) & (ids != END)
            ids = torch.where(hidden, self._mask, ids)
        x = self._table[ids].float() + self._places[: ids.shape[1]]
        x = F.layer_norm(x, (WIDTH,), self._norm_weight, self._norm_bias, EPSILON) + self.style(styles)[:, None]
        x = F.dropout(x, self._dropouts.layers, self.training)
        found = [x]
        for layer in self.layers:
            x = layer(x, batch.real_pieces[:, None, None], self._dropouts.layers)
            found.append(x)
        return found

    def _mixed(self, states: torch.Tensor, task: int) -> torch.Tensor:
        weights = torch.softmax(self.mix[task].float(), 0).to(states.dtype)
        return self.scale[task] * torch.einsum("l,bnlh->bnh", weights, states)

    def _without_units(self, x: torch.Tensor) -> torch.Tensor:
        """Leave out a fifth of the units, the same ones in all words of a sentence."""
        if not self.training:
            return x
        return x * (torch.rand(len(x), 1, x.shape[-1], device=x.device) > 0.2) / 0.8

    def _hidden(self, layer: nn.Linear, x: torch.Tensor) -> torch.Tensor:
        return F.dropout(F.leaky_relu(layer(x), 0.1), self._dropouts.heads, self.training)

    def forward(self, corpus: Corpus, batch: Batch) -> Scores:
        styles = corpus.banks[batch.rows]
        if self.training:
            left_out = torch.rand(len(styles), device=styles.device) < WITHOUT_STYLE
            styles = torch.where(left_out, self._no_style, styles)
        states = torch.stack(self._states(corpus, batch, styles), 2)

        def of_words(at: torch.Tensor) -> torch.Tensor:
            place = at[batch.words].long()[..., None, None].clamp_max(states.shape[1] - 1)
            return states.gather(1, place.expand(-1, -1, *states.shape[2:]))

        first, last = of_words(corpus.first), of_words(corpus.last)
        x = self._without_units((self._mixed(first, 0) + self._mixed(last, 0)) / 2)
        tags, lemmas = (
            self._without_units(torch.cat([self._mixed(first, task), self._mixed(last, task)], -1)) for task in (1, 2)
        )
        y = torch.cat([self.root.to(x.dtype).expand(len(x), 1, -1), x], 1)
        arcs = with_one(self._hidden(self.ad, x)) @ self.arc @ self._hidden(self.ah, y).transpose(1, 2)
        real = F.pad(batch.real_words, (1, 0), value=True)[:, None]
        arcs = arcs.float().masked_fill(~real, IMPOSSIBLE)
        words = arcs.shape[1]
        arcs[:, torch.arange(words), torch.arange(1, words + 1)] = IMPOSSIBLE
        dependents, heads = with_one(self._hidden(self.rd, x)), with_one(self._hidden(self.rh, y))
        return Scores(self._hidden(self.tag, tags), self._hidden(self.lem, lemmas), arcs, dependents, heads, styles)

    def tags(
        self, tags: torch.Tensor, lemmas: torch.Tensor, styles: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return scores of UPOS, features and lemma rules, each (words, labels), for words of all sentences in a row.

        Labels that the treebank's style does not use get the score FORBIDDEN.
        """
        return (
            self.upos(tags).float().masked_fill(~self.has_upos[styles], FORBIDDEN),
            self.feats(tags).float().masked_fill(~self.has_feats[styles], FORBIDDEN),
            self.lemma(lemmas).float().masked_fill(~self.has_lemma[styles], FORBIDDEN),
        )

    def relations(self, dependents: torch.Tensor, heads: torch.Tensor, styles: torch.Tensor) -> torch.Tensor:
        """Return scores of relations, (words, labels), for words in a row and their heads."""
        scores = torch.einsum("nrd,nd->nr", torch.einsum("ne,rde->nrd", heads, self.rel), dependents)
        return scores.float().masked_fill(~self.has_rel[styles], FORBIDDEN)


def with_one(x: torch.Tensor) -> torch.Tensor:
    return F.pad(x, (0, 1), value=1.0)


def heads_of(scores: Scores, head: torch.Tensor) -> torch.Tensor:
    """Gather the hidden units of each word's head. `head`: (n, words) its position, 0 for the root."""
    return scores.heads.gather(1, head[..., None].expand(-1, -1, scores.heads.shape[-1]))
