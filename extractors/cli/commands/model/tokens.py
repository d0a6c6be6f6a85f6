"""Write the tokens of a text, for another aligner to link."""

import argparse

from extractors.cli.commands._arguments import output
from extractors.core.files import write_text
from extractors.inputs import places
from extractors.inputs.reading import read_texts
from extractors.models.tokenizers import surface_tokens


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", type=places.parse, metavar="PLACE", help="one segment a line, of a source or reference")
    parser.add_argument("--language", required=True, metavar="LANG")
    output(parser, "the tokens, one segment a line, with blanks between them")


def run(arguments: argparse.Namespace) -> None:
    with write_text(arguments.output) as out:
        for text in read_texts(arguments.text):
            # A blank inside a token would make two of it.
            tokens = (form.replace(" ", "\u00a0") for form in surface_tokens(text, arguments.language))
            out.write(" ".join(tokens) + "\n")


EXAMPLE = "challenge-sets model tokens news.de --language de -o news.tok.de"
