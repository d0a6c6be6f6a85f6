"""Choose example segments where the page has no room for all: of each distance the most telling, some by chance.

Distances take turns: in each turn every distance of the phenomenon that has segments left gives one of them. So far
distances, which are rare and what the sets are about, come first; and a smaller choice is always the beginning of a
larger one. The order of distances in a turn is such that any beginning of it is spread over them (0, the half, the
quarters, the eighths, ...).

Three turns in four give the segment on which the systems differ most (`telling`), the fourth one of the others at
random, so that a reader also sees what is usual. The random numbers depend on the phenomenon's name alone. Where
nothing is known of the systems, all are random.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Float64, Int64
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.report.examples.segment_scores import ShownScores

RANDOM_EVERY = 4
"""Of the segments of a distance, one in so many is drawn at random."""


def turns(hits: pa.Table, limit: int, telling: Int64 | None = None) -> list[list[int]]:
    """Choose the segments to show, in turns: the first n turns are the choice of n segments for each phenomenon.

    Args:
        hits: a table of the format HITS.
        limit: segments to choose for each phenomenon, at most.
        telling: (hits,) how telling each hit is; None where nothing is known of it.

    Returns:
        `limit` lists or fewer; a segment is in the first of them in which a phenomenon chooses it, and only there.
    """
    names = hits.column("phenomenon").combine_chunks().dictionary_encode()
    codes = names.indices.to_numpy()
    segments = hits.column("segment_id").to_numpy()
    distances = hits.column("distance_set").to_numpy()
    orders = []
    for code, name in enumerate(names.dictionary.to_pylist()):
        is_own = codes == code
        told = None if telling is None else telling[is_own].tolist()
        orders.append(order(name, segments[is_own].tolist(), distances[is_own].tolist(), limit, told))
    chosen: set[int] = set()
    new_by_turn = []
    for turn in zip_longest(*orders):
        new = sorted({segment for segment in turn if segment is not None} - chosen)
        chosen.update(new)
        new_by_turn.append(new)
    return new_by_turn


def order(
    phenomenon: str, segments: Sequence[int], distances: Sequence[int], limit: int, telling: Sequence[int] | None = None
) -> list[int]:
    """Choose the first segments of a phenomenon to show, each once.

    Args:
        segments, distances: of its hits; a segment may have several.
        limit: how many at most.
        telling: how telling each hit is; a segment counts as its most telling hit.
    """
    by_distance: dict[int, dict[int, int]] = {}
    for distance, segment, told in sorted(zip(distances, segments, telling or [0] * len(segments), strict=True)):
        by_distance.setdefault(distance, {})[segment] = told
    random = np.random.default_rng(zlib.crc32(phenomenon.encode()))
    left: list[list[int]] = []
    for _, told_by_segment in sorted(by_distance.items()):
        drawn: list[int] = random.permutation(list(told_by_segment)).tolist()
        left.append((drawn if telling is None else _mixed(told_by_segment, drawn))[::-1])
    left = [left[number] for number in spread(len(left))]
    chosen: dict[int, None] = {}
    while left and len(chosen) < limit:
        for segments_left in left:
            while segments_left and (segment := segments_left.pop()) in chosen:
                pass
            if segment not in chosen and len(chosen) < limit:
                chosen[segment] = None
        left = [segments_left for segments_left in left if segments_left]
    return list(chosen)


def _mixed(telling: Mapping[int, int], drawn: Sequence[int]) -> list[int]:
    """Order all segments: the most telling first, but every fourth is the next one left in the random order."""
    most_telling, by_chance = iter(sorted(telling, key=lambda segment: (-telling[segment], segment))), iter(drawn)
    mixed: dict[int, None] = {}
    for number in range(1, len(drawn) + 1):
        source = most_telling if number % RANDOM_EVERY else by_chance
        mixed[next(segment for segment in source if segment not in mixed)] = None
    return list(mixed)


def spread(n: int) -> list[int]:
    """Return the numbers below n in such an order that any beginning of it is spread over them (van der Corput's)."""
    bits = max(n - 1, 1).bit_length()
    return [k for k in (int(f"{i:0{bits}b}"[::-1], 2) for i in range(2**bits)) if k < n]


_KEY = ["segment_id", "phenomenon", "head", "dependent"]


def ranks(hits: pa.Table, by_hit: Path | None, systems: Sequence[str], scores: ShownScores | None) -> Int64 | None:
    """Return (hits,) the rank of each hit by how telling it is, 0 for the least; equal hits share a rank.

    Args:
        hits: a table of the format HITS.
        by_hit: the table ACCURACY_HITS; None where it was not measured.
        systems: the systems whose outputs are shown.
        scores: of the segments; None where there are none.

    Returns:
        None where neither outputs nor scores tell anything.
    """
    if not systems or (by_hit is None and (scores is None or not scores.decimals)):
        return None
    divided = np.zeros(len(hits)) if by_hit is None else _disagreement(hits, by_hit, systems)
    segments = hits.column("segment_id").to_numpy()
    spread = np.zeros(len(hits)) if scores is None or not scores.decimals else scores.spread[segments]
    _, rank = np.unique(np.stack([divided, spread], axis=1), axis=0, return_inverse=True)
    return np.asarray(rank, dtype=np.int64).reshape(-1)


def divided(yes: Float64, no: Float64) -> Float64:
    """Return how divided votes are: 1 where half of those counted say yes, 0 where all agree or none is counted."""
    counted = yes + no
    return np.where(counted > 0, 2 * np.minimum(yes, no) / np.maximum(counted, 1), 0.0)


def _disagreement(hits: pa.Table, by_hit: Path, systems: Sequence[str]) -> Float64:
    """Return (hits,) how far systems disagree on whether a hit is found, from 0 to 1."""
    table = tables.read(ACCURACY_HITS, by_hit, where=pc.field("system").isin(pa.array(systems, pa.string())))
    votes = {
        "found": pc.fill_null(table.column("reference_match"), False),
        "missed": pc.fill_null(pc.invert(table.column("reference_match")), False),
    }
    counted = pa.table({key: table.column(key) for key in _KEY} | {k: pc.cast(v, pa.int32()) for k, v in votes.items()})
    grouped = counted.group_by(_KEY).aggregate([(name, "sum") for name in votes])
    matched, missed = (grouped.column(f"{name}_sum").to_numpy().astype(np.float64) for name in votes)
    disagreements = dict(zip(_keys(grouped), divided(matched, missed).tolist(), strict=True))
    return np.array([disagreements.get(key, 0.0) for key in _keys(hits)])


def _keys(table: pa.Table) -> zip[tuple[object, ...]]:
    return zip(*(table.column(name).to_pylist() for name in _KEY), strict=True)
