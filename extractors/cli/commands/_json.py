"""`--json`: the table of a command as JSON on standard output, in place of its text."""

import argparse
import json
import math
from collections.abc import Iterable, Mapping
from typing import Any


def json_option(parser: argparse._ActionsContainer) -> None:
    """`--json`."""
    parser.add_argument("--json", action="store_true", help="print the table as JSON: an object for each row")


def print_json(rows: Iterable[Mapping[str, Any]]) -> None:
    """Print rows as an array of objects, a row a line.

    Numbers keep their full precision; NaN and infinity, which JSON lacks, become null. Other values (dates, paths)
    become their texts.
    """
    lines = (
        json.dumps({name: _plain(value) for name, value in row.items()}, ensure_ascii=False, default=str)
        for row in rows
    )
    print("[" + ",\n ".join(lines) + "]")


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and not math.isfinite(value) else value
