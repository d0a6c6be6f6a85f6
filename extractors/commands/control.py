"""`challenge-sets control`"""

from __future__ import annotations

import argparse

from extractors.commands import Command
from extractors.commands._arguments import names, output
from extractors.core.errors import InputError
from extractors.extract import control, covariates
from extractors.formats import conllu, tables
from extractors.formats.sets import SETS
from extractors.formats.treebank import source_lengths


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sets", help="sets that `select` made")
    parser.add_argument("--parses", required=True, metavar="FILE", help="the parsed source, which gives the lengths")
    parser.add_argument("--samples", type=int, default=100, help="control samples a set (default: 100)")
    parser.add_argument("--tolerance", type=int, default=1, help="largest difference in length, in tokens (default: 1)")
    parser.add_argument(
        "--pool",
        default="corpus",
        help="draw from the whole `corpus` (default, the paper) or from the `rest` outside the set",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--match",
        default="length",
        metavar="NAME,NAME",
        help=f"what a control has in common with its segment, of {', '.join(covariates.NAMES)} (default: length)",
    )
    parser.add_argument("--domains", metavar="PLACE", help="the name of each segment's domain, one a line")
    parser.add_argument("--minimum-length", type=int, default=0, help="leave out segments with fewer tokens")
    output(parser, "the control samples, .parquet, .tsv or .csv")


def _run(arguments: argparse.Namespace) -> None:
    treebank = conllu.read(arguments.parses)
    match = names(arguments.match) or []
    if "domain" in match and not arguments.domains:
        raise InputError("controls are matched on the domain, and none is named", remedy="give --domains FILE")
    lengths = source_lengths(treebank)
    known = {}
    if match != ["length"]:
        known = covariates.of_treebank(treebank, len(lengths))
        if arguments.domains:
            known["domain"] = covariates.domain(arguments.domains)
    table = control.control(
        tables.read(SETS, arguments.sets),
        lengths,
        match=match,
        minimum_length=arguments.minimum_length,
        covariates=known,
        samples=arguments.samples,
        tolerance=arguments.tolerance,
        pool=arguments.pool,
        seed=arguments.seed,
    )
    tables.write(table, arguments.output)


COMMAND = Command(
    summary="Draw control samples: segments matched one to one to a challenge set by source length.",
    example="challenge-sets control sets.parquet --parses source.conllu.gz --seed 1 -o controls.parquet",
    add_arguments=_arguments,
    run=_run,
)
