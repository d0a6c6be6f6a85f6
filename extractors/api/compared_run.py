"""Read what two systems of a finished run are compared by: their sets, words and settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow.compute as pc

from extractors.api.datasets import Scoring
from extractors.api.results_folder import Results, not_scored
from extractors.api.words_of_evaluation import tested_rows
from extractors.config.output_settings import ReportSettings
from extractors.core.errors import check_known
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.scores import CORPUS_SCORES
from extractors.formats.statistics import Statistics, read_statistics
from extractors.formats.word_evidence import WORD_EVIDENCE
from extractors.models.link_quality import why_no_words
from extractors.report.numbers import Rows
from extractors.report.pair_table import SystemPair
from extractors.scoring.comparison_family import comparison_family
from extractors.scoring.documents import SegmentClusters, clusters_of
from extractors.scoring.metric_settings import primary_metric
from extractors.scoring.metrics import create_metric
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.words.systems_at_words import Evidence, Key, evidence_of

NOT_LOOKED = "the run did not look at words"


class ComparedRun:
    """An older and a newer system of a finished run, under one metric.

    Attributes:
        metric: its name; `options` are the run's.
        settings: of the tests; only their level is not the run's.
    """

    def __init__(self, results: Results, old: str, new: str, how: Scoring) -> None:
        """Find the systems and the metric.

        Raises:
            InputError: the folder was not scored, or lacks a system or the metric.
        """
        if results.manifest is None:
            raise not_scored(results.folder, "manifest.json")
        self.results, self.old, self.new, self.manifest = results, old, new, results.manifest
        check_known("system", (old, new), results.systems, path=results.folder)
        metrics = pc.unique(results.table(Path(CORPUS_SCORES.file).stem)["metric"]).to_pylist()
        self.metric: str = how.metric or primary_metric(metrics, self._report.metric)
        check_known("metric", [self.metric], metrics, path=results.folder)
        self.options: Mapping[str, Any] = self.manifest.metrics[self.metric]
        self.settings: StatisticsSettings = how.settings(self.manifest.statistics)
        self.pair = pair_of(old, new, self.metric, self.options, self.settings)

    @cached_property
    def clusters(self) -> SegmentClusters:
        """What is drawn as one."""
        return clusters_of(tables.read(COVARIATES, self.results.folder / COVARIATES.file), self.settings)

    @cached_property
    def statistics(self) -> tuple[Statistics, Statistics]:
        """The statistics of the older and of the newer system."""
        folder = self.results.folder / "statistics" / self.metric
        return read_statistics(folder / f"{self.old}.parquet"), read_statistics(folder / f"{self.new}.parquet")

    @cached_property
    def hits(self) -> dict[str, int]:
        """The number of hits of each phenomenon that has some."""
        path = self.results.folder / HITS.file
        counted = tables.read(HITS, path).column("phenomenon").value_counts().to_pylist()
        return {row["values"]: row["counts"] for row in counted}

    @cached_property
    def headline(self) -> list[str]:
        """The phenomena that the run's config shows first."""
        return self._report.headline

    @property
    def _report(self) -> ReportSettings:
        return ReportSettings.of(self.manifest.config.get("report", {}))

    def family(self, phenomena: Sequence[str] | None) -> list[str]:
        """Return the phenomena to test, of those named or of all; see `comparison_family`."""
        return comparison_family(phenomena, self.headline, self.hits, self.hits)

    @cached_property
    def no_words(self) -> str | None:
        """Why systems are not compared at the words; None if they are."""
        if not (self.results.folder / WORD_EVIDENCE.file).is_file():
            return NOT_LOOKED
        corpus = self.manifest.corpus
        return why_no_words(self.manifest.origin.aligner or "", corpus.source_language, corpus.target_language)

    @cached_property
    def evidence(self) -> tuple[dict[Key, Evidence], list[str]] | None:
        """The evidence at the words by phenomenon, and its systems; None where there is none to compare by."""
        if self.no_words is not None:
            return None
        return evidence_of(tables.read(WORD_EVIDENCE, self.results.folder / WORD_EVIDENCE.file), self.clusters)

    def at_words(self, family: Sequence[str]) -> tuple[Rows | None, str]:
        """Return the rows of WORD_PAIRS; None where there are none, and then why."""
        if self.evidence is None:
            return None, self.no_words or NOT_LOOKED
        evidence, systems = self.evidence
        return tested_rows(evidence, systems, self.old, self.new, alpha=self.settings.alpha, family=family)


def pair_of(old: str, new: str, metric: str, options: Mapping[str, Any], settings: StatisticsSettings) -> SystemPair:
    """Describe two systems that are compared by a metric with these options."""
    made = create_metric(metric, options)
    return SystemPair(
        old=old, new=new, metric=metric, label=made.label, higher_is_better=made.higher_is_better, alpha=settings.alpha
    )
