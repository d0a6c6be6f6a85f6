"""Measure how often outputs have a reference's words for the hits."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import (
    add_phenomena_file,
    hypotheses_of,
    option_values,
    output,
    outputs,
    references_of,
    settings,
    settings_of,
    several,
    source_text,
    source_text_of,
    written,
)
from extractors.cli.commands._tools import backend, distances, distances_of
from extractors.core.errors import InputError
from extractors.inputs.places import Place
from extractors.models import parsers
from extractors.models.tool_settings import DEFAULT_PARSER
from extractors.words.accuracy_settings import AccuracySettings

if TYPE_CHECKING:
    from extractors.words.lexicon import LemmaLexicon
    from extractors.words.measure import AccuracyTables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hits", metavar="HITS", help="hits of `detect`")
    parser.add_argument("--parses", metavar="FILE", required=True, help="the parsed source, in which they were found")
    source_text(parser)
    parser.add_argument("--alignment", metavar="FILE", required=True, help="its links to the references")
    several(parser, "--reference", meaning="a reference", required=True)
    parser.add_argument("--target-language", metavar="LANG", required=True, help="of the outputs")
    outputs(parser)
    distances(parser)
    parser.add_argument("--covariates", metavar="FILE", help="for the documents, which tests draw")
    add_phenomena_file(parser)
    settings(parser, AccuracySettings, "seed")
    backend(parser, "parser", parsers, said=DEFAULT_PARSER)
    parser.add_argument("--forms-only", action="store_true", help="compare forms, not lemmas")
    parser.add_argument("--lexicon", type=Path, metavar="FILE", help="keep the lemmas here")
    output(parser, "of each system and of all, .csv, .tsv or .parquet")
    written(parser, "--by-hit", metavar="FILE", help="every hit in every output, with what was found")


def run(arguments: argparse.Namespace) -> None:
    from extractors.formats import tables

    if arguments.forms_only and (arguments.parser or arguments.model or arguments.option):
        raise InputError("--forms-only and a parser", remedy="leave out one of them")
    measured = _measured(arguments)
    if arguments.by_hit:
        tables.write(measured.by_hit, arguments.by_hit)
    tables.write(measured.accuracy, arguments.output)


def _measured(arguments: argparse.Namespace) -> AccuracyTables:
    from extractors.extract import select
    from extractors.formats import conllu, tables
    from extractors.formats.alignment import ALIGNMENT
    from extractors.formats.covariates import COVARIATES
    from extractors.formats.hits import HITS
    from extractors.inputs.parses import check_parse
    from extractors.phenomena import catalogue
    from extractors.score.documents import clusters_of
    from extractors.score.statistics.statistics_settings import StatisticsSettings
    from extractors.words.accuracy_stage import accuracy_tables

    references, source, first_place = references_of(arguments)
    outputs = _read_outputs(hypotheses_of(arguments), source, first_place)
    known = catalogue.load(arguments.phenomena_file)
    hits = tables.read(HITS, arguments.hits)
    of_all = distances_of(arguments)
    ranges = {}
    for name in hits.column("phenomenon").unique().to_pylist():
        own = known[name].minimum_distances if name in known else None
        ranges[name] = select.ranges(of_all.of_phenomenon(own))
    covariates = tables.read(COVARIATES, arguments.covariates) if arguments.covariates else None
    treebank, text = conllu.read(arguments.parses), source_text_of(arguments)
    if text is not None:
        check_parse(treebank, text)
    return accuracy_tables(
        treebank=treebank,
        links=tables.read(ALIGNMENT, arguments.alignment),
        hits=hits,
        references=references,
        outputs=outputs,
        language=arguments.target_language,
        ranges=ranges,
        lexicon=_lexicon(arguments, references, outputs),
        ordered=[p.id for p in known.values() if p.measure],
        settings=settings_of(arguments, AccuracySettings()),
        path=arguments.hits,
        clusters=clusters_of(covariates, StatisticsSettings()),
    )


def _read_outputs(places: dict[str, Place], source: Sequence[str], of: Place) -> dict[str, list[str]]:
    """The segments of each output."""
    from extractors.inputs.output_texts import read_output

    return {name: read_output(place, source, of=of) for name, place in places.items()}


def _lexicon(
    arguments: argparse.Namespace, references: dict[str, list[str]], outputs: dict[str, list[str]]
) -> LemmaLexicon:
    """The lexicon of references and outputs; an earlier one is gone on with, if the file is there."""
    from extractors.formats import tables
    from extractors.words.lexicon import LemmaLexicon, default_parser, lexicon_table

    if arguments.forms_only:
        return LemmaLexicon()
    language = arguments.target_language
    parser = default_parser(
        language, name=arguments.parser, model=arguments.model, options=option_values(arguments.option)
    )
    table = lexicon_table(references, outputs.values(), language, parser, kept=arguments.lexicon)
    if arguments.lexicon:
        tables.write(table, arguments.lexicon)
    return LemmaLexicon.of(table)


EXAMPLE = (
    "challenge-sets stage accuracy hits.parquet --parses source.conllu.gz --alignment alignment.parquet"
    " --reference A=ref.en --target-language en --systems systems/ -o accuracy.csv"
)
