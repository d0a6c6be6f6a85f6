"""How a command prints its table: as text or, with `--json`, as JSON; and writes it to `--output`."""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa


def json_option(parser: argparse._ActionsContainer) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print the table as JSON, an object for each row")


def tell(arguments: argparse.Namespace, table: pa.Table, text: str) -> None:
    """Write a table to `--output`, if that is given, and print it as JSON with `--json`, else as text."""
    if arguments.output is not None:
        # Here: `--help` needs no tables.
        from extractors.formats import tables

        tables.write(table, arguments.output)
    if arguments.json:
        print_json(table.to_pylist())
    else:
        print(text, end="")


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
