"""The statistics of the segments of a corpus, by which its systems are scored and compared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from extractors.core.arrays import Ids
from extractors.formats.statistics import AgainstOne, Statistics
from extractors.scoring.human_baseline import HumanBaseline

Options = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class CorpusStatistics:
    """The statistics of the segments of a corpus.

    Attributes:
        systems: of each system by each metric; all of the same segments.
        options: of each metric.
        metric: the primary metric, by which phenomena are tested; None for that of `primary_metric`.
        uncut: the statistics that the scores of the whole corpus are of, if not `systems`.
        against: systems and people against each human reference by itself, or under scores that are brought; those by
            the primary metric count. None where no human translation was scored.
        source: of each segment: those with the same count once where segments must be enough. Without it each segment
            is another.
    """

    systems: Sequence[Statistics]
    options: Options
    metric: str | None = None
    uncut: Sequence[Statistics] | None = None
    against: Sequence[AgainstOne] = ()
    source: Sequence[str] = ()

    def baseline(self, primary: str) -> HumanBaseline | None:
        """Return the translations by people by the primary metric; None where none has a score."""
        scored = [pairs for pairs in self.against if any(human.metric == primary for human in pairs.humans)]
        return HumanBaseline.of(scored, self.options.get(primary, {}))

    def texts(self, segments: int) -> Ids:
        """Number the source texts of the segments; equal texts get the same number."""
        if not self.source:
            return np.arange(segments)
        return np.asarray(np.unique(list(self.source), return_inverse=True)[1])

    def of_segments(self, kept: Ids, metric: str) -> "CorpusStatistics":
        """Return the statistics of some segments by one metric, as if the corpus had no others."""

        def taken(statistics: Sequence[Statistics]) -> list[Statistics]:
            return [replace(one, rows=one.rows[kept]) for one in statistics if one.metric == metric]

        return CorpusStatistics(
            systems=taken(self.systems),
            options={metric: self.options.get(metric, {})},
            metric=metric,
            against=[
                replace(pairs, systems=taken(pairs.systems), humans=taken(pairs.humans))
                for pairs in self.against
                if any(human.metric == metric for human in pairs.humans)
            ],
            source=[self.source[segment] for segment in kept] if self.source else (),
        )
