"""The examples of the shipped phenomena: examples.csv, by phenomenon and language.

Each is a pair of sentences written for the project, one with a hit and one without. `challenge-sets try --examples`
parses them and looks in each for its phenomenon. Examples of a user's own phenomenon stand in its entry.
"""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from extractors.core.files import read_text
from extractors.phenomena.entries import Example

TABLE = Path(__file__).with_suffix(".csv")


@cache
def shipped() -> Mapping[str, Mapping[str, Example]]:
    """Read the table, by phenomenon and language."""
    found: dict[str, dict[str, Example]] = {}
    for row in csv.DictReader(read_text(TABLE).splitlines()):
        example = Example(hit=row["hit"], none=row["none"], missed=row["missed"] or None)
        found.setdefault(row["phenomenon"], {})[row["language"]] = example
    return found
