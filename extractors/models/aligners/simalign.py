"""SimAlign: words are linked whose subwords have similar vectors in a multilingual encoder.

Source: Jalili Sabet, Dufter, Yvon and Schütze (2020), SimAlign: High Quality Word Alignments without
Parallel Training Data using Static and Contextualized Embeddings, Findings of EMNLP; simalign 0.4.
The links are those of simalign's `SentenceAligner.get_word_aligns`, pair by pair; the encoder, however,
runs in batches and no higher than the layer that is asked for. Where simalign itself gives up (an empty
side, a word without subwords, a segment longer than the encoder's limit) nothing is lost here.

The confidence of a link is the similarity that it was made from, (cosine + 1) / 2 (times the factor of `distortion`).
Two words may be linked by several pairs of subwords: the highest similarity of the linked ones counts, since the
method chose each of them and one is enough for the link. benchmarks/alignment_quality.py compares it with their mean.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Annotated, Literal

import numpy as np
from pydantic import Field
from threadpoolctl import threadpool_limits

from extractors.core.arrays import Bool
from extractors.models.aligners import ENCODERS, Aligner, Confidence, Links, Pair
from extractors.models.aligners._bert import BertEncoder
from extractors.models.aligners._encoder import Encoder, Vectors, signature_of
from extractors.models.aligners._long_pairs import LongPairs
from extractors.models.aligners._matching import (
    Matrix,
    Method,
    Similarity,
    distortion_mask,
    match,
    match_as_simalign,
    normalised,
    similarity,
)
from extractors.models.aligners._subwords import Subwords
from extractors.models.installed import VARIABLE, find, shipped_here
from extractors.models.our_encoders import GET_MODELS, SHIPPED_ENCODER, is_ours

SHORT_NAMES = {"bert": "bert-base-multilingual-cased", "xlmr": "xlm-roberta-base"}
"""simalign's own short names."""

NOT_SHIPPED_HERE = (
    f"{GET_MODELS}; or set {VARIABLE} to the resources/models folder of a checkout; "
    "or `model: bert` after: hf download bert-base-multilingual-cased"
)

RELEASE = "0.4"
"""The release of the package simalign whose links these are."""

PAIRS_AT_ONCE = 2048
SUBWORDS_AT_ONCE = 65_536
"""How much is tokenized, and embedded, before the first links come out: a bound on memory."""
DIGITS = 4
"""Of a confidence: the last bits of a similarity hang on the batch, and differ from machine to machine."""
MOST_SIMILARITIES = 1 << 25
"""Units of a source by units of its target that are matched at most, 5,800 by 5,800: they take 1.3 GB."""
MOST_OF_MWMF = 1 << 18
"""The same for the method mwmf, 512 by 512: its time grows with the cube."""


class SimAlign(Aligner):
    """Aligns by the similarity of contextual vectors; needs no parallel text.

    Args:
        model: a folder, a shipped model's name, `bert`, `xlmr` or any name at the Hugging Face hub;
            None for the shipped encoder of the two languages, or of all.
        layer: the hidden state to take; None for the shipped encoder's own, else 8, or the last of fewer.
        method: inter (mutual best), itermax (the same twice), mwmf (maximum-weight matching), fwd (each
            source unit's best) or rev (each target unit's best).
        token_type: match subwords (bpe), or words, each the average of its subwords (word).
        distortion: 0 to 1, how strongly similarities far from the diagonal are lowered.
        device: cpu or cuda.
        batch_size: the most subwords in a batch, padding counted.
        download: fetch a hub model that is not in the local cache.
    """

    gives_confidence = True

    def __init__(
        self,
        *,
        source_language: str,
        target_language: str,
        model: str | None = None,
        layer: int | None = None,
        method: Method = "inter",
        token_type: Literal["bpe", "word"] = "bpe",
        distortion: Annotated[float, Field(ge=0, le=1)] = 0.0,
        device: str = "cpu",
        batch_size: int = 2048,
        download: bool = False,
    ) -> None:
        self._method, self._token_type, self._distortion = method, token_type, distortion
        if model is None:
            model = ENCODERS.get(frozenset({source_language, target_language}), SHIPPED_ENCODER)
            shipped_here("aligner", model, NOT_SHIPPED_HERE)
        name = SHORT_NAMES.get(model, model)
        self._encoder = load_encoder(name, layer=layer, device=device, batch_size=batch_size, download=download)
        self._long = LongPairs("simalign", self._encoder, MOST_OF_MWMF if method == "mwmf" else MOST_SIMILARITIES)
        self.asked_again = 0
        """How many pairs were too close to call and went simalign's own way (see _matching)."""

    @cached_property
    def signature(self) -> str:
        return signature_of(
            f"simalign:{RELEASE}",
            self._encoder,
            method=self._method,
            token_type=self._token_type,
            distortion=self._distortion,
        )

    def align_with_confidence(self, pairs: Sequence[Pair], *, before: int = 0) -> Iterator[tuple[Links, Confidence]]:
        """Yield the links of each pair with their similarity, in order. A pair with an empty side has none.

        A segment longer than the encoder's limit is embedded in overlapping windows and matched
        as a whole; `tell` says how many there were. A pair that has too many similarities for the memory has no
        links, and `tell` says which is the first.
        """
        del before
        number = 0
        for chunk in self._chunks(pairs):
            for (a, b), (source, target) in zip(chunk, pairs[number : number + len(chunk)], strict=True):
                self._long.count((source, target), a, b)
            number += len(chunk)
            yield from self._align(chunk)

    def tell(self, name: Callable[[int], str] = "pair {}, counted from 0".format) -> None:
        self._long.tell(name)

    def _chunks(self, pairs: Sequence[Pair]) -> Iterator[list[tuple[Subwords, Subwords]]]:
        """Yield the pairs as subwords, in runs of at most SUBWORDS_AT_ONCE unless a pair alone has more."""
        chunk: list[tuple[Subwords, Subwords]] = []
        size = 0
        for start in range(0, len(pairs), PAIRS_AT_ONCE):
            some = pairs[start : start + PAIRS_AT_ONCE]
            sides = iter(self._encoder.subwords([words for pair in some for words in pair]))
            for source, target in zip(sides, sides, strict=True):
                length = len(source.ids) + len(target.ids)
                if chunk and size + length > SUBWORDS_AT_ONCE:
                    yield chunk
                    chunk, size = [], 0
                chunk.append((source, target))
                size += length
        if chunk:
            yield chunk

    def _align(self, chunk: Sequence[tuple[Subwords, Subwords]]) -> list[tuple[Links, Confidence]]:
        # Many outputs of one source, and equal outputs, are embedded once.
        sides = [tuple(side.ids) for pair in chunk for side in pair]
        distinct = list(dict.fromkeys(sides))
        vectors_of = dict(zip(distinct, self._encoder.embed(distinct), strict=True))
        vectors = iter([vectors_of[ids] for ids in sides])
        # These products are too small for threads: waiting for one another takes longer than the work.
        with threadpool_limits(1, user_api="blas"):
            sims = [
                self._similarity(source, target, a, b)
                if source.ids and target.ids and not self._long.too_large(source, target)
                else None
                for (source, target), a, b in zip(chunk, vectors, vectors, strict=True)
            ]
        return [
            ([], []) if sim is None else self._links(source, target, sim)
            for (source, target), sim in zip(chunk, sims, strict=True)
        ]

    def _links(self, source: Subwords, target: Subwords, sim: Similarity) -> tuple[Links, Confidence]:
        """Link the words of a pair, each link with the highest similarity of the units that make it."""
        linked = match(sim, self._method)
        if linked is None:
            linked = self._linked_as_simalign(source, target, sim)
        rows, columns = linked.nonzero()
        # Rounding can leave a cosine just above 1.
        similarities = sim[rows, columns].round(DIGITS).clip(0, 1).tolist()
        row_words, column_words = self._words(source), self._words(target)
        by_link: dict[tuple[int, int], list[float]] = {}
        for i, j, sure in zip(rows.tolist(), columns.tolist(), similarities, strict=True):
            by_link.setdefault((row_words[i], column_words[j]), []).append(sure)
        links = sorted(by_link)
        return links, [self._link_confidence(by_link[link]) for link in links]

    @staticmethod
    def _link_confidence(similarities: Sequence[float]) -> float:
        """Return the confidence of a link between words, from the similarities of their linked units."""
        return max(similarities)

    def _words(self, segment: Subwords) -> list[int]:
        """Return the number of the word that each unit to be matched belongs to."""
        words = segment.words[self._matched(segment)]
        words = np.unique(words) if self._token_type == "word" else words
        positions: list[int] = words.tolist()
        return positions

    def _similarity(self, source: Subwords, target: Subwords, a: Vectors, b: Vectors) -> Similarity:
        """Compute cosines as simalign does, moved to the range 0 to 1, and lowered far from the diagonal."""
        sim = similarity(self._units(source, a), self._units(target, b))
        rows, columns = sim.shape
        return sim * distortion_mask(rows, columns, self._distortion) if self._distortion else sim

    def _units(self, segment: Subwords, vectors: Vectors) -> Vectors:
        """Return the vectors to be matched, at length 1; a word has the mean of its subwords, as in simalign."""
        matched = self._matched(segment)
        vectors = vectors[matched]
        if self._token_type == "word":
            _, starts = np.unique(segment.words[matched], return_index=True)
            vectors = np.array([word_vectors.mean(axis=0) for word_vectors in np.split(vectors, starts[1:])])
        return normalised(vectors)

    def _matched(self, segment: Subwords) -> Bool:
        """Mark the subwords to be matched: all but the encoder's `unmatched`, unless a word has no other."""
        matched: Bool = np.array(segment.ids) != self._encoder.unmatched
        if not matched.all():
            has_others = np.zeros(segment.words[-1] + 1, dtype=np.bool_)
            has_others[segment.words[matched]] = True
            matched |= ~has_others[segment.words]
        return matched

    def _linked_as_simalign(self, source: Subwords, target: Subwords, sim: Similarity) -> Matrix:
        """Link a pair that is too close to call as simalign does, from one forward pass over its two sides.

        From an encoder in PyTorch, these are the very numbers that simalign has. A pair that it would cut off is
        decided on `sim`.
        """
        self.asked_again += 1
        if self._encoder.fits(source.ids) and self._encoder.fits(target.ids):
            sim = self._similarity(source, target, *self._encoder.embed_together([source.ids, target.ids]))
        return match_as_simalign(sim, self._method)


def load_encoder(model: str, *, layer: int | None, device: str, batch_size: int, download: bool) -> Encoder:
    """Load a pretrained encoder up to `layer`: with NumPy if it is ours and runs on a CPU, with PyTorch otherwise.

    Args:
        model: a folder, the name of a shipped model, or a name at the Hugging Face hub.
        layer: the hidden state to take, 0 for the embeddings; None for 8, or the last of fewer.
        device: as torch names it, "cpu" or "cuda".
        batch_size: the most subwords, padding counted, in a batch (a longer segment is one batch).
        download: fetch a hub model that is not in the local cache.
    """
    path = find(model)
    if path is not None and device == "cpu" and is_ours(path):
        return BertEncoder(path, layer=layer, batch_size=batch_size)
    # Here and not above: PyTorch and transformers take seconds to import, and come with an extra.
    from extractors.models.aligners._transformer import TransformerEncoder

    return TransformerEncoder(model, path, layer=layer, device=device, batch_size=batch_size, download=download)
