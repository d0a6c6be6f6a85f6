"""Try a request or a phenomenon on text or on parses."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import add_phenomena_file, names, option_values, several
from extractors.cli.commands._examples import check
from extractors.cli.commands._tools import backend
from extractors.core.errors import InputError
from extractors.core.escapes import visible
from extractors.core.logs import log
from extractors.models import parsers
from extractors.models.parsers import DEFAULT_PARSER

if TYPE_CHECKING:
    from extractors.cli.explore.session import Session


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("request", nargs="?", help="a request, or a phenomenon's id; none: a prompt takes them")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--parses", metavar="FILE", help="look in these parses, .conllu or .conllu.gz")
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
    session = _session(arguments)
    if arguments.request is None:
        _prompt(session)
    else:
        print(session.answer(arguments.request), end="")


def _check(arguments: argparse.Namespace) -> None:
    """Refuse arguments that do not go together, before anything is loaded."""
    if arguments.strict:
        raise InputError("--strict is for --examples", remedy="give --examples, or leave out --strict")
    if arguments.limit < 0:
        raise InputError(f"--limit {arguments.limit} is below zero", remedy="give the number of hits to show")
    if arguments.parses is not None and (arguments.parser or arguments.model or arguments.option):
        raise InputError(
            "--parser, --model and --option are for --text: a file of parses is not parsed again",
            remedy="leave them out",
        )
    if arguments.text and arguments.source_language is None:
        raise InputError(
            "the language of the text is not named", remedy="give --source-language, as in --source-language de"
        )
    if arguments.request is None and "-" in (arguments.text or ()):
        raise InputError(
            "--text - without a request: standard input cannot be both text and requests",
            remedy="give a request, or the text behind --text",
        )
    if arguments.request is not None and arguments.parses is None and not arguments.text:
        raise InputError(
            "nowhere to look",
            remedy="give --parses FILE, --text TEXT or --examples, or leave out the request for a prompt",
        )


def _session(arguments: argparse.Namespace) -> Session:
    """Start the session that the arguments describe; nothing is parsed yet."""
    # Here and not above: who asks for help does not wait for what parses and searches.
    from rich.console import Console

    from extractors.cli.explore.session import Session

    terminal = Console()
    session = Session(
        phenomena_file=arguments.phenomena_file,
        parser=arguments.parser or DEFAULT_PARSER,
        model=arguments.model,
        options=option_values(arguments.option),
        colour=terminal.color_system is not None and not terminal.no_color,
        width=terminal.width if terminal.is_terminal else None,
        language=arguments.source_language,
        pair=names(arguments.pair),
        limit=arguments.limit,
        seed=arguments.seed,
        tree=arguments.tree,
        tree_hint=":tree" if arguments.request is None else "--tree",
    )
    if arguments.text:
        session.type([line for text in arguments.text for line in _typed(text)])
    if arguments.parses is not None:
        session.read(arguments.parses)
    return session


def _prompt(session: Session) -> None:
    """Answer the lines of standard input."""
    from extractors.cli.explore.session import answer_lines

    terminal = sys.stdin.isatty()
    failures = answer_lines(
        session,
        _lines(session) if terminal else sys.stdin,
        write=lambda text: print(text, end="", flush=True),
        complain=lambda text: print(visible(text), end="", file=sys.stderr, flush=True),
    )
    if failures and not terminal:
        raise InputError(f"{failures} of the lines could not be used", remedy="see the errors above")


def _lines(session: Session) -> Iterator[str]:
    """Yield what is typed at the prompt, which names the language, up to Ctrl-D."""
    # Gives `input` a history and keys to edit a line with; not on every system.
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
    print(":help lists what the prompt takes; Ctrl-D ends it")
    while True:
        try:
            yield input(f"{session.language or ''}> ")
        except EOFError:
            print()
            return


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
    "challenge-sets try --source-language de\n"
    "challenge-sets try reflexive,particle_verb --examples --source-language de"
)
