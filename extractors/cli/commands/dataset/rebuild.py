"""Rebuild a data set of ids from your copy of its corpus."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output, references
from extractors.inputs import places


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dataset", help="a set of ids: its folder, or OWNER/NAME of the hub (@REVISION)")
    parser.add_argument("--source", type=places.parse, required=True, metavar="PLACE", help="your copy of the source")
    references(parser, "and of each reference")
    parser.add_argument("--parses", type=Path, metavar="FILE", help="by the set's parser, to write conllu/ too")
    output(parser, "the full set", metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    # What writes dataset cards is slow to import, and every other command would wait for it too.
    from extractors.publish import description, rebuild
    from extractors.publish.download import TO_REBUILD, locate

    folder = locate(arguments.dataset, TO_REBUILD)
    names = list(description.read(folder).references)
    rebuild.rebuild(
        folder,
        source=arguments.source,
        references=places.named(arguments.reference, default=names[0] if len(names) == 1 else ""),
        parses=arguments.parses,
        output=arguments.output,
    )


EXAMPLE = "challenge-sets dataset rebuild SET --source news.de --reference A=news.A.en B=news.B.en -o FULL"
