"""Discover: patterns of the source that score otherwise than other text, found in some documents, then confirmed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np
import pyarrow.compute as pc

from challenge_sets_lab.discovery.discovered_patterns import Discovery
from challenge_sets_lab.discovery.pattern_tests import ScoredPart, confirm_patterns, find_patterns
from challenge_sets_lab.discovery.request_enumeration import Pattern, enumerate_patterns
from extractors.api.results_folder import Results, not_scored
from extractors.core.arrays import Int32
from extractors.core.errors import InputError, check_known
from extractors.core.logs import log
from extractors.formats import conllu, tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.segments import files_of_systems, read_source
from extractors.formats.sets import CONTROLS, SETS
from extractors.formats.statistics import read_all
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.formats.treebank import Treebank
from extractors.phenomena import grew
from extractors.phenomena.grew.matcher import find_all
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.documents import clusters_of
from extractors.scoring.phenomenon_tests import LARGEST
from extractors.scoring.scorer import SetScorer


class DiscoveryCorpus:
    """A scored corpus in which patterns are looked for.

    Attributes:
        language: of the source.
        metric: by which its systems are compared.
        part: its segments that have scores.
    """

    def __init__(self, results: Results, score: str | None = None) -> None:
        folder, manifest = results.folder, results.manifest
        if manifest is None:
            raise not_scored(folder, "manifest.json")
        self.folder, self.language = folder, manifest.corpus.source_language
        self.metric = score or results.table("findings")["metric"][0].as_py()
        check_known("score", [self.metric], manifest.metrics, path=folder)
        covariates = tables.read(COVARIATES, folder / COVARIATES.file)
        found = read_all(files_of_systems([folder / "statistics" / self.metric], results.systems))
        (block,) = SetScorer.of(found, manifest.metrics).blocks
        controls = tables.empty(CONTROLS, folder / CONTROLS.file)
        pool = ControlPool.of_controls(covariates, controls, len(block.rows))
        self.part = ScoredPart.of(block, pool, clusters_of(covariates, manifest.statistics))

    @cached_property
    def treebank(self) -> Treebank:
        return conllu.read(self.folder / "source.conllu.gz")

    @cached_property
    def source(self) -> list[str]:
        return list(read_source(self.folder / "segments.parquet"))

    @cached_property
    def patterns(self) -> list[Pattern]:
        """The patterns of its source that FEWEST_SEGMENTS segments or more have, and not most."""
        return enumerate_patterns(self.treebank, fewest=FEWEST_SEGMENTS, most=int(LARGEST * len(self.source)))

    def sets_of(self, patterns: Sequence[Pattern]) -> list[Int32]:
        """Return the segments of this corpus, ascending, in which each pattern matches."""
        matches = find_all(self.treebank, {i: grew.parse(p.request) for i, p in enumerate(patterns)})
        segment = self.treebank.segment[self.treebank.sentence]
        return [np.unique(segment[matches[i].column(p.pair[0])]) for i, p in enumerate(patterns)]

    def known_sets(self) -> Iterator[tuple[str, Int32]]:
        """Yield the phenomenon and segments of each set of the run that has a minimum distance."""
        for row in tables.read(SETS, self.folder / SETS.file, where=pc.field("kind") == "minimum").to_pylist():
            yield row["phenomenon"], np.array(row["segment_ids"], dtype=np.int32)


def discover(
    results: Results, *, score: str | None = None, confirm: Results | None = None, alpha: float = 0.05, seed: int = 1
) -> Discovery:
    """Find patterns whose segments score otherwise than others of their length.

    Args:
        results: a scored corpus.
        score: a metric of the run, or scores that were brought (default: the metric of the findings).
        confirm: another corpus of the same source language with the same score, in which patterns are confirmed;
            without it they are found in one half of the documents and confirmed in the other.
        alpha: below which p must be in discovery, and p (BH) in confirmation.
        seed: of the halves.
    """
    corpus = DiscoveryCorpus(results, score)
    if confirm is None:
        other, (discovery, confirmation) = corpus, corpus.part.halves(seed)
        confirmed_on = f"{len(confirmation.segments):,} segments of other documents"
    else:
        other = DiscoveryCorpus(confirm, corpus.metric)
        _check_pair(corpus, other)
        discovery, confirmation, confirmed_on = corpus.part, other.part, str(other.folder)
    found = find_patterns(corpus.patterns, discovery, segments=len(corpus.source), alpha=alpha)
    sets = other.sets_of([pattern for pattern, _, _ in found.patterns])
    return Discovery(
        patterns=confirm_patterns(found, confirmation, sets, alpha=alpha),
        language=corpus.language,
        metric=corpus.metric,
        source=corpus.source,
        known=[*corpus.known_sets()],
        enumerated=len(corpus.patterns),
        tested=found.tested,
        confirmed_on=confirmed_on,
    )


def _check_pair(corpus: DiscoveryCorpus, other: DiscoveryCorpus) -> None:
    """Refuse another source language; warn of shared texts, whose agreement confirms less."""
    if other.language != corpus.language:
        raise InputError(
            f"the source is in {other.language!r}, that of {corpus.folder} in {corpus.language!r}",
            path=other.folder,
            remedy="confirm on a corpus of the same source language",
        )
    shared = len({*corpus.source} & {*other.source}) / max(len({*other.source}), 1)
    if shared > 0.01:
        log.warning(
            "%s shares %.0f %% of its source with %s: the same texts confirm that other systems or scores agree, not"
            " that other texts do",
            other.folder,
            100 * shared,
            corpus.folder,
        )
