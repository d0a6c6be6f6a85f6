"""Where a training that was stopped goes on: its state in a file, which is taken up by the same recipe alone."""

from pathlib import Path
from typing import Any

import torch

from extractors.core import files
from extractors.core.errors import InputError


def save(path: Path, state: dict[str, Any]) -> None:
    """Write tensors and numbers atomically; `state["recipe"]` says what they are of."""
    with files.replacing(path) as temporary:
        torch.save(state, temporary)


def load(path: Path, *, recipe: Any, device: torch.device) -> dict[str, Any]:
    """The state that a run of the same recipe saved. Raises InputError: it is of another recipe."""
    state: dict[str, Any] = torch.load(path, map_location=device, weights_only=True)
    if state["recipe"] != recipe:
        raise InputError(
            "the checkpoint is of another recipe",
            path=path,
            remedy=f"give the same files and options to go on, or delete {path.parent} to start again",
        )
    return state
