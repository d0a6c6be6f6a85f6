"""Print the score tables of a scored corpus."""

import argparse
from pathlib import Path
from typing import Any

from extractors.cli.commands._arguments import settings
from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._results import alpha_of, check_scored
from extractors.score.statistics.statistics_settings import StatisticsSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", type=Path, help="folders of corpora that were scored")
    parser.add_argument("--metric", help="the metric of the table of sets (default: the first)")
    parser.add_argument(
        "--pairs",
        metavar="PHENOMENON[:DISTANCE]",
        help="print instead how every two systems differ on a set, with the tests of their differences; two systems on"
        " all sets: challenge-sets compare --results",
    )
    json_option(parser)
    settings(parser, StatisticsSettings, "alpha", alpha="mark corrected p-values below it (default: the run's)")


def run(arguments: argparse.Namespace) -> None:
    from extractors.report import pair_matrix, terminal_summary

    rows: list[dict[str, Any]] = []
    for folder in arguments.results:
        check_scored(folder)
        alpha = alpha_of(arguments, folder)
        if arguments.json:
            found = (
                pair_matrix.pairs_of(folder, arguments.pairs, metric=arguments.metric)[0]
                if arguments.pairs
                else terminal_summary.scores_of(folder, metric=arguments.metric)
            )
            rows += ({"results": folder, **row} for row in found)
        elif arguments.pairs:
            pair_matrix.show_pairs(folder, arguments.pairs, metric=arguments.metric, alpha=alpha)
        else:
            terminal_summary.show(folder, metric=arguments.metric, alpha=alpha)
    if arguments.json:
        print_json(rows)


EXAMPLE = (
    "challenge-sets show results/demo-de-en --metric chrf\n"
    "challenge-sets show results/demo-de-en --pairs particle_verb:3"
)
