"""Patterns tested in one part of a corpus, or in one corpus, and those that are found tested again in another.

The test of a pattern is that of a phenomenon: the mean over the systems of its segments minus controls, clustered by
document. Discovery only screens: it takes what is below the level by itself, a part of it by chance. Confirmation
decides, by the same sign and by Benjamini and Hochberg's correction over all that was screened, which holds whatever
the screening was, as its documents are others. Patterns share segments, so their tests depend on each other, mostly
positively: the expected share of false ones among the confirmed stays bounded, but they come in groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array

from challenge_sets_lab.discovery.request_enumeration import Pattern
from extractors.core.arrays import Float64, Ids, Int32
from extractors.formats.thresholds import FEWEST_SEGMENTS
from extractors.phenomena.estimands import estimand_of
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.documents import SegmentClusters
from extractors.scoring.phenomenon_tests import COPIES, LARGEST, obstacle
from extractors.scoring.scorer import SystemBlock, contrast_of
from extractors.scoring.set_scores import UNIT, UNITS, Row, measured_effect
from extractors.scoring.statistics.pvalues import benjamini_hochberg

ROWS_AT_ONCE = 512
"""Patterns that are compared with all others at a time."""
CONFIRMED = "confirmed"
NOT_CONFIRMED = "not confirmed"


@dataclass(frozen=True)
class ScoredPart:
    """Some segments of a scored corpus.

    Attributes:
        block: the systems by one metric, with the statistics of these n segments alone.
        pool: the same segments as the source of controls.
        clusters: what is drawn as one among them.
        segments: (n,) their numbers in the corpus, ascending.
    """

    block: SystemBlock
    pool: ControlPool
    clusters: SegmentClusters
    segments: Int32

    @classmethod
    def of(cls, block: SystemBlock, pool: ControlPool, clusters: SegmentClusters) -> ScoredPart:
        """Select the segments of a corpus for which at least one system has a score."""
        whole = cls(block, pool, clusters, np.arange(len(block.rows), dtype=np.int32))
        return whole.part(np.flatnonzero(block.rows.any(axis=(1, 2))))

    def part(self, places: Sequence[int] | Ids) -> ScoredPart:
        """Select some of the segments, given by their (m,) positions in this part, ascending."""
        values = {name: of_all[places] for name, of_all in self.pool.values.items()}
        numbers = self.clusters.numbers
        clusters = replace(self.clusters, numbers=None if numbers is None else numbers[places])
        block = replace(self.block, rows=self.block.rows[places])
        return ScoredPart(block, ControlPool(values, self.pool.settings), clusters, self.segments[places])

    def halves(self, seed: int) -> tuple[ScoredPart, ScoredPart]:
        """Split the part at random into two of about the same size that share no document."""
        numbers = np.arange(len(self.segments)) if self.clusters.numbers is None else self.clusters.numbers
        names, of_segment, sizes = np.unique(numbers, return_inverse=True, return_counts=True)
        in_first, filled = np.zeros(len(names), dtype=np.bool_), [0, 0]
        for document in np.random.default_rng(seed).permutation(len(names)).tolist():
            first = filled[0] <= filled[1]
            in_first[document] = first
            filled[not first] += int(sizes[document])
        return self.part(np.flatnonzero(in_first[of_segment])), self.part(np.flatnonzero(~in_first[of_segment]))

    def effect(self, segments: Int32) -> Row:
        """Compare the scores of a set's segments with controls, and return the row that `obstacle` and EFFECTS need.

        Sets that are too small or too large for a test get no p-value.

        Args:
            segments: of the set, numbered as in the corpus; segments outside this part are ignored.
        """
        ids = self.places(segments)
        row: Row = {"n": len(ids), "compared": 0, "controls": None, "p": None, UNITS: None}
        row[UNIT] = self.clusters.unit
        if not FEWEST_SEGMENTS <= len(ids) <= LARGEST * len(self.segments):
            return row
        matches = self.pool.match(ids)
        row |= {"compared": len(matches.ids), "controls": matches.effective_controls}
        return row | measured_effect(contrast_of(self.block, matches, self.pool), self.block.made, self.clusters)

    def places(self, segments: Int32) -> Int32:
        """Return the positions in this part of segments numbered as in the corpus."""
        return np.flatnonzero(np.isin(self.segments, segments, assume_unique=True)).astype(np.int32)


@dataclass(frozen=True)
class ConfirmedPattern:
    """A pattern that was found, and its test in the documents that were held out.

    Attributes:
        copies: patterns of nearly the same segments, tested as this one.
        found: the effect in discovery, with p and q.
        again: the effect in confirmation; q is None where it is not tested.
        status: CONFIRMED, NOT_CONFIRMED, or why it is not tested again.
    """

    pattern: Pattern
    copies: tuple[Pattern, ...]
    found: Row
    again: Row
    status: str


def merged(patterns: Sequence[Pattern], segments: int) -> dict[int, list[int]]:
    """Group near copies: map the index of each group's simplest pattern to the indices of its copies.

    Among patterns with as many conditions, the one with the most segments represents the group.

    Of patterns that ask for as much, the one of more segments stands for the others.

    Args:
        segments: of the corpus.
    """
    order = sorted(range(len(patterns)), key=lambda i: (patterns[i].conditions, -len(patterns[i].segments), i))
    taken = np.zeros(len(patterns), dtype=np.bool_)
    groups: dict[int, list[int]] = {}
    shared = shares([patterns[i].segments for i in order], [patterns[i].segments for i in order], segments)
    for i, alike in zip(order, shared, strict=True):
        if not taken[i]:
            near = [order[j] for j in np.flatnonzero(alike >= COPIES) if not taken[order[j]]]
            taken[near] = True
            groups[i] = [j for j in near if j != i]
    return groups


def shares(sets: Sequence[Int32], others: Sequence[Int32], segments: int) -> Iterator[Float64]:
    """Yield for each set its Jaccard index with each of `others`: size of the intersection over size of the union."""
    many, sizes = _members(others, segments), np.array([len(ids) for ids in others])
    for start in range(0, len(sets), ROWS_AT_ONCE):
        part = sets[start : start + ROWS_AT_ONCE]
        both = (_members(part, segments) @ many.T).toarray()
        either = np.array([len(ids) for ids in part])[:, None] + sizes - both
        yield from both / np.maximum(either, 1)


def _members(sets: Sequence[Int32], segments: int) -> csr_array:
    """Return a sparse (m, segments) matrix with 1 where a set contains a segment."""
    places = np.concatenate([np.zeros(0, dtype=np.int32), *sets])
    starts = np.cumsum([0, *map(len, sets)])
    return csr_array((np.ones(len(places), dtype=np.float32), places, starts), shape=(len(sets), segments))


@dataclass(frozen=True)
class FoundPatterns:
    """What passed the screening.

    Attributes:
        tested: how many patterns were tested, of each group of near copies one.
        patterns: those whose p is below the level, each with its near copies and its effect.
    """

    tested: int
    patterns: Sequence[tuple[Pattern, tuple[Pattern, ...], Row]]


def find_patterns(patterns: Sequence[Pattern], part: ScoredPart, *, segments: int, alpha: float) -> FoundPatterns:
    """Test patterns in a part of a corpus of so many segments."""
    groups = merged(patterns, segments)
    rows = _corrected(part, [part.effect(patterns[i].segments) for i in groups])
    found = [
        (patterns[i], tuple(patterns[j] for j in copies), row)
        for (i, copies), row in zip(groups.items(), rows, strict=True)
        if row["p"] is not None and row["p"] < alpha
    ]
    return FoundPatterns(sum(row["q"] is not None for row in rows), found)


def confirm_patterns(
    found: FoundPatterns, part: ScoredPart, sets: Sequence[Int32], *, alpha: float
) -> list[ConfirmedPattern]:
    """Test what was found in other documents, the surest first.

    Args:
        sets: the segments of each found pattern in the corpus of the part.
    """
    rows = _corrected(part, [part.effect(ids) for ids in sets])
    tested = []
    for (pattern, copies, first), row in zip(found.patterns, rows, strict=True):
        status = row["obstacle"] or NOT_CONFIRMED
        if row["q"] is not None and row["q"] < alpha and row["difference"] * first["difference"] > 0:
            status = CONFIRMED
        tested.append(ConfirmedPattern(pattern, copies, first, row, status))
    return sorted(tested, key=lambda one: (one.status != CONFIRMED, one.again["q"] is None, one.again["q"] or 0.0))


def _corrected(part: ScoredPart, rows: Sequence[Row]) -> list[Row]:
    """Add to each row the obstacle to testing its set, or the p-value corrected by Benjamini-Hochberg (`q`)."""
    asked = estimand_of({}, "")
    obstacles = [obstacle(row, asked, len(part.segments)) for row in rows]
    p = [row["p"] if why is None else None for row, why in zip(rows, obstacles, strict=True)]
    q = benjamini_hochberg(p)
    return [
        row | {"p": one, "q": None if one is None else float(value), "obstacle": why}
        for row, one, value, why in zip(rows, p, q, obstacles, strict=True)
    ]
