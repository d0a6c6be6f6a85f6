"""Write the sentence on a phenomenon for every output: what a set costs systems and people, and what systems alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from extractors.core.languages import language_name
from extractors.formats.findings import TEXT

Row = Mapping[str, Any]


def place_in_words(corpus: str, source_language: str, target_language: str) -> str:
    """Say where a statement about a corpus holds, to begin a sentence: `On wmt21-en-de (English to German)`."""
    return f"On {corpus} ({language_name(source_language)} to {language_name(target_language)})"


def label_in_words(row: Row) -> str:
    """Name a phenomenon of FINDINGS, with its distance if that is not 0."""
    return f"{row['label']} at a distance of {row['distance']} or more" if row["distance"] else str(row["label"])


def claim(row: Row, *, places: int, where: str, others: str) -> str:
    """Say what a set costs the systems, and how much of it is theirs, without a full stop.

    Args:
        row: of FINDINGS, with `systems`.
        places: decimals of the differences.
        where: as from `place_in_words`.
        others: what the segments are compared with: `other sentences of that length`.
    """
    who = "the system scores" if row["systems_n"] == 1 else f"{row['systems_n']} systems score"
    metric = str(row["signature"]).partition("|")[0]
    sentence = (
        f"{where}, {who} {number_in_words(row['systems'], places)} {metric} {_side(row['systems'])} on segments with"
    )
    sentence += f" {label_in_words(row)} than on {others}"
    if row["humans"] is None:
        blind = "" if row["status"] == TEXT or row["beyond"] is None else ", by a score that sees no reference"
        return f"{sentence}{_interval(row, places, row['systems'])}{blind}"
    return f"{sentence}; {beyond_in_words(row, places)}"


def departure_claim(row: Row, finding: Row, *, places: int, where: str) -> str:
    """Say how far a system is from the mean of the systems on a set, without a full stop.

    Args:
        row: of DEPARTURES.
        finding: of FINDINGS, of the same phenomenon.
        places: decimals of the difference.
        where: as from `place_in_words`.
    """
    metric = str(finding["signature"]).partition("|")[0]
    ends = {"low": row["departure_low"], "high": row["departure_high"]}
    hits, size = label_in_words({**finding, "distance": row["distance"]}), row["departure"]
    return (
        f"{where}, {row['system']} scores {number_in_words(size, places)} {metric} {_side(size)} on segments with"
        f" {hits} than the mean of the systems, each beside its controls{_interval(ends, places, size)}"
    )


def beyond_in_words(row: Row, places: int) -> str:
    """Say how far systems are below or above human translations, each beside its own controls, with the interval."""
    size = f"{number_in_words(row['beyond'], places)} {_side(row['beyond'])}"
    return f"by one reference at a time, {size} than human translations do{_interval(row, places, row['beyond'])}"


def _interval(row: Row, places: int, value: float) -> str:
    """Format the interval of a difference that is given without its sign: `(95 % CI 0.2 to 2.5)`; "" without one."""
    ends = [row["low"], row["high"]]
    if None in ends:
        return ""
    # The side is said in words, so the interval of a negative difference is turned round.
    sign = -1 if value < 0 else 1
    # + 0.0 turns a rounded -0.0 into 0.0.
    low, high = (f"{round(end, places) + 0.0:.{places}f}" for end in sorted(sign * end for end in ends))
    return f" (95 % CI {low} to {high})"


def number_in_words(value: float, places: int) -> str:
    """Format the size of a difference, without its sign."""
    return f"{abs(round(value, places)) + 0.0:.{places}f}"


def _side(value: float) -> str:
    return "lower" if value < 0 else "higher"
