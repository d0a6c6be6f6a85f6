"""A set and its controls, scored and resampled by all systems and several metrics at once.

Drawing the samples is the costly part of the bootstrap, and the draws depend on the set alone. So each draw is made
once for all metrics: their statistics stand side by side in one matrix.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.formats.sets import UNMATCHED, check_ids
from extractors.formats.statistics import Statistics
from extractors.metrics import Metric, create_metric
from extractors.score.sampled_sets import SampledSet
from extractors.settings.statistics import StatisticsSettings
from extractors.statistics.resampling import PairedReplicates, Replicates, resample, resample_with_controls


@dataclass(frozen=True)
class Block:
    """The K systems of one metric.

    Attributes:
        metric: the name of the metric.
        made: the metric itself.
        systems: names of the systems.
        signatures: the metric's, one a system.
        rows: (N, K, k) statistics of the corpus's segments.
        corpus: (K,) scores of the whole corpus.
        columns: where these statistics stand among those of all metrics.
        places: where these systems stand among those of all metrics.
    """

    metric: str
    made: Metric
    systems: list[str]
    signatures: list[str]
    rows: Float64
    corpus: Float64
    columns: slice
    places: slice


@dataclass(frozen=True)
class Scorer:
    """Systems under several metrics.

    Attributes:
        rows: (N, 1, all statistics of all metrics).
    """

    blocks: list[Block]
    rows: Float64

    @classmethod
    def of(cls, systems: Sequence[Statistics], options: Mapping[str, Mapping[str, Any]]) -> Scorer:
        """Put statistics side by side, metric by metric in the order in which they come.

        Args:
            options: the options of each metric.

        Raises:
            InputError: two systems have statistics of different numbers of segments.
        """
        for system in systems:
            if len(system.rows) != len(systems[0].rows):
                raise InputError(
                    f"{system.metric} statistics of {system.system} are of {len(system.rows)} segments, those of"
                    f" {systems[0].system} of {len(systems[0].rows)}",
                    remedy="compute both from the same corpus",
                )
        blocks: list[Block] = []
        column = place = 0
        for metric in dict.fromkeys(s.metric for s in systems):
            of_metric = [s for s in systems if s.metric == metric]
            rows = np.stack([s.rows for s in of_metric], axis=1)
            scored_by = create_metric(metric, options.get(metric, {}))
            width = rows.shape[1] * rows.shape[2]
            block = Block(
                metric=metric,
                made=scored_by,
                systems=[s.system for s in of_metric],
                signatures=[s.signature for s in of_metric],
                rows=rows,
                corpus=scored_by.score(rows.sum(axis=0)),
                columns=slice(column, column + width),
                places=slice(place, place + rows.shape[1]),
            )
            blocks.append(block)
            column, place = column + width, place + rows.shape[1]
        flat = [block.rows.reshape(len(block.rows), 1, -1) for block in blocks]
        return cls(blocks, np.concatenate(flat, axis=2) if flat else np.zeros((0, 1, 0)))

    def score(self, totals: Float64) -> Float64:
        """(..., 1, all statistics) sums to (..., all systems of all metrics) scores."""
        lead = totals.shape[:-2]
        scores = [b.made.score(totals[..., 0, b.columns].reshape(*lead, *b.rows.shape[1:])) for b in self.blocks]
        return np.concatenate(scores, axis=-1)


@dataclass(frozen=True)
class Resampled:
    """One set under one metric.

    Attributes:
        of_set: scores of the set, (K,).
        paired: differences to its controls; None where there are none.
    """

    sampled: SampledSet
    block: Block
    of_set: Replicates
    paired: PairedReplicates | None


def resample_set(scorer: Scorer, sampled: SampledSet, settings: StatisticsSettings) -> list[Resampled]:
    """A set and its controls under each metric; the bootstrap samples are the same under all; [] if it is empty.

    Raises:
        InputError: the set, or a control, has a segment that the corpus has not.
    """
    name = f"{sampled.phenomenon} {sampled.range.name}"
    matched = sampled.samples != UNMATCHED
    check_ids(sampled.ids, len(scorer.rows), f"the set {name}")
    check_ids(sampled.samples[matched], len(scorer.rows), f"a control of {name}")
    if not len(sampled.ids):
        return []
    how = {"resamples": settings.resamples, "seed": settings.seed}
    of_set = resample(scorer.rows, sampled.ids, scorer.score, **how)
    paired = None
    if matched.any():
        paired = resample_with_controls(scorer.rows, sampled.ids, sampled.samples, scorer.score, **how)
    return [
        Resampled(
            sampled=sampled,
            block=block,
            of_set=replace(of_set, value=of_set.value[block.places], scores=of_set.scores[:, block.places]),
            paired=None if paired is None else _part(paired, block.places),
        )
        for block in scorer.blocks
    ]


def _part(paired: PairedReplicates, places: slice) -> PairedReplicates:
    return replace(
        paired,
        value=paired.value[places],
        drawn=paired.drawn[:, places],
        challenge=paired.challenge[:, places],
        control=paired.control[:, places],
    )
