"""Say which test sets a difference needs, before anything is translated."""

from __future__ import annotations

import argparse

from extractors.cli.commands._arguments import written
from extractors.cli.commands._json import json_option, print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pair", metavar="PAIR", help="of which test sets are ready: en-de")
    parser.add_argument(
        "--difference", type=float, default=1.0, metavar="POINTS", help="the true difference in chrF (default: 1)"
    )
    written(parser, "--csv", help="write the table: .csv, .tsv, .parquet")
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from extractors.api.planning import plan
    from extractors.core.errors import InputError
    from extractors.formats import tables

    if not 0 < arguments.difference < 100:
        raise InputError(
            f"--difference is between 0 and 100 points, got {arguments.difference:g}", remedy="give --difference 1"
        )
    found = plan(arguments.pair, difference=arguments.difference)
    if arguments.csv:
        tables.write(found.table, arguments.csv)
    if arguments.json:
        print_json(list(found.rows))
    else:
        print(found.text(), end="")


EXAMPLE = "challenge-sets plan en-de\nchallenge-sets plan de-en --difference 0.5 --csv plan.csv"
