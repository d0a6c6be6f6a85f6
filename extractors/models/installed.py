"""Where models are: the shipped ones under resources/models, or a folder the user names."""

import logging
import os
import re
from functools import cache
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.shipped import shipped as in_project

VARIABLE = "CHALLENGE_SETS_MODELS"


def shipped_folder() -> Path:
    """Return the folder of the models that come with the project, or the one that the environment variable names."""
    return Path(os.environ.get(VARIABLE) or in_project("resources/models"))


def shipped() -> list[str]:
    """Return the names of the shipped models, sorted."""
    folder = shipped_folder()
    return sorted(p.name for p in folder.iterdir() if p.is_dir()) if folder.is_dir() else []


def licence_of(folder: Path) -> str:
    """Read the licence of a model from the line `Licence: ...` of its card; empty if there is none."""
    card = folder / "README.md"
    match = (
        re.search(r"^Licence: (.+?)\.?$", card.read_text(encoding="utf-8"), re.MULTILINE) if card.is_file() else None
    )
    return match[1] if match else ""


def licence_of_signature(signature: str) -> str:
    """Return the licence of the shipped model that a signature such as `simalign:0.1.0/aligner-de-en:c0ffee12` names.

    Empty where it names none: the licence of other models is the user's to know.
    """
    names = re.findall(r"[^/:]+", signature)
    path = next((path for name in names if (path := find_shipped(name)) is not None), None)
    return "" if path is None else licence_of(path)


def find(model: str) -> Path | None:
    """Find a model by the name of a shipped one or by its path; return None if it is neither.

    A shipped name is the shipped model, whatever lies in the current folder: `./NAME` is what lies there.
    """
    here = Path(model)
    if (path := find_shipped(model)) is not None:
        if here.exists() and not here.samefile(path):
            _tell(logging.WARNING, f"the shipped model {model} is taken, not {model} in this folder: that is ./{model}")
        return path
    if not here.exists():
        return None
    if here.name == model:
        _tell(logging.INFO, f"the model {model} is the one in this folder, ./{model}")
    return here


def find_shipped(name: str) -> Path | None:
    """Return the path of a shipped model; None if there is none of this name."""
    path = shipped_folder() / name
    return path if Path(name).name == name and path.exists() else None


@cache
def _tell(level: int, message: str) -> None:
    """Log a message, once however often a model is looked for."""
    log.log(level, message)


def shipped_here(kind: str, name: str, remedy: str) -> Path:
    """Return the path of the shipped model `name`, the default of a `kind`; raise InputError if it is missing."""
    if (path := find_shipped(name)) is None:
        or_here = f"name the one in this folder, `model: ./{name}`; or " if Path(name).exists() else ""
        raise not_here(kind, name, f"{or_here}{remedy}")
    return path


def here(kind: str, model: str, remedy: str) -> Path:
    """Return the path of a model given as a path or as the name of a shipped one; raise InputError if it is neither.

    Args:
        kind: `parser`, `aligner`, or what the user gives instead: `parses`, `links`.
        remedy: how to get a model of this kind.
    """
    if (path := find(model)) is None:
        raise not_here(kind, model, f"{remedy}\nshipped models are: {', '.join(shipped()) or 'none'}")
    return path


def file_here(kind: str, file: str | None, remedy: str) -> Path:
    """Return the path of a file that only the user can give; raise InputError if none is named or it is missing."""
    if file is None:
        raise not_named(kind, "a file", remedy)
    if not Path(file).is_file():
        raise not_here(kind, file, remedy)
    return Path(file)


def not_here(kind: str, name: str, remedy: str) -> InputError:
    """Return the error for a model that is not on this machine."""
    return InputError(f"not on this machine: {name} ({kind})", remedy=remedy)


def not_named(kind: str, what: str, remedy: str) -> InputError:
    """Return the error for a model that a config must name, and does not."""
    return not_here(kind, f"{what}, which the config does not name", remedy)
