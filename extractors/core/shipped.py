"""What comes with the project besides its code: folders of a checkout, or of an installed wheel."""

from __future__ import annotations

import os
from pathlib import Path

FOLDERS = {"config": "config", "models": "resources/models", "project": "resources/project", "workflow": "workflow"}
"""Each with its place in a checkout; setup.py puts them into wheels under the same names."""

_WHEEL = Path(__file__).parents[1] / "_shipped"
_CHECKOUT = Path(__file__).parents[2]


def shipped(name: str) -> Path:
    """A folder of `FOLDERS`."""
    inside = _WHEEL / name
    return inside if inside.is_dir() else _CHECKOUT / FOLDERS[name]


def share_checkout() -> None:
    """Let the processes that this one starts import the package of this checkout; one that is installed is found."""
    if not _WHEEL.is_dir():
        paths = [str(_CHECKOUT), os.environ.get("PYTHONPATH")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
