"""Find the segments where two outputs differ, by chrF. Nothing here is tested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from extractors.core.arrays import Float64
from extractors.scoring.metrics import metric_of_segments

SHOWN = 10
"""Segments that are shown."""


@dataclass(frozen=True, kw_only=True)
class OutputDifferences:
    """An older and a newer output of n segments.

    Attributes:
        source: (n,) texts; empty ones where they are not known.
        references: R of n texts each.
        old, new: (n,) texts.
    """

    source: Sequence[str]
    references: Sequence[Sequence[str]]
    old: Sequence[str]
    new: Sequence[str]

    @cached_property
    def gains(self) -> Float64:
        """(n,) chrF of the newer output minus that of the older one, segment by segment; 0 without references."""
        if not self.references:
            return np.zeros(len(self.old))
        metric = metric_of_segments("chrf", {})
        scores = [metric.score(metric.statistics(texts, self.references)) for texts in (self.old, self.new)]
        return np.nan_to_num(scores[1]) - np.nan_to_num(scores[0])

    def segments(self) -> list[int]:
        """Return the segments with the largest gains and losses of chrF, SHOWN at most, the largest first."""
        # Gains that differ in the last bits alone keep the order of the segments.
        order = np.lexsort([np.arange(len(self.gains)), -np.abs(np.round(self.gains, 6))])
        return [int(number) for number in order[:SHOWN] if self.gains[number]]
