"""Where models are: the shipped ones under resources/models, or a folder the user names."""

from __future__ import annotations

import os
from pathlib import Path

from extractors.errors import InputError

VARIABLE = "CHALLENGE_SETS_MODELS"


def shipped_folder() -> Path:
    """resources/models of this checkout, or the folder that the environment variable names."""
    return Path(os.environ.get(VARIABLE) or Path(__file__).parent.parent / "resources" / "models")


def shipped() -> list[str]:
    """The names of the shipped models, sorted."""
    folder = shipped_folder()
    return sorted(p.name for p in folder.iterdir() if p.is_dir()) if folder.is_dir() else []


def find(model: str) -> Path | None:
    """The path of a model given as a path or as the name of a shipped one; None if it is neither."""
    for path in (Path(model), shipped_folder() / model):
        if path.exists():
            return path
    return None


def missing(what: str, model: str, remedy: str) -> InputError:
    """The error for a model that is not here; `remedy` names the command that gets it."""
    return InputError(
        f"no {what} {model!r}: it is neither a path nor a shipped model ({', '.join(shipped()) or 'none'})",
        remedy=remedy,
    )
