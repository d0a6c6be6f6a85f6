"""Write the items of a suite as a data set to publish."""

from __future__ import annotations

import argparse
from pathlib import Path

from extractors.cli.commands import Command
from extractors.cli.commands._suites import add_suite, suite_of_arguments
from extractors.config.publish_settings import PublishSettings
from extractors.core.files import read_text

TEXTS = {
    "licence": "of the suite, by the hub's identifier: cc-by-4.0, cc0-1.0, other, ...",
    "licence_name": "what it is called, if it is other",
    "licence_url": "where it can be read, if it is other",
    "attribution": "whom to name, in the words that the authors ask for",
    "source_url": "where the suite can be obtained",
    "name": "the name of the data set (default: that of the folder)",
    "pretty_name": "the title of its card",
}


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_suite(parser)
    # A folder too: the results of a suite, or a data set of items.
    parser.set_defaults(format="items")
    for name, what in TEXTS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", metavar="TEXT", help=what)
    parser.add_argument("--citation", metavar="FILE", help="BibTeX of the suite")
    parser.add_argument(
        "--derivatives-allowed",
        action="store_true",
        help="you have read the licence and it allows them; for licences whose identifier does not tell",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="where to write it")


def _run(arguments: argparse.Namespace) -> None:
    # Here, not above: the hub's library is slow to import, and help does not need it.
    from extractors.publish import items_dataset, layout

    given = {name: value for name in TEXTS if (value := getattr(arguments, name)) is not None}
    if arguments.citation:
        given["citation"] = read_text(arguments.citation)
    if arguments.derivatives_allowed:
        given["derivatives"] = "allowed"
    items_dataset.write(suite_of_arguments(arguments), arguments.output, PublishSettings(**given))
    print(f"{arguments.output}: read {layout.CARD} in it before you pass it on")


COMMAND = Command(
    example="challenge-sets dataset publish-items results/suites/own --licence cc-by-4.0 --attribution 'Us' -o dataset",
    add_arguments=_arguments,
    run=_run,
)
