"""SimAlign by its authors' package, simalign: the links of `SentenceAligner.get_word_aligns`, pair by pair.

Source: Jalili Sabet, Dufter, Yvon and Schütze (2020), SimAlign: High Quality Word Alignments without Parallel Training
Data using Static and Contextualized Embeddings, Findings of EMNLP; https://pypi.org/project/simalign/.

It is for who wants the original: extractors.models.aligners.simalign finds the same links in batches, each with a
confidence, and does without PyTorch for our own encoders. Around the package stands what it lacks: a model is read from
a folder or the hub's local cache alone, and never from pickles; an empty side and words without subwords have no links;
what is longer than the encoder's limit, which the package would cut off, is embedded in overlapping windows.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal

import simalign
import torch
from pydantic import Field
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoModel

from extractors.models import devices, hub, installed, pretrained
from extractors.models.aligners import Aligner, Confidence, Links, Pair
from extractors.models.aligners._encoder import Encoder, Vectors, chosen_layer, signature_of
from extractors.models.aligners._long_pairs import LongPairs
from extractors.models.aligners._matching import Method
from extractors.models.aligners._subwords import SubwordTokenizer, of_transformers
from extractors.models.aligners._transformer import encoder_config, limit_of
from extractors.models.aligners.simalign import MOST_SIMILARITIES, SHORT_NAMES

DEFAULT_MODEL = "bert"
LETTERS: dict[Method, str] = {"inter": "a", "itermax": "i", "mwmf": "m", "fwd": "f", "rev": "r"}
"""What the package calls its matching methods."""
MOST_OF_MWMF = 1 << 16
"""Subwords of a source by subwords of its target that mwmf matches at most, 256 by 256: networkx takes a minute."""
LONGEST = 1 << 12
"""Subwords of one side that are matched at most: the package makes a matrix of a side by itself, of 134 MB then."""
# It logs, by a handler of its own, that a model was loaded.
logging.getLogger("simalign.simalign").setLevel(logging.WARNING)


class SimAlignPackage(Aligner):
    """Aligns by the package simalign; needs no parallel text.

    Args:
        model: a folder, `bert` (mBERT), `xlmr` or any name at the Hugging Face hub; None for mBERT.
        layer: the hidden state to take; None for 8, or the last of fewer.
        method: inter (mutual best), itermax (the same twice), mwmf (maximum-weight matching), fwd (each source
            unit's best) or rev (each target unit's best).
        token_type: match subwords (bpe), or words, each the average of its subwords (word).
        distortion: 0 to 1, how strongly similarities far from the diagonal are lowered.
        device: cpu or cuda.
        download: fetch a hub model that is not in the local cache.
    """

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
        download: bool = False,
    ) -> None:
        del source_language, target_language
        self._method, self._token_type, self._distortion = method, token_type, distortion
        name = SHORT_NAMES.get(model or DEFAULT_MODEL, model or DEFAULT_MODEL)
        path = installed.find(name)
        shown, on = name if path is None else path.resolve().name, devices.device(device).type

        def read(source: str) -> Any:
            folder = path or hub.cached(source)
            if folder is None:
                raise OSError("not in the cache of the hub")
            return self._read(folder, shown, layer, on)

        self._aligner = pretrained.load(name, path, read, what="aligner model", download=download)
        own = self._aligner.embed_loader
        self._encoder = _PackageEncoder(shown, path, own)
        self._aligner.embed_loader = _WindowedLoader(own, self._encoder)
        most = MOST_OF_MWMF if method == "mwmf" else MOST_SIMILARITIES
        self._long = LongPairs("simalign_package", self._encoder, most, LONGEST)

    def _read(self, folder: Path, name: str, layer: int | None, device: str) -> Any:
        """Make the package's aligner with the encoder in a folder, `name` being what messages call it."""
        config = encoder_config(str(folder))
        # Weights that a checkpoint lacks are refused here; the package would make them up.
        pretrained.weights(AutoModel, str(folder), config)
        with pretrained.quiet_loading():
            aligner = simalign.SentenceAligner(
                model=str(folder),
                token_type=self._token_type,
                distortion=self._distortion,
                matching_methods=LETTERS[self._method],
                device=device,
                layer=chosen_layer(layer, int(config.num_hidden_layers), name),
            )
        # Half precision, where a checkpoint asks for it, is slower on a CPU and rounds to ties.
        aligner.embed_loader.emb_model.float()
        return aligner

    @cached_property
    def signature(self) -> str:
        return signature_of(
            f"simalign_package:{version('simalign')}",
            self._encoder,
            method=self._method,
            token_type=self._token_type,
            distortion=self._distortion,
        )

    def align_with_confidence(self, pairs: Sequence[Pair], *, before: int = 0) -> Iterator[tuple[Links, Confidence]]:
        """Yield the links of each pair, in order; the package says no confidences.

        A segment longer than the encoder's limit is embedded in overlapping windows. A pair that has too many
        similarities has no links. `tell` logs both.
        """
        del before
        for pair in pairs:
            links = self._links(pair)
            yield links, [None] * len(links)

    def tell(self, name: Callable[[int], str] = "pair {}, counted from 0".format) -> None:
        self._long.tell(name)

    def _links(self, pair: Pair) -> Links:
        source, target = self._encoder.subwords(pair)
        self._long.count(pair, source, target)
        # The package cannot do with words that have no subwords: it is given the others.
        ours, theirs = (sorted({*side.words.tolist()}) for side in (source, target))
        if not ours or not theirs or self._long.too_large(source, target):
            return []
        links = self._aligner.get_word_aligns([pair[0][i] for i in ours], [pair[1][j] for j in theirs])
        return [(ours[i], theirs[j]) for i, j in links[self._method]]


class _PackageEncoder(Encoder):
    """The encoder that the package has loaded, for segments that are too long for its own way to read them."""

    def __init__(self, name: str, path: Path | None, loader: Any) -> None:
        self._model = loader.emb_model
        super().__init__(
            name,
            path,
            layer=loader.layer,
            device=loader.device.type,
            subwords=SubwordTokenizer(of_transformers(loader.tokenizer)),
            limit=limit_of(loader.tokenizer, self._model, self._model.config),
            batch_size=1,
        )

    def _hidden(self, whole: Sequence[Sequence[int]]) -> Iterable[Vectors]:
        with torch.no_grad():
            for segment in whole:
                output = self._model(torch.tensor([segment], device=self._model.device))
                yield output["hidden_states"][self.layer][0].cpu().numpy()


class _WindowedLoader:
    """What the package asks for vectors: its own loader, unless that would cut off a segment."""

    def __init__(self, own: Any, encoder: Encoder) -> None:
        self._own, self._encoder = own, encoder
        self.tokenizer = own.tokenizer

    def get_embed_list(self, segments: Sequence[Sequence[str]]) -> torch.Tensor:
        subwords = [side.ids for side in self._encoder.subwords(segments)]
        if all(self._encoder.fits(ids) for ids in subwords):
            vectors: torch.Tensor = self._own.get_embed_list(segments)
            return vectors
        return pad_sequence([torch.from_numpy(vectors) for vectors in self._encoder.embed(subwords)], batch_first=True)
