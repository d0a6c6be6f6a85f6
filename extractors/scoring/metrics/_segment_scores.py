"""Means of segment scores that the user brings, which are not computed (see extractors.scoring.imported_scores)."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.scoring.metrics import Metric, ReferenceCount
from extractors.scoring.metrics._options import check_totals


class SegmentScores(Metric):
    """The mean of scores of segments. Statistics: the score, and 1; both 0 where there is none.

    Args:
        name: of the scores.
        higher_is_better: whether a better system has higher scores.
        sees: what gave the scores saw of them besides the translation.
    """

    def __init__(
        self, *, name: str, higher_is_better: bool = True, sees: Literal["source", "reference"] = "reference"
    ) -> None:
        self.label = name
        self.higher_is_better = higher_is_better
        self.sees = sees

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Float64:
        """Refuse to compute: the scores are in a file."""
        del hypotheses, references
        raise InputError(
            f"the scores {self.label} are read from a file, not computed", remedy="name the file in segment_scores"
        )

    def score(self, totals: Float64) -> Float64:
        """Turn sums of rows (..., 2) into means (...); NaN where no segment has a score."""
        sums = check_totals(totals, 2)
        with np.errstate(divide="ignore", invalid="ignore"):
            means: Float64 = sums[..., 0] / sums[..., 1]
        return means

    def signature(self, references: ReferenceCount) -> str:
        """Return the signature of the mean alone; the signature of the statistics names the file."""
        del references
        return "mean"
