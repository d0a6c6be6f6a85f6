"""Build the ready-made sets of WMT test sets."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import names, output_folder
from extractors.core.errors import InputError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "test_sets",
        nargs="+",
        metavar="TESTSET=FOLDER",
        help="a test set of sacreBLEU, and its folder: wmt24=FOLDER/txt",
    )
    parser.add_argument("--pairs", metavar="PAIR,PAIR", help="en-de,en-cs (default: all from English and German)")
    output_folder(parser, "resources/ready-made of a checkout")


def run(arguments: argparse.Namespace) -> None:
    from extractors.publish.ready_made_build import build

    given = dict(item.partition("=")[::2] for item in arguments.test_sets)
    for test_set, folder in given.items():
        if not Path(folder).is_dir() or not folder:
            raise InputError(f"{test_set}={folder}: no such folder", remedy="write TESTSET=FOLDER, as wmt24=wmt24/txt")
    folders = {test_set: Path(folder) for test_set, folder in given.items()}
    for name in build(folders, Path(arguments.output), pairs=names(arguments.pairs)):
        print(name)


EXAMPLE = "challenge-sets lab ready-made wmt21=wmt21/txt wmt23=wmt23/txt wmt24=wmt24/txt -o resources/ready-made"
