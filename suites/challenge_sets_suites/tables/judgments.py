"""Judgments: what a judge, or a person, says of an item as a system translated it."""

from typing import Any, NamedTuple

from extractors.formats import columns as col
from extractors.formats.definition import Format

RIGHT, WRONG, UNDECIDED, MISSING = "right", "wrong", "undecided", "missing"
"""The verdicts. An item that a system was not asked is missing; what nothing decides on is undecided, never wrong."""
VERDICTS = (RIGHT, WRONG, UNDECIDED, MISSING)
MODEL = "llm"
"""The judge that is a language model: its verdicts are uncalibrated."""
UNCALIBRATED = "uncalibrated: verdicts of a language model"
"""The note on every accuracy by them."""

JUDGMENTS = Format(
    "judgments",
    "an item as one system translated it",
    "judgments.parquet",
    (
        col.text("item", "as in items"),
        col.text("system", "name of the system"),
        col.text("output", "its translation; missing where the judge compares scores", optional=True),
        col.text("verdict", "right, wrong, undecided (nothing decides) or missing (the system was not asked)"),
        col.text("reason", "of the verdict, in words"),
        col.text("judge", "the judge that gave the verdict, or `people`"),
        col.number("score", "the score behind the verdict, higher is better"),
    ),
)


class Verdict(NamedTuple):
    """A verdict with its reason, and the number that it rests on, if any: the more the better."""

    verdict: str
    reason: str
    score: float | None = None


def judgment(item: str, system: str, output: str | None, judge: str, verdict: Verdict) -> dict[str, Any]:
    """Make a row of `JUDGMENTS`."""
    return {"item": item, "system": system, "output": output, "judge": judge, **verdict._asdict()}


ANNOTATIONS = Format(
    "annotations",
    "a person's answer about one output of an item",
    "annotations.csv",
    (
        col.text("item", "as in items"),
        col.text("output", "the output that was judged, whichever systems gave it"),
        col.text("annotator", "who judged"),
        col.text("answer", "yes (right), no (wrong) or na (cannot be told)"),
        col.text("note", "the annotator's", optional=True),
    ),
)
YES, NO, NOT_APPLICABLE = "yes", "no", "na"
ANSWERS = (YES, NO, NOT_APPLICABLE)

OUTPUTS_FOUND = Format(
    "outputs found",
    "how many of a suite's items one system has an output for",
    "outputs_found.parquet",
    (
        col.text("system", "name of the system"),
        col.whole("items", "items of the suite"),
        col.whole("found", "items with an output, also an empty one"),
        col.whole("absent", "items whose source text is not among the sources"),
        col.whole("empty", "found items whose output is empty, which is wrong"),
        col.whole("placeholders", "items whose output is the same as for many other source texts, which is wrong"),
        col.text("placeholder", "that output; where the system has no other, it was not asked", optional=True),
        col.whole(
            "ambiguous",
            "found items whose source text stands on several lines with different outputs; the first is judged",
        ),
    ),
    is_lab=True,
)
