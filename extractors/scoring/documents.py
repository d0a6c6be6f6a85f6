"""Group the segments of a corpus that are drawn, swapped and summed together: by document, by block, or each alone.

Phenomena clump: a talk asks questions, a report quotes. Where segments of a document depend on each other, a test by
segment rejects a true null in 8 to 29 % of clumped sets at 5 % (benchmarks/document_tests.py). Without documents,
blocks of neighbouring lines stand for them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Int32, Int64
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats.covariates import codes_of
from extractors.formats.thresholds import FEWEST_CLUSTERS
from extractors.scoring.statistics.signatures import Cluster
from extractors.scoring.statistics.statistics_settings import StatisticsSettings

LARGEST_BLOCK = 50
FEWEST_BLOCKS = 20
"""Blocks that a corpus has at least. The smaller blocks are, the more of a document's dependence they miss."""


@dataclass(frozen=True)
class SegmentClusters:
    """Segments that are drawn as one.

    Attributes:
        unit: what they are.
        numbers: (N,) the number of each segment's cluster, from 0 on; None where each segment is by itself.
    """

    unit: Cluster
    numbers: Int64 | None

    def are_few(self, ids: Int32) -> bool:
        """Return whether a set (n,) has too few clusters to say anything; False where each segment is by itself."""
        return self.numbers is not None and len(np.unique(self.numbers[ids])) < FEWEST_CLUSTERS

    def of_segments(self, segments: int) -> Int64:
        """Return the cluster number of each segment, given how many segments there are."""
        return np.arange(segments, dtype=np.int64) if self.numbers is None else self.numbers


ALONE = SegmentClusters("segment", None)
"""Each segment is drawn by itself."""


def clusters_of(covariates: pa.Table | None, settings: StatisticsSettings) -> SegmentClusters:
    """Decide what is drawn as one, according to the settings.

    Args:
        covariates: a table COVARIATES; None where nothing is known of the segments, not even their order.
    """
    if settings.cluster == "segment" or (covariates is None and settings.cluster is None):
        return ALONE
    documents = None if covariates is None else codes_of(covariates, "document")
    if documents is None and settings.cluster == "document":
        raise InputError(
            "statistics.cluster is `document`, but the documents of the segments are not known",
            remedy="name a document for each segment (`document:` of the corpus), or leave out statistics.cluster",
        )
    if covariates is None:
        raise InputError(
            "statistics.cluster is `block`, but the order of the segments is not known", remedy="give --covariates"
        )
    if documents is None or settings.cluster == "block":
        return blocks_of(len(covariates), settings.block)
    count = len(np.unique(documents))
    if 0 < count < FEWEST_CLUSTERS:
        log.warning(
            "the corpus has %d documents, and tests by document need %d: every set counts as too small; take"
            " `statistics: {cluster: segment}` if its segments do not depend on each other",
            count,
            FEWEST_CLUSTERS,
        )
    return SegmentClusters("document", documents)


def blocks_of(segments: int, lines: int | None = None) -> SegmentClusters:
    """Group neighbouring lines into blocks.

    Args:
        lines: of a block; by default as many as leave FEWEST_BLOCKS, LARGEST_BLOCK at most.
    """
    lines = lines or max(1, min(LARGEST_BLOCK, segments // FEWEST_BLOCKS))
    return SegmentClusters("block", np.arange(segments, dtype=np.int64) // lines)
