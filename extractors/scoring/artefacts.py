"""Repeat findings without the segments in which an output has no translation: refusals, cut texts, notes.

Artefacts are not grammar. What the audit names in the place of a translation (`extractors.extract.audit.ARTEFACTS`) is
counted beside each result that it is part of, and each is tested again without it.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Ids
from extractors.extract.audit import ARTEFACTS
from extractors.formats.findings import COMPARED
from extractors.phenomena.estimands import Estimand
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.corpus_statistics import CorpusStatistics
from extractors.scoring.documents import SegmentClusters
from extractors.scoring.human_baseline import measured_finding
from extractors.scoring.phenomenon_tests import correct_departures, departure_rows, finding_rows
from extractors.scoring.sampled_sets import SampledSet
from extractors.scoring.scorer import SetScorer, score_set
from extractors.scoring.set_scores import Row, effect_rows
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

DAMAGED = 0.1
"""A system with artefacts in more of the segments is damaged as a whole, and is not mended by leaving them out."""
LEFT_OUT_AT_MOST = 0.2
"""Share of the segments up to which those with artefacts are left out; what is left of more is another corpus."""
FEW = {"resamples": 2}
"""Settings of bootstrap samples that nobody looks at."""


def artefact_segments(audit: pa.Table) -> dict[str, set[int]]:
    """Return by system the segments in which a table INPUT_AUDIT names an artefact."""
    segments: dict[str, set[int]] = {}
    for row in audit.to_pylist():
        kind, _, system = row["text"].partition("/")
        if kind == "systems" and row["finding"] in ARTEFACTS:
            segments.setdefault(system, set()).update(row["first"])
    return segments


@dataclass(frozen=True)
class WithoutArtefacts:
    """A corpus, and by system the segments that have an artefact.

    Attributes:
        metric: the primary one.
        known: what is asked of the phenomena.
    """

    corpus: CorpusStatistics
    metric: str
    artefacts: Mapping[str, Set[int]]
    settings: StatisticsSettings
    known: Mapping[str, Estimand]
    pool: ControlPool | None
    clusters: SegmentClusters

    def fill(self, findings: Sequence[Row], departures: Sequence[Row], sampled: Sequence[SampledSet]) -> None:
        """Fill in the columns `artefacts` and `p_bh_without` of the rows of FINDINGS and DEPARTURES."""
        ids = {(s.phenomenon, s.range.distance_from): s for s in sampled if s.range.kind == "minimum"}
        every: set[int] = set().union(*self.artefacts.values())
        for row in (*findings, *departures):
            tested = ids.get((row["phenomenon"], row["distance"]))
            named = self.artefacts.get(row["system"], set()) if "system" in row else every
            row["artefacts"] = 0 if tested is None else len(set(tested.ids.tolist()) & named)
            row["p_bh_without"] = None
        at_tests = [ids[row["phenomenon"], row["distance"]] for row in findings if row["status"] in COMPARED]
        without = self._tested_again(at_tests)
        for row in findings:
            if row["artefacts"]:
                row["p_bh_without"] = without.get(row["phenomenon"])
        for row in departures:
            if row["artefacts"]:
                row["p_bh_without"] = without.get((row["phenomenon"], row["system"]))

    def _kept(self, segments: int) -> Ids | None:
        """Return the segments without artefacts of systems not damaged as a whole; None to test nothing again."""
        named = [ids for ids in self.artefacts.values() if len(ids) <= DAMAGED * segments]
        left_out = np.array(sorted(set().union(*named)), dtype=np.int64)
        if self.pool is None or not 0 < len(left_out) <= LEFT_OUT_AT_MOST * segments:
            return None
        return np.delete(np.arange(segments), left_out)

    def _tested_again(self, tested: Sequence[SampledSet]) -> dict[object, float | None]:
        """Return the corrected p-values without artefacts, by phenomenon, and by phenomenon and system."""
        segments = len(self.corpus.systems[0].rows)
        kept = self._kept(segments)
        if kept is None or self.pool is None or not tested:
            return {}
        new = np.full(segments, -1, dtype=np.int32)
        new[kept] = np.arange(len(kept), dtype=np.int32)
        corpus = self.corpus.of_segments(kept, self.metric)
        pool = ControlPool({name: values[kept] for name, values in self.pool.values.items()}, self.pool.settings)
        clusters = self.clusters
        if clusters.numbers is not None:
            numbers = np.unique(clusters.numbers[kept], return_inverse=True)[1]
            clusters = SegmentClusters(clusters.unit, np.asarray(numbers, dtype=np.int64))
        scorer = SetScorer.of(corpus.systems, corpus.options)
        baseline, sees = corpus.baseline(self.metric), scorer.blocks[0].made.sees
        sets = {
            s.phenomenon: SampledSet(s.phenomenon, s.range, new[s.ids][new[s.ids] >= 0], lambda: ()) for s in tested
        }
        measured: dict[str, Row] = {}
        effects: list[Row] = []
        departures: list[Row] = []
        for name, sampled in sets.items():
            scored = score_set(scorer, sampled, self.settings.model_copy(update=FEW), pool, clusters)
            (effect,) = effect_rows(scorer, sampled, scored, clusters=clusters)
            matches = scored[0].matches if scored else None
            effects.append(effect)
            measured[name] = measured_finding(effect, sees, baseline, matches, pool, clusters)
            departures += [row for one in scored for row in departure_rows(one, clusters=clusters)]
        ids = {(name, s.range.distance_from): s.ids for name, s in sets.items()}
        findings = finding_rows(effects, ids, self.known, measured, segments=len(kept), alpha=self.settings.alpha)
        p_values: dict[object, float | None] = {row["phenomenon"]: row["p_bh"] for row in findings}
        return p_values | {
            (row["phenomenon"], row["system"]): row["p_bh"] for row in correct_departures(departures, findings)
        }
