"""The tables of a run, from the files that its stages left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa

from extractors import __version__
from extractors.core.logs import log
from extractors.formats import conllu, tables
from extractors.formats.hits import HITS
from extractors.formats.scores import CORPUS_SCORES
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.statistics import Statistics, read_all
from extractors.formats.treebank import source_lengths
from extractors.score.distance_trends import trend_table
from extractors.score.sampled_sets import SampledSet, sampled_sets
from extractors.score.scorer import Scorer, resample_set
from extractors.score.segment_statistics import corpus_scores
from extractors.score.set_scores import score_rows, score_tables
from extractors.score.system_comparisons import Columns, compare_on_set, comparison_tables
from extractors.settings.statistics import StatisticsSettings

Options = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Conclusions:
    """The tables SCORES, BUCKET_SCORES, SYSTEM_COMPARISONS and SYSTEM_RANKS of one corpus."""

    scores: pa.Table
    by_bucket: pa.Table
    comparisons: pa.Table
    ranks: pa.Table


def conclude(
    systems: Sequence[Statistics],
    sampled: Sequence[SampledSet],
    options: Options,
    settings: StatisticsSettings | None = None,
    *,
    run: str = "",
) -> Conclusions:
    """Score every system by every metric on every set, beside its controls, and compare the systems.

    Args:
        systems: the statistics to score; all of the same segments.
        options: the options of each metric.
        run: the signature of how the sets were made.

    Raises:
        InputError: a set or control has a segment that the corpus has not.
    """
    settings = settings or StatisticsSettings()
    scorer = Scorer.of(systems, options)
    # The loop goes set by set, but the tables are ordered by metric: readers look for a metric.
    rows: dict[str, list[dict[str, Any]]] = {block.metric: [] for block in scorer.blocks}
    compared: dict[str, list[tuple[Columns, Columns]]] = {block.metric: [] for block in scorer.blocks}
    for sampled_set in sampled:
        resampled = resample_set(scorer, sampled_set, settings)
        for row in score_rows(scorer, sampled_set, resampled, settings, run=run):
            rows[row["metric"]].append(row)
        if sampled_set.range.kind == "minimum":
            for of_metric in resampled:
                compared[of_metric.block.metric].append(compare_on_set(of_metric, settings, run=run))
    by_minimum, by_bucket = score_tables(chain.from_iterable(rows.values()))
    comparisons, ranks = comparison_tables(chain.from_iterable(compared.values()))
    return Conclusions(by_minimum, by_bucket, comparisons, ranks)


def score_to_files(
    statistics: Iterable[str | Path],
    sets: str | Path,
    controls: str | Path,
    *,
    options: Options,
    settings: StatisticsSettings,
    scores: str | Path,
    by_bucket: str | Path,
    corpus: str | Path,
    comparisons: str | Path,
    ranks: str | Path,
) -> None:
    """Score all systems and compare them; writes the five tables that the arguments name."""
    systems = read_all(statistics)
    control_table = tables.read(CONTROLS, controls)
    sampled = sampled_sets(tables.read(SETS, sets), control_table)
    run = tables.run_signature(control_table, f"version:{__version__}")
    names = len({s.system for s in systems})
    log.info(
        "scoring %d systems on %d sets with %d metrics, %d resamples each",
        names,
        len(sampled),
        len(options),
        settings.resamples,
    )
    conclusions = conclude(systems, sampled, options, settings, run=run)
    tables.write(CORPUS_SCORES.table(corpus_scores(systems, options)), corpus)
    tables.write(conclusions.comparisons, comparisons)
    tables.write(conclusions.ranks, ranks)
    tables.write(conclusions.by_bucket, by_bucket)
    tables.write(conclusions.scores, scores)


def trends_to_file(
    statistics: Iterable[str | Path],
    sets: str | Path,
    hits: str | Path,
    parses: str | Path,
    *,
    options: Options,
    settings: StatisticsSettings,
    trends: str | Path,
) -> None:
    """Test whether scores fall with the distance; writes DISTANCE_TRENDS."""
    set_table = tables.read(SETS, sets)
    table = trend_table(
        Scorer.of(read_all(statistics), options),
        set_table,
        tables.read(HITS, hits),
        source_lengths(conllu.read(parses)),
        settings,
        run=tables.run_signature(set_table, f"version:{__version__}"),
    )
    tables.write(table, trends)
