"""Settle and overrule judgments by people's answers."""

import argparse
from pathlib import Path

from challenge_sets_suites.commands._suites import read_judgments
from extractors.cli.commands._arguments import output, several, written


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("judgments", nargs="+", type=Path, help="judgments, of any judge")
    several(parser, "--annotations", "PATH", "people's answers, a file or folder", type=Path, required=True)
    written(parser, "--conflicts", metavar="FILE", help="write where people differ from each other or a judge")
    output(parser, "the judgments with people's verdicts, .parquet, .tsv or .csv")


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_suites.answer_folders import read_annotations, resolve
    from extractors.formats import tables

    resolution = resolve(read_judgments(arguments.judgments), read_annotations(arguments.annotations))
    tables.write(resolution.judgments, arguments.output)
    if arguments.conflicts is not None:
        tables.write(resolution.conflicts, arguments.conflicts)


EXAMPLE = (
    "challenge-sets suite resolve judgments.parquet --annotations annotations -o resolved.parquet"
    " --conflicts conflicts.csv"
)
