"""Print the score tables of corpora that were scored."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.commands import Command
from extractors.commands._arguments import settings, settings_of
from extractors.core.errors import InputError
from extractors.settings.statistics import StatisticsSettings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", type=Path, help="folders of corpora that were scored")
    parser.add_argument("--metric", help="the metric of the table of sets (default: the first)")
    settings(parser, StatisticsSettings, "alpha", alpha="mark corrected p-values below it")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.report import terminal

    for folder in arguments.results:
        if not (folder / "scores.csv").is_file():
            raise InputError(
                "no scores.csv in the folder", path=folder, remedy="score the corpus first: snakemake score"
            )
        terminal.show(folder, metric=arguments.metric, alpha=settings_of(arguments, StatisticsSettings()).alpha)


COMMAND = Command(
    example="challenge-sets show results/demo-de-en --metric chrf",
    add_arguments=_arguments,
    run=_run,
)
