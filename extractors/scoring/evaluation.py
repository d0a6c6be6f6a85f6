"""Score systems' outputs, given as texts, in one go; the stages of a workflow do the same in turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.errors import InputError
from extractors.core.version import __version__
from extractors.formats import tables
from extractors.formats.origin import origin_of
from extractors.formats.statistics import AgainstOne, Statistics
from extractors.phenomena import detection
from extractors.phenomena.estimands import Estimand, as_made
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.corpus_evaluation import CorpusEvaluation
from extractors.scoring.corpus_statistics import CorpusStatistics
from extractors.scoring.documents import SegmentClusters, clusters_of
from extractors.scoring.metric_settings import primary_metric
from extractors.scoring.sampled_sets import sampled_sets
from extractors.scoring.score_stage import Conclusions, conclude
from extractors.scoring.segment_statistics import against_each


@dataclass(frozen=True, kw_only=True)
class Evaluation(CorpusEvaluation):
    """Some outputs, sets, and all that they are scored with.

    Attributes:
        known_humans: the statistics of other human references against the only one that is here.
        sets, controls: tables; None where there are none.
        covariates: a table, which names the documents too; without it nothing is compared with controls but the
            paper's samples.
        control_words: the table CONTROL_WORDS; None where the set has none.
        languages: of source and target; None of files, of which they are not known.
        definitions: the checksum of each phenomenon's definition, as far as known, which tells how well it is detected.
        known: what is asked of the phenomena.
        notes: what the signature of the run has to say besides how the sets were made.
        baseline: the table BASELINE of systems to rank the outputs among, by the same metrics; None without any.
    """

    known_humans: Sequence[Statistics] = ()
    sets: pa.Table | None = None
    controls: pa.Table | None = None
    covariates: pa.Table | None = None
    control_words: pa.Table | None = None
    languages: tuple[str, str] | None = None
    definitions: Mapping[str, str | None] = field(default_factory=dict)
    known: Mapping[str, Estimand] = field(default_factory=dict)
    notes: Sequence[str] = ()
    baseline: pa.Table | None = None

    @cached_property
    def conclusions(self) -> Conclusions:
        """The scores of the sets and the comparisons of the systems on them."""
        sampled = sampled_sets(self._sets, self.controls)
        run = self._run(self._sets if self.controls is None else self.controls)
        pool = None
        if self.covariates is not None and self.controls is not None:
            pool = ControlPool.of_controls(self.covariates, self.controls, self.segments)
        origin = None if self.controls is None else origin_of(self.controls)
        corpus = CorpusStatistics(
            systems=self.statistics,
            options=self.options,
            metric=self.metric,
            against=self._against,
            source=self.source if any(self.source) else (),
        )
        conclusions = conclude(
            corpus,
            sampled,
            self.settings,
            known=as_made(self.known, origin),
            pool=pool,
            clusters=self._clusters,
            precisions=detection.judged_hits(origin, self.definitions),
            run=run,
        )
        return Conclusions(**{name: self._noted(table) for name, table in vars(conclusions).items()})

    @property
    def _against(self) -> list[AgainstOne]:
        """Systems and people against each human reference, or those with scores that are brought."""
        primary = primary_metric([*self.metrics, *self.brought], self.metric)
        systems = [s for s in self.statistics if s.metric == primary]
        if primary in self.brought:
            return self.score_files[primary].beside_people(systems)
        # The set brings statistics of human translations whose texts are not here; they hold for one signature alone.
        if {s.signature for s in self.known_humans} == {s.signature for s in systems}:
            (reference,) = self.humans
            return [AgainstOne(reference, systems, list(self.known_humans))]
        return list(against_each(primary, self.metrics[primary], self.hypotheses, self.humans))

    @cached_property
    def _clusters(self) -> SegmentClusters:
        return clusters_of(self.covariates, self.settings)

    @property
    def _sets(self) -> pa.Table:
        if self.sets is None:
            raise InputError("there are no sets to score", remedy="give --sets FILE")
        return self.sets

    def _noted(self, table: pa.Table) -> pa.Table:
        """Add the notes to the end of the table's signatures, which a .csv file keeps too."""
        column = table.schema.get_field_index("signature")
        if not self.notes or column < 0:
            return table
        signatures = pc.binary_join_element_wise(table.column(column), *self.notes, "|")
        return table.set_column(column, table.schema.field(column), signatures)

    def _run(self, table: pa.Table) -> str:
        return tables.run_signature(table, f"version:{__version__}", *self.notes)
