"""`challenge-sets try`"""

from __future__ import annotations

import argparse
import sys
import unicodedata

from rich.console import Console

from extractors import parsers
from extractors.commands import Command
from extractors.commands._arguments import add_phenomena_file, names, option_values, options
from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.explore import trial
from extractors.explore.concordance import Concordance
from extractors.extract import parse
from extractors.formats import conllu
from extractors.formats.treebank import Treebank
from extractors.parsers import create_parser
from extractors.settings.tools import DEFAULT_PARSER


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("request", help="a request in quotes, or the id of a phenomenon")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--parses", metavar="FILE", help="look in these parses, .conllu or .conllu.gz")
    where.add_argument(
        "--text",
        action="append",
        metavar="TEXT",
        help="look in this text, parsed on the spot, one segment a line; may be repeated; - reads standard input",
    )
    parser.add_argument(
        "--source-language", metavar="LANG", help="language (ISO 639-1), for a phenomenon and for --text"
    )
    parser.add_argument(
        "--pair",
        metavar="HEAD,DEPENDENT",
        help="the two nodes whose distance is measured (default: the first two of the pattern)",
    )
    parser.add_argument(
        "--limit", type=int, default=20, metavar="N", help="hits to show (default: 20); all are counted"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="show a random sample of hits, not the first ones")
    parser.add_argument(
        "--tree", action="store_true", help="show the parse of each sentence; of typed text without a hit too"
    )
    add_phenomena_file(parser)
    parser.add_argument("--parser", help=f"one of {', '.join(registry.names(parsers))} (default: {DEFAULT_PARSER})")
    parser.add_argument("--model", help="folder, file or name of the parser's model (default: the shipped one)")
    options(parser, "parser")


def _run(arguments: argparse.Namespace) -> None:
    if arguments.limit < 0:
        raise InputError(f"--limit {arguments.limit} is below zero", remedy="give the number of hits to show")
    # First of all, because it takes no time and parsing does.
    rules = trial.rules_of(
        arguments.request, pair=names(arguments.pair), language=arguments.source_language, path=arguments.phenomena_file
    )
    treebank = _treebank(arguments)
    found = trial.run(treebank, rules)
    terminal = Console()
    concordance = Concordance(
        colour=terminal.color_system is not None and not terminal.no_color,
        width=terminal.width if terminal.is_terminal else None,
    )
    shown = concordance.hits(found, limit=arguments.limit, seed=arguments.seed, tree=arguments.tree)
    if not len(found) and arguments.text and arguments.tree:
        shown = concordance.trees(treebank, arguments.limit)
    print(f"{shown}\n" * bool(shown) + concordance.summary(found, limit=arguments.limit, seed=arguments.seed), end="")
    if not len(found) and arguments.text and not arguments.tree:
        print("see how the text was parsed with --tree")


def _treebank(arguments: argparse.Namespace) -> Treebank:
    """The parses to look in: read, or made from the text that was given."""
    if arguments.parses is not None:
        if arguments.parser or arguments.model or arguments.option:
            raise InputError(
                "--parser, --model and --option are for --text: a file of parses is not parsed again",
                remedy="leave them out",
            )
        return conllu.read(arguments.parses)
    if arguments.source_language is None:
        raise InputError(
            "the language of the text is not named", remedy="give --source-language, as in --source-language de"
        )
    segments = [line for text in arguments.text for line in _typed(text)]
    parser = create_parser(
        arguments.parser or DEFAULT_PARSER,
        language=arguments.source_language,
        model=arguments.model,
        options=option_values(arguments.option),
    )
    return parse.parse_text(parser, segments)


def _typed(text: str) -> list[str]:
    """The segments of a --text, those of standard input for `-`, in Unicode NFC."""
    if text == "-":
        if sys.stdin.isatty():
            log.info("type text, one segment a line; Ctrl-D ends it")
        try:
            text = sys.stdin.buffer.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(
                f"invalid UTF-8: {error.reason}", path="standard input", remedy="convert the text to UTF-8"
            ) from None
    return unicodedata.normalize("NFC", text).replace("\r\n", "\n").removesuffix("\n").split("\n")


COMMAND = Command(
    summary="Try a request or a phenomenon on parses or on typed text: its hits marked in their sentences, and counts.",
    example="challenge-sets try 'pattern { V -[compound:prt]-> P; V << P }' --parses source.conllu\n"
    'challenge-sets try particle_verb --source-language en --text "She gave her old job up." --tree',
    add_arguments=_arguments,
    run=_run,
)
