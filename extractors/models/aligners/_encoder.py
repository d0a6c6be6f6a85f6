"""What encoders share that give one vector a subword: batches of like lengths, windows over what is too long.

Ours runs with NumPy (`_bert`), others with PyTorch (`_transformer`).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from extractors.core.arrays import Float32
from extractors.core.errors import InputError
from extractors.models import hub
from extractors.models.aligners._subwords import SubwordTokenizer
from extractors.models.bert import batches

Vectors = Float32
"""One row a subword."""

DEFAULT_LAYER = 8
"""SimAlign's choice, the best of mBERT's and XLM-R's twelve (Jalili Sabet et al. 2020, figure 3)."""


class Encoder(ABC):
    """A pretrained encoder up to a layer.

    Attributes:
        name: the folder's or the hub's.
        path: the folder; None for a model at the hub.
        layer: the hidden state that is taken, 0 the embeddings.
        device: where it runs, "cpu" or "cuda".
        subwords: from words to subwords.
        limit: the most subwords of a segment that are read at once; None if any number.
        unmatched: the subword that is read and not matched, where its word has others; None if there is none such.
    """

    unmatched: int | None = None

    def __init__(
        self,
        name: str,
        path: Path | None,
        *,
        layer: int,
        device: str,
        subwords: SubwordTokenizer,
        limit: int | None,
        batch_size: int,
    ) -> None:
        self.name, self.path, self.layer, self.device, self.subwords = name, path, layer, device, subwords
        # Special tokens take up part of the limit.
        self.limit = None if limit is None else limit - len(subwords.prefix) - len(subwords.suffix)
        self._batch_size = batch_size

    @property
    def version(self) -> str:
        """The checksum of a folder, or the commit of a hub model."""
        return hub.version(self.name, self.path)

    def fits(self, ids: Sequence[int]) -> bool:
        """Return whether the encoder can read a segment at once."""
        return self.limit is None or len(ids) <= self.limit

    def embed(self, segments: Sequence[Sequence[int]]) -> list[Vectors]:
        """Return the vectors of each segment's subwords; segments of like lengths share a batch.

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
        extra = len(self.subwords.prefix) + len(self.subwords.suffix)
        for batch in batches([len(segments[k]) + extra for k in short], self._batch_size):
            together = [short[position] for position in batch]
            hidden = self.embed_together([segments[k] for k in together])
            for k, vectors in zip(together, hidden, strict=True):
                result[k] = vectors
        return result

    def embed_together(self, segments: Sequence[Sequence[int]]) -> list[Vectors]:
        """Return the vectors of each segment's subwords from one forward pass; no segment may exceed the limit."""
        prefix, suffix = self.subwords.prefix, self.subwords.suffix
        hidden = self._hidden([[*prefix, *segment, *suffix] for segment in segments])
        start = len(prefix)
        return [vectors[start : start + len(segment)] for vectors, segment in zip(hidden, segments, strict=True)]

    @abstractmethod
    def _hidden(self, whole: Sequence[Sequence[int]]) -> Iterable[Vectors]:
        """Return the states of segments with their special tokens, a row for each subword; more rows may follow."""

    def _in_windows(self, ids: Sequence[int]) -> Vectors:
        assert self.limit is not None
        parts = []
        # One forward pass a window: they are as long as the encoder can bear.
        for window in windows(len(ids), self.limit):
            (vectors,) = self.embed_together([ids[window.start : window.stop]])
            parts.append(vectors[window.own_start - window.start : window.own_stop - window.start])
        return np.concatenate(parts)


def signature_of(aligner: str, encoder: Encoder, *, method: str, token_type: str, distortion: float) -> str:
    """Return the signature of an aligner that matches an encoder's vectors, `aligner` being its name and release."""
    parts = [aligner, f"{encoder.name}:{encoder.version[:8]}", f"layer:{encoder.layer}", method, token_type]
    if distortion:
        parts.append(f"distortion:{distortion:g}")
    if encoder.device != "cpu":
        parts.append(encoder.device)
    return "/".join(parts)


class Window(NamedTuple):
    """A window [start, stop) and the part of it, [own_start, own_stop), that is taken from it."""

    start: int
    stop: int
    own_start: int
    own_stop: int


def windows(length: int, size: int) -> list[Window]:
    """Return windows of at most `size` positions that cover [0, length), each overlapping the next by half or more.

    Every position is owned by one window, the one in which it stands most central, so that it has at
    least about size / 4 neighbours on either side, save where the sequence itself ends. All windows
    of a sequence longer than `size` have the same length.
    """
    if length <= size:
        return [Window(0, length, 0, length)]
    starts = [*range(0, length - size, max(1, size // 2)), length - size]
    # The border between two windows is the middle of their overlap.
    borders = [0, *((b + a + size) // 2 for a, b in pairwise(starts)), length]
    return [
        Window(start, start + size, own_start, own_stop)
        for start, (own_start, own_stop) in zip(starts, pairwise(borders), strict=True)
    ]


def chosen_layer(layer: int | None, depth: int, name: str, own: int | None = None) -> int:
    """Return the layer asked for, by default the encoder's `own`; raise InputError if it is not from 0 to `depth`."""
    if layer is None:
        return min(own or DEFAULT_LAYER, depth)
    if not 0 <= layer <= depth:
        raise InputError(
            f"{name} has no layer {layer}: it has {depth} layers",
            remedy=f"set `layer:` to a number from 0 (the embeddings) to {depth}",
        )
    return layer
