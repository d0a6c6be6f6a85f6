"""List pairs of ready-made sets, sets of a pair, phenomena."""

from __future__ import annotations

import argparse
from typing import Any

from extractors.cli.commands._json import json_option, print_json

USE = (
    "the sets of a pair: challenge-sets dataset list en-de; phenomena: challenge-sets dataset list wmt24:en-de\n"
    "score NAME OUTPUT, compare NAME OLD NEW, score wmt:PAIR --outputs FOLDER get texts from sacreBLEU"
)
NOT_SHOWN = ("licence", "attribution")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="a pair, as en-de, or a set, as wmt24:en-de")
    json_option(parser)


def run(arguments: argparse.Namespace) -> None:
    from extractors.core.terminal import columns

    rows = _rows(arguments.name)
    if arguments.json:
        print_json(rows)
        return
    shown = [name for name in rows[0] if name not in NOT_SHOWN]
    texts = next((number for number, name in enumerate(shown) if isinstance(rows[0][name], int)), len(shown))
    head = [name.replace("_", " ") for name in shown]
    cells = [["" if row[name] is None else str(row[name]) for name in shown] for row in rows]
    print(columns(head, cells, texts=texts), end="")
    for licence in dict.fromkeys(row["licence"] for row in rows if "licence" in row):
        print(f"texts: {licence}")
    if arguments.name is None:
        print(USE)


def _rows(name: str | None) -> list[dict[str, Any]]:
    from extractors.publish import ready_made_sets

    if name is None:
        return ready_made_sets.pairs()
    if ":" in name:
        return ready_made_sets.phenomena(name)
    return [ready_made_sets.summary(set_name) for set_name in ready_made_sets.of_pair(name)]


EXAMPLE = "challenge-sets dataset list en-de\nchallenge-sets dataset list wmt24:en-de"
