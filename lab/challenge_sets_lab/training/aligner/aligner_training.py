"""One training step of the recipe, from epoch to epoch."""

import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from challenge_sets_lab.training.aligner import aligner_network as networks
from challenge_sets_lab.training.aligner.training_examples import Labelled
from challenge_sets_lab.training.aligner.training_settings import AlignerTraining
from challenge_sets_lab.training.checkpoints import ResumableTraining
from extractors.core.logs import log, progress


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """A training step: its name, how long and how fast it learns, and whether the layers take part."""

    name: str
    epochs: int
    rate: float
    static: bool = False


class Training(ResumableTraining):
    """A network that learns from examples for the epochs of a step; `history` has the mean loss of each."""

    def __init__(
        self,
        step: TrainingStep,
        network: Any,
        examples: Labelled,
        *,
        settings: AlignerTraining,
        recipe: str,
        checkpoint: Path,
        device: torch.device,
    ) -> None:
        learning = network.embeddings if step.static else network
        weights = [weight for weight in learning.parameters() if weight.requires_grad]
        adam = {"lr": step.rate, "betas": (0.9, 0.98), "weight_decay": 0.0}
        super().__init__(checkpoint, recipe, {"network": network}, weights, device=device, clip=1.0, **adam)
        self._of, self._network, self._examples, self._settings = step, network, examples, settings
        self._all_updates = sum(len(self._batches(epoch)) for epoch in range(step.epochs))

    def run(self) -> None:
        """Go through all epochs that are still to do."""
        if self.resume():
            log.info("%s: going on after epoch %d of %d", self._of.name, self.done, self._of.epochs)
        while self.done < self._of.epochs:
            started = time.monotonic()
            self.history.append(self._pass_over())
            self.done += 1
            self.save()
            seconds = time.monotonic() - started
            log.info(
                "%s, epoch %d of %d: loss %.4f, %.0f s, %.0f subwords/s",
                self._of.name,
                self.done,
                self._of.epochs,
                self.history[-1],
                seconds,
                self._examples.subwords / seconds,
            )

    def _seed(self, epoch: int) -> int:
        return zlib.crc32(f"{self._settings.seed} {self._of.name} {epoch}".encode())

    def _batches(self, epoch: int) -> list[Any]:
        draw = np.random.default_rng(self._seed(epoch))
        return self._examples.batches(draw, self._settings.batch_subwords)

    def _pass_over(self) -> float:
        torch.manual_seed(self._seed(self.done))
        batches = self._batches(self.done)
        self._network.train()
        what = f"{self._of.name}, epoch {self.done + 1} of {self._of.epochs}"
        losses = [self._update(chosen) for chosen in progress(batches, what=what, total=len(batches))]
        return sum(losses) / len(losses)

    def _update(self, chosen: Any) -> float:
        loss = networks.loss(
            self._network,
            self._examples.batch(chosen).to(self._device),
            static=self._of.static,
            half=self._settings.half,
            temperature=self._settings.temperature,
        )
        self.learn(loss, self._of.rate * self._schedule())
        return loss.item()

    def _schedule(self) -> float:
        """Return the factor of the learning rate for this update: a steep linear rise, then a linear fall to 0."""
        rise = min(self._settings.warm_up, self._all_updates // 10 + 1)
        left = (self._all_updates - self.step) / self._all_updates
        return min((self.step + 1) / rise, 1.0) * left
