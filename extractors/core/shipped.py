"""Files that come with the project besides its code: of a checkout, or of an installed wheel."""

import os
from pathlib import Path

SHIPPED = (
    *("Snakefile", "rules", "workflow", "profiles", "config"),
    *("resources/models", "resources/project", "resources/ready-made"),
)
"""Places in a checkout; setup.py puts them into wheels."""

_WHEEL = Path(__file__).parents[1] / "_shipped"
_CHECKOUT = Path(__file__).parents[2]


def shipped(place: str) -> Path:
    """A file or folder below one of `SHIPPED`."""
    return (_WHEEL if _WHEEL.is_dir() else _CHECKOUT) / place


def share_checkout() -> None:
    """Let the processes that this one starts import the package of this checkout; one that is installed is found."""
    if not _WHEEL.is_dir():
        paths = [str(_CHECKOUT), os.environ.get("PYTHONPATH")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
