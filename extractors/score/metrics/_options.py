"""Checks of what a metric is given: its options (which come from YAML, so any type) and its text."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from extractors.core.arrays import Float64
from extractors.core.errors import InputError, unknown


def check_choice(option: str, value: object, known: Iterable[str]) -> str:
    """`value`, one of the `known` names. Raises InputError: it is not; names the nearest."""
    names = list(known)
    if not isinstance(value, str) or value not in names:
        raise unknown(option, str(value), names)
    return value


def check_flag(option: str, value: object) -> bool:
    """`value`, true or false. Raises InputError if it is anything else, 0, 1 and "yes" included."""
    if not isinstance(value, bool):
        raise InputError(f"{option} is {value!r}", remedy=f"give {option} true or false")
    return value


def check_integer(option: str, value: object, minimum: int) -> int:
    """`value`, a whole number from `minimum` on. Raises InputError if it is not."""
    if isinstance(value, bool) or not isinstance(value, int) or value < minimum:
        raise InputError(f"{option} is {value!r}", remedy=f"give {option} a whole number >= {minimum}")
    return value


def check_number(option: str, value: object, minimum: float) -> float:
    """`value`, a finite number from `minimum` on, its type kept. Raises InputError if it is not."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not minimum <= value < math.inf:
        raise InputError(f"{option} is {value!r}", remedy=f"give {option} a finite number >= {minimum:g}")
    return value


def check_segments(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    """Refuses text that is not n hypotheses beside at least one reference of n segments.

    Raises:
        InputError: says which reference, how many segments it has and how many it should have.
    """
    if not references:
        raise InputError("no reference was given", remedy="give at least one reference translation")
    for stream in (hypotheses, *references):
        if isinstance(stream, str):
            raise InputError(
                f"expected a list of segments, found one string: {stream[:40]!r}",
                remedy="give a list of segments, and a list of such lists for the references",
            )
    for number, reference in enumerate(references):
        if len(reference) != len(hypotheses):
            raise InputError(
                f"reference {number} has {len(reference)} segments, the hypotheses {len(hypotheses)}",
                remedy="give one line a segment in every file, empty where there is no text",
            )
    for name, stream in (("hypothesis", hypotheses), *(("reference", r) for r in references)):
        for line, segment in enumerate(stream):
            if not isinstance(segment, str):
                raise InputError(f"{name} segment {line} is not text but {segment!r}")


def check_totals(totals: Float64, columns: int) -> Float64:
    """(..., k) sums as float64. Raises ValueError: the last axis has not k = `columns` entries."""
    array = np.asarray(totals, dtype=np.float64)
    if array.ndim == 0 or array.shape[-1] != columns:
        raise ValueError(f"expected sums of {columns} columns, found shape {array.shape}")
    return array
