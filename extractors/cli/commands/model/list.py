"""List the shipped models, or those a config needs."""

import argparse
import shlex
from dataclasses import asdict

from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._needs import config_arguments, needs_of, rows, short, tell
from extractors.models import installed
from extractors.models.installed import Installed


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
    """Print the shipped models; what a library has of its own, it lists itself."""
    from extractors.core.terminal import columns

    found = installed.installed()
    if as_json:
        print_json(map(asdict, found))
        return
    header = ("kind", "name", "languages", "size", "licence", "where")
    print(columns(header, map(_cells, found), texts=len(header), is_ruled=False), end="")


def _cells(model: Installed) -> tuple[str, ...]:
    from rich.filesize import decimal

    return (
        model.kind,
        model.name,
        model.languages,
        decimal(model.size),
        model.licence or "-",
        short(model.path),
    )


EXAMPLE = "challenge-sets model list --for config/config.yaml"
