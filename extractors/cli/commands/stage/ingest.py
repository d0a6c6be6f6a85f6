"""Read a source and any references into a table of segments."""

import argparse

from extractors.cli.commands._arguments import languages, output, several
from extractors.inputs import places


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", type=places.parse, help="text, one segment a line, FILE#COLUMN or IMPORTER:NAME#COLUMN"
    )
    several(parser, "--reference", meaning="a reference")
    languages(parser, required=True)
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
