"""List the ready-made sets, or the phenomena of one."""

from __future__ import annotations

import argparse
from typing import Any

from extractors.cli.commands._json import json_option, print_json

USE = "score NAME OUTPUT and compare NAME OLD NEW get texts from sacreBLEU; phenomena: challenge-sets dataset list NAME"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="a ready-made set, as wmt24:en-de: list its phenomena")
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from extractors.core.terminal import columns
    from extractors.publish import ready_made_sets

    summary = ready_made_sets.summary if arguments.name is None else ready_made_sets.phenomena
    names = ready_made_sets.names() if arguments.name is None else [arguments.name]
    rows: list[dict[str, Any]] = [row for name in names for row in summary(name)]
    if arguments.json:
        print_json(rows)
        return
    shown = [name for name in rows[0] if name not in ("licence", "attribution")]
    texts = next((place for place, name in enumerate(shown) if isinstance(rows[0][name], int)), len(shown))
    print(
        columns(shown, [["" if row[name] is None else str(row[name]) for name in shown] for row in rows], texts=texts),
        end="",
    )
    if arguments.name is None:
        for row in {row["licence"]: row for row in rows}.values():
            print(f"texts: {row['licence']}")
        print(USE)


EXAMPLE = "challenge-sets dataset list wmt24:en-de"
