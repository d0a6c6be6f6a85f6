from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa

from extractors.core.logs import log, progress
from extractors.core.version import __version__
from extractors.formats import tables
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.covariates import COVARIATES
from extractors.formats.definition import Format
from extractors.formats.effects import EFFECTS
from extractors.formats.findings import FINDINGS
from extractors.formats.origin import origin_of
from extractors.formats.scores import CORPUS_SCORES, DEPARTURES, PAPER_SCORES, SCORES, SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.formats.segments import SEGMENTS, files_of_systems, read_source
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.statistics import Statistics, read_against, read_all
from extractors.formats.testset_scores import INPUT_AUDIT
from extractors.phenomena.detection import JudgedHits, judged_hits
from extractors.phenomena.estimands import Estimand, as_made
from extractors.scoring.artefacts import WithoutArtefacts, artefact_segments
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.corpus_statistics import CorpusStatistics, Options
from extractors.scoring.documents import ALONE, SegmentClusters, clusters_of
from extractors.scoring.human_baseline import measured_finding
from extractors.scoring.metric_settings import primary_metric
from extractors.scoring.phenomenon_tests import (
    chosen_distances,
    correct_departures,
    departure_rows,
    finding_rows,
)
from extractors.scoring.sampled_sets import SampledSet, read_sets
from extractors.scoring.scorer import ScoredSet, SetScorer, is_same, score_set
from extractors.scoring.segment_statistics import corpus_scores
from extractors.scoring.set_scores import Row, effect_rows, paper_rows, score_rows
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.scoring.system_comparisons import Columns, at_distance, compare_on_set, comparison_tables


@dataclass(frozen=True)
class Conclusions:
    """The tables of one corpus: FINDINGS, EFFECTS, SCORES, PAPER_SCORES, DEPARTURES and those of two systems."""

    findings: pa.Table
    effects: pa.Table
    scores: pa.Table
    paper: pa.Table
    departures: pa.Table
    comparisons: pa.Table
    ranks: pa.Table


class _ByMetric:
    """Rows of a table that come set by set, and stand metric by metric: readers look for a metric."""

    def __init__(self, metrics: Sequence[str]) -> None:
        self.rows: dict[str, list[Row]] = {name: [] for name in metrics}

    def add(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self.rows[row["metric"]].append(row)

    def table(self, form: Format) -> pa.Table:
        return form.table([*chain.from_iterable(self.rows.values())])


def conclude(
    corpus: CorpusStatistics,
    sampled: Sequence[SampledSet],
    settings: StatisticsSettings | None = None,
    *,
    known: Mapping[str, Estimand] | None = None,
    pool: ControlPool | None = None,
    clusters: SegmentClusters = ALONE,
    precisions: Mapping[str, JudgedHits] | None = None,
    artefacts: Mapping[str, Set[int]] | None = None,
    run: str = "",
) -> Conclusions:
    """Score every system by every metric on every set, beside its controls, and compare the systems.

    Args:
        known: what is asked of the phenomena.
        pool: where controls come from; without it nothing is compared with them but the paper's samples.
        precisions: of the phenomena's detection, as far as measured.
        artefacts: by system, the segments in which something stands in the place of a translation.
    """
    settings, known = settings or StatisticsSettings(), known or {}
    scorer = SetScorer.of(corpus.systems, corpus.options, corpus.uncut)
    metrics = [block.metric for block in scorer.blocks]
    primary = primary_metric(metrics, corpus.metric)
    baseline, texts = corpus.baseline(primary), corpus.texts(len(scorer.rows))
    sees = next(block.made.sees for block in scorer.blocks if block.metric == primary)
    measured: dict[str, Row] = {}
    scores, paper, effects = (_ByMetric(metrics) for _ in range(3))
    compared: dict[str, list[tuple[Columns, Columns]]] = {name: [] for name in metrics}
    departures: list[Row] = []
    segments_of = {(s.phenomenon, s.range.distance_from): s.ids for s in sampled if s.range.kind == "minimum"}
    at = chosen_distances(segments_of, known, len(scorer.rows))
    scored: list[ScoredSet] = []
    for sampled_set in progress(sampled, what="sets", total=len(sampled)):
        # Sets of a phenomenon at distances that no hit has are the same, and stand together.
        before, scored = scored, score_set(scorer, sampled_set, settings, pool, clusters, previous=scored)
        new_effects = effect_rows(scorer, sampled_set, scored, clusters=clusters)
        scores.add(score_rows(scorer, sampled_set, scored, settings, clusters=clusters))
        paper.add(paper_rows(sampled_set, scored))
        effects.add(new_effects)
        if sampled_set.range.kind != "minimum":
            continue
        for scored_set in scored:
            pairs = compared[scored_set.block.metric]
            # The randomisation tests are costly, and the same for a set of the same segments.
            if _is_repeated(sampled_set, before):
                pairs.append(at_distance(sampled_set.range.distance_from, pairs[-1]))
            else:
                pairs.append(compare_on_set(scored_set, settings, clusters=clusters))
        if at.get(sampled_set.phenomenon) == sampled_set.range.distance_from:
            effect = next(row for row in new_effects if row["metric"] == primary)
            matches = scored[0].matches if scored else None
            effect["distinct"] = 0 if matches is None else len(np.unique(texts[matches.ids]))
            measured[sampled_set.phenomenon] = measured_finding(effect, sees, baseline, matches, pool, clusters)
            for scored_set in scored:
                if scored_set.block.metric == primary:
                    departures += departure_rows(scored_set, clusters=clusters)
    findings = finding_rows(
        [row for row in effects.rows.get(primary, ()) if row["kind"] == "minimum"],
        segments_of,
        known,
        measured,
        segments=len(scorer.rows),
        alpha=settings.alpha,
        precisions=precisions,
    )
    departures = correct_departures(departures, findings)
    without = WithoutArtefacts(corpus, primary, artefacts or {}, settings, known, pool, clusters)
    without.fill(findings, departures, sampled)
    rows_of_tables = (
        FINDINGS.table(findings),
        effects.table(EFFECTS),
        scores.table(SCORES),
        paper.table(PAPER_SCORES),
        DEPARTURES.table(departures),
        *comparison_tables(chain.from_iterable(compared.values())),
    )
    return Conclusions(*(tables.signed(table, run) for table in rows_of_tables))


def _is_repeated(sampled: SampledSet, before: Sequence[ScoredSet]) -> bool:
    """Return whether the set before was of the same segments and phenomenon, and at a minimum distance too."""
    if not is_same(sampled, before):
        return False
    return before[0].sampled.phenomenon == sampled.phenomenon and before[0].sampled.range.kind == "minimum"


FORMS = {
    "findings": FINDINGS,
    "effects": EFFECTS,
    "scores": SCORES,
    "paper": PAPER_SCORES,
    "departures": DEPARTURES,
    "comparisons": SYSTEM_COMPARISONS,
    "ranks": SYSTEM_RANKS,
}
"""By the names of Conclusions."""


def score_to_files(
    folder: CorpusFolder,
    systems: Sequence[str],
    *,
    options: Options,
    settings: StatisticsSettings,
    definitions: Mapping[str, str],
    metric: str | None = None,
    known: Mapping[str, Estimand] | None = None,
    quality: str | Path | None = None,
    is_cut: bool = False,
) -> None:
    """Score all systems of a run, compare them, and write CORPUS_SCORES and the tables of `Conclusions`.

    Args:
        metric: as of `CorpusStatistics`.
        known: as of `conclude`.
        definitions: the checksum of each phenomenon's definition, which tells how well it is detected.
        quality: what was measured with the parser; None for the shipped figures.
        is_cut: whether segments are cut into units; what is said of the whole corpus is of whole segments.
    """
    statistics = _statistics_of(folder, systems, options)
    uncut = _statistics_of(folder.whole, systems, options) if is_cut else statistics
    controls = folder.file(CONTROLS)
    control_table, covariates = tables.empty(CONTROLS, controls), folder.read(COVARIATES)
    sampled = read_sets(folder.read(SETS), controls)
    log.info(
        "scoring %d systems on %d sets with %d metrics", len({s.system for s in statistics}), len(sampled), len(options)
    )
    conclusions = conclude(
        CorpusStatistics(
            systems=statistics,
            options=options,
            metric=metric,
            uncut=uncut,
            against=[pairs for name in options for pairs in read_against(folder.statistics(name), systems)],
            source=list(read_source(folder.file(SEGMENTS))),
        ),
        sampled,
        settings,
        known=as_made(known or {}, origin_of(control_table)),
        pool=ControlPool.of_controls(covariates, control_table, len(statistics[0].rows)),
        clusters=clusters_of(covariates, settings),
        precisions=judged_hits(origin_of(control_table), definitions, quality),
        artefacts=artefact_segments(folder.read(INPUT_AUDIT)) if folder.if_there(INPUT_AUDIT) else None,
        run=tables.run_signature(control_table, f"version:{__version__}"),
    )
    tables.write_with_csv(CORPUS_SCORES.table(corpus_scores(uncut, options)), folder.file(CORPUS_SCORES))
    for name, table in vars(conclusions).items():
        write = tables.write if name == "comparisons" else tables.write_with_csv
        write(table, folder.file(FORMS[name]))


def _statistics_of(folder: CorpusFolder, systems: Sequence[str], metrics: Iterable[str]) -> list[Statistics]:
    return read_all(files_of_systems([folder.statistics(metric) for metric in metrics], systems))
