"""Judgments: what a judge, or a person, says of an item as a system translated it."""

from __future__ import annotations

from typing import NamedTuple

import pyarrow as pa

from extractors.formats.tables import Column, Format

RIGHT, WRONG, UNDECIDED, MISSING = "right", "wrong", "undecided", "missing"
"""The verdicts. An output that is not there is missing; what nothing decides on is undecided, never wrong."""
VERDICTS = (RIGHT, WRONG, UNDECIDED, MISSING)

JUDGMENTS = Format(
    "judgments",
    "an item as one system translated it",
    "judgments.parquet",
    (
        Column("item", pa.string(), "as in items"),
        Column("system", pa.string(), "name of the system"),
        Column("output", pa.string(), "its translation; missing where the judge compares scores", optional=True),
        Column("verdict", pa.string(), "right, wrong, undecided (nothing decides) or missing (no output)"),
        Column("reason", pa.string(), "of the verdict, in words"),
        Column("judge", pa.string(), "what gave the verdict: a judge, or `people`"),
        Column("score", pa.float64(), "what the verdict rests on, the more the better", optional=True),
    ),
)


class Verdict(NamedTuple):
    """A verdict with its reason, and the number that it rests on, if any: the more the better."""

    verdict: str
    reason: str
    score: float | None = None


ANNOTATIONS = Format(
    "annotations",
    "a person's answer about one output of an item",
    "annotations.csv",
    (
        Column("item", pa.string(), "as in items"),
        Column("output", pa.string(), "the output that was judged, whichever systems gave it"),
        Column("annotator", pa.string(), "who judged"),
        Column("answer", pa.string(), "yes (right), no (wrong) or na (cannot be told)"),
        Column("note", pa.string(), "the annotator's", optional=True),
    ),
)
YES, NO, NOT_APPLICABLE = "yes", "no", "na"
ANSWERS = (YES, NO, NOT_APPLICABLE)
