"""Score outputs that are given as texts on the whole corpus."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pyarrow as pa

from extractors.formats.scores import CORPUS_SCORES
from extractors.formats.statistics import Statistics, with_scores
from extractors.inputs.beside_source import read_output
from extractors.inputs.places import Place
from extractors.scoring import imported_scores, segment_statistics
from extractors.scoring.imported_score_settings import SegmentScoreFile
from extractors.scoring.statistics.statistics_settings import StatisticsSettings


@dataclass(frozen=True, kw_only=True)
class CorpusEvaluation:
    """Some outputs, and what they are scored with on the whole corpus.

    Attributes:
        outputs: the place of each system's output.
        texts: (n,) outputs of further systems that are read already.
        references: R of n segments each; without any there are covariates, and scores that are brought.
        source: (n,) texts that the outputs are translations of; empty ones where they are not known.
        place: where these are, for messages.
        humans: (n,) of each human reference by name, which systems are compared with where there are two or more.
        metrics: the options of each metric that is computed, in the order of the tables.
        brought: scores of segments that are there already, by the name to give them.
        metric: the primary metric; None for that of `primary_metric`.
        settings: how the tests are made.
        check: refuses an output, given its system and its texts, such as one in another language; None for no check.
    """

    outputs: Mapping[str, Place]
    references: Sequence[Sequence[str]]
    source: Sequence[str]
    place: Place
    metrics: Mapping[str, Mapping[str, Any]]
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    humans: Mapping[str, Sequence[str]] = field(default_factory=dict)
    brought: Mapping[str, SegmentScoreFile] = field(default_factory=dict)
    metric: str | None = None
    settings: StatisticsSettings = field(default_factory=StatisticsSettings)
    check: Callable[[str, Sequence[str]], None] | None = None

    @property
    def segments(self) -> int:
        return len(self.source)

    @property
    def options(self) -> dict[str, Mapping[str, Any]]:
        """Of every metric and of the scores that are brought, for `create_metric`."""
        return {**self.metrics, **{name: file.metric_options for name, file in self.brought.items()}}

    @cached_property
    def hypotheses(self) -> dict[str, Sequence[str]]:
        """The n texts of each system."""
        hypotheses: dict[str, Sequence[str]] = {
            system: read_output(place, self.source, source_name=self.place) for system, place in self.outputs.items()
        } | dict(self.texts)
        if self.check is not None:
            for system, texts in hypotheses.items():
                self.check(system, texts)
        return hypotheses

    @cached_property
    def statistics(self) -> list[Statistics]:
        """Of each metric and system, as a workflow orders them: metric by metric."""
        hypotheses = self.hypotheses
        computed = [
            segment_statistics.statistics(
                system=system, metric=metric, options=options, hypotheses=texts, references=self.references
            )
            for metric, options in self.metrics.items()
            for system, texts in hypotheses.items()
        ]
        read = [
            file.statistics(metric=name, system=system, segments=self.segments)
            for name, file in self.score_files.items()
            for system in hypotheses
        ]
        return with_scores([*computed, *read])

    @cached_property
    def score_files(self) -> dict[str, imported_scores.ScoreFile]:
        """The user's own files of segment scores, opened for all systems, by the name of the metric."""
        systems = list(self.hypotheses)
        return {name: imported_scores.ScoreFile(file, systems, self.source) for name, file in self.brought.items()}

    @cached_property
    def corpus_scores(self) -> pa.Table:
        """The table CORPUS_SCORES."""
        return CORPUS_SCORES.table(segment_statistics.corpus_scores(self.statistics, self.options))
