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


def expected_in_words(row: Row, places: int) -> str:
    """What is expected of `beyond` from all evidence, and where it was found again; empty where that is not known."""
    again = again_in_words(row)
    if row["expected"] is None:
        return again
    sets = row["test_sets"]
    known = f"{sets} other test {'set' if sets == 1 else 'sets'}" if sets else "other phenomena"
    number = f"{_number(row['expected'], places)} [{', '.join(_number(row[f'expected_{e}'], places) for e in ENDS)}]"
    expected = f"with what is known from {known}, {number} is expected, {sure_in_words(row['sign'])} sure of the sign"
    return "; ".join(filter(None, (again, expected)))


def again_in_words(row: Row) -> str:
    """In how many other test sets of the pair `beyond` is found again; empty where there are none."""
    if not row["looked_up"]:
        return ""
    sets = f"other test {'set' if row['looked_up'] == 1 else 'sets'} of these languages"
    return f"found again in {row['found_again']} of {row['looked_up']} {sets}"


def sure_in_words(sign: float) -> str:
    """The probability of a sign in per cent, which is never 100."""
    return ">99 %" if sign >= 0.995 else f"{100 * sign:.0f} %"


ENDS = ("low", "high")


def _ends(row: Row, places: int) -> str:
    """The interval, turned round where the difference is below 0."""
    ends = [row["beyond_low"], row["beyond_high"]]
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
