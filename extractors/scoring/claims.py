"""The sentence of a phenomenon that every output says: what a set costs systems and people, and what is of systems."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from extractors.core.languages import language_name
from extractors.formats.findings import TEXT

Row = Mapping[str, Any]


def place_in_words(corpus: str, source_language: str, target_language: str) -> str:
    """Where a statement about a corpus holds, to begin a sentence with: `On wmt21-en-de (English to German)`."""
    return f"On {corpus} ({language_name(source_language)} to {language_name(target_language)})"


def label_in_words(row: Row) -> str:
    """A phenomenon of FINDINGS with its distance, where that is not 0."""
    return f"{row['label']} at a distance of {row['distance']} or more" if row["distance"] else str(row["label"])


def claim(row: Row, *, places: int, where: str, others: str) -> str:
    """What a set costs the systems, and how much of it is theirs, without a full stop.

    Args:
        row: of FINDINGS, with `systems`.
        places: decimals of the differences.
        where: as from `place_in_words`.
        others: what the segments are compared with: `other sentences of that length`.
    """
    who = "the system scores" if row["systems_n"] == 1 else f"{row['systems_n']} systems score"
    metric = str(row["signature"]).partition("|")[0]
    said = f"{where}, {who} {_size(row['systems'], places)} {metric} {_side(row['systems'])} on segments with"
    said += f" {label_in_words(row)} than on {others}"
    if row["status"] == TEXT:
        return f"{said}; a second human reference tells whether systems are the cause"
    if row["beyond"] is None:
        return said
    if row["humans"] is None:
        return f"{said}{_ends(row, places)}, by a score that sees no reference"
    said += f", human translations {_size(row['humans'], places)} {_side(row['humans'])}"
    return f"{said}; {beyond_in_words(row, places)}"


def beyond_in_words(row: Row, places: int) -> str:
    """How much of a difference is the systems': `1.0 [0.0, 2.0] of it is the systems'`.

    Number and interval have the sign of the difference, so that the number is positive.
    """
    size = f"{_size(row['beyond'], places)}{_ends(row, places)}"
    whose = "the system's" if row["systems_n"] == 1 else "the systems'"
    if (row["humans"] < 0) != (row["systems"] < 0):
        return f"a difference of {size} is {whose}"
    is_more = (row["beyond"] < 0) == (row["systems"] < 0)
    return f"{size} of it is {whose}" if is_more else f"people's is larger, by {size}"


def _ends(row: Row, places: int) -> str:
    """The interval, turned round where the difference is below 0."""
    ends = [row["low"], row["high"]]
    if None in ends:
        return ""
    sign = -1 if row["beyond"] < 0 else 1
    return f" [{', '.join(_number(sign * end, places) for end in sorted(ends, key=lambda end: sign * end))}]"


def _size(value: float, places: int) -> str:
    return _number(abs(value), places)


def _number(value: float, places: int) -> str:
    """Zero has no sign."""
    return f"{round(value, places) + 0.0:.{places}f}"


def _side(value: float) -> str:
    return "lower" if value < 0 else "higher"
