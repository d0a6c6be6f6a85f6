"""A transformers encoder that gives one vector a subword, in batches, up to one layer.

Needs torch and transformers; imported by the backends that use it only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from transformers import AutoConfig, AutoModel, AutoTokenizer

from extractors.core.errors import InputError
from extractors.models import devices, installed, pretrained
from extractors.models.aligners._subwords import SubwordTokenizer
from extractors.models.aligners._windows import windows

Vectors = npt.NDArray[np.float32]
"""One row a subword."""

DEFAULT_LAYER = 8
"""SimAlign's choice, the best of mBERT's and XLM-R's twelve (Jalili Sabet et al. 2020, figure 3)."""

# The upper layers of these can be cut off: the last hidden state of what is left is that layer's.
CUTTABLE = ("bert", "roberta", "xlm-roberta", "camembert")


class Encoder:
    """A pretrained encoder, loaded up to `layer`.

    Args:
        model: a folder, the name of a shipped model, or a name at the Hugging Face hub.
        layer: the hidden state to take, 0 for the embeddings; None for 8, or the last of fewer.
        device: as torch names it, "cpu" or "cuda".
        batch_size: the most subwords, padding counted, in a batch (a longer segment is one batch).
        download: fetch a hub model that is not in the local cache.

    Raises:
        InputError: no such model here, not an encoder, no such layer, no such device.
    """

    def __init__(self, model: str, *, layer: int | None, device: str, batch_size: int, download: bool) -> None:
        self.path = installed.find(model)
        self.name = model if self.path is None else self.path.resolve().name
        self.device = devices.device(device)
        self._batch_size = batch_size
        tokenizer, self._model, config = pretrained.load(
            model, self.path, _read, what="aligner model", download=download
        )
        depth = int(config.num_hidden_layers)
        self.layer = min(DEFAULT_LAYER, depth) if layer is None else layer
        if not 0 <= self.layer <= depth:
            raise InputError(
                f"layer {layer} is not one of {self.name}'s, which has {depth}",
                remedy=f"set `layer:` to a number from 0 (the embeddings) to {depth}",
            )
        self._cut = config.model_type in CUTTABLE
        if self._cut:
            self._model.encoder.layer = self._model.encoder.layer[: self.layer]
        self._model.eval().to(self.device)
        self.subwords = SubwordTokenizer(tokenizer)
        self.limit = _limit(tokenizer, self._model, config)
        if self.limit is not None:
            self.limit -= len(self.subwords.prefix) + len(self.subwords.suffix)

    @property
    def version(self) -> str:
        """The checksum of a folder, or the commit of a hub model."""
        return pretrained.version(self.name, self.path)

    def fits(self, ids: Sequence[int]) -> bool:
        """Whether the encoder can read a segment at once."""
        return self.limit is None or len(ids) <= self.limit

    def embed(self, segments: Sequence[Sequence[int]]) -> list[Vectors]:
        """The vectors of each segment's subwords; segments of like lengths share a batch.

        A segment longer than the model's limit is read in windows that overlap by half, and each
        subword's vector is taken from the window in which it stands most central.
        """
        result: list[Vectors] = [np.empty((0, 0), np.float32)] * len(segments)
        short: list[int] = []
        for k, ids in enumerate(segments):
            if self.fits(ids):
                short.append(k)
            else:
                result[k] = self._in_windows(ids)
        for batch in self._batches(sorted(short, key=lambda k: len(segments[k])), segments):
            hidden = self.embed_together([segments[k] for k in batch])
            for k, vectors in zip(batch, hidden, strict=True):
                result[k] = vectors
        return result

    def embed_together(self, segments: Sequence[Sequence[int]]) -> list[Vectors]:
        """The same from one forward pass, padded to the longest, none longer than the limit."""
        prefix, suffix = self.subwords.prefix, self.subwords.suffix
        extra = len(prefix) + len(suffix)
        width = max(map(len, segments)) + extra
        ids = np.full((len(segments), width), self.subwords.pad, dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, segment in enumerate(segments):
            ids[row, : len(segment) + extra] = [*prefix, *segment, *suffix]
            mask[row, : len(segment) + extra] = 1
        with torch.inference_mode():
            output = self._model(
                input_ids=torch.from_numpy(ids).to(self.device),
                attention_mask=torch.from_numpy(mask).to(self.device),
                output_hidden_states=not self._cut,
            )
            hidden = output.last_hidden_state if self._cut else output.hidden_states[self.layer]
            numbers = hidden.cpu().numpy()
        start = len(prefix)
        return [numbers[row, start : start + len(segment)] for row, segment in enumerate(segments)]

    def _batches(self, order: Sequence[int], segments: Sequence[Sequence[int]]) -> Iterator[list[int]]:
        """Runs of `order`, which goes from short to long, that fill a batch each."""
        extra = len(self.subwords.prefix) + len(self.subwords.suffix)
        batch: list[int] = []
        for k in order:
            if batch and (len(batch) + 1) * (len(segments[k]) + extra) > self._batch_size:
                yield batch
                batch = []
            batch.append(k)
        if batch:
            yield batch

    def _in_windows(self, ids: Sequence[int]) -> Vectors:
        assert self.limit is not None
        parts = []
        # One forward pass a window: they are as long as the encoder can bear.
        for window in windows(len(ids), self.limit):
            (vectors,) = self.embed_together([ids[window.start : window.stop]])
            parts.append(vectors[window.own_start - window.start : window.own_stop - window.start])
        return np.concatenate(parts)


def _read(source: str) -> tuple[Any, Any, Any]:
    config = AutoConfig.from_pretrained(source, **pretrained.SAFE)
    if config.is_encoder_decoder or not hasattr(config, "num_hidden_layers"):
        raise InputError(
            f"{source!r} is not a plain encoder ({config.model_type})",
            remedy="name an encoder such as bert-base-multilingual-cased",
        )
    tokenizer = AutoTokenizer.from_pretrained(source, **pretrained.SAFE)
    # No pooling layer: it is not used, and where a checkpoint has none it would be made up.
    options = {"add_pooling_layer": False} if config.model_type in CUTTABLE else {}
    with pretrained.quiet_loading():
        # Half precision, where a checkpoint asks for it, is slower on a CPU and rounds to ties.
        network, report = AutoModel.from_pretrained(
            source, config=config, dtype=torch.float32, output_loading_info=True, **pretrained.SAFE_WEIGHTS, **options
        )
    unset = sorted(key for key in report["missing_keys"] if "pooler" not in key)
    if unset:
        raise InputError(
            f"the checkpoint of {source!r} lacks weights that the encoder needs: {', '.join(unset[:3])}, ...",
            remedy="name a checkpoint of an encoder",
        )
    return tokenizer, network, config


def _limit(tokenizer: Any, model: Any, config: Any) -> int | None:
    """The most tokens, special ones counted, that the encoder reads at once; None if any number."""
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
