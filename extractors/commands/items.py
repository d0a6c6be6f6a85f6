"""Read a test suite: its items as a table."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.commands import Command
from extractors.commands._arguments import output
from extractors.commands._suites import add_suite, suite_of_arguments
from extractors.core.errors import InputError


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    output(parser, "the items, .parquet")
    parser.add_argument("--given", type=Path, metavar="FILE", help="the judgments that the suite's file itself has")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.formats import tables

    suite = suite_of_arguments(arguments)
    if arguments.given and suite.given is None:
        raise InputError("has items only, no judgments", path=arguments.suite, remedy="leave out --given")
    tables.write(suite.table(), arguments.output)
    if arguments.given and suite.given is not None:
        tables.write(suite.given, arguments.given)


COMMAND = Command(
    example="challenge-sets items suite.json --format dfki -o items.parquet",
    add_arguments=_arguments,
    run=_run,
)
