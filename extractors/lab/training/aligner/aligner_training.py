"""One training step of the recipe, from epoch to epoch.

Everything random comes from the seed, the step's name and the number of the epoch, and a checkpoint after
each epoch holds weights and the optimiser's state: a run that was stopped and taken up again, on the
same processor with as many threads, gives the same weights as one that was not.
"""

import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from extractors.core.logs import log, progress
from extractors.lab.training import checkpoints
from extractors.lab.training.aligner import aligner_network as networks
from extractors.lab.training.aligner.training_examples import Labelled
from extractors.lab.training.aligner.training_settings import AlignerTraining


@dataclass(frozen=True, slots=True)
class TrainingStep:
    """A training step: its name, how long and how fast it learns, and whether the layers take part."""

    name: str
    epochs: int
    rate: float
    static: bool = False


class Training:
    """A network that learns from examples for the epochs of a step.

    Args:
        recipe: the mark of checkpoints of the same data and settings.
        checkpoint: the file to keep the state in between epochs, taken up if it is there.
    """

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
        self._step, self._network, self._examples, self._settings = step, network, examples, settings
        self._recipe, self._checkpoint, self._device = recipe, checkpoint, device
        learning = network.embeddings if step.static else network
        self._weights = [weight for weight in learning.parameters() if weight.requires_grad]
        self._optimiser = torch.optim.AdamW(
            self._weights, lr=step.rate, betas=(0.9, 0.98), weight_decay=0.0, fused=True
        )
        self._epoch = self._updates = 0
        self.losses: list[float] = []
        """The mean loss of each epoch."""
        self._all_updates = sum(len(self._batches(epoch)) for epoch in range(step.epochs))

    def run(self) -> None:
        """Go through all epochs that are still to do."""
        self._resume()
        while self._epoch < self._step.epochs:
            started = time.monotonic()
            self.losses.append(self._pass_over())
            self._epoch += 1
            self._save()
            seconds = time.monotonic() - started
            log.info(
                "%s, epoch %d of %d: loss %.4f, %.0f s, %.0f subwords/s",
                self._step.name,
                self._epoch,
                self._step.epochs,
                self.losses[-1],
                seconds,
                self._examples.subwords / seconds,
            )

    def _seed(self, epoch: int) -> int:
        return zlib.crc32(f"{self._settings.seed} {self._step.name} {epoch}".encode())

    def _batches(self, epoch: int) -> list[Any]:
        draw = np.random.default_rng(self._seed(epoch))
        return self._examples.batches(draw, self._settings.batch_subwords)

    def _pass_over(self) -> float:
        torch.manual_seed(self._seed(self._epoch))
        batches = self._batches(self._epoch)
        self._network.train()
        what = f"{self._step.name}, epoch {self._epoch + 1} of {self._step.epochs}"
        losses = [self._update(chosen) for chosen in progress(batches, what=what, total=len(batches))]
        return sum(losses) / len(losses)

    def _update(self, chosen: Any) -> float:
        for group in self._optimiser.param_groups:
            group["lr"] = self._step.rate * self._schedule()
        loss = networks.loss(
            self._network,
            self._examples.batch(chosen).to(self._device),
            static=self._step.static,
            half=self._settings.half,
            temperature=self._settings.temperature,
        )
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._weights, 1.0)
        self._optimiser.step()
        self._updates += 1
        return loss.item()

    def _schedule(self) -> float:
        """A steep rise, then a linear fall to 0."""
        rise = min(self._settings.warm_up, self._all_updates // 10 + 1)
        left = (self._all_updates - self._updates) / self._all_updates
        return min((self._updates + 1) / rise, 1.0) * left

    def _save(self) -> None:
        state = {
            "recipe": self._recipe,
            "epoch": self._epoch,
            "updates": self._updates,
            "losses": self.losses,
            "network": self._network.state_dict(),
            "optimiser": self._optimiser.state_dict(),
        }
        checkpoints.save(self._checkpoint, state)

    def _resume(self) -> None:
        if not self._checkpoint.exists():
            return
        state = checkpoints.load(self._checkpoint, recipe=self._recipe, device=self._device)
        self._network.load_state_dict(state["network"])
        self._optimiser.load_state_dict(state["optimiser"])
        self._epoch, self._updates, self.losses = state["epoch"], state["updates"], state["losses"]
        log.info("%s: going on after epoch %d of %d", self._step.name, self._epoch, self._step.epochs)
