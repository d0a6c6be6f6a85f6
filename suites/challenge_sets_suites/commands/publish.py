"""Write the items of a suite to publish."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output, settings
from extractors.cli.commands.dataset.publish import MEANINGS, TEXTS
from extractors.config.output_settings import PublishSettings
from extractors.core.files import read_text

OWN_TEXTS = tuple(name for name in TEXTS if name not in ("corpus", "source_url"))
"""The settings of a published set that items have, too."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", type=Path, help="a table of items, a folder of published items, or a suite's results")
    meanings = {name: text.replace("corpus", "suite") for name, text in MEANINGS.items() if name in OWN_TEXTS}
    settings(parser, PublishSettings, *OWN_TEXTS, **meanings)
    parser.add_argument("--citation", metavar="FILE", help="BibTeX of the suite")
    parser.add_argument("--derivatives-allowed", action="store_true", help="you have read that the licence allows them")
    output(parser, "where to write the set", metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    values = {name: value for name in OWN_TEXTS if (value := getattr(arguments, name)) is not None}
    if arguments.citation:
        values["citation"] = read_text(arguments.citation)
    if arguments.derivatives_allowed:
        values["derivatives"] = "allowed"
    # Here, not above: help does not need what is slow to import.
    from challenge_sets_suites import items_dataset
    from challenge_sets_suites.suite_stage import read_suite

    suite = read_suite(arguments.items, form="items", options={})
    items_dataset.write(suite, arguments.output, PublishSettings.of(values))
    print(f"{arguments.output}: read README.md in it before you pass it on")


EXAMPLE = "challenge-sets suite publish results/suites/own --licence cc-by-4.0 --attribution 'Us' -o items"
