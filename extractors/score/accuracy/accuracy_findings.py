"""Verdicts on hits and their parts, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from extractors.formats.accuracy import OMITTED, RENDERED, UNDECIDED


class AccuracyFinding(NamedTuple):
    """A verdict on a hit or a part of it, and the reason in words.

    Attributes:
        share: of the other texts, the share that have what is omitted; None for other verdicts.
    """

    verdict: str
    reason: str
    share: float | None = None


def of_parts(findings: Sequence[AccuracyFinding]) -> AccuracyFinding:
    """The verdict on a hit from those on its parts: the surest that is omitted, else one that is undecided."""
    for verdict in (OMITTED, UNDECIDED):
        of_verdict = [f for f in findings if f.verdict == verdict]
        if of_verdict:
            return max(of_verdict, key=lambda finding: finding.share or 0)
    return AccuracyFinding(RENDERED, "; ".join(dict.fromkeys(f.reason for f in findings)))
