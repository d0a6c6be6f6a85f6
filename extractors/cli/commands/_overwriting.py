"""Refuses outputs that would replace an input, before any work begins."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError

OUTPUTS = (
    *("output", "about", "by_hit", "by_item", "corpus_scores", "effects", "comparisons", "ranks", "trends"),
    *("found", "same", "given", "csv"),
)
"""The arguments that name files to write, of all commands; every other one that names a file is read."""


def check_outputs(arguments: argparse.Namespace) -> None:
    """Refuse an output that is an input, by whatever path it is named, and two outputs of one path.

    Raises:
        InputError: such an output.
    """
    values, outputs = vars(arguments), outputs_of(arguments)
    written: dict[Path, str] = {}
    for name, path in outputs.items():
        option = f"--{name.replace('_', '-')}"
        other = written.setdefault(path.resolve(), option)
        if other != option:
            raise InputError(f"{other} and {option} name one file", path=path, remedy="give each a file of its own")
        if not path.is_file():
            continue
        for given, value in values.items():
            if given not in OUTPUTS and any(file.is_file() and file.samefile(path) for file in _files(value)):
                raise InputError(
                    f"{option} would replace what is read", path=path, remedy="give the output another name"
                )


def outputs_of(arguments: argparse.Namespace) -> dict[str, Path]:
    """The files to write, by the names of their arguments."""
    values = vars(arguments)
    return {name: Path(values[name]) for name in OUTPUTS if isinstance(values.get(name), str | Path)}


def _files(value: Any) -> Iterator[Path]:
    """The files that the value of an argument may mean: FILE, FILE#COLUMN, NAME=FILE, or a list of these."""
    # Here: `--help` needs no places.
    from extractors.inputs import places
    from extractors.inputs.places import Place

    if isinstance(value, Place):
        yield from (Path(value.name), value.path)
    elif isinstance(value, Path):
        yield value
    elif isinstance(value, str):
        for text in filter(places.exists, {value, value.partition("=")[2], value.partition("#")[0]} - {""}):
            yield Path(text)
        yield from _files(places.parse(value.partition("=")[2] or value))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _files(item)
