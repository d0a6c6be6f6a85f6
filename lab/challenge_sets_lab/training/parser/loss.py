"""The loss: how far the network is from the trees, tags and sentence bounds of a batch."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy
from torch.nn.utils.rnn import pad_sequence

from challenge_sets_lab.training.parser.data import IGNORED, Target
from extractors.models.parsers._biaffine.model import FORBIDDEN, Model
from extractors.models.parsers._biaffine.network import Inputs, Network


def loss_of(model: Model[Network], inputs: Inputs, targets: Sequence[Target]) -> Tensor:
    """The sum of the losses of all tasks, each a mean over the words that it is known of."""
    device = model.network.device

    def padded(values: Sequence[np.ndarray[Any, Any]], filler: int) -> Tensor:
        rows = [torch.from_numpy(numbers) for numbers in values]
        return pad_sequence(rows, batch_first=True, padding_value=filler).to(device)

    heads = padded([t.heads for t in targets], IGNORED)
    known = heads != IGNORED
    word = padded([np.ones_like(t.heads) for t in targets], 0) == 1
    sentence = padded([t.sentence for t in targets], -1)
    relations = padded([t.relations for t in targets], IGNORED)
    scores = model.network(inputs)
    same = sentence.unsqueeze(2) == sentence.unsqueeze(1)
    mask = torch.cat([torch.ones_like(same[:, :, :1]), same], dim=2)
    arcs = scores.arcs.masked_fill(~mask, FORBIDDEN)
    loss = cross_entropy(arcs[known], heads[known])
    chosen = model.network.relations(scores, heads.clamp(min=0))
    loss = loss + cross_entropy(chosen[known], relations[known], ignore_index=IGNORED)
    starts = padded([t.starts for t in targets], 0)
    loss = loss + 0.5 * binary_cross_entropy_with_logits(scores.starts[word], starts[word].float())
    for name, values in scores.tags.items():
        right = padded([t.tags[name] for t in targets], IGNORED)
        told = right != IGNORED
        if told.any():
            weight = 0.2 if name.startswith("feature_") else 0.5
            loss = loss + weight * cross_entropy(values[told], right[told])
    return loss
