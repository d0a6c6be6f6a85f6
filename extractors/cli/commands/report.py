"""Write the page of a scored corpus, its charts and its tables."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output, run_phenomena_file, settings, settings_of, written
from extractors.config.output_settings import ReportSettings
from extractors.core.errors import InputError
from extractors.core.wings import refuse_foreign
from extractors.scoring.statistics.statistics_settings import StatisticsSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a scored corpus")
    output(parser, "the page, which opens in a browser without a network", required=False)
    written(parser, "--tables", metavar="FOLDER", help="write the tables of papers, as CSV, Markdown and LaTeX")
    written(parser, "--charts", dest="chart_folder", metavar="FOLDER", help="draw the charts, as SVG, PDF and CSV")
    settings(parser, ReportSettings, "examples", "megabytes", examples="of a phenomenon, at most", megabytes="at most")
    settings(parser, StatisticsSettings, "alpha", alpha="marks p-values in --tables (default: the run's)")
    run_phenomena_file(parser)


def run(arguments: argparse.Namespace) -> None:
    if not (arguments.output or arguments.tables or arguments.chart_folder):
        raise InputError(
            "there is nothing to write", remedy="give -o FILE for the page, --tables FOLDER or --charts FOLDER"
        )
    refuse_foreign(arguments.results)
    if arguments.output or arguments.chart_folder:
        from extractors.report import chart_files, page
        from extractors.report.results import read_results

        chosen = _settings(arguments)
        results = read_results(arguments.results, arguments.phenomena_file)
        if arguments.output:
            tell_size(arguments.output, page.write(results, arguments.results, arguments.output, chosen))
        if arguments.chart_folder:
            names = chart_files.draw_all(results, arguments.chart_folder)
            print(f"{arguments.chart_folder}: {len(names)} charts, each as .svg, .pdf and .csv")
    if arguments.tables:
        _corpus_tables(arguments)


def _corpus_tables(arguments: argparse.Namespace) -> None:
    from extractors.api.results_folder import Results, check_scored
    from extractors.report import paper_tables

    folder: Path = arguments.results
    for form in paper_tables.OF_TABLES:
        check_scored(folder, form.file)
    # The run's level where none is given, so that all its outputs agree.
    alpha = settings_of(arguments, Results(folder).statistics).alpha
    names = paper_tables.write(folder, arguments.tables, alpha=alpha)
    print(
        f"{arguments.tables}: {', '.join(names)}, each as .csv, .md and .tex\n"
        "tables.tex has findings, systems and sizes; long_tables.tex has scores and distances, a row for each system"
    )


def _settings(arguments: argparse.Namespace) -> ReportSettings:
    return settings_of(arguments, ReportSettings())


def tell_size(output: Path, size: int) -> None:
    """Print where a page was written, and how large it is."""
    print(f"{output}: {size / 1e6:.1f} million bytes; open it in a browser")


EXAMPLE = (
    "challenge-sets report results/news -o report.html --charts charts\n"
    "challenge-sets report results/news --tables tables"
)
