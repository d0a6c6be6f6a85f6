"""Compare two runs of a suite: repaired and broken items."""

import argparse

from challenge_sets_suites.commands._suites import add_suite, suite_of_arguments
from extractors.cli.commands._arguments import output, several, written


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    parser.add_argument("old", help="judgments of the earlier run")
    parser.add_argument("new", help="judgments of the later run")
    several(parser, "--system", "NEW[=OLD]", "only this system, and its name in the earlier run")
    output(parser, "the changes by category and phenomenon, .csv, .tsv or .parquet")
    written(parser, "--by-item", metavar="FILE", help="every item whose verdict changed")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.changes import write_changes

    parts = [name.partition("=") for name in arguments.system]
    write_changes(
        suite_of_arguments(arguments).items,
        arguments.old,
        arguments.new,
        {name: earlier or name for name, _, earlier in parts},
        output=arguments.output,
        by_item=arguments.by_item,
    )


EXAMPLE = "challenge-sets suite changes items.parquet 2020.parquet 2021.parquet -o changes.csv --by-item items.csv"
