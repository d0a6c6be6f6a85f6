"""What comes with the project besides its code: folders of a checkout, or of an installed wheel."""

from __future__ import annotations

from pathlib import Path

FOLDERS = {"config": "config", "models": "resources/models", "project": "resources/project", "workflow": "workflow"}
"""Each with its place in a checkout; setup.py puts them into wheels under the same names."""

_WHEEL = Path(__file__).parents[1] / "_shipped"
_CHECKOUT = Path(__file__).parents[2]


def shipped(name: str) -> Path:
    """A folder of `FOLDERS`."""
    inside = _WHEEL / name
    return inside if inside.is_dir() else _CHECKOUT / FOLDERS[name]
