"""`challenge-sets accuracy`"""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors import __version__
from extractors.accuracy.evidence import Text
from extractors.accuracy.lexicon import Lexicon, build, default_parser
from extractors.accuracy.measure import measure
from extractors.accuracy.preparing import Settings, prepare
from extractors.commands import Command
from extractors.commands._arguments import (
    buckets,
    hypotheses_of,
    numbers,
    option_values,
    options,
    output,
    references_of,
)
from extractors.commands.detect import add_phenomena_file
from extractors.core.errors import InputError
from extractors.extract import ingest
from extractors.formats import conllu, tables
from extractors.formats.accuracy import LEXICON
from extractors.formats.alignment import ALIGNMENT
from extractors.formats.hits import HITS
from extractors.formats.sets import Range, ranges
from extractors.phenomena import catalogue
from extractors.phenomena.catalogue import Phenomenon

DEFAULTS = Settings()


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hits", help="hits that `detect` found")
    parser.add_argument("--parses", required=True, metavar="FILE", help="the parsed source, in which they were found")
    parser.add_argument("--alignment", required=True, metavar="FILE", help="its links to the references")
    parser.add_argument("--reference", action="append", required=True, metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument("--target-language", required=True, metavar="LANG")
    parser.add_argument("--hypothesis", action="append", default=[], metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument("--systems", metavar="PLACE", help="a folder with one file a system, or sacrebleu:TESTSET:PAIR")
    parser.add_argument("--minimum", default="0,1,2,3", metavar="D,D", help="minimum distances (default: 0,1,2,3)")
    parser.add_argument("--exact", default="", metavar="D,D", help="exact distances")
    parser.add_argument("--buckets", default="", metavar="A:B,A:B", help="distances from A to below B: 0:2,2:5")
    add_phenomena_file(parser)
    parser.add_argument("--parser", help="what gives the lemmas of the target language (default: biaffine)")
    parser.add_argument("--model", help="its model (default: the shipped one; without one, forms are compared)")
    options(parser, "parser")
    parser.add_argument("--forms-only", action="store_true", help="compare forms, not lemmas")
    parser.add_argument("--lexicon", type=Path, metavar="FILE", help="keep the lemmas here, and look up only new ones")
    parser.add_argument("--samples", type=int, default=DEFAULTS.samples, help="of the bootstrap (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=DEFAULTS.seed)
    output(parser, "the accuracies, .csv, .tsv or .parquet")
    parser.add_argument("--by-hit", type=Path, metavar="FILE", help="every hit in every output, with what was found")


def _run(arguments: argparse.Namespace) -> None:
    if arguments.forms_only and (arguments.parser or arguments.model or arguments.option):
        raise InputError("--forms-only and a parser", remedy="leave out one of them")
    language = arguments.target_language
    references, first_place = references_of(arguments)
    first = next(iter(references.values()))
    outputs = hypotheses_of(arguments)
    systems = {}
    for name, place in outputs.items():
        table = ingest.ingest_system(place=place, segments=len(first), corpus=first_place)
        systems[name] = Text.of(table.column("hypothesis").to_pylist(), language)
    known = catalogue.load(arguments.phenomena_file)
    settings = Settings(samples=arguments.samples, seed=arguments.seed)
    hits = tables.read(HITS, arguments.hits)
    prepared = prepare(
        treebank=conllu.read(arguments.parses),
        hits=hits,
        links=tables.read(ALIGNMENT, arguments.alignment),
        references={name: Text.of(segments, language) for name, segments in references.items()},
        ordered=[p.id for p in known.values() if p.measure],
        settings=settings,
        path=arguments.hits,
    )
    summary, details = measure(
        prepared,
        systems,
        ranges={name: _ranges(arguments, known.get(name)) for name in hits.column("phenomenon").unique().to_pylist()},
        lexicon=_lexicon(arguments, references, systems),
        settings=settings,
        run=tables.run_signature(hits, f"version:{__version__}"),
    )
    if arguments.by_hit:
        tables.write(details, arguments.by_hit)
    tables.write(summary, arguments.output)


def _ranges(arguments: argparse.Namespace, phenomenon: Phenomenon | None) -> list[Range]:
    """The distances to report; a phenomenon with distances of its own, such as reordering, has these."""
    if phenomenon is not None and phenomenon.minimum_distances:
        return ranges(minimum=phenomenon.minimum_distances)
    return ranges(
        minimum=numbers(arguments.minimum), exact=numbers(arguments.exact), buckets=buckets(arguments.buckets)
    )


def _lexicon(arguments: argparse.Namespace, references: dict[str, list[str]], systems: dict[str, Text]) -> Lexicon:
    if arguments.forms_only:
        return Lexicon()
    parser = default_parser(
        arguments.target_language,
        name=arguments.parser,
        model=arguments.model,
        options=option_values(arguments.option),
    )
    path: Path | None = arguments.lexicon
    kept = tables.read(LEXICON, path) if path and path.is_file() else None
    forms = {word for text in systems.values() for segment in text.words for word in segment}
    table = build(parser, references, forms, kept=kept)
    if path:
        tables.write(table, path)
    return Lexicon.of(table)


COMMAND = Command(
    summary="Accuracy at the phenomenon: how often outputs have the words that the hits' words are aligned to.",
    example="challenge-sets accuracy hits.parquet --parses source.conllu.gz --alignment alignment.parquet"
    " --reference A=ref.en --target-language en --systems systems/ -o accuracy.csv",
    add_arguments=_arguments,
    run=_run,
)
