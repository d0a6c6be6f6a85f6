"""Judgments: what a judge, or a person, says of an item as a system translated it."""

from typing import NamedTuple

import pyarrow as pa

from extractors.formats.columns import number
from extractors.formats.definition import Column, Format

RIGHT, WRONG, UNDECIDED, MISSING = "right", "wrong", "undecided", "missing"
"""The verdicts. An output that is not there is missing; what nothing decides on is undecided, never wrong."""
VERDICTS = (RIGHT, WRONG, UNDECIDED, MISSING)
MODEL = "llm"
"""The judge that is a language model: its verdicts are uncalibrated."""
UNCALIBRATED = "uncalibrated: verdicts of a language model"
"""The note on every accuracy by them."""
NOT_ASKED = "the source text is not among the sources"
"""The reason of a missing output that says nothing against the system; other missing outputs are empty ones."""

JUDGMENTS = Format(
    "judgments",
    "an item as one system translated it",
    "judgments.parquet",
    (
        Column("item", pa.string(), "as in items"),
        Column("system", pa.string(), "name of the system"),
        Column("output", pa.string(), "its translation; missing where the judge compares scores", optional=True),
        Column("verdict", pa.string(), "right, wrong, undecided (nothing decides) or missing (no output to judge)"),
        Column("reason", pa.string(), "of the verdict, in words"),
        Column("judge", pa.string(), "the judge that gave the verdict, or `people`"),
        number("score", "the score behind the verdict, higher is better"),
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

OUTPUTS_FOUND = Format(
    "outputs found",
    "how many of a suite's items one system has an output for",
    "outputs_found.parquet",
    (
        Column("system", pa.string(), "name of the system"),
        Column("items", pa.int32(), "items of the suite"),
        Column("found", pa.int32(), "items with an output that can be judged"),
        Column("absent", pa.int32(), "items whose source text is not among the sources, or whose output is empty"),
        Column("placeholders", pa.int32(), "items whose output is the same as for many other source texts"),
        Column("placeholder", pa.string(), "that output", optional=True),
        Column(
            "ambiguous",
            pa.int32(),
            "found items whose source text stands on several lines with different outputs; the first is judged",
        ),
    ),
    is_lab=True,
)

SAME_OUTPUTS = Format(
    "same outputs",
    "two systems whose outputs are the same for at least half of the source texts",
    "same_outputs.parquet",
    (
        Column("system_a", pa.string(), "one system"),
        Column("system_b", pa.string(), "the other"),
        Column("n", pa.int32(), "source texts for which both have an output"),
        Column("same", pa.float64(), "share of them with the same output"),
    ),
)
