"""Tabulate judgments: accuracy, comparisons, ranks, triage."""

import argparse

from challenge_sets_suites.commands._suites import add_suite, suite_of_arguments
from extractors.cli.commands._arguments import output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    parser.add_argument("judgments", help="judgments of its items")
    parser.add_argument(
        "--compare-on",
        choices=("common", "own"),
        default="common",
        help="items of tests: decided for every system, or own",
    )
    output(parser, "for the tables", metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.suite_stage import suite_tables
    from challenge_sets_suites.tables.judgments import JUDGMENTS
    from extractors.formats import tables

    made = suite_tables(
        suite_of_arguments(arguments),
        tables.read(JUDGMENTS, arguments.judgments),
        arguments.judgments,
        compare_on=arguments.compare_on,
    )
    for name, table in made.items():
        tables.write(table, arguments.output / name)


EXAMPLE = "challenge-sets suite verdicts items.parquet judgments.parquet -o tables/"
