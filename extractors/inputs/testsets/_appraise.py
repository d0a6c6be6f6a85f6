"""Errors that annotators marked in Appraise.

Spans are JSON with start_i and end_i in units of UTF-16, as a browser counts: an emoji is two. The end is inclusive
there; what is read has characters and an exclusive end. "missing" for both is an omission, and so is a span that begins
where the text ends, as a model fills it in; its other spans may end one unit late.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from extractors.inputs.testsets import ErrorSpan, Line
from extractors.inputs.testsets._scores import in_characters

OMISSION = "missing"


def appraise_errors(value: Any, line: Line) -> tuple[ErrorSpan, ...]:
    """Read the errors from a list of spans; starts and ends stay in units of UTF-16, the end exclusive."""
    if not isinstance(value, list) or not all(isinstance(span, dict) for span in value):
        raise line.error(
            "the spans must be a list of objects", 'write [{"start_i": 0, "end_i": 3, "severity": "minor"}]'
        )
    errors = []
    for span in value:
        start, end = span.get("start_i"), span.get("end_i")
        if OMISSION in (start, end):
            start = end = None
        elif not (type(start) is int and type(end) is int):
            raise line.error(f"a span from {start!r} to {end!r}", 'write whole numbers, or "missing" for both')
        category = span.get("error_type")
        errors.append(
            ErrorSpan(
                start=start,
                end=None if end is None else end + 1,
                severity=str(span.get("severity", "")),
                category="omission" if start is None else None if category is None else str(category),
            )
        )
    return tuple(errors)


def in_output(errors: Sequence[ErrorSpan], text: str) -> tuple[ErrorSpan, ...]:
    """Convert spans to characters of their output; one that begins at its end becomes an omission.

    An end that is one unit late is moved to the end of the output.
    """
    units = len(text.encode("utf-16-le")) // 2
    moved = []
    for error in errors:
        start, end = error.start, error.end
        if start == units:
            error = replace(error, start=None, end=None, category="omission")
        elif start is not None and start < units and end == units + 1:
            error = replace(error, end=units)
        moved.append(error)
    return in_characters(moved, text)
