"""Stanza's models on this machine: which are there, by Stanza's own index, and how to get the others."""

import os
from functools import partial
from pathlib import Path
from typing import Any

import stanza
from stanza.resources import common

from extractors.core import jsonfile
from extractors.core.errors import InputError, nearest
from extractors.models.installed import Requirement

INDEX = "resources.json"
PROCESSORS = ("tokenize", "mwt", "pos", "lemma", "depparse")
NEEDED = ("tokenize", "pos", "lemma", "depparse")


def folder_of(model: str | None) -> Path:
    """The folder with Stanza's models: the one given, STANZA_RESOURCES_DIR, or Stanza's default."""
    return Path(model or os.environ.get("STANZA_RESOURCES_DIR") or common.DEFAULT_MODEL_DIR)


def how_to_get(folder: Path, language: str, package: str) -> str:
    """The commands that get missing models."""
    return (
        f'on a machine with a network: python -c "import stanza; stanza.download({language!r},'
        f" model_dir='stanza_resources', package={package!r}, processors='{','.join(NEEDED)}')\""
        f"\nthen copy what is in its folder stanza_resources into {folder} here"
        "\n(or, if this one has a network, set the parser's option `download: true`)"
    )


def processors(folder: Path, language: str, package: str) -> list[str]:
    """The processors of a package that a parser runs, in Stanza's order."""
    index = folder / INDEX
    if not index.is_file():
        raise InputError(
            f"no Stanza models here: there is no {INDEX}", path=folder, remedy=how_to_get(folder, language, package)
        )
    entry = _entry(_read(folder), language)
    if entry is None:
        known = [code for code in _read(folder) if _entry(_read(folder), code)]
        raise InputError(
            f"Stanza has no models for the language {language!r}", path=index, remedy=nearest(language, known)
        )
    packages = entry["packages"]
    if package not in packages:
        raise InputError(f"Stanza has no package {package!r} for {language!r}", remedy=nearest(package, packages))
    if lacking := [name for name in NEEDED if name not in packages[package]]:
        raise InputError(
            f"Stanza's package {package!r} for {language!r} has no {', '.join(lacking)}",
            path=index,
            remedy="take a package that parses, or another parser",
        )
    return [name for name in PROCESSORS if name in packages[package]]


def required(folder: Path, language: str, package: str) -> Requirement:
    """The need of a package."""
    files = _files(folder, language, package) if (folder / INDEX).is_file() else []
    here = bool(files) and all(file.is_file() for file in files)
    return Requirement(
        kind="parser",
        name=f"{language} {package}",
        path=folder if here else None,
        parts=tuple(files),
        remedy=how_to_get(folder, language, package),
        fetch=partial(download, folder, language, package),
    )


def download(folder: Path, language: str, package: str) -> None:
    """Let Stanza download a package, with its own report of how far it is."""
    try:
        stanza.download(language, model_dir=str(folder), package=package, processors=",".join(NEEDED))
    except (OSError, ValueError, KeyError) as error:
        raise InputError(
            f"Stanza could not download its models for {language!r}: {error}",
            path=folder,
            remedy="check the network, the language and the package",
        ) from error


def _read(folder: Path) -> dict[str, Any]:
    resources = jsonfile.load(folder / INDEX)
    if not isinstance(resources, dict):
        raise InputError("must be an index of Stanza's models", path=folder / INDEX, remedy="download the models again")
    return resources


def _entry(resources: dict[str, Any], language: str) -> dict[str, Any] | None:
    """The index's entry for a language, by its code or another name of it; None if it has no packages."""
    entry = common.get_language_resources(resources, language)
    return entry if isinstance(entry, dict) and "packages" in entry else None


def _files(folder: Path, language: str, package: str) -> list[Path]:
    """The files that a pipeline of a package reads: those of its processors, and what these are built on."""
    wanted = dict.fromkeys(processors(folder, language, package), package)
    resources = _read(folder)
    while "alias" in resources[language]:
        language = resources[language]["alias"]
    listed = common.maintain_processor_list(resources, language, None, wanted)
    listed = common.flatten_processor_list(common.add_dependencies(resources, language, listed))
    # A processor without a model of its own, such as an identity lemmatizer, has no entry.
    with_files = [(name, value) for name, value in listed if value in resources[language].get(name, {})]
    return [folder / language / name / f"{value}.pt" for name, value in with_files]
