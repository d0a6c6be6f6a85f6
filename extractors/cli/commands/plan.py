"""Say which test sets a difference needs, before anything is translated."""

from __future__ import annotations

import argparse

from extractors.cli.commands._arguments import written
from extractors.cli.commands._json import json_option, tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pair", metavar="PAIR", help="of which test sets are ready: en-de")
    parser.add_argument(
        "--difference", type=float, default=1.0, metavar="POINTS", help="the true difference in chrF (default: 1)"
    )
    written(parser, "-o", "--output", help="write the table: .csv, .tsv, .parquet")
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from extractors.api.planning import plan

    found = plan(arguments.pair, difference=arguments.difference)
    tell(arguments, found.table, found.text())


EXAMPLE = "challenge-sets plan en-de\nchallenge-sets plan de-en --difference 0.5 -o plan.csv"
