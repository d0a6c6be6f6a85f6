"""Check versions, packages and models, and say how to repair them."""

import argparse
from dataclasses import asdict

from extractors.cli.commands._json import json_option, print_json
from extractors.core.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from extractors.cli.doctor import Status, packages, shipped_models

    found = [packages.check_package(), *packages.check_packages(), *shipped_models.check_models()]
    if arguments.json:
        print_json(map(asdict, found))
    else:
        print(*found, sep="\n", flush=True)
    if count := sum(finding.status == Status.FAULT for finding in found):
        raise InputError(
            f"{count} faults" if count > 1 else "1 fault",
            remedy="do as said under each; a report of a bug needs all of the above",
        )
    if not arguments.json:
        print(f"No fault. {_next_step()}")


def _next_step() -> str:
    """The commands that this installation can run."""
    from extractors.core.install import absent, command

    score = "Score an output of a WMT test set: challenge-sets score wmt24:en-de OUTPUT"
    if absent("run"):
        return f"{score}\nTo find phenomena in your own texts, first: {command('run')}"
    example = "challenge-sets init first && cd first && snakemake --cores 2 extract score report"
    return f"{score}\nRun an example: {example}"


EXAMPLE = "challenge-sets doctor --json"
