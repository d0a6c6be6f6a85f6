"""Measure how often outputs translate the words of the hits."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import (
    add_phenomena_file,
    backend,
    distances,
    distances_of,
    hypotheses_of,
    option_values,
    output,
    outputs,
    outputs_of,
    references_of,
    settings,
    settings_of,
    several,
    source_text,
    source_text_of,
    written,
)
from extractors.cli.commands._overwriting import option_of
from extractors.core import install
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.inputs.places import Place, parse
from extractors.models import parsers
from extractors.models.tool_settings import DEFAULT_PARSER
from extractors.score.accuracy.accuracy_settings import AccuracySettings

if TYPE_CHECKING:
    from extractors.formats.accuracy import AccuracyData
    from extractors.publish.read import Published
    from extractors.score.accuracy.lexicon import LemmaLexicon
    from extractors.score.accuracy.measure import AccuracyTables


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("hits", metavar="HITS|DATASET", help="hits of `detect`, or a published set with evidence")
    parser.add_argument("outputs", nargs="*", metavar="[NAME=]OUTPUT", help="outputs for a published set")
    parser.add_argument("--changed", action="store_true", help="go on although files of the set were changed")
    files = parser.add_argument_group("with your own hits")
    files.add_argument("--parses", metavar="FILE", help="the parsed source, in which they were found")
    source_text(files)
    files.add_argument("--alignment", metavar="FILE", help="its links to the references")
    files.add_argument("--output-alignment", metavar="FILE", help="links to the outputs, for verdicts")
    several(files, "--reference", meaning="a reference")
    files.add_argument("--target-language", metavar="LANG", help="of the outputs")
    outputs(parser, files=files)
    distances(files)
    files.add_argument("--covariates", metavar="FILE", help="for the documents, which tests draw")
    add_phenomena_file(files)
    settings(files, AccuracySettings, "seed", "translations", translations="right ones: lemma, tab, lemma a line")
    parser.set_defaults(defaults={name: files.get_default(name) for name in FILES_ONLY})
    backend(parser, "parser", parsers, said=f"{DEFAULT_PARSER}; or the set's lemmas")
    parser.add_argument("--forms-only", action="store_true", help="compare forms, not lemmas")
    parser.add_argument("--lexicon", type=Path, metavar="FILE", help="keep the lemmas here")
    output(parser, "of each system and of all, .csv, .tsv or .parquet")
    written(parser, "--by-hit", metavar="FILE", help="every hit in every output, with what was found")


NEEDED = ("parses", "alignment", "reference", "target_language")
"""The options that hits of one's own cannot be measured without."""
FILES_ONLY = (
    *(*NEEDED, "source_text", "output_alignment", "covariates", "hypothesis", "minimum", "exact", "buckets"),
    *("phenomena_file", "seed", "translations"),
)
"""Those that say what a published set says itself."""


def run(arguments: argparse.Namespace) -> None:
    from extractors.formats import tables

    if arguments.forms_only and (arguments.parser or arguments.model or arguments.option):
        raise InputError("--forms-only and a parser", remedy="leave out one of them")
    measured = _of_files(arguments) if Path(arguments.hits).is_file() else _of_published(arguments)
    if arguments.by_hit:
        tables.write(measured.by_hit, arguments.by_hit)
    tables.write(measured.accuracy, arguments.output)


def _of_files(arguments: argparse.Namespace) -> AccuracyTables:
    """The accuracy of outputs on hits of a run.

    Raises:
        InputError: something is missing, or belongs to a published set.
    """
    from extractors.extract import select
    from extractors.formats import conllu, tables
    from extractors.formats.alignment import ALIGNMENT
    from extractors.formats.covariates import COVARIATES
    from extractors.formats.hits import HITS
    from extractors.inputs.parses import check_parse
    from extractors.phenomena import catalogue
    from extractors.score.accuracy.accuracy_stage import accuracy_tables
    from extractors.score.documents import clusters_of
    from extractors.score.statistics.statistics_settings import StatisticsSettings

    if arguments.outputs or arguments.changed:
        raise InputError(
            f"{arguments.outputs[0] if arguments.outputs else '--changed'} cannot follow a table of hits",
            path=arguments.hits,
            remedy="give outputs by --hypothesis or --systems; or name a published set before them",
        )
    for name in NEEDED:
        if not getattr(arguments, name):
            raise InputError(
                f"no {option_of(name)}", path=arguments.hits, remedy=f"add {option_of(name)}: a table of hits needs it"
            )
    references, first_place = references_of(arguments)
    outputs = _read_outputs(hypotheses_of(arguments), len(next(iter(references.values()))), first_place)
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
        lexicon=_lexicon(arguments, references, outputs, arguments.target_language, arguments.lexicon),
        ordered=[p.id for p in known.values() if p.measure],
        settings=settings_of(arguments, AccuracySettings()),
        path=arguments.hits,
        output_links=tables.read(ALIGNMENT, arguments.output_alignment) if arguments.output_alignment else None,
        negators=catalogue.negators_of(arguments.phenomena_file, arguments.target_language),
        clusters=clusters_of(covariates, StatisticsSettings()),
    )


def _of_published(arguments: argparse.Namespace) -> AccuracyTables:
    """The accuracy of outputs on the hits of a published set.

    Raises:
        InputError: something is given that the set has, or the set has no evidence, or cannot be used.
    """
    from extractors.formats.sets import ranges_of
    from extractors.publish import read
    from extractors.publish.download import TO_READ_HITS, locate
    from extractors.score.accuracy.accuracy_stage import accuracy_of_data
    from extractors.score.documents import clusters_of
    from extractors.score.statistics.statistics_settings import StatisticsSettings

    place: str = arguments.hits
    for name in FILES_ONLY:
        if getattr(arguments, name) != arguments.defaults[name]:
            raise InputError(
                f"{option_of(name)} needs a table of hits, got the published set {place}",
                remedy=f"leave out {option_of(name)}, which a published set has itself; or name a table of hits",
            )
    # Its rules cut outputs into words; nothing else of the extra that brings it is needed here.
    install.require_package("spacy", "`challenge-sets stage accuracy` of a published set")
    places = outputs_of(arguments.outputs, arguments.systems)
    published = read.read(locate(place, TO_READ_HITS), changed=arguments.changed, hits=True)
    kept = published.accuracy_data()
    if not places:
        raise InputError(
            "no outputs to measure",
            remedy=f"translate {published.source_file} line by line, and name the result: accuracy {place} OUTPUT",
        )
    outputs = _read_outputs(places, len(published.source), parse(str(published.source_file)))
    described = published.description
    return accuracy_of_data(
        kept,
        hits=published.hits(),
        references=published.references,
        outputs=outputs,
        language=described.target_language,
        ranges=ranges_of(published.sets),
        lexicon=_published_lexicon(arguments, published, kept, outputs),
        ordered=[entry["id"] for entry in described.phenomena if entry["distance"] == "alignment"],
        clusters=clusters_of(published.covariates, StatisticsSettings()),
        notes=published.notes,
        path=place,
    )


def _read_outputs(places: dict[str, Place], segments: int, of: Place) -> dict[str, list[str]]:
    """The segments of each output."""
    from extractors.extract import ingest

    return {
        name: ingest.ingest_system(place=place, segments=segments, corpus=of).column("hypothesis").to_pylist()
        for name, place in places.items()
    }


def _lexicon(
    arguments: argparse.Namespace,
    references: dict[str, list[str]],
    outputs: dict[str, list[str]],
    language: str,
    kept: Path | None,
) -> LemmaLexicon:
    """The lexicon of references and outputs; `kept` is an earlier one, if the file is there."""
    from extractors.formats import tables
    from extractors.score.accuracy.lexicon import LemmaLexicon, default_parser, lexicon_table

    if arguments.forms_only:
        return LemmaLexicon()
    parser = default_parser(
        language, name=arguments.parser, model=arguments.model, options=option_values(arguments.option)
    )
    table = lexicon_table(references, outputs.values(), language, parser, kept=kept)
    if arguments.lexicon:
        tables.write(table, arguments.lexicon)
    return LemmaLexicon.of(table)


def _published_lexicon(
    arguments: argparse.Namespace, published: Published, kept: AccuracyData, outputs: dict[str, list[str]]
) -> LemmaLexicon:
    """The lexicon of a published set; with a parser, the words of the outputs that it lacks are looked up.

    Raises:
        InputError: a file for the lexicon is given, and no parser.
    """
    from extractors.score.accuracy.lexicon import LemmaLexicon

    if arguments.forms_only or arguments.parser or arguments.model:
        earlier: Path | None = arguments.lexicon
        if earlier is None or not earlier.is_file():
            earlier = published.lexicon_file
        return _lexicon(arguments, published.references, outputs, published.description.target_language, earlier)
    if arguments.lexicon or arguments.option:
        raise InputError(
            f"{'--lexicon' if arguments.lexicon else '--option'} without a parser: {arguments.hits} has its own lemmas",
            remedy=f"give --parser {DEFAULT_PARSER} to look up words that the set lacks, or leave the option out",
        )
    if kept.lexicon is None:
        log.warning(
            "%s has no lexicon: words are compared by their forms only, so that an inflected form counts as missed;"
            " --parser NAME gives lemmas",
            arguments.hits,
        )
        return LemmaLexicon()
    return LemmaLexicon.of(kept.lexicon)


EXAMPLE = (
    "challenge-sets stage accuracy hits.parquet --parses source.conllu.gz --alignment alignment.parquet"
    " --reference A=ref.en --target-language en --systems systems/ -o accuracy.csv\n"
    "challenge-sets stage accuracy DATASET output.en other=output2.en -o accuracy.csv"
)
