"""Write the items of a suite to publish."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output, settings
from extractors.cli.commands.dataset.publish import MEANINGS, TEXTS, said, statements
from extractors.config.output_settings import PublishSettings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("items", type=Path, help="a table of items, a folder of published items, or a suite's results")
    meanings = {name: text.replace("corpus", "suite") for name, text in MEANINGS.items()}
    settings(parser, PublishSettings, *TEXTS, **meanings)
    statements(parser, "suite")
    output(parser, "where to write the set", metavar="FOLDER")


def run(arguments: argparse.Namespace) -> None:
    # Here, not above: help does not need what is slow to import.
    from challenge_sets_suites import items_dataset
    from challenge_sets_suites.suite_stage import read_suite

    suite = read_suite(arguments.items, form="items", options={})
    items_dataset.write(suite, arguments.output, PublishSettings.of(said(arguments)))
    print(f"{arguments.output}: read README.md in it before you pass it on")


EXAMPLE = "challenge-sets suite publish results/suites/own --licence cc-by-4.0 --attribution 'Us' -o items"
