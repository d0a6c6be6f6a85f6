"""`challenge-sets report`"""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.commands import Command
from extractors.commands._arguments import output
from extractors.commands.detect import add_phenomena_file
from extractors.report import chart_files, page
from extractors.report.results import read_results
from extractors.report.settings import Settings

DEFAULTS = Settings()


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a corpus that was scored")
    output(parser, "the page")
    parser.add_argument("--charts", type=Path, metavar="FOLDER", help="also draw the charts as SVG and PDF, with CSV")
    parser.add_argument("--metric", help="the metric to show first, and to draw (default: the first of the run)")
    parser.add_argument(
        "--examples",
        type=int,
        default=DEFAULTS.examples,
        metavar="N",
        help="segments that are shown as examples of a phenomenon, at most (default: %(default)s)",
    )
    parser.add_argument(
        "--megabytes",
        type=float,
        default=DEFAULTS.megabytes,
        metavar="N",
        help="how large the page may be, in millions of bytes (default: %(default)g)",
    )
    add_phenomena_file(parser)


def _run(arguments: argparse.Namespace) -> None:
    settings = Settings(metric=arguments.metric, examples=arguments.examples, megabytes=arguments.megabytes)
    results = read_results(arguments.results, arguments.phenomena_file, metric=settings.metric)
    size = page.write(results, arguments.results, arguments.output, settings)
    print(f"{arguments.output}: {size / page.MEGABYTE:.1f} million bytes; open it in a browser")
    if arguments.charts:
        names = chart_files.draw_all(results, arguments.charts)
        print(f"{arguments.charts}: {len(names)} charts, each as .svg, .pdf and .csv")


COMMAND = Command(
    summary="Write a page to look at: systems by phenomena, charts, examples. It opens without a network.",
    example="challenge-sets report results/demo-de-en -o report.html",
    add_arguments=_arguments,
    run=_run,
)
