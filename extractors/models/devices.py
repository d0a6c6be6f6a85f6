"""The processor or graphics card that a network runs on."""

from __future__ import annotations

import torch

from extractors.core.errors import InputError


def device(name: str) -> torch.device:
    """The device `cpu` or `cuda`.

    Raises:
        InputError: torch knows no such device, or it cannot be used here.
    """
    try:
        found = torch.device(name)
    except RuntimeError:
        raise InputError(f"unknown device {name!r}", remedy="set `device:` to cpu or cuda") from None
    if found.type == "cuda" and not torch.cuda.is_available():
        raise InputError("no CUDA device can be used here", remedy="set `device: cpu`")
    return found


def default_device() -> str:
    """`cuda` where there is one, else `cpu`."""
    return "cuda" if torch.cuda.is_available() else "cpu"
