"""Collect the effects of phenomena in many corpora, in one unit and with one numbering of documents.

An effect is the difference between set and controls over the standard deviation of what a segment adds to the corpus
score (for a metric that is a mean: of the segments' scores). Corpora may share texts: pairs of a test set translate one
source. Documents that are the same get one number, so that what they add to the error of several corpora is added up
before it is squared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Float64, Ids
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.findings import BY_REFERENCE, FINDINGS, copy_of
from extractors.formats.segments import files_of_systems, read_source
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.statistics import read_against, read_all
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.documents import clusters_of
from extractors.scoring.human_baseline import HumanBaseline
from extractors.scoring.phenomenon_tests import is_pooled
from extractors.scoring.scorer import SetScorer, contrast_of
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

PEOPLE = "people"
"""The name of human translations, each scored against the others, where a system's name stands."""
BEYOND = "-beyond"
"""Ends the name of a metric, of the systems' effect beyond that of human translations."""
BY_PEOPLE = "-humans"
"""Ends the name of a metric, of the effect of human translations, each scored against the others."""
BY_SYSTEMS = "-systems"
"""Ends the name of a metric, of the effect of systems, scored against the same references, one at a time."""


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
        """Return the effects summed with weights (K,), and the influences (c,) of the documents, both over `scale`."""
        return float(self.differences @ weights) / self.scale, self.influences @ weights / self.scale


class SharedTexts:
    """Gives the documents of corpora their numbers, the same one to the same text, and tells which corpora share texts.

    A text is compared by its letters and digits. A document whose whole text was seen has the number of that; else each
    of its segments that was seen keeps its number, and the others follow the first of them. So blocks of lines of two
    corpora that differ by a line still share their numbers.
    """

    def __init__(self) -> None:
        self._documents: dict[str, int] = {}
        self._segments: dict[str, int] = {}
        self._source_of: dict[int, str] = {}
        self._count = 0

    def number(self, corpus: str, source: Sequence[str], documents: Ids) -> tuple[Ids, str]:
        """Number the documents of a corpus.

        Args:
            corpus: its name.
            source: (N,) its segments.
            documents: (N,) the document or block of each, in the corpus's own numbers.

        Returns:
            (N,) the number of each segment's document, and the name of the source: of the first corpus that shares text
            with this one.
        """
        letters = [re.sub(r"[\W_]+", "", text).casefold() for text in source]
        numbers = np.zeros(len(source), dtype=np.int64)
        new: list[tuple[int, list[int]]] = []
        by_document: dict[int, list[int]] = {}
        for i, document in enumerate(documents.tolist()):
            by_document.setdefault(document, []).append(i)
        for ids in by_document.values():
            whole = "".join(letters[i] for i in ids)
            seen_segments = [self._segments.get(letters[i]) for i in ids]
            seen = self._documents.get(whole)
            first = seen if seen is not None else next((old for old in seen_segments if old is not None), None)
            number = self._count if first is None else first
            self._count += first is None
            numbers[ids] = number if seen is not None else [number if old is None else old for old in seen_segments]
            new.append((number, ids))
            self._documents.setdefault(whole, number)
        shared = [self._source_of[old] for old in np.unique(numbers).tolist() if old in self._source_of]
        # A greeting or a date line that two years share does not make them one source.
        name = max(set(shared), key=shared.count) if 2 * len(shared) > len(np.unique(numbers)) else corpus
        for _, ids in new:
            for i in ids:
                self._segments.setdefault(letters[i], int(numbers[i]))
                self._source_of.setdefault(int(numbers[i]), name)
        return numbers, name


@dataclass(frozen=True, kw_only=True)
class LoadedCorpus:
    """A corpus whose sets can be measured.

    Attributes:
        source_name: of the first corpus that has its texts.
        clusters: (N,) the number of each segment's document, over all corpora.
        sets: the segments of each phenomenon's set at its distance, of those that count among others.
        pool: where controls come from.
        baselines: translations by people, by metric.
        scales: by metric, the standard deviation of what a segment adds to the corpus score.
    """

    corpus: AtlasCorpus
    source_name: str
    clusters: Ids
    sets: Mapping[tuple[str, int], Ids]
    scorer: SetScorer
    pool: ControlPool
    baselines: Mapping[str, HumanBaseline]
    scales: Mapping[str, float]

    @classmethod
    def of_results(cls, corpus: AtlasCorpus, texts: SharedTexts, settings: StatisticsSettings) -> LoadedCorpus:
        """Load a scored corpus from the folder of its results.

        Args:
            texts: what gives the documents of all corpora their numbers.
            settings: what is drawn as one.
        """
        folder = corpus.folder
        covariates = tables.read(COVARIATES, folder / COVARIATES.file)
        source = list(read_source(folder / "segments.parquet"))
        clusters, name = texts.number(corpus.name, source, documents_of(covariates, settings))
        folders = [folder / "statistics" / metric for metric in corpus.metrics]
        scorer = SetScorer.of(read_all(files_of_systems(folders, corpus.systems)), corpus.metrics)
        against = {metric: read_against(folder / "statistics" / metric, corpus.systems) for metric in corpus.metrics}
        baselines = {metric: HumanBaseline.of(pairs, corpus.metrics[metric]) for metric, pairs in against.items()}
        return cls(
            corpus=corpus,
            source_name=name,
            clusters=clusters,
            sets=_tested_sets(folder, len(source)),
            scorer=scorer,
            pool=ControlPool.of_controls(covariates, tables.empty(CONTROLS, folder / CONTROLS.file), len(source)),
            baselines={metric: baseline for metric, baseline in baselines.items() if baseline is not None},
            scales={block.metric: block.scale for block in scorer.blocks},
        )

    def effects(self, phenomenon: str, distance: int, ids: Ids) -> Iterator[AtlasEffect]:
        """Yield the effect of a set for each metric that scores it, and three more where there is a human baseline.

        Args:
            ids: (n,) the segments of the set, ascending.
        """
        matches = self.pool.match(np.asarray(ids, dtype=np.int32))
        for block in self.scorer.blocks:
            of_systems = contrast_of(block, matches, self.pool)
            if of_systems is None or not of_systems.scored.any() or not self.scales[block.metric] > 0:
                continue
            each = {block.metric: of_systems}
            if (baseline := self.baselines.get(block.metric)) and (
                human_contrast := baseline.contrast(matches, self.pool)
            ):
                each[f"{block.metric}{BEYOND}"] = human_contrast.of_systems(
                    baseline.by_system - baseline.of_people[:, None]
                )
                each[f"{block.metric}{BY_SYSTEMS}"] = human_contrast.of_systems(baseline.by_system)
                each[f"{block.metric}{BY_PEOPLE}"] = human_contrast.of_systems(baseline.of_people[:, None])
            for metric, contrast in each.items():
                numbers, sums, units = contrast.by_cluster(self.clusters)
                sign = 1.0 if block.made.higher_is_better else -1.0
                has = contrast.scored
                names = [PEOPLE] if metric.endswith(BY_PEOPLE) else block.systems
                yield AtlasEffect(
                    corpus=self.corpus,
                    source=self.source_name,
                    phenomenon=phenomenon,
                    distance=distance,
                    metric=metric,
                    systems=[name for name, is_scored in zip(names, has, strict=True) if is_scored],
                    n=len(matches.ids),
                    differences=sign * contrast.value[has],
                    # Of the metric itself, so that all effects can stand side by side.
                    scale=self.scales[block.metric],
                    clusters=numbers,
                    influences=sign * sums[:, has],
                    units=units,
                )

    def all_effects(self) -> Iterator[AtlasEffect]:
        """Yield the effects of all sets."""
        for (phenomenon, distance), ids in self.sets.items():
            yield from self.effects(phenomenon, distance, ids)


def documents_of(covariates: pa.Table, settings: StatisticsSettings) -> Ids:
    """Return (N,) the number of the unit that each segment is sampled with: its document, its block, or itself."""
    numbers = clusters_of(covariates, settings).numbers
    return np.arange(len(covariates)) if numbers is None else numbers


def _tested_sets(folder: Path, segments: int) -> dict[tuple[str, int], Ids]:
    """Read the sets that `is_pooled` accepts, at the tested distance, without copies and sets chosen by a reference."""
    at_minimum = tables.read(SETS, folder / SETS.file, where=pc.field("kind") == "minimum").to_pylist()
    sets = {(row["phenomenon"], row["distance_from"]): row["segment_ids"] for row in at_minimum}
    tested: dict[tuple[str, int], Ids] = {}
    for row in tables.read(FINDINGS, folder / FINDINGS.file).to_pylist():
        key, status = (row["phenomenon"], row["distance"]), row["status"]
        if key not in sets or status == BY_REFERENCE or copy_of(status) is not None:
            continue
        if is_pooled(len(sets[key]), row["n"], segments):
            tested[key] = np.array(sets[key], dtype=np.int32)
    return tested
