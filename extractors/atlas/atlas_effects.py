"""The effects of phenomena in many corpora, in one unit and with one numbering of documents.

An effect is the difference between set and controls over the standard deviation of what a segment adds to the corpus
score (of a mean, of the segments' scores). Corpora may share texts: pairs of a campaign translate one source. Documents
that are the same get one number, so that what they add to the error of several corpora is added up before it is
squared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.compute as pc

from extractors.atlas.shared_texts import SharedTexts
from extractors.core.arrays import Float64, Ids
from extractors.formats import tables
from extractors.formats.atlas import BEYOND
from extractors.formats.covariates import COVARIATES
from extractors.formats.findings import FINDINGS
from extractors.formats.segments import files_of_systems, read_source
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.statistics import read_against, read_all
from extractors.score.control_pool import ControlPool
from extractors.score.documents import clusters_of
from extractors.score.human_baseline import HumanBaseline
from extractors.score.phenomenon_tests import is_pooled
from extractors.score.scorer import SetScorer, contrast_of
from extractors.score.statistics.contrasts import error_of_clusters
from extractors.score.statistics.statistics_settings import StatisticsSettings


@dataclass(frozen=True, kw_only=True)
class AtlasCorpus:
    """A scored corpus of an atlas.

    Attributes:
        folder: its results.
        year: of the test set; None if it is not known.
        systems: those that count.
        metrics: the options of each metric.
    """

    name: str
    folder: Path
    source_language: str
    target_language: str
    systems: Sequence[str]
    metrics: Mapping[str, Mapping[str, Any]]
    year: int | None = None


@dataclass(frozen=True, kw_only=True)
class AtlasEffect:
    """A phenomenon in a corpus by a metric.

    Attributes:
        systems: (K,) names of the systems with a difference.
        n: segments that are compared with controls.
        differences: (K,) set minus controls in the metric's points; higher is better.
        scale: the standard deviation in the same points.
        clusters: (c,) numbers of the documents with an influence, over all corpora.
        influences: (c, K) what each document adds to the error, in points.
        units: how many of the documents have segments of the set.
    """

    corpus: AtlasCorpus
    source: str
    phenomenon: str
    distance: int
    metric: str
    systems: Sequence[str]
    n: int
    differences: Float64
    scale: float
    clusters: Ids
    influences: Float64
    units: int

    def weighted(self, weights: Float64) -> tuple[float, Float64]:
        """The sum of the systems' effects, each times its weight (K,), and the influences (c,) of the documents."""
        return float(self.differences @ weights) / self.scale, self.influences @ weights / self.scale

    def row(self) -> dict[str, Any]:
        """The row of ATLAS_EFFECTS."""
        effect, influence = self.weighted(np.full(len(self.systems), 1 / len(self.systems)))
        corpus = self.corpus
        return {
            "corpus": corpus.name,
            "source": self.source,
            "source_language": corpus.source_language,
            "target_language": corpus.target_language,
            "year": corpus.year,
            "phenomenon": self.phenomenon,
            "distance": self.distance,
            "metric": self.metric,
            "systems": len(self.systems),
            "n": self.n,
            "difference": effect * self.scale,
            "effect": effect,
            "standard_error": float(error_of_clusters(influence[:, None], self.units)[0]),
        }


class LoadedCorpus:
    """A corpus whose sets can be measured.

    Args:
        texts: what gives the documents of all corpora their numbers.
        settings: what is drawn as one.

    Attributes:
        clusters: (N,) the number of each segment's document, over all corpora.
    """

    def __init__(self, corpus: AtlasCorpus, texts: SharedTexts, settings: StatisticsSettings) -> None:
        self.corpus, folder = corpus, corpus.folder
        covariates = tables.read(COVARIATES, folder / COVARIATES.file)
        drawn = clusters_of(covariates, settings)
        own = np.arange(len(covariates)) if drawn is None else drawn.numbers
        self.source = list(read_source(folder / "segments.parquet"))
        self.clusters, self._name = texts.number(corpus.name, self.source, own)
        folders = [folder / "statistics" / metric for metric in corpus.metrics]
        self._scorer = SetScorer.of(read_all(files_of_systems(folders, corpus.systems)), corpus.metrics)
        controls = tables.empty(CONTROLS, folder / CONTROLS.file)
        self._pool = ControlPool.of_controls(covariates, controls, len(self.source))
        read = {metric: read_against(folder / "statistics" / metric, corpus.systems) for metric in corpus.metrics}
        made = {metric: HumanBaseline.of(found, corpus.metrics[metric]) for metric, found in read.items()}
        self._baselines = {metric: baseline for metric, baseline in made.items() if baseline is not None}
        self._scales = {block.metric: block.scale for block in self._scorer.blocks}

    def tested_sets(self) -> Iterator[tuple[str, int, Ids]]:
        """Phenomenon, distance and segments of each set; not of those that `is_pooled` leaves out."""
        folder = self.corpus.folder
        at_minimum = tables.read(SETS, folder / SETS.file, where=pc.field("kind") == "minimum").to_pylist()
        sets = {(row["phenomenon"], row["distance_from"]): row["segment_ids"] for row in at_minimum}
        for row in tables.read(FINDINGS, folder / FINDINGS.file).to_pylist():
            key = row["phenomenon"], row["distance"]
            if key in sets and is_pooled(row, len(self.source)):
                yield *key, np.array(sets[key], dtype=np.int32)

    def effects(self, phenomenon: str, distance: int, ids: Ids) -> Iterator[AtlasEffect]:
        """The effect of a set by each metric by which it has one.

        Args:
            ids: (n,) the segments of the set, ascending.
        """
        matches = self._pool.match(np.asarray(ids, dtype=np.int32))
        for block in self._scorer.blocks:
            made = contrast_of(block, matches, self._pool)
            if made is None or not made.scored.any() or not self._scales[block.metric] > 0:
                continue
            each = {block.metric: made}
            if (baseline := self._baselines.get(block.metric)) and (pairs := baseline.contrast(matches, self._pool)):
                each[f"{block.metric}{BEYOND}"] = pairs.of_systems(baseline.by_system - baseline.of_people[:, None])
            for metric, of_metric in each.items():
                numbers, sums, units = of_metric.by_cluster(self.clusters)
                sign = 1.0 if block.made.higher_is_better else -1.0
                has = of_metric.scored
                yield AtlasEffect(
                    corpus=self.corpus,
                    source=self._name,
                    phenomenon=phenomenon,
                    distance=distance,
                    metric=metric,
                    systems=[name for name, is_scored in zip(block.systems, has, strict=True) if is_scored],
                    n=len(matches.ids),
                    differences=sign * of_metric.value[has],
                    # Of the metric itself, so that both effects can stand side by side.
                    scale=self._scales[block.metric],
                    clusters=numbers,
                    influences=sign * sums[:, has],
                    units=units,
                )


def effects_of(corpora: Iterable[AtlasCorpus], settings: StatisticsSettings) -> list[AtlasEffect]:
    """The effect of each phenomenon in each corpus by each metric.

    Args:
        settings: what is drawn as one.
    """
    texts, found = SharedTexts(), list[AtlasEffect]()
    for corpus in corpora:
        loaded = LoadedCorpus(corpus, texts, settings)
        for phenomenon, distance, ids in loaded.tested_sets():
            found += loaded.effects(phenomenon, distance, ids)
    return found
