"""Parse text to Universal Dependencies (CoNLL-U)."""

import argparse

from extractors.cli.commands._arguments import output
from extractors.cli.commands._tools import backend, parser_of
from extractors.inputs import places
from extractors.inputs.reading import read_texts
from extractors.models import parsers
from extractors.models.parsers import DEFAULT_PARSER


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", type=places.parse, help="text, one segment a line (.gz too), or FILE#COLUMN")
    parser.add_argument("--source-language", required=True, metavar="LANG", help="of the text (ISO 639-1)")
    backend(parser, "parser", parsers, default=DEFAULT_PARSER)
    output(parser, "the parses, .conllu or .conllu.gz")


def run(arguments: argparse.Namespace) -> None:
    from extractors.extract import parse

    segments = read_texts(arguments.source)
    parse.parse_to_file(parser_of(arguments, arguments.source_language), segments, arguments.output)


EXAMPLE = (
    "challenge-sets parse source.de --source-language de -o source.conllu\n"
    "challenge-sets parse source.fr --source-language fr --parser stanza --model ~/stanza_resources"
    " -o source.conllu.gz"
)
