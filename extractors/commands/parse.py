"""`challenge-sets parse`"""

from __future__ import annotations

import argparse

from extractors import parsers
from extractors.commands import Command
from extractors.commands._arguments import option_values, options, output
from extractors.core import registry
from extractors.extract import parse
from extractors.parsers import create_parser
from extractors.texts.reading import read_segments


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", help="text, one segment a line (.gz too), or FILE#COLUMN of .tsv, .jsonl, .parquet")
    parser.add_argument("--lang", required=True, help="language of the text (ISO 639-1)")
    parser.add_argument(
        "--parser",
        default=parsers.DEFAULT,
        help=f"one of {', '.join(registry.names(parsers))} (default: {parsers.DEFAULT})",
    )
    parser.add_argument("--model", help="folder, file or name of the parser's model (default: the shipped one)")
    options(parser, "parser")
    output(parser, "the parses, .conllu or .conllu.gz")


def _run(arguments: argparse.Namespace) -> None:
    segments = [text for _, text in read_segments(arguments.source)]
    parser = create_parser(
        arguments.parser,
        language=arguments.lang,
        model=arguments.model,
        options=option_values(arguments.option),
    )
    parse.parse_to_file(parser, segments, arguments.output)


COMMAND = Command(
    summary="Parse text to Universal Dependencies (CoNLL-U).",
    example="challenge-sets parse source.de --lang de -o source.conllu\n"
    "challenge-sets parse source.fr --lang fr --parser stanza --model ~/stanza_resources -o source.conllu.gz",
    add_arguments=_arguments,
    run=_run,
)
