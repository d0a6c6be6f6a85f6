"""Score and resample a set and its controls, by all systems and several metrics at once.

Drawing the samples is the costly part of the bootstrap, and the draws depend on the set alone. So each draw is made
once for all metrics: their statistics stand side by side in one matrix.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.extract.matches import MatchedControls
from extractors.formats.sets import UNMATCHED, check_ids
from extractors.formats.statistics import Statistics
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.metrics import Metric, create_metric
from extractors.scoring.sampled_sets import SampledSet, Samples
from extractors.scoring.statistics.contrasts import Contrast, contrast, influence_on_corpus
from extractors.scoring.statistics.resampling import Numbers, Replicates, SideBySide, resample
from extractors.scoring.statistics.samples import sample_sums
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

NUMBERS_AT_ONCE = 1 << 22
"""Segments of control samples that are scored at a time."""


@dataclass(frozen=True)
class SystemBlock:
    """The K systems of one metric.

    Attributes:
        metric: the name of the metric.
        made: the metric itself.
        systems: names of the systems.
        signatures: the metric's, one a system.
        rows: (N, K, k) statistics of the corpus's segments, counts in as few bits as they need.
        corpus: (K,) scores of the whole corpus.
    """

    metric: str
    made: Metric
    systems: list[str]
    signatures: list[str]
    rows: Numbers
    corpus: Float64

    @cached_property
    def scale(self) -> float:
        """The standard deviation over segments of what each adds to the corpus score, mean over the systems."""
        return float(np.nanmean(influence_on_corpus(self.rows, self.made.score), axis=1).std())


@dataclass(frozen=True)
class SetScorer:
    """Systems under several metrics."""

    blocks: list[SystemBlock]

    @cached_property
    def rows(self) -> SideBySide:
        """(N, 1, all statistics of all metrics)."""
        return SideBySide([block.rows.reshape(len(block.rows), -1) for block in self.blocks])

    @classmethod
    def of(
        cls,
        systems: Sequence[Statistics],
        options: Mapping[str, Mapping[str, Any]],
        uncut: Sequence[Statistics] | None = None,
    ) -> SetScorer:
        """Put statistics side by side, metric by metric in the order in which they come.

        Args:
            uncut: the statistics that the scores of the whole corpus are of, of the same systems and metrics.
        """
        for system in systems:
            if len(system.rows) != len(systems[0].rows):
                raise InputError(
                    f"the {system.metric} statistics of {system.system} have {len(system.rows)} segments, but those of"
                    f" {systems[0].system} have {len(systems[0].rows)}",
                    remedy="compute both on the same corpus",
                )
        sums = {(s.metric, s.system): s.rows.sum(axis=0) for s in uncut or systems}
        blocks: list[SystemBlock] = []
        for metric in dict.fromkeys(s.metric for s in systems):
            statistics = [s for s in systems if s.metric == metric]
            scored_by = create_metric(metric, options.get(metric, {}))
            block = SystemBlock(
                metric=metric,
                made=scored_by,
                systems=[s.system for s in statistics],
                signatures=[s.signature for s in statistics],
                rows=np.stack([s.rows for s in statistics], axis=1),
                corpus=scored_by.score(np.stack([sums[metric, s.system] for s in statistics])),
            )
            blocks.append(block)
        return cls(blocks)

    def score(self, totals: Float64) -> Float64:
        """Turn sums (..., 1, all statistics) into scores (..., all systems of all metrics)."""
        ends = np.cumsum([array.shape[1] for array in self.rows.arrays])
        parts = zip(self.blocks, np.split(totals[..., 0, :], ends[:-1], axis=-1), strict=True)
        scores = [block.made.score(part.reshape(*part.shape[:-1], *block.rows.shape[1:])) for block, part in parts]
        return np.concatenate(scores, axis=-1)

    def by_metric(self, of_systems: Float64) -> list[Float64]:
        """Split scores (..., all systems of all metrics) by metric, (..., K) each."""
        return np.split(of_systems, np.cumsum([len(block.systems) for block in self.blocks])[:-1], axis=-1)


@dataclass(frozen=True)
class ScoredSet:
    """One set under one metric.

    Attributes:
        of_set: scores of the set, (K,), and of its bootstrap samples.
        drawn: (S, K) scores of the control samples, NaN for one in which no segment has a control.
        contrast: the set beside all eligible controls; None where there are none.
        matches: the controls of the contrast.
    """

    sampled: SampledSet
    block: SystemBlock
    of_set: Replicates
    drawn: Float64
    contrast: Contrast | None
    matches: MatchedControls | None


def score_set(
    scorer: SetScorer,
    sampled: SampledSet,
    settings: StatisticsSettings,
    pool: ControlPool | None = None,
    clusters: SegmentClusters = ALONE,
    *,
    previous: Sequence[ScoredSet] = (),
) -> list[ScoredSet]:
    """Score a set and its controls under each metric, on the same bootstrap samples; return [] for an empty set.

    Args:
        pool: where the controls of the contrast come from; without it there is none.
        previous: what this gave, with the same arguments, for another set. If that is of the same segments, all but its
            samples is taken from there.
    """
    name = f"{sampled.phenomenon} {sampled.range.name}"
    check_ids(sampled.ids, len(scorer.rows), f"the set {name}")
    if not len(sampled.ids):
        return []
    drawn = scorer.by_metric(_score_samples(scorer, sampled, f"a control of {name}"))
    if is_same(sampled, previous):
        return [replace(p, sampled=sampled, drawn=own) for p, own in zip(previous, drawn, strict=True)]
    of_set = resample(
        scorer.rows,
        sampled.ids,
        scorer.score,
        clusters=clusters.numbers,
        resamples=settings.resamples,
        seed=settings.seed,
    )
    matches = None if pool is None else pool.match(sampled.ids)
    return [
        ScoredSet(
            sampled=sampled,
            block=block,
            of_set=replace(of_set, value=value, scores=scores),
            drawn=own,
            contrast=contrast_of(block, matches, pool),
            matches=matches,
        )
        for block, value, scores, own in zip(
            scorer.blocks, scorer.by_metric(of_set.value), scorer.by_metric(of_set.scores), drawn, strict=True
        )
    ]


def _score_samples(scorer: SetScorer, sampled: SampledSet, name: str) -> Float64:
    """Score the control samples: (S, all systems of all metrics)."""
    scores = [np.zeros((0, sum(len(block.systems) for block in scorer.blocks)))]
    for part in _gathered(sampled.read()):
        if part.size and not UNMATCHED <= part.min() <= part.max() < len(scorer.rows):
            check_ids(part[part != UNMATCHED], len(scorer.rows), name)
        scores.append(scorer.score(sample_sums(part, scorer.rows)))
    return np.concatenate(scores)


def _gathered(parts: Iterable[Samples]) -> Iterator[Samples]:
    """Yield the samples, joining small parts into larger ones."""
    waiting: list[Samples] = []
    for part in parts:
        waiting.append(part)
        if sum(samples.size for samples in waiting) >= NUMBERS_AT_ONCE:
            yield np.concatenate(waiting)
            waiting = []
    if waiting:
        yield np.concatenate(waiting)


def contrast_of(block: SystemBlock, matches: MatchedControls | None, pool: ControlPool | None) -> Contrast | None:
    if matches is None or pool is None:
        return None
    return contrast(block.rows, matches, block.made.score, pool.sums(block.rows, matches))


def is_same(sampled: SampledSet, previous: Sequence[ScoredSet]) -> bool:
    """Return whether a set has the same segments as one that was scored."""
    return bool(previous) and np.array_equal(sampled.ids, previous[0].sampled.ids)
