"""Discover patterns of the source that score otherwise."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import settings, settings_of, written
from extractors.cli.commands._json import json_option, print_json
from extractors.scoring.statistics.statistics_settings import StatisticsSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a scored corpus, best with documents")
    parser.add_argument("--score", metavar="NAME", help="by which to compare (default: that of the findings)")
    parser.add_argument(
        "--confirm", type=Path, metavar="RESULTS", help="another corpus to confirm on (default: half of the documents)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the halves (default: %(default)s)")
    written(parser, "-o", "--output", metavar="FOLDER", help="default: RESULTS/discovered")
    json_option(parser)
    settings(parser, StatisticsSettings, "alpha", alpha="of p found, of p (BH) confirmed (default: the run's)")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab.discovery.discovering import discover
    from extractors.api.results_folder import Results

    results = Results(arguments.results)
    found = discover(
        results,
        score=arguments.score,
        confirm=arguments.confirm and Results(arguments.confirm),
        alpha=settings_of(arguments, results.statistics).alpha,
        seed=arguments.seed,
    )
    folder = arguments.output or arguments.results / "discovered"
    found.write(folder)
    if arguments.json:
        print_json(found.table.to_pylist())
    else:
        print(f"{found.text()}phenomena: {folder}/phenomena.yaml; all that were found: {folder}/discovered.csv")


EXAMPLE = (
    "challenge-sets lab discover results/wmt21-en-de\n"
    "challenge-sets lab discover results/wmt21-en-de --score chrf --confirm results/wmt24-en-de -o found"
)
