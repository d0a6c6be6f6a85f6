"""List the phenomena that can be looked for, and in which languages."""

from __future__ import annotations

import argparse

from extractors.commands import Command
from extractors.commands._arguments import add_phenomena_file


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--source-language", metavar="LANG", help="only what can be found in this language (ISO 639-1)")
    parser.add_argument(
        "--depends",
        action="store_true",
        help="with --source-language: the features, relations and so on that each request needs in a parse",
    )
    add_phenomena_file(parser)


def _run(arguments: argparse.Namespace) -> None:
    from extractors.phenomena import catalogue

    for phenomenon in catalogue.load(arguments.phenomena_file).values():
        if arguments.source_language is None or phenomenon.has(arguments.source_language):
            languages = "any, from the alignment" if phenomenon.measure else " ".join(sorted(phenomenon.rules))
            asked = f"; experimental in {' '.join(sorted(phenomenon.experimental))}" if phenomenon.experimental else ""
            print(f"{phenomenon.id} ({languages}{asked})\n  {phenomenon.description}")
            if arguments.source_language and arguments.depends:
                for rule in phenomenon.rules.get(arguments.source_language, ()):
                    needed = (" or ".join(map(str, d.alternatives)) for d in rule.request.depends_on)
                    print(f"  needs {', '.join(sorted(needed))}")


COMMAND = Command(
    example="challenge-sets list --source-language de --depends",
    add_arguments=_arguments,
    run=_run,
)
