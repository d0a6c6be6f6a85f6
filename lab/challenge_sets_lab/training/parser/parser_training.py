"""The recipe: a parser from treebanks, seeded and resumable."""

import hashlib
import math
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

import torch

from challenge_sets_lab.training.checkpoints import ResumableTraining
from challenge_sets_lab.training.parser import agreement_training, data, parser_scores
from challenge_sets_lab.training.parser.data import ParseExample
from challenge_sets_lab.training.parser.loss import loss_of
from extractors.core.errors import InputError
from extractors.core.logs import log, progress
from extractors.models.parsers._biaffine.model import Model, dimensions_of
from extractors.models.parsers._biaffine.network import Inputs, Network
from extractors.models.parsers._biaffine.scoring import Sizes
from extractors.models.parsers._biaffine.spelling import Spelling
from extractors.models.parsers._biaffine.words import Words

CHECKPOINT = "checkpoint.pt"


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """How to train.

    Attributes:
        epochs: passes over the training data.
        batch_words: the most words, padding counted, in a batch (`parser_recipe.batch_words`: fewer for little text).
        rate: the highest learning rate of Adam; it rises for `warm_up` steps and falls as a cosine to 0.
        average: decay of the running average of weights; the average is saved.
        minimum: how often a form, relation, tag or lemma rule must occur to be known.
        affix_rows, ngram_rows: sizes of the tables of hashed pieces.
        half: bfloat16 within the network, faster on a device that can (`can_halve`).
        seed: of everything random.
    """

    epochs: int = 20
    batch_words: int = 1000
    rate: float = 2.5e-3
    warm_up: int = 200
    average: float = 0.998
    minimum: int = 2
    affix_rows: int = 20_000
    ngram_rows: int = 20_000
    half: bool = True
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Material:
    """Sentences to train on.

    Attributes:
        treebank: whose style they are in; the parser annotates in the style of the first material's.
        times: how often they are gone through an epoch.
        gold: whether they were annotated by people.
    """

    treebank: str
    sentences: list[ParseExample]
    times: int = 1
    gold: bool = True


def can_halve(device: torch.device) -> bool:
    """Whether a device runs an LSTM in bfloat16: without AVX-512, PyTorch on a processor has none, and raises."""
    lstm = torch.nn.LSTM(8, 8).to(device)
    try:
        with torch.inference_mode(), torch.autocast(device.type, dtype=torch.bfloat16):
            lstm(torch.zeros(2, 1, 8, device=device))
    except RuntimeError:
        return False
    return True


def untrained(
    materials: Sequence[Material], *, language: str, settings: TrainingSettings, sizes: Sizes, raw: Iterable[str] = ()
) -> Model[Network]:
    """A parser that knows the words and labels of the materials, and the words `raw`, but has learnt nothing."""
    torch.manual_seed(settings.seed)
    everything = [sentence for material in materials for sentence in material.sentences]
    treebanks = list(dict.fromkeys(material.treebank for material in materials))
    words = Words.of(
        chain((form for sentence in everything for form in sentence.forms), raw),
        minimum=settings.minimum,
        affix_rows=settings.affix_rows,
        ngram_rows=settings.ngram_rows,
    )
    labels = data.labels(everything, minimum=settings.minimum)
    network = Network(dimensions_of(sizes, words, labels, treebanks))
    return Model(network, words, labels, language=language, styles=treebanks)


def train(
    model: Model[Network],
    materials: Sequence[Material],
    development: Sequence[ParseExample],
    *,
    settings: TrainingSettings,
    folder: Path,
) -> None:
    """Train a parser on its device; a checkpoint in `folder` is taken up where it stopped.

    Args:
        model: untrained, pretrained, or a parser whose training goes on; it is changed.
        settings: with `half` only where `can_halve`.
    """
    if unknown := {material.treebank for material in materials} - {*model.styles}:
        raise InputError(
            f"the parser to start from was not trained on {', '.join(sorted(unknown))}",
            remedy=f"give files whose names begin as those of its treebanks: {', '.join(model.styles)}",
        )
    # Parsers may agree on a wrong lemma, and a lexicon would make it certain.
    of_gold = data.lexicon([s for material in materials if material.gold for s in material.sentences])
    model.spelling = Spelling(model.labels, {**model.spelling.lexicon, **of_gold})
    run = _Run(model, materials, settings, folder / CHECKPOINT)
    if 0 < run.steps < settings.warm_up:
        log.warning(
            "%d steps in all, fewer than the %d in which the learning rate should rise: the parser will hardly have"
            " learnt; give more sentences, or more --epochs",
            run.steps,
            settings.warm_up,
        )
    if run.resume():
        log.info("going on after epoch %d of %d", run.done, settings.epochs)
    while run.done < settings.epochs:
        started = time.monotonic()
        loss = run.pass_over()
        with run.averaged():
            reached = parser_scores.of_gold_words(model, development)
        log.info(
            "epoch %d of %d: loss %.3f, development %s (%.0f s)",
            run.done,
            settings.epochs,
            loss,
            parser_scores.line(reached),
            time.monotonic() - started,
        )
        run.history.append({"epoch": run.done, "loss": round(loss, 4)} | reached)
        run.save()
    model.network.load_state_dict(run.kept)
    model.network.eval()
    model.calibration = parser_scores.calibration(model, development)
    gold = [sentence for material in materials if material.gold for sentence in material.sentences]
    agreement_training.add(model, gold, development, seed=settings.seed)
    model.about["history"] = run.history


class _Run(ResumableTraining):
    """The weights of a parser from epoch to epoch; `kept` is their running average."""

    def __init__(
        self, model: Model[Network], materials: Sequence[Material], settings: TrainingSettings, checkpoint: Path
    ) -> None:
        recipe = {
            "settings": asdict(settings),
            "sizes": model.network.sizes.settings(),
            "start": _weights_checksum(model),
            "materials": [[m.treebank, _checksum(m.sentences), m.times, m.gold] for m in materials],
        }
        network, weights = model.network, [*model.network.parameters()]
        adam = {"lr": settings.rate, "betas": (0.9, 0.95), "weight_decay": 1e-5}
        super().__init__(checkpoint, recipe, {"network": network}, weights, device=network.device, clip=2.0, **adam)
        self._model, self._settings, self._materials = model, settings, materials
        self._numbering = data.Numbering(model.labels)
        self.kept = {name: value.detach().clone() for name, value in network.state_dict().items()}
        self.steps = sum(len(self._batches(epoch)[1]) for epoch in range(settings.epochs))

    def _batches(self, epoch: int) -> tuple[list[tuple[int, list[ParseExample]]], list[list[int]]]:
        """The (treebank, segment) pairs of an epoch, and their numbers in batches."""
        draw = random.Random(f"{self._settings.seed} {epoch}")
        pairs: list[tuple[int, list[ParseExample]]] = []
        for material in self._materials:
            style = self._model.styles.index(material.treebank)
            for _ in range(material.times):
                pairs += [(style, segment) for segment in data.segments(material.sentences, draw)]
        lengths = [sum(len(sentence.forms) for sentence in segment) for _, segment in pairs]
        return pairs, data.batches(lengths, self._settings.batch_words, draw)

    def pass_over(self) -> float:
        """One epoch; the mean loss of a batch."""
        torch.manual_seed(self._settings.seed * 1_000_003 + self.done)
        pairs, batches = self._batches(self.done)
        self._model.network.train()
        total = 0.0
        for batch in progress(batches, what=f"epoch {self.done + 1}", total=len(batches)):
            total += self._update([pairs[k] for k in batch])
        self.done += 1
        return total / len(batches)

    def _update(self, batch: Sequence[tuple[int, list[ParseExample]]]) -> float:
        network = self._model.network
        device = network.device
        forms = [[form for sentence in segment for form in sentence.forms] for _, segment in batch]
        targets = [self._numbering.target(segment) for _, segment in batch]
        inputs = Inputs.of(self._model.words.batch(forms), [style for style, _ in batch], device)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=self._settings.half):
            loss = loss_of(self._model, inputs, targets)
        self.learn(loss, self._settings.rate * self._schedule())
        decay = min(self._settings.average, self.step / (self.step + 20))
        with torch.no_grad():
            names = [name for name, _ in network.named_parameters()]
            torch._foreach_lerp_(
                [self.kept[name] for name in names], [p.detach() for p in network.parameters()], 1 - decay
            )
        return loss.item()

    def _schedule(self) -> float:
        warm_up = min(self._settings.warm_up, self.steps // 10 + 1)
        if self.step < warm_up:
            return (self.step + 1) / warm_up
        done = (self.step - warm_up) / max(1, self.steps - warm_up)
        return 0.5 * (1 + math.cos(math.pi * min(1.0, done)))

    @contextmanager
    def averaged(self) -> Iterator[None]:
        """Give the network the averaged weights in the block."""
        network = self._model.network
        weights = {name: value.clone() for name, value in network.state_dict().items()}
        network.load_state_dict(self.kept)
        network.eval()
        try:
            yield
        finally:
            network.load_state_dict(weights)


def _checksum(sentences: Sequence[ParseExample]) -> str:
    """Of all that is learnt from sentences."""
    digest = hashlib.sha256()
    for s in sentences:
        digest.update(repr((s.forms, s.lemmas, s.upos, s.xpos, s.feats, s.heads.tolist(), s.deprel)).encode())
    return digest.hexdigest()


def _weights_checksum(model: Model[Network]) -> str:
    digest = hashlib.sha256()
    for value in model.network.state_dict().values():
        digest.update(value.detach().cpu().numpy().tobytes())
    return digest.hexdigest()
