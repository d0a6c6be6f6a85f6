"""Judge the outputs, or the scores, of systems on a test suite: right, wrong, undecided or missing."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands import Command
from extractors.cli.commands._arguments import hypotheses_of, option_values, options, output
from extractors.cli.commands._suites import add_suite, suite_of_arguments
from extractors.core import registry
from extractors.inputs.places import parse
from extractors.suites import judges


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    parser.add_argument("--hypothesis", action="append", default=[], metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument("--systems", type=parse, metavar="PLACE", help="a folder with one file of outputs a system")
    parser.add_argument(
        "--sources",
        type=parse,
        metavar="PLACE",
        help="the source texts of the outputs, line by line, where the items stand among other lines",
    )
    parser.add_argument(
        "--judge", help=f"of {', '.join(registry.names(judges))} (default: the one that the suite is made for)"
    )
    options(parser, "judge")
    output(parser, "the judgments, .parquet, .csv or .tsv")
    parser.add_argument("--found", type=Path, metavar="FILE", help="how many items have an output, by system")
    parser.add_argument("--same", type=Path, metavar="FILE", help="pairs of systems with mostly the same outputs")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.formats import tables
    from extractors.suites.stage import judge_suite

    judgments, found, same = judge_suite(
        suite_of_arguments(arguments),
        hypotheses_of(arguments),
        judge=arguments.judge,
        options=option_values(arguments.option),
        sources=arguments.sources,
    )
    for path, table in ((arguments.found, found), (arguments.same, same), (arguments.output, judgments)):
        if path is not None:
            tables.write(table, path)


COMMAND = Command(
    example="challenge-sets judge items.json --format dfki --systems outputs/ --sources all.en -o judgments.parquet",
    add_arguments=_arguments,
    run=_run,
)
