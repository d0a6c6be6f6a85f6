"""Evaluate: systems' outputs, given as texts, scored in one go as the stages of a workflow score them in turn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Int32
from extractors.core.errors import InputError
from extractors.core.version import __version__
from extractors.extract import ingest
from extractors.formats import tables
from extractors.formats.origin import origin_of
from extractors.formats.scores import CORPUS_SCORES
from extractors.formats.statistics import AgainstOne, Statistics, with_scores
from extractors.inputs.places import Place
from extractors.phenomena import detection
from extractors.phenomena.estimands import Estimand, as_found
from extractors.score import imported_scores, segment_statistics
from extractors.score.control_pool import ControlPool
from extractors.score.distance_trends import trend_tables
from extractors.score.documents import SegmentClusters, clusters_of
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.metric_settings import primary_metric
from extractors.score.sampled_sets import sampled_sets
from extractors.score.score_stage import Conclusions, conclude
from extractors.score.scorer import SetScorer
from extractors.score.segment_statistics import against_each
from extractors.score.statistics.statistics_settings import StatisticsSettings


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """Some outputs, and all that they are scored with.

    Attributes:
        outputs: the place of each system's output.
        texts: (n,) outputs of further systems that are read already.
        references: R of n segments each; without any there are covariates, and scores that are brought.
        known_humans: the statistics of other human references against the only one that is here.
        source: (n,) texts that the outputs are translations of; empty ones where they are not known.
        source_language: of which other test sets tell what is known; empty where it does not matter.
        place: where these are, for messages.
        humans: (n,) of each human reference by name, which systems are compared with where there are two or more.
        metrics: the options of each metric that is computed, in the order of the tables.
        brought: scores of segments that are there already, by the name to give them.
        sets, controls: tables; None where there are none.
        covariates: a table, which names the documents too; without it nothing is compared with controls but the
            paper's samples.
        distances: reads the hits that the sets were made of, and (N,) the source length of every segment in surface
            tokens; None where these are not given.
        definitions: the checksum of each phenomenon's definition, as far as known, which tells how well it is detected.
        metric: the primary metric; None for that of `primary_metric`.
        known: what is asked of the phenomena.
        settings: how the tests are made.
        notes: what the signature of the run has to say besides how the sets were made.
        baseline: the table BASELINE of systems to rank the outputs among, by the same metrics; None without any.
        check: refuses an output, given its system and its texts, such as one in another language; None for no check.
    """

    outputs: Mapping[str, Place]
    references: Sequence[Sequence[str]]
    source: Sequence[str]
    place: Place
    metrics: Mapping[str, Mapping[str, Any]]
    source_language: str = ""
    texts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    humans: Mapping[str, Sequence[str]] = field(default_factory=dict)
    known_humans: Sequence[Statistics] = ()
    brought: Mapping[str, SegmentScoreFile] = field(default_factory=dict)
    sets: pa.Table | None = None
    controls: pa.Table | None = None
    covariates: pa.Table | None = None
    distances: Callable[[], tuple[pa.Table, Int32]] | None = None
    definitions: Mapping[str, str | None] = field(default_factory=dict)
    metric: str | None = None
    known: Mapping[str, Estimand] = field(default_factory=dict)
    settings: StatisticsSettings = field(default_factory=StatisticsSettings)
    notes: Sequence[str] = ()
    baseline: pa.Table | None = None
    check: Callable[[str, Sequence[str]], None] | None = None

    @property
    def segments(self) -> int:
        return len(self.source)

    @property
    def options(self) -> dict[str, Mapping[str, Any]]:
        """Of every metric and of the scores that are brought, for `create_metric`."""
        return {**self.metrics, **{name: file.metric_options for name, file in self.brought.items()}}

    @cached_property
    def _hypotheses(self) -> dict[str, Sequence[str]]:
        """The n texts of each system."""
        hypotheses: dict[str, Sequence[str]] = {
            system: ingest.ingest_system(place=place, source=self.source, of=self.place)
            .column("hypothesis")
            .to_pylist()
            for system, place in self.outputs.items()
        } | dict(self.texts)
        if self.check is not None:
            for system, texts in hypotheses.items():
                self.check(system, texts)
        return hypotheses

    @cached_property
    def statistics(self) -> list[Statistics]:
        """Of each metric and system, as a workflow orders them: metric by metric."""
        hypotheses = self._hypotheses
        computed = [
            segment_statistics.statistics(
                system=system, metric=metric, options=options, hypotheses=texts, references=self.references
            )
            for metric, options in self.metrics.items()
            for system, texts in hypotheses.items()
        ]
        files = {
            name: imported_scores.ScoreFile(file, list(hypotheses), self.source) for name, file in self.brought.items()
        }
        read = [
            file.statistics(metric=name, system=system, segments=self.segments)
            for name, file in files.items()
            for system in hypotheses
        ]
        return with_scores([*computed, *read])

    @cached_property
    def corpus_scores(self) -> pa.Table:
        """The table CORPUS_SCORES."""
        return CORPUS_SCORES.table(segment_statistics.corpus_scores(self.statistics, self.options))

    @cached_property
    def conclusions(self) -> Conclusions:
        """The scores of the sets and the comparisons of the systems on them."""
        sampled = sampled_sets(self._sets, self.controls)
        run = self._run(self._sets if self.controls is None else self.controls)
        pool = None
        if self.covariates is not None and self.controls is not None:
            pool = ControlPool.of_controls(self.covariates, self.controls, self.segments)
        origin = None if self.controls is None else origin_of(self.controls)
        found = conclude(
            self.statistics,
            sampled,
            self.options,
            self.settings,
            metric=self.metric,
            known=as_found(self.known, origin),
            pool=pool,
            clusters=self._clusters,
            precisions=detection.of_run(origin, self.definitions),
            against=self._against,
            source=self.source if any(self.source) else (),
            source_language=self.source_language,
            run=run,
        )
        return Conclusions(**{name: self._noted(table) for name, table in vars(found).items()})

    @cached_property
    def trends(self) -> pa.Table:
        """The table DISTANCE_TRENDS."""
        if self.distances is None:
            raise InputError(
                "the distances and lengths of segments are not known", remedy="give --hits and --covariates"
            )
        hits, lengths = self.distances()
        scorer = SetScorer.of(self.statistics, self.options)
        run = self._run(self._sets)
        found = trend_tables(scorer, self._sets, hits, lengths, self.settings, clusters=self._clusters, run=run)
        return self._noted(found)

    @property
    def _against(self) -> list[AgainstOne]:
        """Systems and people against each human reference, where the metric of the findings is computed."""
        primary = primary_metric([*self.metrics, *self.brought], self.metric)
        if primary not in self.metrics:
            return []
        systems = [one for one in self.statistics if one.metric == primary]
        if {one.signature for one in self.known_humans} == {one.signature for one in systems}:
            (reference,) = self.humans
            return [AgainstOne(reference, systems, list(self.known_humans))]
        return list(against_each(primary, self.metrics[primary], self._hypotheses, self.humans))

    @cached_property
    def _clusters(self) -> SegmentClusters | None:
        return clusters_of(self.covariates, self.settings)

    @property
    def _sets(self) -> pa.Table:
        if self.sets is None:
            raise InputError("there are no sets to score", remedy="give --sets FILE")
        return self.sets

    def _noted(self, table: pa.Table) -> pa.Table:
        """The table with the notes at the end of its signatures, which .csv keeps too."""
        place = table.schema.get_field_index("signature")
        if not self.notes or place < 0:
            return table
        signatures = pc.binary_join_element_wise(table.column(place), *self.notes, "|")
        return table.set_column(place, table.schema.field(place), signatures)

    def _run(self, table: pa.Table) -> str:
        return tables.run_signature(table, f"version:{__version__}", *self.notes)
