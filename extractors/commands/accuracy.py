"""Accuracy at the phenomenon: how often outputs have the words that the hits' words are aligned to."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.commands import Command
from extractors.commands._arguments import (
    add_phenomena_file,
    distances,
    distances_of,
    hypotheses_of,
    option_values,
    options,
    output,
    references_of,
    settings,
    settings_of,
)
from extractors.core.errors import InputError
from extractors.settings.accuracy import AccuracySettings
from extractors.settings.tools import DEFAULT_PARSER
from extractors.texts.places import parse

if TYPE_CHECKING:
    from extractors.accuracy.lexicon import Lexicon


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hits", help="hits that `detect` found")
    parser.add_argument("--parses", required=True, metavar="FILE", help="the parsed source, in which they were found")
    parser.add_argument("--alignment", required=True, metavar="FILE", help="its links to the references")
    parser.add_argument(
        "--output-alignment",
        metavar="FILE",
        help="links to the outputs, for verdicts (challenge-sets align, with the outputs as references)",
    )
    parser.add_argument("--reference", action="append", required=True, metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument("--target-language", required=True, metavar="LANG")
    parser.add_argument("--hypothesis", action="append", default=[], metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument(
        "--systems",
        type=parse,
        metavar="PLACE",
        help="a folder with one file a system, or sacrebleu:TESTSET:PAIR",
    )
    distances(parser)
    add_phenomena_file(parser)
    parser.add_argument("--parser", help=f"what gives the lemmas of the target language (default: {DEFAULT_PARSER})")
    parser.add_argument("--model", help="its model (default: the shipped one; without one, forms are compared)")
    options(parser, "parser")
    parser.add_argument("--forms-only", action="store_true", help="compare forms, not lemmas")
    parser.add_argument("--lexicon", type=Path, metavar="FILE", help="keep the lemmas here, and look up only new ones")
    settings(parser, AccuracySettings, "seed", "translations")
    output(parser, "the accuracies, .csv, .tsv or .parquet")
    parser.add_argument(
        "--effects", type=Path, metavar="FILE", help="every phenomenon for all systems together, with its test"
    )
    parser.add_argument("--by-hit", type=Path, metavar="FILE", help="every hit in every output, with what was found")


def _run(arguments: argparse.Namespace) -> None:
    from extractors.accuracy.stage import accuracy_tables
    from extractors.extract import ingest, select
    from extractors.formats import conllu, tables
    from extractors.formats.alignment import ALIGNMENT
    from extractors.formats.hits import HITS
    from extractors.phenomena import catalogue

    if arguments.forms_only and (arguments.parser or arguments.model or arguments.option):
        raise InputError("--forms-only and a parser", remedy="leave out one of them")
    language = arguments.target_language
    references, first_place = references_of(arguments)
    first = next(iter(references.values()))
    outputs = {}
    for name, place in hypotheses_of(arguments).items():
        table = ingest.ingest_system(place=place, segments=len(first), corpus=first_place)
        outputs[name] = table.column("hypothesis").to_pylist()
    known = catalogue.load(arguments.phenomena_file)
    hits = tables.read(HITS, arguments.hits)
    of_all = distances_of(arguments)
    ranges = {}
    for name in hits.column("phenomenon").unique().to_pylist():
        own = known[name].minimum_distances if name in known else None
        ranges[name] = select.ranges(of_all.of_phenomenon(own))
    measured = accuracy_tables(
        treebank=conllu.read(arguments.parses),
        links=tables.read(ALIGNMENT, arguments.alignment),
        hits=hits,
        references=references,
        outputs=outputs,
        language=language,
        ranges=ranges,
        lexicon=_lexicon(arguments, references, outputs),
        ordered=[p.id for p in known.values() if p.measure],
        settings=settings_of(arguments, AccuracySettings()),
        path=arguments.hits,
        output_links=tables.read(ALIGNMENT, arguments.output_alignment) if arguments.output_alignment else None,
    )
    if arguments.by_hit:
        tables.write(measured.by_hit, arguments.by_hit)
    if arguments.effects:
        tables.write(measured.effects, arguments.effects)
    tables.write(measured.accuracy, arguments.output)


def _lexicon(arguments: argparse.Namespace, references: dict[str, list[str]], outputs: dict[str, list[str]]) -> Lexicon:
    from extractors.accuracy.lexicon import Lexicon, default_parser, lexicon_table
    from extractors.formats import tables

    if arguments.forms_only:
        return Lexicon()
    language: str = arguments.target_language
    parser = default_parser(
        language, name=arguments.parser, model=arguments.model, options=option_values(arguments.option)
    )
    path: Path | None = arguments.lexicon
    table = lexicon_table(references, outputs.values(), language, parser, kept=path)
    if path:
        tables.write(table, path)
    return Lexicon.of(table)


COMMAND = Command(
    example="challenge-sets accuracy hits.parquet --parses source.conllu.gz --alignment alignment.parquet"
    " --reference A=ref.en --target-language en --systems systems/ -o accuracy.csv",
    add_arguments=_arguments,
    run=_run,
)
