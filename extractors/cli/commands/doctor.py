"""Check this installation, and say how to repair it."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands import Command
from extractors.core.errors import InputError


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--results", type=Path, default=Path("results"), metavar="FOLDER", help="where runs will write")
    parser.add_argument(
        "--no-run", action="store_true", help="leave out the run on five segments, which takes a minute"
    )


def _run(arguments: argparse.Namespace) -> None:
    from extractors.cli.doctor import Finding, Status, machine, packages, places, trial

    count = 0

    def tell(*findings: Finding) -> None:
        nonlocal count
        for finding in findings:
            print(finding, flush=True)
            count += finding.status == Status.FAULT

    tell(machine.check_machine(), packages.check_package(), *packages.check_packages())
    if found := machine.check_torch():
        tell(found)
    tell(*places.check_models(), *places.check_places(places.places_of_runs(arguments.results)))
    if not arguments.no_run:
        tell(trial.check_run())
    if count:
        raise InputError(
            f"{count} faults" if count > 1 else "1 fault",
            remedy="do as said under each; a report of a bug needs all of the above",
        )
    print("No fault.")


COMMAND = Command(
    example="challenge-sets doctor --no-run\nchallenge-sets doctor --results /data/results",
    add_arguments=_arguments,
    run=_run,
)
