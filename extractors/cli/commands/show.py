"""Print the scores and findings of a corpus."""

import argparse
from pathlib import Path
from typing import Any

from extractors.cli.commands._arguments import settings, settings_of
from extractors.cli.commands._json import json_option, print_json
from extractors.core.errors import InputError
from extractors.scoring.statistics.statistics_settings import StatisticsSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", type=Path, help="folders of corpora that were scored")
    parser.add_argument("--metric", help="the metric of the table, or of --pairs")
    parser.add_argument("--pairs", metavar="ID[:DISTANCE]", help="print how every two systems differ on a set")
    parser.add_argument("--paper", action="store_true", help="print sentences, answers and BibTeX for a paper")
    json_option(parser)
    settings(parser, StatisticsSettings, "alpha", alpha="marks corrected p-values (default: the run's)")


def run(arguments: argparse.Namespace) -> None:
    from extractors.api.results_folder import Results, check_scored
    from extractors.formats.findings import FINDINGS
    from extractors.report import pair_matrix
    from extractors.report.paper_text import paper_text_of

    if arguments.paper and (arguments.pairs or arguments.json):
        raise InputError(
            f"--paper, a text about the findings, cannot be combined with {'--pairs' if arguments.pairs else '--json'}",
            remedy="give one of the two",
        )
    rows: list[dict[str, Any]] = []
    for folder in arguments.results:
        results = Results(folder)
        alpha = settings_of(arguments, results.statistics).alpha
        if arguments.json:
            table_rows = (
                pair_matrix.pairs_of(folder, arguments.pairs, metric=arguments.metric)[0]
                if arguments.pairs
                else results.table("findings").to_pylist()
            )
            rows += ({"results": folder, **row} for row in table_rows)
        elif arguments.paper:
            check_scored(folder, FINDINGS.file)
            print(paper_text_of(folder, alpha=alpha), end="")
        elif arguments.pairs:
            pair_matrix.show_pairs(folder, arguments.pairs, metric=arguments.metric, alpha=alpha)
        else:
            print(results.text(alpha=alpha, metric=arguments.metric), end="")
    if arguments.json:
        print_json(rows)


EXAMPLE = (
    "challenge-sets show results/news\n"
    "challenge-sets show results/news --metric ribes\n"
    "challenge-sets show results/news --paper\n"
    "challenge-sets show results/news --pairs particle_verb:3"
)
