"""Where models are: the shipped ones under resources/models, or a folder the user names; and what a backend needs."""

import logging
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.shipped import shipped as in_project

VARIABLE = "CHALLENGE_SETS_MODELS"

SHIPPED_NAME = re.compile(r"(aligner)-([a-z]{2,3}-[a-z]{2,3})")
OF_MANY = {"encoder": "aligner", "parser-multilingual": "parser"}
"""The shipped models that are for many languages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """Something that may be on this machine.

    Attributes:
        kind: `parser`, `aligner`, or what the user gives instead: `parses`, `links`.
        name: what the library calls it, or the file or folder.
        path: where it is; None if it is not on this machine.
        parts: the files that it is of those at `path`; all of them if none are named.
    """

    kind: str
    name: str
    path: Path | None
    parts: tuple[Path, ...] = ()

    @property
    def size(self) -> int:
        """Bytes on disk, 0 if it is not here."""
        return 0 if self.path is None else sum(map(size, self.parts or (self.path,)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed(Stored):
    """A model that is on this machine; `languages` is `de` or `de-en`, `any` where it is for many.

    Attributes:
        licence: as its card names it; empty where it has no such card.
    """

    languages: str
    path: Path
    licence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement(Stored):
    """A model that a backend needs.

    Attributes:
        remedy: how to get it: commands to type, on a machine with a network, and where the result goes.
        fetch: gets the model by the library's own mechanism, and shows how far it is; None if no library fetches it.
    """

    remedy: str
    fetch: Callable[[], object] | None = None

    def here(self) -> Path:
        """Where it is."""
        if self.path is None:
            raise InputError(f"not on this machine: {self.name} ({self.kind})", remedy=self.remedy)
        return self.path


def shipped_folder() -> Path:
    """The models that come with the project, or the folder that the environment variable names."""
    return Path(os.environ.get(VARIABLE) or in_project("resources/models"))


def shipped() -> list[str]:
    """The names of the shipped models, sorted."""
    folder = shipped_folder()
    return sorted(p.name for p in folder.iterdir() if p.is_dir()) if folder.is_dir() else []


def installed() -> list[Installed]:
    """The shipped models; a name says what a model is for (see resources/models/README.md)."""
    models = []
    for name in shipped():
        path, match = shipped_folder() / name, SHIPPED_NAME.fullmatch(name)
        kind, languages = (match[1], match[2]) if match else (OF_MANY.get(name, "model"), "any")
        licence = licence_of(path)
        models.append(Installed(kind=kind, name=name, languages=languages, path=path, licence=licence))
    return models


def licence_of(folder: Path) -> str:
    """The licence that the card of a model folder names in its line `Licence: ...`; empty if there is none."""
    card = folder / "README.md"
    found = (
        re.search(r"^Licence: (.+?)\.?$", card.read_text(encoding="utf-8"), re.MULTILINE) if card.is_file() else None
    )
    return found[1] if found else ""


def licence_of_signature(signature: str) -> str:
    """The licence of the shipped model that a signature names, as `simalign:0.1.0/aligner-de-en:c0ffee12` does.

    Empty where it names none: the licence of other models is the user's to know.
    """
    names = re.findall(r"[^/:]+", signature)
    path = next((path for name in names if (path := find_shipped(name)) is not None), None)
    return "" if path is None else licence_of(path)


def find(model: str) -> Path | None:
    """The path of a model given as the name of a shipped one or as a path; None if it is neither.

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
    """The path of a shipped model; None if there is none of this name."""
    path = shipped_folder() / name
    return path if Path(name).name == name and path.exists() else None


@cache
def _tell(level: int, message: str) -> None:
    """Log a message, once however often a model is looked for."""
    log.log(level, message)


def size(path: Path) -> int:
    """The bytes of a file, or of the files in a folder; a link counts as what it points to."""
    files = path.rglob("*") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files if file.is_file())


def required_shipped(kind: str, name: str, remedy: str) -> Requirement:
    """The need of a model that nobody named: the shipped one of this name, and nothing else."""
    or_here = f"name the one in this folder, `model: ./{name}`; or " if Path(name).exists() else ""
    return Requirement(kind=kind, name=name, path=find_shipped(name), remedy=f"{or_here}{remedy}")


def required(kind: str, model: str, remedy: str, *, fetch: Callable[[], object] | None = None) -> Requirement:
    """The need of a model that is given as a path or as the name of a shipped one."""
    remedy += f"\nshipped models are: {', '.join(shipped()) or 'none'}"
    return Requirement(kind=kind, name=model, path=find(model), remedy=remedy, fetch=fetch)


def required_file(kind: str, file: str | None, remedy: str) -> Requirement:
    """The need of a file that only the user can give; None if the config names none."""
    if file is None:
        return not_named(kind, "a file", remedy)
    path = Path(file) if Path(file).is_file() else None
    return Requirement(kind=kind, name=file, path=path, remedy=remedy)


def not_named(kind: str, what: str, remedy: str) -> Requirement:
    """The need of a model that a config must name, and does not."""
    return Requirement(kind=kind, name=f"{what}, which the config does not name", path=None, remedy=remedy)
