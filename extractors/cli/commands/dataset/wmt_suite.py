"""Write a data set as a test suite of WMT's general task."""

import argparse

from extractors.cli.commands._arguments import output
from extractors.core.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dataset", help="a published folder, or OWNER/NAME of the hub")
    parser.add_argument("--name", required=True, help="of the suite; its documents' ids begin with it")
    parser.add_argument("--languages", metavar="SRC-TGT", help="in WMT's codes, such as eng_Latn-deu_Latn")
    parser.add_argument("--references", action="store_true", help="give the references too")
    output(parser, "the suite, .jsonl")


def run(arguments: argparse.Namespace) -> None:
    from extractors.publish import read
    from extractors.publish.download import TO_SCORE, locate
    from extractors.publish.wmt_suite import write_suite

    if arguments.output.suffix != ".jsonl":
        raise InputError(
            "a suite must be a .jsonl file", path=arguments.output, remedy="give it a name that ends in .jsonl"
        )
    published = read.read(locate(arguments.dataset, TO_SCORE))
    documents = write_suite(
        published,
        arguments.output,
        name=arguments.name,
        languages=_languages(arguments.languages),
        references=arguments.references,
    )
    print(f"{arguments.output}: {len(published.source)} paragraphs in {documents} documents")


def _languages(pair: str | None) -> tuple[str, str] | None:
    if pair is None:
        return None
    source, dash, target = pair.partition("-")
    if not (dash and source and target):
        raise InputError(f"expected a language pair, got {pair!r}", remedy="write --languages eng_Latn-deu_Latn")
    return source, target


EXAMPLE = (
    "challenge-sets dataset wmt-suite DATASET --name owls --languages eng_Latn-deu_Latn -o owls/owls.jsonl\n"
    "challenge-sets score DATASET --returned genmt:owls#eng_Latn-deu_Latn:owls   # outputs are in owls/systems/"
)
