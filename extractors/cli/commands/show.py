"""Print the findings of a scored corpus."""

import argparse
from pathlib import Path
from typing import Any

from extractors.cli.commands._arguments import settings
from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._results import alpha_of
from extractors.core.errors import InputError
from extractors.score.statistics.statistics_settings import StatisticsSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", type=Path, help="folders of corpora that were scored")
    parser.add_argument("--metric", help="the metric of --pairs (default: the first)")
    parser.add_argument(
        "--pairs",
        metavar="PHENOMENON[:DISTANCE]",
        help="print instead how every two systems differ on a set, with the tests of their differences; two systems on"
        " all sets: challenge-sets compare --results",
    )
    json_option(parser)
    settings(parser, StatisticsSettings, "alpha", alpha="mark corrected p-values below it (default: the run's)")


def run(arguments: argparse.Namespace) -> None:
    from extractors.api.results_folder import Results
    from extractors.report import pair_matrix

    if arguments.metric and not arguments.pairs:
        raise InputError(
            "--metric without --pairs: phenomena are tested by one metric, which was chosen before",
            remedy="read effects.csv for the others, or set `report: {metric: ...}` in the config and score again",
        )
    rows: list[dict[str, Any]] = []
    for folder in arguments.results:
        results = Results(folder)
        alpha = alpha_of(arguments, results)
        if arguments.json:
            found = (
                pair_matrix.pairs_of(folder, arguments.pairs, metric=arguments.metric)[0]
                if arguments.pairs
                else results.table("findings").to_pylist()
            )
            rows += ({"results": folder, **row} for row in found)
        elif arguments.pairs:
            pair_matrix.show_pairs(folder, arguments.pairs, metric=arguments.metric, alpha=alpha)
        else:
            print(results.text(alpha=alpha), end="")
    if arguments.json:
        print_json(rows)


EXAMPLE = "challenge-sets show results/demo-de-en\nchallenge-sets show results/demo-de-en --pairs particle_verb:3"
