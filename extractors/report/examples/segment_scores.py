import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.formats.statistics import read_statistics
from extractors.scoring.metrics import Metric, metric_of_segments


@dataclass(frozen=True)
class ShownScores:
    """The scores of a corpus's segments.

    Attributes:
        folder: the results of the corpus.
        systems: whose outputs were scored.
        options: of each metric; there may be more than are shown.
        decimals: how many to keep, by metric; these metrics are shown, in this order.
        segments: of the corpus.
    """

    folder: Path
    systems: Sequence[str]
    options: Mapping[str, Mapping[str, Any]]
    decimals: Mapping[str, int]
    segments: int

    def of(self, segment: int) -> list[list[float | None]]:
        """Return the scores of a segment by metric and, within each, by system; None where there is none."""
        return [
            [
                round(float(scores[segment]), self.decimals[metric]) if math.isfinite(scores[segment]) else None
                for scores in by_system
            ]
            for metric, by_system in self._scores.items()
        ]

    @property
    def labels(self) -> list[str]:
        """What the metrics are called, in their order."""
        return [metric_of_segments(name, self.options[name]).label for name in self.decimals]

    @cached_property
    def spread(self) -> Float64:
        """(segments,) The standard deviation over systems of the scores by the first metric; 0 for fewer than two."""
        scores = np.stack(next(iter(self._scores.values())))
        is_scored = np.isfinite(scores)
        count = np.maximum(is_scored.sum(axis=0), 1)
        scores = np.where(is_scored, scores, 0.0)
        deviations = np.where(is_scored, scores - scores.sum(axis=0) / count, 0.0)
        # Not to the last bit: the sums of two machines may differ there, and the choice of examples must not.
        return np.asarray(np.round(np.sqrt((deviations**2).sum(axis=0) / count), 6), dtype=np.float64)

    @cached_property
    def _scores(self) -> dict[str, list[Float64]]:
        return {
            name: [
                self._system_scores(name, metric_of_segments(name, self.options[name]), system)
                for system in self.systems
            ]
            for name in self.decimals
        }

    def _system_scores(self, name: str, metric: Metric, system: str) -> Float64:
        path = self.folder / f"statistics/{name}/{system}.parquet"
        rows = read_statistics(path).rows
        if len(rows) != self.segments:
            raise InputError(
                f"has statistics of {len(rows)} segments, but the corpus has {self.segments}",
                path=path,
                remedy="score the corpus again: snakemake score",
            )
        with np.errstate(divide="ignore", invalid="ignore"):
            return metric.score(rows.astype(np.float64))
