"""`challenge-sets list`"""

from __future__ import annotations

import argparse

from extractors import phenomena
from extractors.commands import Command
from extractors.commands.detect import add_phenomena_file


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", help="only what can be found in this language (ISO 639-1)")
    add_phenomena_file(parser)


def _run(arguments: argparse.Namespace) -> None:
    for phenomenon in phenomena.load(arguments.phenomena_file).values():
        if arguments.lang is None or phenomenon.has(arguments.lang):
            languages = "any, from the alignment" if phenomenon.measure else " ".join(sorted(phenomenon.rules))
            asked = f"; experimental in {' '.join(sorted(phenomenon.experimental))}" if phenomenon.experimental else ""
            print(f"{phenomenon.id} ({languages}{asked})\n  {phenomenon.description}")


COMMAND = Command(
    summary="List the phenomena that can be looked for, and in which languages.",
    example="challenge-sets list --lang de",
    add_arguments=_arguments,
    run=_run,
)
