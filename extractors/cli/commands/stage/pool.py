"""Average the effects of phenomena over corpora."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output, settings, settings_of
from extractors.core.errors import InputError
from extractors.score.statistics.statistics_settings import StatisticsSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("results", nargs="+", type=Path, help="folders of corpora of one language pair, scored")
    settings(parser, StatisticsSettings, "alpha")
    output(parser, "the effects over these corpora, .csv, .tsv or .parquet")


def run(arguments: argparse.Namespace) -> None:
    from extractors.score.pooled import pool_to_file

    folders: dict[str, Path] = {}
    for folder in arguments.results:
        if (name := folder.resolve().name) in folders:
            raise InputError(
                f"{folders[name]} and {folder} are two folders of the name {name}",
                remedy="give folders of other names: corpora are told apart by them",
            )
        folders[name] = folder
    if len(folders) < 2:
        raise InputError("one corpus alone has nothing to be pooled with", remedy="give two folders or more")
    pool_to_file(folders, arguments.output, alpha=settings_of(arguments, StatisticsSettings()).alpha)


EXAMPLE = "challenge-sets stage pool results/wmt21-en-de results/wmt22-en-de -o en-de.csv"
