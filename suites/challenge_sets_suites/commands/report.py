"""Write the page of a judged suite, and its tables."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output, settings, settings_of, written
from extractors.config.output_settings import ReportSettings
from extractors.core.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a judged suite")
    output(parser, "the page, which opens in a browser without a network", required=False)
    written(parser, "--tables", metavar="FOLDER", help="write the tables of papers, as CSV, Markdown and LaTeX")
    settings(parser, ReportSettings, "examples", "megabytes", examples="of a phenomenon, at most", megabytes="at most")


def run(arguments: argparse.Namespace) -> None:
    if not (arguments.output or arguments.tables):
        raise InputError("nothing to write", remedy="give -o FILE for the page, or --tables FOLDER")
    if arguments.output:
        from challenge_sets_suites.report import suite_page
        from extractors.cli.commands.report import tell_size

        chosen = settings_of(arguments, ReportSettings())
        tell_size(arguments.output, suite_page.write(arguments.results, arguments.output, chosen))
    if arguments.tables:
        from challenge_sets_suites.report import suite_paper_tables

        names = suite_paper_tables.write(arguments.results, arguments.tables)
        print(f"{arguments.tables}: {len(names)} tables, each as .csv, .md and .tex, and suite_tables.tex")


EXAMPLE = "challenge-sets suite report results/suites/dfki -o report.html --tables tables"
