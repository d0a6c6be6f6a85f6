"""A project: a folder with a config, a Snakefile that uses the installed workflow, and defaults for Snakemake.

`challenge-sets init` writes one to go on with by hand, `challenge-sets run` one for a run from the command line.
"""

import os
import string
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from extractors.config.run import RunConfig, build_config
from extractors.core import files, wings
from extractors.core.errors import InputError
from extractors.core.names import check_name
from extractors.core.shipped import shipped
from extractors.core.yamlfile import NO_FILE
from extractors.extract.control_settings import NAMES
from extractors.inputs import places, reading
from extractors.inputs.evaluation_sets import with_paths

CONFIG, SNAKEFILE, PHENOMENA, PROFILE = "config.yaml", "Snakefile", "phenomena.yaml", "profiles/default/config.yaml"
CLUSTER = "profiles/slurm/config.yaml"
"""The files of a project; an example's texts are in the folder EXAMPLE."""
EXAMPLE = "example"
OF_RUN = "# Written by `challenge-sets run`, which writes it anew each time: copy it before you change it.\n"
"""Begins the config of a run from the command line."""
WIDEST = 1_000
"""Columns of a line of a config: paths are not broken."""


PLACES = ("source", "references", "systems", *NAMES)
"""The keys of a corpus that name texts, besides `from`."""
EXAMPLE_TEXTS: dict[str, Any] = {
    "source_language": "de",
    "target_language": "en",
    "source": f"{EXAMPLE}/source.de",
    "references": {"A": f"{EXAMPLE}/reference.en"},
    "systems": f"{EXAMPLE}/systems",
}
EXAMPLE_PHENOMENA = ("reordering", "particle_verb", "reflexive")


def check(name: str, texts: Mapping[str, Any], settings: Mapping[str, Any]) -> RunConfig:
    """Check a corpus in the current folder as `challenge-sets validate` checks a config, and return its run.

    Args:
        texts: the keys of the corpus.
        settings: the other keys of the config.
    """
    try:
        return build_config({"corpora": {name: texts}, **settings}, [])
    except InputError as error:
        if error.path != NO_FILE:
            raise
        raise InputError(error.problem, remedy=error.remedy) from None


def corpus_name(folder: Path, given: str | None = None) -> str:
    """Return the name of a project's corpus: the given one, or the folder's if it is a valid name, or "corpus"."""
    if given is not None:
        check_name(given, "corpus")
        if given.lower() in wings.HOMES:
            raise InputError(f"a corpus cannot be named {given!r}", remedy="give it another name: --name NAME")
        return given
    name = folder.resolve().name
    try:
        return corpus_name(folder, name)
    except InputError:
        return "corpus"


def init(folder: Path, *, name: str, texts: Mapping[str, Any] | None) -> list[str]:
    """Write a new project folder for the user to edit; return the names of the files written.

    Args:
        name: of the corpus.
        texts: its keys in the config (source, references, systems, ...); None writes the shipped example.

    Raises:
        InputError: one of the files is there already.
    """
    entry = EXAMPLE_TEXTS if texts is None else _moved_texts(texts, folder)
    template = string.Template((shipped("resources/project/config.template.yaml")).read_text(encoding="utf-8"))
    chosen = f"phenomena: [{', '.join(EXAMPLE_PHENOMENA)}]"
    written = {
        CONFIG: template.substitute(
            name=name, corpora=_yaml({"corpora": {name: entry}}), phenomena=chosen if texts is None else f"# {chosen}"
        ),
        PHENOMENA: shipped(f"resources/project/{PHENOMENA}").read_text(encoding="utf-8"),
        **_frame(),
        CLUSTER: shipped(CLUSTER).read_text(encoding="utf-8"),
    }
    if texts is None:
        source = shipped(f"resources/project/{EXAMPLE}")
        example = sorted(path for path in source.rglob("*") if path.is_file())
        written |= {f"{EXAMPLE}/{path.relative_to(source)}": path.read_text(encoding="utf-8") for path in example}
    _refuse([folder / file for file in written if os.path.lexists(folder / file)])
    _write(folder, written)
    return list(written)


def write_run(folder: Path, *, name: str, texts: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
    """Write the project of a run from the command line, or renew it.

    Args:
        settings: the other keys of its config.
    """
    corpora = {name: _moved_texts(texts, folder)}
    written = {CONFIG: OF_RUN + _yaml({"corpora": corpora, **_moved_settings(settings, folder)}), **_frame()}
    _refuse([folder / file for file, text in written.items() if not _is_ours(folder / file, text)])
    _write(folder, written)


def _moved_texts(texts: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the keys of a corpus with their paths made relative to another folder."""
    written = dict(texts)
    if "from" in texts:
        written["from"] = [with_paths(part, lambda path: _moved_path(path, folder)) for part in texts["from"]]
    for key in PLACES:
        if isinstance(value := texts.get(key), str):
            written[key] = moved(value, folder)
        elif value:
            written[key] = {name: moved(place, folder) for name, place in value.items()}
    return written


def moved(text: str, folder: Path) -> str:
    """Rewrite a place relative to the current folder as one relative to another folder.

    What lies below the current folder keeps a relative path if the other one does too, so that both can be moved
    together; anything else becomes absolute.
    """
    return reading.with_paths(places.parse(text), lambda path: _moved_path(path, folder))


def _moved_path(path: str, folder: Path) -> str:
    if Path(path).is_absolute():
        return path
    here = Path.cwd().resolve()
    other = folder.resolve()
    return os.path.relpath(here / path, other) if other.is_relative_to(here) else str(here / path)


def _moved_settings(settings: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return settings with their paths made relative to another folder; the name of a model is no path."""
    written = dict(settings)
    if "phenomena_file" in written:
        written["phenomena_file"] = moved(written["phenomena_file"], folder)
    for block in ("parse", "align"):
        model = written.get(block, {}).get("model")
        if model is not None and places.exists(model):
            written[block] = {**written[block], "model": moved(model, folder)}
    return written


def _frame() -> dict[str, str]:
    """Return the files that are the same in every project, by name."""
    return {
        SNAKEFILE: shipped(f"resources/project/{SNAKEFILE}").read_text(encoding="utf-8"),
        PROFILE: shipped(PROFILE).read_text(encoding="utf-8"),
    }


def _is_ours(path: Path, text: str) -> bool:
    """Return whether a file may be written: it is missing, the same, or the config of an earlier command-line run."""
    if not os.path.lexists(path):
        return True
    there = files.read_text(path)
    return there == text or (path.name == CONFIG and there.startswith(OF_RUN))


def _refuse(there: Sequence[Path]) -> None:
    if there:
        raise InputError("exists already and is not overwritten", path=there[0], remedy="choose another folder")


def _write(folder: Path, written: Mapping[str, str]) -> None:
    for name, text in written.items():
        try:
            with files.write_text(folder / name) as file:
                file.write(text)
        except OSError as error:
            raise InputError(
                f"cannot be written: {error.strerror or error}", path=folder / name, remedy="choose another folder"
            ) from error


def _yaml(values: Mapping[str, Any]) -> str:
    return yaml.safe_dump(dict(values), sort_keys=False, allow_unicode=True, width=WIDEST)
