"""Try a request or a phenomenon on text or on parses."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from extractors.cli.commands._arguments import add_phenomena_file, names, option_values, several
from extractors.cli.commands._examples import check
from extractors.cli.commands._tools import backend
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.models import parsers
from extractors.models.parsers import DEFAULT_PARSER

MOST_OUTPUTS = 3
"""Systems whose outputs stand below a hit: all would hide it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("request", nargs="?", help="a request, or a phenomenon's id")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--parses", type=Path, metavar="FILE", help="look in these parses, .conllu or .conllu.gz")
    several(where, "--text", "TEXT", "look in this text, or that of - (standard input)")
    where.add_argument("--examples", action="store_true", help="check the examples of all phenomena, or of ID,ID")
    parser.add_argument("--source-language", metavar="LANG", help="of phenomenon and text (ISO 639-1)")
    parser.add_argument("--pair", metavar="HEAD,DEPENDENT", help="nodes whose distance counts (default: the first two)")
    parser.add_argument("--limit", type=int, default=20, metavar="N", help="hits to show (default: 20)")
    parser.add_argument("--seed", type=int, metavar="N", help="show a random sample of hits")
    parser.add_argument("--tree", action="store_true", help="show the parse of each sentence")
    parser.add_argument("--strict", action="store_true", help="with --examples: exit with 1 if one fails")
    add_phenomena_file(parser)
    backend(parser, "parser", parsers, said=DEFAULT_PARSER)


def run(arguments: argparse.Namespace) -> None:
    if arguments.examples:
        check(arguments)
        return
    _check(arguments)
    # Here and not above: who asks for help does not wait for what parses and searches.
    from rich.console import Console

    from extractors.api.finding import find

    terminal, parses = Console(), arguments.parses
    hits = find(
        parses or [line for text in arguments.text for line in _typed(text)],
        arguments.request,
        language=arguments.source_language,
        pair=names(arguments.pair),
        parser=arguments.parser or DEFAULT_PARSER,
        model=arguments.model,
        options=option_values(arguments.option),
        phenomena_file=arguments.phenomena_file,
    )
    shown = hits.text(
        limit=arguments.limit,
        seed=arguments.seed,
        tree=arguments.tree and (parses is None or len(hits) > 0),
        colour=terminal.color_system is not None and not terminal.no_color,
        width=terminal.width if terminal.is_terminal else None,
        translations=_translations(parses),
    )
    print(shown, end="")
    if not len(hits) and parses is None and not arguments.tree:
        print("see how the text was parsed with --tree")


def _check(arguments: argparse.Namespace) -> None:
    """Refuse arguments that do not go together, before anything is loaded."""
    if arguments.strict:
        raise InputError("--strict only works with --examples", remedy="give --examples, or leave out --strict")
    if arguments.limit < 0:
        raise InputError(
            f"--limit must not be negative, got {arguments.limit}", remedy="give the number of hits to show"
        )
    if arguments.parses is not None and (arguments.parser or arguments.model or arguments.option):
        raise InputError(
            "--parser, --model and --option only work with --text, since a file of parses is not parsed again",
            remedy="leave them out",
        )
    if arguments.text and arguments.source_language is None:
        raise InputError(
            "the language of the text is not named", remedy="give --source-language, as in --source-language de"
        )
    if arguments.request is None:
        raise InputError(
            "there is nothing to search for", remedy="give a request, the id of a phenomenon, or --examples"
        )
    if arguments.parses is None and not arguments.text:
        raise InputError("there is no text to search", remedy="give --parses FILE, --text TEXT or --examples")


def _translations(parses: Path | None) -> Mapping[str, Sequence[str]]:
    """Return the references and some outputs of a corpus whose parses lie in its results; {} for other text."""
    from extractors.formats.segments import hypothesis_texts, read_references

    segments = None if parses is None else parses.with_name("segments.parquet")
    if segments is None or not segments.is_file():
        return {}
    outputs = sorted(segments.with_name("systems").glob("*.parquet"))[:MOST_OUTPUTS]
    return {**read_references(segments), **{file.stem: hypothesis_texts(file) for file in outputs}}


def _typed(text: str) -> list[str]:
    """Split the text of `--text` (standard input for `-`) into segments in Unicode NFC."""
    from extractors.api.finding import text_segments

    if text == "-":
        if sys.stdin.isatty():
            log.info("type text, one segment a line; Ctrl-D ends it")
        try:
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(
                f"invalid UTF-8: {error.reason}", path="standard input", remedy="convert the text to UTF-8"
            ) from None
    return text_segments(text)


EXAMPLE = (
    "challenge-sets try 'pattern { V -[compound:prt]-> P; V << P }' --parses source.conllu\n"
    'challenge-sets try particle_verb --source-language en --text "She gave her old job up." --tree\n'
    "challenge-sets try reflexive,particle_verb --examples --source-language de"
)
