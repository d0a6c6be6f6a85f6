"""The encoder, a small BERT, and its loss."""

import math
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import normalize
from transformers import BertConfig, BertModel

from challenge_sets_lab.training.aligner.subword_vocabulary import LONGEST_SEGMENT
from challenge_sets_lab.training.aligner.training_examples import PairBatch
from challenge_sets_lab.training.aligner.training_settings import AlignerTraining

FORBIDDEN = -1e4
"""The logit of padding and of subwords that are not linked. Finite: a row of nothing else has no NaN gradient."""

WAVELENGTH = 1000.0
"""The longest of the sinusoids, by 2 pi; shorter than the usual 10,000 since sentences are short."""


def new(vocabulary: int, settings: AlignerTraining) -> Any:
    """Create an untrained BERT without pooling layer.

    Its positions are sinusoids (Vaswani et al. 2017), as strong as the words are at first, and stay so:
    a position that no sentence of the bitext reaches is as good as another.
    """
    config = BertConfig(
        vocab_size=vocabulary,
        hidden_size=settings.width,
        num_hidden_layers=settings.layers,
        num_attention_heads=settings.heads,
        intermediate_size=settings.inner,
        max_position_embeddings=LONGEST_SEGMENT,
        type_vocab_size=1,
        hidden_dropout_prob=settings.dropout,
        attention_probs_dropout_prob=settings.dropout,
        pad_token_id=0,
    )
    network = BertModel(config, add_pooling_layer=False)
    # Sentences are too short for the kernels that save memory: plain products are a tenth faster.
    network.set_attn_implementation("eager")
    embeddings = network.embeddings
    scale = 1 / math.sqrt(settings.width)
    with torch.no_grad():
        embeddings.word_embeddings.weight.normal_(0, scale)
        embeddings.word_embeddings.weight[config.pad_token_id].zero_()
        embeddings.position_embeddings.weight.copy_(scale * _sinusoids(LONGEST_SEGMENT, settings.width))
        embeddings.token_type_embeddings.weight.zero_()
        for layer in network.encoder.layer:
            # What a layer adds is nothing at first, so that the static embeddings are not lost.
            for added in (layer.attention.output.dense, layer.output.dense):
                added.weight.zero_()
                added.bias.zero_()
    for fixed in (embeddings.position_embeddings, embeddings.token_type_embeddings):
        fixed.weight.requires_grad_(False)
    return network


def _sinusoids(positions: int, width: int) -> Tensor:
    place = torch.arange(positions, dtype=torch.float32)[:, None]
    frequency = torch.exp(torch.arange(0, width, 2, dtype=torch.float32) * (-math.log(WAVELENGTH) / width))
    return torch.stack([torch.sin(place * frequency), torch.cos(place * frequency)], dim=2).flatten(1)


def loss(network: Any, batch: PairBatch, *, static: bool, half: bool, temperature: float) -> Tensor:
    """Return the alignment loss of a batch: the sum over both directions of the mean over linked subwords.

    The loss of a subword is -log of the softmax probability over the other side that falls on its links.

    Args:
        static: use the embeddings alone, without the layers.
    """
    padding = network.config.pad_token_id
    x, y = (normalize(_vectors(network, ids, static=static, half=half), dim=-1) for ids in batch[:2])
    logits = torch.bmm(x, y.transpose(1, 2)) / temperature
    # A subword is followed by another or by [SEP]; what padding follows is [SEP] or padding.
    rows, columns = (ids[:, 2:].ne(padding) for ids in batch[:2])
    logits = logits.masked_fill(~(rows[:, :, None] & columns[:, None, :]), FORBIDDEN)
    right = logits.masked_fill(~batch.linked, FORBIDDEN)
    total = logits.new_zeros(())
    for side in (1, 2):
        surprise = torch.logsumexp(logits, 3 - side) - torch.logsumexp(right, 3 - side)
        total = total + surprise[batch.linked.any(3 - side)].mean()
    return total


def _vectors(network: Any, ids: Tensor, *, static: bool, half: bool) -> Tensor:
    """Return the vectors of all subwords except [CLS] and the last position, which is [SEP] or padding."""
    if static:
        vectors: Tensor = network.embeddings(input_ids=ids)
        return vectors[:, 1:-1]
    with torch.autocast(ids.device.type, dtype=torch.bfloat16, enabled=half):
        mask = ids.ne(network.config.pad_token_id).long()
        vectors = network(input_ids=ids, attention_mask=mask).last_hidden_state
    return vectors[:, 1:-1].float()
