"""Write a page about a test suite: accuracies with bounds, tests, items with every verdict's reason."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands import Command
from extractors.cli.commands._arguments import output, settings, settings_of
from extractors.config.report_settings import ReportSettings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a suite that was judged")
    output(parser, "the page")
    parser.add_argument(
        "--tables", type=Path, metavar="FOLDER", help="also write the tables of papers as CSV, Markdown and LaTeX"
    )
    settings(parser, ReportSettings, "examples", "megabytes", examples="items of a phenomenon that are shown, at most")


def _run(arguments: argparse.Namespace) -> None:
    # Here, not above: charts take a second to import, and other commands do not need them.
    from extractors.report import suite_page
    from extractors.report.page import MEGABYTE
    from extractors.report.suite import paper_tables

    size = suite_page.write(arguments.results, arguments.output, settings_of(arguments, ReportSettings()))
    print(f"{arguments.output}: {size / MEGABYTE:.1f} million bytes; open it in a browser")
    if arguments.tables:
        names = paper_tables.write(arguments.results, arguments.tables)
        print(f"{arguments.tables}: {len(names)} tables, each as .csv, .md and .tex, and suite_tables.tex")


COMMAND = Command(
    example="challenge-sets suite-report results/suites/dfki -o report.html --tables tables",
    add_arguments=_arguments,
    run=_run,
)
