"""List the models on this machine, or those a config needs."""

from __future__ import annotations

import argparse
import textwrap
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from extractors.cli.commands import Command
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.models import aligners, installed, parsers
from extractors.models.aligners import Aligner
from extractors.models.fetching import fetch
from extractors.models.installed import Installed
from extractors.models.parsers import Parser

if TYPE_CHECKING:
    from extractors.config.needs import Need

KINDS: tuple[tuple[type[Parser] | type[Aligner], ModuleType], ...] = ((Parser, parsers), (Aligner, aligners))


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--for",
        nargs="+",
        dest="configs",
        metavar="CONFIG",
        help="say what models the corpora of a config need, which of them are here, and how to get the others;"
        " of several files, later ones override earlier ones",
    )
    parser.add_argument("--fetch", action="store_true", help="with --for: download what is missing")
    parser.add_argument("--data-dir", metavar="DIR", help="what {data_dir} stands for, as in --config data_dir=DIR")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.config import needs
    from extractors.config.run import load_config

    if arguments.configs is None:
        if arguments.fetch:
            raise InputError("--fetch does not know what to fetch", remedy="give a config: --for CONFIG --fetch")
        _list()
        return
    run = load_config(arguments.configs, overrides={"data_dir": arguments.data_dir} if arguments.data_dir else {})
    missing, failures = 0, set()
    for corpus in run.corpora.values():
        print(corpus.name)
        for number, need in enumerate(needs.of_corpus(corpus)):
            if arguments.fetch and need.requirement and need.requirement.path is None:
                try:
                    fetch(need.requirement)
                except InputError as error:
                    failures.add(error.problem)
                # What counts is what a run will find.
                need = list(needs.of_corpus(corpus))[number]
            missing += need.requirement is not None and need.requirement.path is None
            print(textwrap.indent(_in_words(need), "  "))
    if missing:
        remedy = "do as said above"
        if not arguments.fetch:
            remedy += "; with a network, what a library can fetch is fetched by the same command with --fetch"
        raise InputError(
            "; ".join([f"models that the config needs and that are not here: {missing}", *sorted(failures)]),
            remedy=remedy,
        )
    print("All models that the config needs are here.")


def _in_words(need: Need) -> str:
    from rich.filesize import decimal

    what = f"{need.step} {need.backend}: "
    if need.requirement is None:
        return f"{what}needs no model"
    if need.requirement.path is None:
        return f"{what}{need.requirement.name}: not here\n{textwrap.indent(need.requirement.remedy, '    ')}"
    return f"{what}{need.requirement.name}, {decimal(need.requirement.size)}, {_short(need.requirement.path)}"


def _list() -> None:
    """Print what is installed, shipped models first, then each backend's own."""
    rows = [("shipped", model) for model in installed.installed()]
    missing = []
    for base, package in KINDS:
        for name in registry.names(package):
            try:
                rows += [(name, model) for model in registry.load(package, base, name).installed()]
            except InputError as error:
                missing.append(f"{error.problem}: {error.remedy}")
    table = [("found by", "kind", "name", "languages", "size", "where"), *(_cells(by, model) for by, model in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    for line in missing:
        print(line)


def _cells(found_by: str, model: Installed) -> tuple[str, ...]:
    from rich.filesize import decimal

    return found_by, model.kind, model.name, model.languages, decimal(model.size), _short(model.path)


def _short(path: Path) -> str:
    """A path from the folder one is in, if it lies below it."""
    full = path.absolute()
    return str(full.relative_to(Path.cwd()) if full.is_relative_to(Path.cwd()) else full)


COMMAND = Command(
    example="challenge-sets model list --for config/config.yaml\nchallenge-sets model list --for news.yaml --fetch",
    add_arguments=_arguments,
    run=_run,
)
