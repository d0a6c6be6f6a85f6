"""Arguments that choose parsers and aligners."""

import argparse
from types import ModuleType

from extractors.cli.commands._arguments import option_values, options
from extractors.core import registry
from extractors.models.aligners import Aligner, create_aligner
from extractors.models.parsers import DEFAULT_PARSER, Parser, create_parser


def backend(
    parser: argparse._ActionsContainer, kind: str, package: ModuleType, *, default: str | None = None, said: str = ""
) -> None:
    """Add `--parser NAME` or `--aligner NAME`, `--model PATH` and its `--option`.

    Args:
        default: the value of the first option if it is not given; None if the command must know that it was not.
        said: what the help gives as the default instead of its name.
    """
    names = ", ".join(registry.names(package))
    parser.add_argument(f"--{kind}", default=default, metavar="NAME", help=f"{names} (default: {said or default})")
    parser.add_argument("--model", help="a folder, file or name (default: shipped)")
    options(parser, kind)


def parser_of(arguments: argparse.Namespace, language: str) -> Parser:
    """Create the parser of a language that the arguments of `backend` name."""
    return create_parser(
        arguments.parser or DEFAULT_PARSER,
        language=language,
        model=arguments.model,
        options=option_values(arguments.option),
    )


def aligner_of(arguments: argparse.Namespace) -> Aligner:
    """Create the aligner of two languages that the arguments of `backend` name."""
    return create_aligner(
        arguments.aligner,
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        model=arguments.model,
        options=option_values(arguments.option),
    )
