"""Refuse outputs that would overwrite an input or a person's answers, before any work begins."""

import argparse
from collections.abc import Iterator
from pathlib import Path, PosixPath
from typing import Any

from extractors.core import wings
from extractors.core.errors import InputError

OTHER_NAMES = {"test_set": "--from", "check_languages": "--no-check-languages", "chart_folder": "--charts"}
"""Options whose arguments cannot have their names."""


def option_of(name: str) -> str:
    """Return the option of an argument as it is typed."""
    return OTHER_NAMES.get(name, f"--{name.replace('_', '-')}")


ELSEWHERE = "give the output another name, or delete this file first"


class OutputPath(PosixPath):
    """The path of an argument that a command writes; all other arguments are read."""


class OutputFile(OutputPath):
    """One that is no folder."""


def check_outputs(arguments: argparse.Namespace) -> None:
    """Refuse an output that is an input, by whatever path it is named, two outputs of one path, and one that cannot be.

    A file in a folder that is read, and a sheet that a person may have filled, are not replaced either.
    """
    inputs = list(_inputs(arguments))
    written: dict[Path, str] = {}
    for name, path in outputs_of(arguments):
        option = option_of(name)
        _check_place(path, option)
        if (other := written.get(path.resolve())) is not None:
            raise InputError(
                f"{other} and {option} name the same file", path=path, remedy="name a different file for each"
            )
        written[path.resolve()] = option
        if not path.is_file():
            continue
        if any(file.is_file() and file.samefile(path) for file in inputs):
            raise InputError(
                f"{option} would overwrite an input file", path=path, remedy="give the output another name"
            )
        of_folder = [file for file in inputs if file.is_dir() and path.resolve().is_relative_to(file.resolve())]
        if of_folder:
            raise InputError(
                f"{option} would overwrite a file in the input folder {of_folder[0]}",
                path=path,
                remedy=ELSEWHERE,
            )
        for wing in wings.wings().values():
            if (what := wing.kept(path)) is not None:
                raise InputError(f"{option} would overwrite {what}", path=path, remedy=ELSEWHERE)


def _check_place(path: Path, option: str) -> None:
    """Refuse a file where a folder is, and a path through a file."""
    if isinstance(path, OutputFile) and path.is_dir():
        raise InputError(f"{option} must name a file, but this is a folder", path=path, remedy="name a file in it")
    if file := next((parent for parent in path.parents if parent.is_file()), None):
        raise InputError(f"{option} leads through {file}, which is a file", path=path, remedy="choose another path")


def refuse_there(path: Path, remedy: str = "choose another name, or move this one away") -> None:
    """Refuse to write to what is there."""
    if path.exists():
        raise InputError("exists already", path=path, remedy=remedy)


def outputs_of(arguments: argparse.Namespace) -> list[tuple[str, Path]]:
    """Return the files and folders to write, each with the name of its argument."""
    return [
        (name, path)
        for name, value in vars(arguments).items()
        for path in (value if isinstance(value, list) else [value])
        if isinstance(path, OutputPath)
    ]


def _inputs(arguments: argparse.Namespace) -> Iterator[Path]:
    """Yield the files and folders to read."""
    for value in vars(arguments).values():
        yield from _paths(value)


def _paths(value: Any) -> Iterator[Path]:
    """Yield the files and folders that an argument may mean: FILE, FILE#COLUMN, NAME=FILE, or a list of these."""
    # Here: `--help` needs no places.
    from extractors.inputs import places
    from extractors.inputs.places import Place

    if isinstance(value, OutputPath):
        return
    if isinstance(value, Place):
        yield from (Path(value.name), value.path)
    elif isinstance(value, Path):
        yield value
    elif isinstance(value, str):
        for text in filter(places.exists, {value, value.partition("=")[2], value.partition("#")[0]} - {""}):
            yield Path(text)
        yield from _paths(places.parse(value.partition("=")[2] or value))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _paths(item)
