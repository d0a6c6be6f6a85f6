"""Draw control samples matched to each challenge set."""

import argparse

from extractors.cli.commands._arguments import output, settings, settings_of
from extractors.extract.control_settings import ControlSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sets", help="sets that `select` made")
    parser.add_argument("covariates", help="the covariates of the segments, by `covariates`")
    settings(
        parser, ControlSettings, tolerance="largest difference in length: tokens, or 10%", match="covariates alike"
    )
    output(parser, "the control samples, .parquet, .tsv or .csv")


def run(arguments: argparse.Namespace) -> None:
    from extractors.extract.control import control
    from extractors.formats import tables
    from extractors.formats.covariates import COVARIATES, values_of
    from extractors.formats.sets import SETS

    values = values_of(tables.read(COVARIATES, arguments.covariates))
    samples = control(tables.read_parts(SETS, arguments.sets), values, settings_of(arguments, ControlSettings()))
    tables.write_parts(samples, arguments.output)


EXAMPLE = "challenge-sets stage control sets.parquet covariates.parquet --seed 1 -o controls.parquet"
