"""A trained parser: a folder of three files, and the analysis of segments of words.

config.json        sizes, vocabularies, labels, and what it was trained on
model.safetensors  the weights, arrays in half precision (no code in it: safe to load from anybody); those of the model
                   of agreement, if there is one, are in it by the name `agreement`
README.md          the model card
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

from extractors.core.arrays import Bool, Float32, Int64
from extractors.core.errors import InputError
from extractors.models.parsers._biaffine.agreement import AgreementModel
from extractors.models.parsers._biaffine.cutting import Cutting
from extractors.models.parsers._biaffine.labels import FEATURE, Labels
from extractors.models.parsers._biaffine.phrases import Tree
from extractors.models.parsers._biaffine.scoring import Arrays, Dimensions, Kind, Sizes
from extractors.models.parsers._biaffine.spelling import Segments, Spelling, without_padding
from extractors.models.parsers._biaffine.trees import best_trees
from extractors.models.parsers._biaffine.words import Words

FORMAT = "biaffine-parser-1"
CONFIG, WEIGHTS = "config.json", "model.safetensors"
AGREEMENT = "agreement"
FORBIDDEN = -1e9
SMALLEST = 1e-6


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of the n words of a segment.

    Attributes:
        upos, xpos, lemma, feats, deprel: strings; `_` where there is none.
        start: (n,) whether a sentence begins at the word; the first always does.
        head: (n,) 1-based in the segment, 0 for a root; never in another sentence.
        confidence: (n,) probability of the arc and its relation, 0 to 1.
    """

    upos: list[str]
    xpos: list[str]
    lemma: list[str]
    feats: list[str]
    deprel: list[str]
    start: npt.NDArray[np.bool_]
    head: npt.NDArray[np.int64]
    confidence: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns the network's probability p of an arc and its relation into how often such an arc is right.

    The logit of p is multiplied by `slope` and moved by `intercept` (Platt 1999): networks are too sure.
    """

    slope: float = 1.0
    intercept: float = 0.0

    def __call__(self, probabilities: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        p = np.clip(probabilities.astype(np.float64), SMALLEST, 1 - SMALLEST)
        logits = self.slope * np.log(p / (1 - p)) + self.intercept
        return (1 / (1 + np.exp(-logits))).astype(np.float32)


def logit(p: float) -> float:
    """The logit of a probability that is kept from 0 and 1."""
    p = min(max(p, SMALLEST), 1 - SMALLEST)
    return math.log(p / (1 - p))


class Model(Generic[Kind]):
    """A network with its vocabularies.

    Attributes:
        network: of either library (`scoring`).
        styles: the treebanks it was trained on; it annotates in the style of the first.
        spelling: from the numbers of labels to strings; it has the lexicon of lemmas.
        cutting: what its treebank cuts otherwise than the tokenizer.
        about: how it was made, as far as it is known.
        calibration: from the network's probabilities to confidences; found on development data.
        agreement: decides case, number and gender once the tree is known; None if the network's word stands.
    """

    def __init__(self, network: Kind, words: Words, labels: Labels, *, language: str, styles: Sequence[str]) -> None:
        self.network, self.words, self.labels = network, words, labels
        self.language, self.styles = language, list(styles)
        self.calibration = Calibration()
        self.agreement: AgreementModel | None = None
        self.cutting = Cutting()
        self.spelling = Spelling(labels, {})
        self.about: dict[str, Any] = {}

    def save(self, folder: Path) -> None:
        """Write config and weights into a folder that is there."""
        config = {
            "format": FORMAT,
            "language": self.language,
            "styles": self.styles,
            "calibration": [self.calibration.slope, self.calibration.intercept],
            "about": self.about,
            "sizes": self.network.sizes.settings(),
            "labels": asdict(self.labels),
            "words": self.words.settings(),
            "lexicon": dict(self.spelling.lexicon),
            "cutting": self.cutting.cuts,
        }
        if self.agreement is not None:
            config[AGREEMENT] = self.agreement.settings()
        (folder / CONFIG).write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        weights = {name: value.astype(np.float16) for name, value in self.network.arrays().items()}
        if self.agreement is not None:
            weights[AGREEMENT] = self.agreement.weights.astype(np.float16)
        # Not save_file, which lets nobody else read the file.
        (folder / WEIGHTS).write_bytes(save(weights))

    @classmethod
    def load(cls, folder: Path, network: Callable[[Dimensions, Arrays], Kind]) -> Model[Kind]:
        """Read a folder that `save` wrote.

        Args:
            network: makes the network of its weights.
        """
        try:
            config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
            if config.get("format") != FORMAT:
                raise ValueError(f"its format is {config.get('format')!r}, not {FORMAT!r}")
            labels = Labels(
                features=tuple((name, tuple(values)) for name, values in config["labels"].pop("features")),
                **{name: tuple(values) for name, values in config["labels"].items()},
            )
            words, styles = Words(**config["words"]), config["styles"]
            weights = {name: value.astype(np.float32) for name, value in load_file(folder / WEIGHTS).items()}
            agreement = _agreement(config[AGREEMENT], weights.pop(AGREEMENT), labels) if AGREEMENT in config else None
            dimensions = dimensions_of(Sizes(**config["sizes"]), words, labels, styles)
            model = cls(network(dimensions, weights), words, labels, language=config["language"], styles=styles)
            model.agreement = agreement
            model.about, model.spelling = config["about"], Spelling(labels, config["lexicon"])
            model.calibration = Calibration(*config["calibration"])
            # Not in the models that were made before there was one.
            model.cutting = Cutting(config.get("cutting"))
        except (
            OSError,
            ArithmeticError,
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
            RuntimeError,
            SafetensorError,
        ) as error:
            raise InputError(
                f"is not a biaffine parser: {error}",
                path=folder,
                remedy="give a folder that `challenge-sets lab train-parser` wrote",
            ) from error
        return model

    def analyse(
        self,
        segments: Segments,
        may_start: Sequence[npt.NDArray[np.bool_]],
        *,
        batch_words: int = 3000,
    ) -> Iterator[Analysis]:
        """Analyse segments of one word or more, in order.

        Args:
            segments: the syntactic words of each.
            may_start: for each segment, (n,) where a sentence may begin.
            batch_words: the most words, padding counted, in a batch.
        """
        order = sorted(range(len(segments)), key=lambda k: len(segments[k]))
        analyses: list[Analysis | None] = [None] * len(segments)
        batch: list[int] = []
        for k in order:
            if batch and (len(batch) + 1) * len(segments[k]) > batch_words:
                self._analyse(batch, segments, may_start, analyses)
                batch = []
            batch.append(k)
        if batch:
            self._analyse(batch, segments, may_start, analyses)
        for analysis in analyses:
            assert analysis is not None
            yield analysis

    def _analyse(
        self,
        batch: Sequence[int],
        segments: Segments,
        may_start: Sequence[npt.NDArray[np.bool_]],
        analyses: list[Analysis | None],
    ) -> None:
        numbers = self.words.batch([segments[k] for k in batch])
        scores = self.network.score(numbers)
        is_word = np.arange(numbers.words.shape[1]) < numbers.lengths[:, None]
        begins = _padded(scores.starts > 0, is_word)
        begins &= _padded(np.concatenate([may_start[k] for k in batch]), is_word)
        begins[:, 0] = True
        sentence = np.cumsum(begins, axis=1)
        log_arcs = log_softmax(self._inside(scores.arcs, sentence, is_word))
        heads = best_trees(log_arcs, sentence, numbers.lengths)
        chosen = heads[is_word]
        best, label = self._relation(scores.relations(chosen), chosen)
        arc = np.take_along_axis(log_arcs, heads[..., None], axis=2)[..., 0][is_word]
        confidence = _padded(self.calibration(np.exp(arc + best)), is_word)
        tags = {name: _padded(of.argmax(axis=1), is_word) for name, of in scores.tags.items()}
        agreeing = self.agreement.features if self.agreement else ()
        log = {name: _padded(log_softmax(scores.tags[FEATURE + name]), is_word) for name in agreeing}
        forms = [segments[k] for k in batch]
        upos, xpos, lemma, deprel = self.spelling.strings(forms, tags, _padded(label, is_word))
        if self.agreement:
            trees = list(map(Tree, forms, lemma, upos, without_padding(heads.tolist(), forms), deprel))
            self.agreement.decide(trees, {name: tags[FEATURE + name] for name in agreeing}, log)
        feats = self.spelling.features(forms, tags)
        for row, k in enumerate(batch):
            n = len(forms[row])
            analyses[k] = Analysis(
                upos[row],
                xpos[row],
                lemma[row],
                feats[row],
                deprel[row],
                begins[row, :n],
                heads[row, :n],
                confidence[row, :n],
            )

    @staticmethod
    def _inside(arcs: Float32, sentence: Int64, is_word: Bool) -> Float32:
        """Arcs that leave a sentence, end in padding or lead from a word to itself, forbidden, in place."""
        same = sentence[:, :, None] == sentence[:, None, :]
        same &= is_word[:, None, :]
        same &= ~np.eye(is_word.shape[1], dtype=bool)
        arcs[:, :, 1:][~same] = FORBIDDEN
        return arcs

    def _relation(self, scores: Float32, heads: Int64) -> tuple[Float32, Int64]:
        """Log-probabilities and numbers of the best relations: `root` for a root and for nothing else.

        Args:
            scores: (N, relations), changed in place.
            heads: (N,), 0 for a root.
        """
        has_root = "root" in self.labels.deprel
        if has_root:
            root, is_root = self.labels.deprel.index("root"), heads == 0
            scores[:, root] = FORBIDDEN
        number = scores.argmax(axis=1)
        best = log_softmax(scores)[np.arange(len(scores)), number]
        if has_root:
            best[is_root], number[is_root] = 0, root
        return best, number


def dimensions_of(sizes: Sizes, words: Words, labels: Labels, styles: Sequence[str]) -> Dimensions:
    """The dimensions of a network for these vocabularies and treebanks."""
    return Dimensions(
        sizes=sizes,
        forms=len(words.forms),
        shapes=len(words.shapes),
        affix_rows=words.affix_rows,
        ngram_rows=words.ngram_rows,
        tags=labels.sizes,
        relations=len(labels.deprel),
        styles=len(styles),
    )


def _padded(values: npt.NDArray[Any], is_word: Bool) -> npt.NDArray[Any]:
    """(B, L, ...) from the values of N words, one segment after another; 0 in padding."""
    padded = np.zeros((*is_word.shape, *values.shape[1:]), dtype=values.dtype)
    padded[is_word] = values
    return padded


def log_softmax(scores: Float32) -> Float32:
    """Log-probabilities along the last axis."""
    shifted: Float32 = scores - scores.max(axis=-1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return shifted


def _agreement(settings: dict[str, Any], weights: Float32, labels: Labels) -> AgreementModel:
    """The model of agreement that a config describes; all in it must fit the labels."""
    sizes = {name: len(values) for name, values in labels.features}
    bundles = np.array(settings["bundles"], dtype=np.int64)
    if weights.ndim != 2 or bundles.shape != (weights.shape[1], len(settings["features"])):
        raise ValueError("its agreement has weights of another number of bundles than its config")
    if not (bundles > 0).all() or (bundles >= [sizes[name] for name in settings["features"]]).any():
        raise ValueError("its agreement has a value that no label stands for")
    return AgreementModel(settings["features"], bundles, settings["relations"], weights, float(settings["tagger"]))
