"""Compare two systems on a whole corpus: the difference of their scores, by the paired bootstrap of the run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from extractors.formats.statistics import Statistics
from extractors.scoring.corrections import finite, is_small
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.scorer import SetScorer
from extractors.scoring.statistics.estimates import detectable
from extractors.scoring.statistics.resampling import resample
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.scoring.statistics.systems import compare_systems


@dataclass(frozen=True, kw_only=True)
class WholeCorpus:
    """A newer system beside an older one on all segments.

    Attributes:
        n: segments.
        old, new: scores of the whole corpus.
        low, high: ends of the 95 % interval of `difference`, new minus old.
        p: of no difference, two-sided; None where the corpus is too small to be tested.
        detectable: the true difference that the test finds four times in five; None where there is no test.
    """

    n: int
    old: float
    new: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    detectable: float | None


def compare_whole(
    old: Statistics,
    new: Statistics,
    options: Mapping[str, Any],
    settings: StatisticsSettings,
    clusters: SegmentClusters = ALONE,
) -> WholeCorpus:
    """Test the difference of two systems under one metric on all segments of their statistics.

    Args:
        options: of the metric.
        settings: the resamples, their seed and the level of the test.
        clusters: what is drawn as one.
    """
    # The newer system first: a difference is row minus column.
    scorer = SetScorer.of([_called(new, "new"), _called(old, "old")], {new.metric: options})
    (block,) = scorer.blocks
    ids = np.arange(len(block.rows), dtype=np.int32)
    drawn = resample(
        block.rows,
        ids,
        block.made.score,
        clusters=clusters.numbers,
        resamples=settings.resamples,
        seed=settings.seed,
    )
    difference = replace(compare_systems(drawn), bounds=block.made.difference_bounds)
    too_small = is_small(len(block.rows)) or clusters.are_few(ids)
    low, high, p, error = (
        float(end[0, 1]) for end in (difference.low, difference.high, difference.p_value, difference.standard_error)
    )
    return WholeCorpus(
        n=len(block.rows),
        old=float(drawn.value[1]),
        new=float(drawn.value[0]),
        difference=float(difference.value[0, 1]),
        low=finite(low),
        high=finite(high),
        p=None if too_small else finite(p),
        detectable=None if too_small else finite(float(detectable(error, difference.n, settings.alpha))),
    )


def joined(parts: Sequence[Statistics]) -> Statistics:
    """Join the statistics of one system on several corpora, one after the other, as if they were one corpus."""
    rows = np.concatenate([part.rows for part in parts])
    first = parts[0]
    return Statistics(system=first.system, metric=first.metric, rows=rows, signature=first.signature)


def _called(statistics: Statistics, name: str) -> Statistics:
    """Return the statistics under another name: a system may be compared with itself."""
    return Statistics(system=name, metric=statistics.metric, rows=statistics.rows, signature=statistics.signature)
