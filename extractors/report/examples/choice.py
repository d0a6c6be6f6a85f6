"""The choice of example segments where the page has no room for all: of each distance the most telling, some by chance.

Distances take turns: in each turn every distance of the phenomenon that has segments left gives one of them. So far
distances, which are rare and what the sets are about, come first; and a smaller choice is always the beginning of a
larger one. The order of distances in a turn is such that any beginning of it is spread over them (0, the half, the
quarters, the eighths, ...).

Three turns in four give the segment on which the systems differ most (`telling`), the fourth one of the others at
random, so that a reader also sees what is usual. The random numbers depend on the phenomenon's name alone. Where
nothing is known of the systems, all are random.
"""

import zlib
from collections.abc import Mapping, Sequence
from itertools import zip_longest

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Int64

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
        of_phenomenon = codes == code
        told = None if telling is None else telling[of_phenomenon].tolist()
        orders.append(order(name, segments[of_phenomenon].tolist(), distances[of_phenomenon].tolist(), limit, told))
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
    left = [left[place] for place in spread(len(left))]
    chosen: dict[int, None] = {}
    while left and len(chosen) < limit:
        for of_distance in left:
            while of_distance and (segment := of_distance.pop()) in chosen:
                pass
            if segment not in chosen and len(chosen) < limit:
                chosen[segment] = None
        left = [of_distance for of_distance in left if of_distance]
    return list(chosen)


def _mixed(telling: Mapping[int, int], drawn: Sequence[int]) -> list[int]:
    """Order all segments: the most telling first, but every fourth is the next one left in the random order."""
    most_telling, by_chance = iter(sorted(telling, key=lambda segment: (-telling[segment], segment))), iter(drawn)
    mixed: dict[int, None] = {}
    for place in range(1, len(drawn) + 1):
        source = most_telling if place % RANDOM_EVERY else by_chance
        mixed[next(segment for segment in source if segment not in mixed)] = None
    return list(mixed)


def spread(n: int) -> list[int]:
    """Return the numbers below n in such an order that any beginning of it is spread over them (van der Corput's)."""
    bits = max(n - 1, 1).bit_length()
    return [k for k in (int(f"{i:0{bits}b}"[::-1], 2) for i in range(2**bits)) if k < n]
