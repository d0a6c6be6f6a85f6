"""Look findings of a run up in other test sets of its languages."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import run_phenomena_file, written
from extractors.cli.commands._json import json_option, tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a corpus that was scored")
    parser.add_argument("phenomena", nargs="*", metavar="PHENOMENON", help="those to look up (default: the findings)")
    run_phenomena_file(parser)
    written(parser, "-o", "--output", help="write the table: .csv, .tsv, .parquet")
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from extractors.api.replicating import replicate
    from extractors.api.results_folder import Results

    found = replicate(Results(arguments.results), arguments.phenomena, phenomena_file=arguments.phenomena_file)
    tell(arguments, found.table, found.text())


EXAMPLE = "challenge-sets replicate results/wmt21-en-de\nchallenge-sets replicate results/wmt21-en-de particle_verb"
