"""How many hits of the shipped requests in gold trees were judged right: readings.csv, by phenomenon and language.

docs/lab/read-hits.md has the guideline, which a large language model followed; no person judged a hit. The figures are
for the requests of config/phenomena.yaml on gold trees, so they contain no parser errors.
"""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from extractors.core.files import read_text

TABLE = Path(__file__).with_suffix(".csv")


class Reading(NamedTuple):
    """How many hits in gold trees were judged, and how many of them were right.

    Attributes:
        treebanks: whose trees the hits were drawn from: `EWT, GUM, PUD`.
        read: the hits that were judged.
        by: who judged.
        note: what the figures do not show, such as a request that changed since; None if there is nothing to say.
    """

    treebanks: str
    right: int
    read: int
    by: str
    note: str | None


@cache
def shipped() -> Mapping[str, Mapping[str, Reading]]:
    """Read the table, by phenomenon and language."""
    readings: dict[str, dict[str, Reading]] = {}
    for row in csv.DictReader(read_text(TABLE).splitlines()):
        reading = Reading(row["treebanks"], int(row["right"]), int(row["read"]), row["by"], row["note"] or None)
        readings.setdefault(row["phenomenon"], {})[row["language"]] = reading
    return readings
