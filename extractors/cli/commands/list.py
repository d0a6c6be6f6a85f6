"""List the phenomena that can be found, or the columns of tables."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from extractors.cli.commands._arguments import add_phenomena_file
from extractors.cli.commands._json import json_option, print_json
from extractors.core.errors import InputError

if TYPE_CHECKING:
    from extractors.phenomena.catalogue import Phenomenon
    from extractors.phenomena.detection import DetectionFigures


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = ("phenomena", "tables")
    parser.add_argument("what", nargs="?", choices=what, default=what[0], help="or the columns of all tables")
    parser.add_argument("--source-language", metavar="LANG", help="only what can be found in it (ISO 639-1)")
    parser.add_argument("--depends", action="store_true", help="with --source-language: what requests need in a parse")
    parser.add_argument("--quality", type=Path, metavar="FILE", help="of `lab quality` (default: the shipped parser's)")
    parser.add_argument("--lab", action="store_true", help="with tables: those of measurements")
    add_phenomena_file(parser)
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    if arguments.what == "tables":
        from extractors.formats import all_tables

        if arguments.json:
            print_json(all_tables.rows())
        else:
            print(all_tables.page(lab=arguments.lab), end="")
        return
    figures, language = _figures(arguments), arguments.source_language
    rows = list(_phenomena(arguments, figures))
    if language is not None and all(row["from_alignment"] for row in rows):
        every = _phenomena(argparse.Namespace(**{**vars(arguments), "source_language": None}), None)
        codes = ", ".join(sorted({code for row in every for code in row["languages"]}))
        print(f"no phenomenon has requests for {language}; languages with requests: {codes}", file=sys.stderr)
    if arguments.json:
        print_json(rows)
        return
    if figures is not None:
        from extractors.phenomena import parsing_accuracy

        for parsed in parsing_accuracy.accuracies(figures.parser, language):
            print(f"{figures.model}: {parsed.text}")
    for row in rows:
        languages = "any, from the alignment" if row["from_alignment"] else " ".join(row["languages"])
        experimental = f"; experimental in {' '.join(row['experimental_in'])}" if row["experimental_in"] else ""
        print(f"{row['phenomenon']} ({languages}{experimental})\n  {row['description']}")
        for needed in row["needs"]:
            print(f"  needs {', '.join(needed)}")
        for lexicon in row["lexicons"]:
            print(f"  looks words up in the lexicon {lexicon}")
        if row["detection"] is not None:
            print(f"  {row['detection']}")


def _phenomena(arguments: argparse.Namespace, figures: DetectionFigures | None) -> Iterator[dict[str, Any]]:
    """Yield a row for each phenomenon that is asked for."""
    from extractors.phenomena import catalogue

    language = arguments.source_language
    for phenomenon in catalogue.load(arguments.phenomena_file).values():
        if language is not None and not phenomenon.has(language):
            continue
        rules = phenomenon.rules.get(language, ()) if language and arguments.depends else ()
        yield {
            "phenomenon": phenomenon.id,
            "description": phenomenon.description,
            "from_alignment": phenomenon.measure is not None,
            "languages": sorted(phenomenon.rules),
            "experimental_in": sorted(phenomenon.experimental),
            "needs": [sorted(map(str, rule.request.depends_on)) for rule in rules],
            "lexicons": [
                f"{lexicon.name}: {len(lexicon.part(names)):,} rows of {', '.join(names)} ({lexicon.path})"
                for lexicon, names in phenomenon.lexicons(language or "").items()
            ],
            "detection": None
            if figures is None or phenomenon.measure is not None
            else _found(phenomenon, language, figures),
        }


def _figures(arguments: argparse.Namespace) -> DetectionFigures | None:
    """Return how well a parser finds the phenomena of the language, if figures are given or shipped."""
    from extractors.models.parsers import DEFAULT_PARSER
    from extractors.phenomena import detection

    if arguments.source_language is None:
        return None
    if arguments.quality is None:
        return detection.model_figures(DEFAULT_PARSER, None, arguments.source_language)
    figures = detection.read_figures(arguments.quality)
    if figures.language != arguments.source_language:
        raise InputError(
            f"was measured on the language {figures.language!r} only",
            path=arguments.quality,
            remedy="list the phenomena of that language",
        )
    return figures


def _found(phenomenon: Phenomenon, language: str, figures: DetectionFigures) -> str:
    """Say whether a parser finds a phenomenon well enough to be run by default, with the figures."""
    from extractors.phenomena.catalogue import definitions_checksum

    of = phenomenon.id, definitions_checksum([phenomenon.definition(language)])
    if (why := figures.why_imprecise(*of)) is not None:
        return f"not run by default with {figures.model}: {why}"
    return f"with {figures.model}: {figures.text(*of)}"


EXAMPLE = "challenge-sets list --source-language de --depends\nchallenge-sets list tables | less"
