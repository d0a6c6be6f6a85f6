"""List the phenomena that can be found, by language."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from extractors.cli.commands import Command
from extractors.cli.commands._arguments import add_phenomena_file
from extractors.core.errors import InputError

if TYPE_CHECKING:
    from extractors.phenomena.catalogue import Phenomenon
    from extractors.phenomena.quality import Quality


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source-language", metavar="LANG", help="only what can be found in this language (ISO 639-1)")
    parser.add_argument(
        "--depends",
        action="store_true",
        help="with --source-language: the features, relations and so on that each request needs in a parse",
    )
    parser.add_argument(
        "--quality",
        type=Path,
        metavar="FILE",
        help="with --source-language: what `quality` wrote for your parser (default: that of the shipped parser)",
    )
    add_phenomena_file(parser)


def _run(arguments: argparse.Namespace) -> None:
    from extractors.phenomena import catalogue

    figures = _figures(arguments)
    for phenomenon in catalogue.load(arguments.phenomena_file).values():
        if arguments.source_language is None or phenomenon.has(arguments.source_language):
            languages = "any, from the alignment" if phenomenon.measure else " ".join(sorted(phenomenon.rules))
            asked = f"; experimental in {' '.join(sorted(phenomenon.experimental))}" if phenomenon.experimental else ""
            print(f"{phenomenon.id} ({languages}{asked})\n  {phenomenon.description}")
            if arguments.source_language and arguments.depends:
                for rule in phenomenon.rules.get(arguments.source_language, ()):
                    needed = (" or ".join(map(str, d.alternatives)) for d in rule.request.depends_on)
                    print(f"  needs {', '.join(sorted(needed))}")
            for lexicon, columns in phenomenon.lexicons(arguments.source_language or "").items():
                words = f"{len(lexicon.part(columns)):,} rows of {', '.join(columns)}"
                print(f"  looks words up in the lexicon {lexicon.name}: {words} ({lexicon.path})")
            if figures is not None and phenomenon.measure is None:
                print(f"  {_found(phenomenon, arguments.source_language, figures)}")


def _figures(arguments: argparse.Namespace) -> Quality | None:
    """How well a parser finds the phenomena of the language, if that is asked for or shipped.

    Raises:
        InputError: the file is of another language.
    """
    from extractors.models.settings import DEFAULT_PARSER
    from extractors.phenomena import quality

    if arguments.source_language is None:
        return None
    if arguments.quality is None:
        return quality.of_model(DEFAULT_PARSER, None, arguments.source_language)
    found = quality.load(arguments.quality)
    if found.language != arguments.source_language:
        raise InputError(
            f"was measured on the language {found.language!r}", path=arguments.quality, remedy="list that one"
        )
    return found


def _found(phenomenon: Phenomenon, language: str, quality: Quality) -> str:
    """Whether a parser finds a phenomenon well enough to be run by default, with the figures."""
    from extractors.phenomena import detection, reading, trust
    from extractors.phenomena.catalogue import definitions_checksum
    from extractors.phenomena.quality import NOTHING

    definitions = {phenomenon.id: definitions_checksum([phenomenon.definition(language)])}
    figures = quality.of_definitions(definitions).get(phenomenon.id)
    read = reading.of_parser(quality.parser, language, definitions).get(phenomenon.id)
    if (poor := trust.too_poor(phenomenon.id, figures, read)) is not None:
        return f"not run by default with {quality.model}: {poor.why}"
    counts = NOTHING if figures is None else figures.counts
    if counts.found < detection.LEAST_FOUND and not detection.decides(read):
        few = f"{counts.found} hits found, fewer than {detection.LEAST_FOUND}"
        return f"not measured with {quality.model}: {few}{'' if read is None else f'; {read.text}'}"
    return f"with {quality.model}: {detection.figures_text(counts, read)}"


COMMAND = Command(
    example="challenge-sets list --source-language de --depends",
    add_arguments=_arguments,
    run=_run,
)
