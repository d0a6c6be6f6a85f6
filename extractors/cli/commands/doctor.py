"""Check this installation, and say how to repair it."""

import argparse
from dataclasses import asdict
from pathlib import Path

from extractors.cli.commands._json import json_option, print_json
from extractors.core.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--results", type=Path, default=Path("results"), metavar="FOLDER", help="where runs will write")
    parser.add_argument("--no-run", action="store_true", help="leave out the run on five segments (a minute)")
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from extractors.cli.doctor import CheckResult, Status, machine, model_folders, packages, trial_run

    found: list[CheckResult] = []

    def tell(*findings: CheckResult) -> None:
        found.extend(findings)
        for finding in () if arguments.json else findings:
            print(finding, flush=True)

    tell(machine.check_machine(), packages.check_package(), *packages.check_packages())
    if torch := machine.check_torch():
        tell(torch)
    tell(*model_folders.check_models())
    tell(*(model_folders.check_place(*place) for place in model_folders.places_of_runs(arguments.results)))
    if not arguments.no_run:
        tell(trial_run.check_run())
    if arguments.json:
        print_json(map(asdict, found))
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


EXAMPLE = "challenge-sets doctor --no-run\nchallenge-sets doctor --results /data/results"
