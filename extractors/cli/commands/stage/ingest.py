"""Read a source and any references into a table of segments."""

import argparse

from extractors.cli.commands._arguments import output
from extractors.inputs import places


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source",
        type=places.parse,
        help="the source, a place: text, one segment a line (.gz too), FILE#COLUMN, or IMPORTER:NAME#COLUMN",
    )
    parser.add_argument("--reference", action="append", default=[], metavar="[NAME=]PLACE", help="may be repeated")
    parser.add_argument("--source-language", required=True, metavar="LANG")
    parser.add_argument("--target-language", required=True, metavar="LANG")
    output(parser, "segments.parquet")


def run(options: argparse.Namespace) -> None:
    from extractors.extract import ingest
    from extractors.formats import tables

    references = places.named(options.reference, default="A")
    table = ingest.ingest(
        source=options.source,
        references=references,
        source_language=options.source_language,
        target_language=options.target_language,
    )
    tables.write(table, options.output)


EXAMPLE = (
    "challenge-sets stage ingest source.de --reference A=ref.en --source-language de --target-language en"
    " -o segments.parquet"
)
