"""A trained parser: a folder of three files, and the analysis of segments of words.

config.json        sizes, vocabularies, labels, and what it was trained on
model.safetensors  the weights, in half precision (no code in it: safe to load from anybody); those of the model of
                   agreement, if there is one, are in it by the name `agreement`
README.md          the model card
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save

from extractors.core.arrays import Int64
from extractors.core.errors import InputError
from extractors.models.parsers._biaffine.agreement import Agreement
from extractors.models.parsers._biaffine.cutting import Cutting
from extractors.models.parsers._biaffine.labels import FEATURE, Labels
from extractors.models.parsers._biaffine.network import Inputs, Network, Sizes
from extractors.models.parsers._biaffine.phrases import Tree
from extractors.models.parsers._biaffine.spelling import Segments, Spelling, nothing, without_padding
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


class Model:
    """A network with its vocabularies.

    Attributes:
        styles: the treebanks it was trained on; it annotates in the style of the first.
        spelling: from the numbers of labels to strings; it has the lexicon of lemmas.
        cutting: what its treebank cuts otherwise than the tokenizer.
        about: how it was made, as far as it is known.
        calibration: from the network's probabilities to confidences; found on development data.
        agreement: decides case, number and gender once the tree is known; None if the network's word stands.
    """

    def __init__(
        self,
        network: Network,
        words: Words,
        labels: Labels,
        *,
        language: str,
        styles: Sequence[str],
    ) -> None:
        self.network, self.words, self.labels = network, words, labels
        self.language, self.styles = language, list(styles)
        self.calibration = Calibration()
        self.agreement: Agreement | None = None
        self.cutting = Cutting()
        self.spelling = Spelling(labels)
        self.about: dict[str, Any] = {}

    @classmethod
    def new(cls, sizes: Sizes, words: Words, labels: Labels, *, language: str, styles: Sequence[str]) -> Model:
        """Untrained, initialised from torch's random state."""
        network = Network(
            sizes,
            forms=len(words.forms),
            shapes=len(words.shapes),
            affix_rows=words.affix_rows,
            ngram_rows=words.ngram_rows,
            tags=labels.sizes,
            relations=len(labels.deprel),
            styles=len(styles),
        )
        return cls(network, words, labels, language=language, styles=styles)

    @property
    def device(self) -> torch.device:
        return self.network.root.device

    def save(self, folder: Path) -> None:
        """Write config and weights into a folder that is there."""
        config = {
            "format": FORMAT,
            "language": self.language,
            "styles": self.styles,
            "calibration": [self.calibration.slope, self.calibration.intercept],
            "about": self.about,
            "sizes": self.network.sizes.settings(),
            "labels": {
                "upos": self.labels.upos,
                "xpos": self.labels.xpos,
                "deprel": self.labels.deprel,
                "lemma_rule": self.labels.lemma_rule,
                "features": self.labels.features,
            },
            "words": self.words.settings(),
            "lexicon": dict(self.spelling.lexicon),
            "cutting": self.cutting.cuts,
        }
        if self.agreement is not None:
            config[AGREEMENT] = self.agreement.settings()
        (folder / CONFIG).write_text(json.dumps(config, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        weights = {name: value.half().contiguous().cpu() for name, value in self.network.state_dict().items()}
        if self.agreement is not None:
            weights[AGREEMENT] = torch.from_numpy(self.agreement.weights).half()
        # Not save_file, which lets nobody else read the file.
        (folder / WEIGHTS).write_bytes(save(weights))

    @classmethod
    def load(cls, folder: Path, *, device: torch.device) -> Model:
        """Read a folder that `save` wrote.

        Raises:
            InputError: it is not such a folder.
        """
        try:
            config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
            if config.get("format") != FORMAT:
                raise ValueError(f"its format is {config.get('format')!r}, not {FORMAT!r}")
            labels = Labels(
                features=tuple((name, tuple(values)) for name, values in config["labels"].pop("features")),
                **{name: tuple(values) for name, values in config["labels"].items()},
            )
            model = cls.new(
                Sizes(**config["sizes"]),
                Words(**config["words"]),
                labels,
                language=config["language"],
                styles=config["styles"],
            )
            weights = {name: value.float() for name, value in load_file(folder / WEIGHTS).items()}
            if AGREEMENT in config:
                model.agreement = _agreement(config[AGREEMENT], weights.pop(AGREEMENT), labels)
            model.network.load_state_dict(weights)
            model.about, model.spelling.lexicon = config["about"], config["lexicon"]
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
                remedy="give a folder that `challenge-sets train-parser` wrote",
            ) from error
        model.network.to(device).eval()
        return model

    def analyse(
        self,
        segments: Segments,
        may_start: Sequence[npt.NDArray[np.bool_]],
        *,
        batch_words: int = 3000,
        features: bool = True,
    ) -> Iterator[Analysis]:
        """Analyse segments of one word or more, in order.

        Args:
            segments: the syntactic words of each.
            may_start: for each segment, (n,) where a sentence may begin.
            batch_words: the most words, padding counted, in a batch.
            features: False for who does not read `feats`, which then are `_`.
        """
        order = sorted(range(len(segments)), key=lambda k: len(segments[k]))
        analyses: list[Analysis | None] = [None] * len(segments)
        batch: list[int] = []
        for k in order:
            if batch and (len(batch) + 1) * len(segments[k]) > batch_words:
                self._analyse(batch, segments, may_start, analyses, features=features)
                batch = []
            batch.append(k)
        if batch:
            self._analyse(batch, segments, may_start, analyses, features=features)
        for analysis in analyses:
            assert analysis is not None
            yield analysis

    def _analyse(
        self,
        batch: Sequence[int],
        segments: Segments,
        may_start: Sequence[npt.NDArray[np.bool_]],
        analyses: list[Analysis | None],
        *,
        features: bool,
    ) -> None:
        numbers = self.words.batch([segments[k] for k in batch])
        width = numbers.words.shape[1]
        with torch.inference_mode():
            scores = self.network(Inputs.of(numbers, [0] * len(batch), self.device))
            begins = (scores.starts > 0).cpu().numpy()
            allowed = np.zeros((len(batch), width), dtype=bool)
            for row, k in enumerate(batch):
                allowed[row, : len(segments[k])] = may_start[k]
            begins &= allowed
            begins[:, 0] = True
            sentence = np.cumsum(begins, axis=1)
            arcs = self._inside(scores.arcs, sentence, numbers.lengths)
            log_arcs = torch.log_softmax(arcs, dim=-1)
            heads = best_trees(log_arcs.cpu().numpy(), sentence, numbers.lengths)
            chosen = torch.from_numpy(heads).to(self.device)
            best, label = self._relation(self.network.relations(scores, chosen), chosen)
            arc = log_arcs.gather(2, chosen.unsqueeze(-1)).squeeze(-1)
            confidence = self.calibration((arc + best).exp().cpu().numpy())
            wanted = [name for name in scores.tags if features or not name.startswith(FEATURE)]
            tags = {name: _best(scores.tags[name]) for name in wanted}
            agreeing = self.agreement.features if self.agreement and features else ()
            log = {name: torch.log_softmax(scores.tags[FEATURE + name], dim=-1).cpu().numpy() for name in agreeing}
        forms = [segments[k] for k in batch]
        upos, xpos, lemma, deprel = self.spelling.strings(forms, tags, label.cpu().numpy())
        if self.agreement and features:
            trees = list(map(Tree, forms, lemma, upos, without_padding(heads.tolist(), forms), deprel))
            self.agreement.decide(trees, {name: tags[FEATURE + name] for name in agreeing}, log)
        feats = self.spelling.features(forms, tags) if features else nothing(forms)
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

    def _inside(
        self, arcs: torch.Tensor, sentence: npt.NDArray[np.int64], lengths: npt.NDArray[np.int64]
    ) -> torch.Tensor:
        """Arcs that leave a sentence, end in padding or lead from a word to itself, forbidden."""
        width = sentence.shape[1]
        same = sentence[:, :, None] == sentence[:, None, :]
        same &= (np.arange(width) < lengths[:, None])[:, None, :]
        same &= ~np.eye(width, dtype=bool)
        root = np.ones((*sentence.shape, 1), dtype=bool)
        mask = torch.from_numpy(np.concatenate([root, same], axis=2)).to(arcs.device)
        return arcs.masked_fill(~mask, FORBIDDEN)

    def _relation(self, scores: torch.Tensor, heads: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities and numbers of the best relations: `root` for a root and for nothing else.

        Args:
            scores: (B, L, relations), changed in place.
            heads: (B, L), 0 for a root.
        """
        if "root" not in self.labels.deprel:
            best = torch.log_softmax(scores, dim=-1).max(dim=-1)
            return best.values, best.indices
        root, is_root = self.labels.deprel.index("root"), heads == 0
        scores[..., root] = FORBIDDEN
        best = torch.log_softmax(scores, dim=-1).max(dim=-1)
        return best.values.masked_fill(is_root, 0.0), best.indices.masked_fill(is_root, root)


def _best(scores: torch.Tensor) -> Int64:
    """The numbers of the best labels."""
    if scores.is_cuda:
        best: Int64 = scores.argmax(dim=-1).cpu().numpy()
        return best
    # Torch's own takes ten times as long on a processor.
    return np.asarray(scores.numpy().argmax(axis=-1), dtype=np.int64)


def _agreement(settings: dict[str, Any], weights: torch.Tensor, labels: Labels) -> Agreement:
    """The model of agreement that a config describes; all in it must fit the labels."""
    sizes = {name: len(values) for name, values in labels.features}
    bundles = np.array(settings["bundles"], dtype=np.int64)
    if weights.dim() != 2 or bundles.shape != (weights.shape[1], len(settings["features"])):
        raise ValueError("its agreement has weights of another number of bundles than its config")
    if not (bundles > 0).all() or (bundles >= [sizes[name] for name in settings["features"]]).any():
        raise ValueError("its agreement has a value that no label stands for")
    return Agreement(settings["features"], bundles, settings["relations"], weights.numpy(), float(settings["tagger"]))
