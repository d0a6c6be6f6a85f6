"""Measure segments: length, rare words, clauses, depth."""

import argparse

from extractors.cli.commands._arguments import output, several
from extractors.inputs.places import named, parse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("segments", help="the segments that `ingest` made")
    parser.add_argument("--parses", required=True, metavar="FILE", help="the parsed source")
    parser.add_argument("--domain", type=parse, metavar="PLACE", help="each segment's domain, one a line")
    parser.add_argument("--document", type=parse, metavar="PLACE", help="each segment's document, one a line")
    several(parser, "--covariate", "NAME=PLACE", "a number for each segment, to match on")
    output(parser, "the covariates, .parquet, .tsv or .csv")


def run(arguments: argparse.Namespace) -> None:
    from extractors.extract import segment_covariates
    from extractors.formats import tables

    table = segment_covariates.measure(
        arguments.parses,
        arguments.segments,
        domain=arguments.domain,
        document=arguments.document,
        brought=named(arguments.covariate, default=""),
    )
    tables.write(table, arguments.output)


EXAMPLE = "challenge-sets stage covariates segments.parquet --parses source.conllu.gz -o covariates.parquet"
