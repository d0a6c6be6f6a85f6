"""`challenge-sets try --examples`: check that the examples of phenomena give the results they should."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING

from extractors.cli.commands._arguments import names
from extractors.cli.commands._tools import parser_of
from extractors.core.errors import InputError, check_known
from extractors.core.escapes import visible
from extractors.core.logs import log
from extractors.models import installed
from extractors.models.our_encoders import SHIPPED_PARSER, styles_of
from extractors.models.parsers import DEFAULT_PARSER
from extractors.phenomena import DEFAULT_FILE

if TYPE_CHECKING:
    from extractors.phenomena import catalogue


def check(arguments: argparse.Namespace) -> None:
    """Parse the examples of the phenomena that are asked for, and print which come out right."""
    from extractors.cli import request_examples
    from extractors.phenomena import catalogue

    available = catalogue.load(arguments.phenomena_file)
    chosen = names(arguments.request) or list(available)
    check_known("phenomenon", chosen, list(available))
    asked = [available[name] for name in chosen]
    outcomes = []
    for language in _languages(arguments, asked):
        parser = parser_of(arguments, language)
        outcomes += request_examples.check(asked, parser, language, is_shipped=_is_shipped(arguments))
        if unchecked := request_examples.without(asked, language):
            log.info("without examples in %s: %s", language, ", ".join(unchecked))
    print(visible(request_examples.report(outcomes, also=_also(arguments))), end="")
    failed = sum(len(outcome.failed) for outcome in outcomes)
    if arguments.strict and failed:
        raise InputError(
            f"{failed} of {2 * len(outcomes)} examples gave the wrong result",
            path=arguments.phenomena_file,
            remedy="try each with the command above, then correct the request or choose another example",
        )


def _languages(arguments: argparse.Namespace, asked: list[catalogue.Phenomenon]) -> list[str]:
    """Return the languages named, or else all languages of the shipped parser that have an example."""
    from extractors.cli import request_examples

    if named := names(arguments.source_language):
        return named
    if not _is_shipped(arguments):
        raise InputError(
            "--parser and --model need a language", remedy="give --source-language, as in --source-language fr"
        )
    shipped = installed.find_shipped(SHIPPED_PARSER)
    styles = styles_of(shipped) if shipped else {}
    languages = [language for language in request_examples.languages(asked) if language in styles]
    if not languages:
        raise InputError(
            f"there are no examples in a language of the shipped parser ({', '.join(sorted(styles)) or 'none'})",
            path=arguments.phenomena_file,
            remedy="name a language and a parser; there are examples in "
            + (", ".join(request_examples.languages(asked)) or "none"),
        )
    return languages


def _is_shipped(arguments: argparse.Namespace) -> bool:
    """Return whether the parser is the shipped one: the file of phenomena lists what it is known to miss."""
    return arguments.parser in (None, DEFAULT_PARSER) and arguments.model is None


def _also(arguments: argparse.Namespace) -> str:
    """Return the arguments that `try` needs besides the example to show what this command saw."""
    options = [("--option", option) for option in arguments.option]
    if arguments.model is not None:
        options.insert(0, ("--model", arguments.model))
    if arguments.parser not in (None, DEFAULT_PARSER):
        options.insert(0, ("--parser", arguments.parser))
    if arguments.phenomena_file != DEFAULT_FILE:
        options.insert(0, ("--phenomena-file", str(arguments.phenomena_file)))
    return "".join(f" {name} {shlex.quote(value)}" for name, value in options)
