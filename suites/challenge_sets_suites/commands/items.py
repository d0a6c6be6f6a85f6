"""Read a test suite into a table, or convert its format."""

import argparse

from challenge_sets_suites.commands._suites import add_suite, suite_of_arguments, writer_of
from extractors.cli.commands._arguments import output, written
from extractors.core.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    output(parser, "the items, .parquet; with --as, what is of that format", metavar="PLACE")
    parser.add_argument("--as", dest="form", metavar="FORMAT", help="write this format, not a table")
    written(parser, "--given", metavar="FILE", help="the judgments that the suite's file itself has")


def run(arguments: argparse.Namespace) -> None:
    from extractors.formats import tables

    suite = suite_of_arguments(arguments)
    if arguments.given and suite.given is None:
        raise InputError("has items only, no judgments", path=arguments.suite, remedy="leave out --given")
    if arguments.form is None:
        tables.write(suite.table(), arguments.output)
    else:
        writer_of(arguments.form).write(suite, arguments.output)
    if arguments.given and suite.given is not None:
        tables.write(suite.given, arguments.given)


EXAMPLE = (
    "challenge-sets suite items suite.json --format dfki -o items.parquet\n"
    "challenge-sets suite items pairs.json --format lingeval97 --as lm_eval -o owls"
)
