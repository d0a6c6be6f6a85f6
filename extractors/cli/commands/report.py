"""Write the page of a scored corpus."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands import Command
from extractors.cli.commands._arguments import add_phenomena_file, output, settings, settings_of
from extractors.config.report_settings import ReportSettings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a corpus that was scored")
    output(parser, "the page")
    parser.add_argument(
        "--charts",
        dest="chart_folder",
        type=Path,
        metavar="FOLDER",
        help="also draw the charts as SVG and PDF, with CSV",
    )
    settings(parser, ReportSettings, "metric", "examples", "megabytes")
    add_phenomena_file(parser)


def _run(arguments: argparse.Namespace) -> None:
    # Here, not above: charts take a second to import, and other commands do not need them.
    from extractors.report import chart_files, page
    from extractors.report.results import read_results

    chosen = settings_of(arguments, ReportSettings())
    results = read_results(arguments.results, arguments.phenomena_file, metric=chosen.metric)
    size = page.write(results, arguments.results, arguments.output, chosen)
    print(f"{arguments.output}: {size / page.MEGABYTE:.1f} million bytes; open it in a browser")
    if arguments.chart_folder:
        names = chart_files.draw_all(results, arguments.chart_folder)
        print(f"{arguments.chart_folder}: {len(names)} charts, each as .svg, .pdf and .csv")


COMMAND = Command(
    example="challenge-sets report results/demo-de-en -o report.html",
    add_arguments=_arguments,
    run=_run,
)
