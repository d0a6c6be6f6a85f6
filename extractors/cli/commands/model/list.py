"""List the models on this machine, or those a config needs."""

import argparse
import shlex
from dataclasses import asdict
from types import ModuleType

from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._needs import config_arguments, needs_of, rows, short, tell
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.models import aligners, installed, parsers
from extractors.models.aligners import Aligner
from extractors.models.installed import Installed
from extractors.models.parsers import Parser

KINDS: tuple[tuple[type[Parser] | type[Aligner], ModuleType], ...] = ((Parser, parsers), (Aligner, aligners))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    config_arguments(parser)
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    if arguments.configs is None:
        _list(as_json=arguments.json)
    elif arguments.json:
        print_json(rows(needs_of(arguments)))
    else:
        configs = " ".join(map(shlex.quote, arguments.configs))
        fetching = f"challenge-sets model fetch --for {configs}"
        tell(
            needs_of(arguments), remedy=f"do as said above; with a network, a library fetches most of them: {fetching}"
        )


def _list(*, as_json: bool) -> None:
    """Print what is installed, shipped models first, then each backend's own."""
    from extractors.core.terminal import columns

    found = [("shipped", model) for model in installed.installed()]
    missing = []
    for base, package in KINDS:
        for name in registry.names(package):
            try:
                found += [(name, model) for model in registry.load(package, base, name).installed()]
            except InputError as error:
                missing.append(f"{error.problem}: {error.remedy}")
    if as_json:
        print_json({"found_by": by, **asdict(model)} for by, model in found)
        return
    header = ("found by", "kind", "name", "languages", "size", "licence", "where")
    rows_of_models = (_cells(by, model) for by, model in found)
    print(columns(header, rows_of_models, texts=len(header), is_ruled=False), end="")
    for line in missing:
        print(line)


def _cells(found_by: str, model: Installed) -> tuple[str, ...]:
    from rich.filesize import decimal

    return (
        found_by,
        model.kind,
        model.name,
        model.languages,
        decimal(model.size),
        model.licence or "-",
        short(model.path),
    )


EXAMPLE = "challenge-sets model list --for config/config.yaml"
