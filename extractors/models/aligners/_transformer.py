"""An encoder of transformers, in PyTorch, padded to the longest segment of a batch.

Needs torch and transformers; imported where such an encoder is asked for only.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import AutoConfig, AutoModel, AutoTokenizer

from extractors.core.errors import InputError
from extractors.models import devices, pretrained
from extractors.models.aligners._encoder import Encoder, Vectors, chosen_layer
from extractors.models.aligners._subwords import SubwordTokenizer, of_transformers

# The upper layers of these can be cut off: the last hidden state of what is left is that layer's.
CUTTABLE = ("bert", "roberta", "xlm-roberta", "camembert")


class TransformerEncoder(Encoder):
    """An encoder that transformers reads, in a folder or of a name at the hub; see `simalign.load_encoder`."""

    def __init__(
        self, model: str, path: Path | None, *, layer: int | None, device: str, batch_size: int, download: bool
    ) -> None:
        self._device = devices.device(device)
        tokenizer, self._model, config = pretrained.load(model, path, _read, what="aligner model", download=download)
        name = model if path is None else path.resolve().name
        wanted = chosen_layer(layer, int(config.num_hidden_layers), name)
        self._cut = config.model_type in CUTTABLE
        if self._cut:
            self._model.encoder.layer = self._model.encoder.layer[:wanted]
        self._model.eval().to(self._device)
        self._pad: int = tokenizer.pad_token_id or 0
        super().__init__(
            name,
            path,
            layer=wanted,
            device=self._device.type,
            subwords=SubwordTokenizer(of_transformers(tokenizer)),
            limit=limit_of(tokenizer, self._model, config),
            batch_size=batch_size,
        )

    def _hidden(self, whole: Sequence[Sequence[int]]) -> Vectors:
        ids = np.full((len(whole), max(map(len, whole))), self._pad, dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, segment in enumerate(whole):
            ids[row, : len(segment)] = segment
            mask[row, : len(segment)] = 1
        with torch.inference_mode():
            output = self._model(
                input_ids=torch.from_numpy(ids).to(self._device),
                attention_mask=torch.from_numpy(mask).to(self._device),
                output_hidden_states=not self._cut,
            )
            hidden = output.last_hidden_state if self._cut else output.hidden_states[self.layer]
            numbers: Vectors = hidden.cpu().numpy()
        return numbers


def encoder_config(source: str) -> Any:
    """Read the config of an encoder; raise InputError if the model is of another kind."""
    config = AutoConfig.from_pretrained(source, **pretrained.SAFE)
    if config.is_encoder_decoder or not hasattr(config, "num_hidden_layers"):
        raise InputError(
            f"{source!r} is not a plain encoder ({config.model_type})",
            remedy="name an encoder such as bert-base-multilingual-cased",
        )
    return config


def _read(source: str) -> tuple[Any, Any, Any]:
    config = encoder_config(source)
    tokenizer = AutoTokenizer.from_pretrained(source, **pretrained.SAFE)
    # No pooling layer: it is not used, and where a checkpoint has none it would be made up.
    options = {"add_pooling_layer": False} if config.model_type in CUTTABLE else {}
    # Half precision, where a checkpoint asks for it, is slower on a CPU and rounds to ties.
    return tokenizer, pretrained.weights(AutoModel, source, config, dtype=torch.float32, **options), config


def limit_of(tokenizer: Any, model: Any, config: Any) -> int | None:
    """Return the most tokens, special ones counted, that an encoder reads at once; None if any number."""
    limits = []
    if tokenizer.model_max_length < 1_000_000:  # transformers' way to say "unknown" is 1e30
        limits.append(int(tokenizer.model_max_length))
    positions = getattr(config, "max_position_embeddings", None)
    if positions:
        # RoBERTa counts positions from its padding index + 1.
        table = getattr(getattr(model, "embeddings", None), "position_embeddings", None)
        padding = getattr(table, "padding_idx", None)
        limits.append(int(positions) - (0 if padding is None else padding + 1))
    return min(limits) if limits else None
