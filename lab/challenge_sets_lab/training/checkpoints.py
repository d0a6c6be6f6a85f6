"""Where a training that was stopped goes on: its state in a file, which is taken up by the same recipe alone."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from extractors.core import files
from extractors.core.errors import InputError

LAYOUT = 2
"""Of the states of `ResumableTraining`: a state of an earlier one is of another recipe."""


def save(path: Path, state: dict[str, Any]) -> None:
    """Write tensors and numbers atomically; `state["recipe"]` says what they are of."""
    with files.replacing(path) as temporary:
        torch.save(state, temporary)


def load(path: Path, *, recipe: Any, device: torch.device) -> dict[str, Any]:
    """Load a saved state; raise InputError if it was saved by another recipe."""
    state: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    if state["recipe"] != recipe:
        raise InputError(
            "the checkpoint is of another recipe",
            path=path,
            remedy=f"give the same files and options to go on, or move {path.parent} away to start again",
        )
    return state


class ResumableTraining:
    """Steps of AdamW, and a checkpoint after each pass over the data.

    What is random comes from the seed and the number of the pass, so a run that was stopped and taken up again, on the
    same processor with as many threads, gives the same weights as one that was not.

    Args:
        checkpoint: the file of the state.
        recipe: the mark of states of the same data and settings.
        modules: by name, what the state has the weights of.
        weights: those that learn.
        options: of AdamW.
        clip: the largest norm of gradients.

    Attributes:
        done: passes.
        step: updates of weights.
        history: what is noted of each pass.
        kept: further tensors of the state, by name.
    """

    def __init__(
        self,
        checkpoint: Path,
        recipe: Any,
        modules: Mapping[str, Any],
        weights: Sequence[Tensor],
        *,
        device: torch.device,
        clip: float,
        **options: Any,
    ) -> None:
        self._checkpoint, self._recipe, self._modules, self._device = checkpoint, [LAYOUT, recipe], modules, device
        self._weights, self._clip = weights, clip
        self._optimiser = torch.optim.AdamW(weights, fused=True, **options)
        self.done = self.step = 0
        self.history: list[Any] = []
        self.kept: dict[str, Any] = {}

    def learn(self, loss: Tensor, rate: float) -> None:
        """Update the weights by one optimiser step at this learning rate."""
        for group in self._optimiser.param_groups:
            group["lr"] = rate
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self._weights, self._clip)
        self._optimiser.step()
        self.step += 1

    def save(self) -> None:
        """Write the checkpoint."""
        state = {"recipe": self._recipe, "done": self.done, "step": self.step, "history": self.history}
        state |= {"optimiser": self._optimiser.state_dict(), "kept": self.kept}
        save(self._checkpoint, state | {name: module.state_dict() for name, module in self._modules.items()})

    def resume(self) -> bool:
        """Load the checkpoint if there is one, and return whether there is."""
        if not self._checkpoint.exists():
            return False
        state = load(self._checkpoint, recipe=self._recipe, device=self._device)
        for name, module in self._modules.items():
            module.load_state_dict(state[name])
        self._optimiser.load_state_dict(state["optimiser"])
        self.done, self.step, self.history, self.kept = (state[n] for n in ("done", "step", "history", "kept"))
        return True
