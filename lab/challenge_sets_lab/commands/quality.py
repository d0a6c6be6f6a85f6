"""Measure how well a parser finds each phenomenon."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from extractors.cli.commands._arguments import add_phenomena_file, names, output
from extractors.cli.commands._json import json_option, print_json
from extractors.cli.commands._tools import backend, parser_of
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.models import parsers
from extractors.models.parsers import DEFAULT_PARSER

UD_NAME = re.compile(r"([a-z]{2,3})_[a-z]+")
"""How the files of Universal Dependencies begin: en_ewt."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--gold", nargs="+", required=True, metavar="FILE[A:B]", help="treebanks (.conllu, .gz too) for no training"
    )
    parser.add_argument("--language", metavar="LANG", help="of the treebanks (default: as their names begin, en_ewt)")
    backend(parser, "parser", parsers, default=DEFAULT_PARSER)
    parser.add_argument("--phenomena", metavar="ID,ID", help="what to look for (default: all of the language)")
    add_phenomena_file(parser)
    output(parser, "the figures, .csv or .tsv, for `parse: {quality: FILE}`")
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab.quality import parser_measure, quality_page
    from challenge_sets_lab.quality.gold_parts import GoldPart
    from extractors.formats import tables
    from extractors.formats.definition import DELIMITERS
    from extractors.phenomena import catalogue
    from extractors.phenomena.detection import read_figures

    if arguments.output.suffix not in DELIMITERS:
        raise InputError("figures are written as text", path=arguments.output, remedy="end the name in .csv or .tsv")
    language = arguments.language or _language_of(arguments.gold)
    known = catalogue.load(arguments.phenomena_file)
    every = [p.id for p in known.values() if language in p.rules]
    chosen = catalogue.select(known, names(arguments.phenomena) or every, language, path=arguments.phenomena_file)
    chosen = [p for p in chosen if p.measure is None]
    if not chosen:
        raise InputError(
            f"no phenomenon of {language!r} to measure: phenomena found in the alignment do not depend on a parser",
            path=arguments.phenomena_file,
            remedy=f"name others by --phenomena; challenge-sets list --source-language {language} names them",
        )
    golds = [GoldPart.of(spec) for spec in arguments.gold]
    parser = parser_of(arguments, language)
    parts = parser_measure.parse_parts(parser, golds)
    table = parser_measure.measure(parts, chosen, language=language, parser=parser.signature)
    tables.write(table, arguments.output)
    experimental = [p.id for p in chosen if language in p.experimental]
    show: Callable[[str], object] = (lambda _: None) if arguments.json else print
    show(f"{parser.signature} on {', '.join(gold.name for gold in golds)}\n")
    show(quality_page.section(table, experimental=experimental))
    if arguments.json:
        print_json(table.to_pylist())
    log.info("%d phenomena measured, %s", len(read_figures(arguments.output).judged), arguments.output)


def _language_of(specs: Sequence[str]) -> str:
    """Return the language code that all treebank file names begin with, as `en` in en_ewt-dev.conllu."""
    found = {match[1] if (match := UD_NAME.match(Path(spec).name)) else None for spec in specs}
    language = found.pop() if len(found) == 1 else None
    if language is None:
        raise InputError("the names of the treebanks do not tell their language", remedy="give --language LANG")
    return language


EXAMPLE = (
    "challenge-sets lab quality --gold nl_alpino-dev.conllu -o quality-nl.csv\n"
    "challenge-sets lab quality --gold fr_gsd-dev.conllu --parser stanza -o quality-fr.csv"
)
