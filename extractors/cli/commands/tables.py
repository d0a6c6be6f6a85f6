"""Write the tables of a scored corpus (effects, systems, and the paper's) as CSV, Markdown and LaTeX."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands import Command
from extractors.cli.commands._arguments import settings
from extractors.cli.commands._results import alpha_of
from extractors.core.errors import InputError
from extractors.score.statistics.settings import StatisticsSettings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", type=Path, help="the folder of a corpus that was scored")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="where to write them")
    settings(parser, StatisticsSettings, "alpha", alpha="mark corrected p-values below it (default: the run's)")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.report import paper_tables

    folder: Path = arguments.results
    files = [
        folder / name
        for name in ("sets.parquet", "scores.parquet", "phenomenon_effects.parquet", "distance_trends.parquet")
    ]
    for file in files:
        if not file.is_file():
            raise InputError(f"no {file.name} in the folder", path=folder, remedy="score the corpus: snakemake score")
    alpha = alpha_of(arguments, folder)
    sets, scores, effects, trends = files
    names = paper_tables.write(sets, scores, effects, trends, arguments.output, alpha=alpha)
    print(
        f"{arguments.output}: {', '.join(names)}, each as .csv, .md and .tex\n"
        "tables.tex has effects, systems and sizes; long_tables.tex has scores and distances, a row for each system"
    )


COMMAND = Command(
    example="challenge-sets tables results/demo-de-en -o tables",
    add_arguments=_arguments,
    run=_run,
)
