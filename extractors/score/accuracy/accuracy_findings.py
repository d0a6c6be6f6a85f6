"""Verdicts on hits and their parts, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from extractors.formats.accuracy import DIFFERENT, LITERAL, OMITTED, RENDERED, UNDECIDED

NOT_RENDERED = (OMITTED, LITERAL, DIFFERENT)


class AccuracyFinding(NamedTuple):
    """A verdict on a hit or a part of it, and the reason in words."""

    verdict: str
    reason: str


def of_parts(findings: Sequence[AccuracyFinding]) -> AccuracyFinding:
    """The verdict on a hit from those on its parts: the first that is not rendered, else one that is undecided."""
    for verdict in (OMITTED, LITERAL, DIFFERENT, UNDECIDED):
        of_verdict = [f for f in findings if f.verdict == verdict]
        if of_verdict:
            return of_verdict[0]
    return AccuracyFinding(RENDERED, "; ".join(dict.fromkeys(f.reason for f in findings)))
