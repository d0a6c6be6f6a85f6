"""`challenge-sets control`"""

from __future__ import annotations

import argparse

from extractors.commands import Command
from extractors.commands._arguments import output, settings, settings_of
from extractors.core.errors import InputError
from extractors.extract import control, covariates
from extractors.formats import conllu, tables
from extractors.formats.sets import SETS
from extractors.formats.treebank import source_lengths
from extractors.settings.controls import ControlSettings
from extractors.texts.places import parse


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sets", help="sets that `select` made")
    parser.add_argument("--parses", required=True, metavar="FILE", help="the parsed source, which gives the lengths")
    settings(
        parser,
        ControlSettings,
        "samples",
        "tolerance",
        "pool",
        "seed",
        "match",
        "minimum_length",
        match="the covariates in which a control is like its segment",
    )
    parser.add_argument("--domains", type=parse, metavar="PLACE", help="the name of each segment's domain, one a line")
    output(parser, "the control samples, .parquet, .tsv or .csv")


def _run(arguments: argparse.Namespace) -> None:
    treebank = conllu.read(arguments.parses)
    chosen = settings_of(arguments, ControlSettings())
    if "domain" in chosen.match and not arguments.domains:
        raise InputError("controls are matched on the domain, and none is named", remedy="give --domains FILE")
    lengths = source_lengths(treebank)
    known = {}
    if chosen.match != ("length",):
        known = covariates.of_treebank(treebank, len(lengths))
        if arguments.domains:
            known["domain"] = covariates.domain(arguments.domains)
    table = control.control(tables.read(SETS, arguments.sets), lengths, chosen, covariates=known)
    tables.write(table, arguments.output)


COMMAND = Command(
    summary="Draw control samples: segments matched one to one to a challenge set by source length.",
    example="challenge-sets control sets.parquet --parses source.conllu.gz --seed 1 -o controls.parquet",
    add_arguments=_arguments,
    run=_run,
)
