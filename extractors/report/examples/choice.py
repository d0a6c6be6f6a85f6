"""The choice of example segments where the page has no room for all: some of each distance, by chance.

Distances take turns: in each turn every distance of the phenomenon that has segments left gives one of them, drawn
by a stream of random numbers that depends on the phenomenon's name alone. So far distances, which are rare and what
the sets are about, come first; and a smaller choice is always the beginning of a larger one. The order of
distances in a turn is such that any beginning of it is spread over them (0, the half, the quarters, the eighths, ...).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import zip_longest

import numpy as np
import pyarrow as pa


def turns(hits: pa.Table, limit: int) -> list[list[int]]:
    """The segments to show, in turns: the first n of them are the choice of n segments for each phenomenon.

    Args:
        hits: a table of the format HITS.
        limit: segments to choose for each phenomenon, at most.

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
        orders.append(order(name, segments[of_phenomenon].tolist(), distances[of_phenomenon].tolist(), limit))
    chosen: set[int] = set()
    new_by_turn = []
    for turn in zip_longest(*orders):
        new = sorted({segment for segment in turn if segment is not None} - chosen)
        chosen.update(new)
        new_by_turn.append(new)
    return new_by_turn


def order(phenomenon: str, segments: Sequence[int], distances: Sequence[int], limit: int) -> list[int]:
    """The first segments of a phenomenon to show, each once.

    Args:
        segments, distances: of its hits; a segment may have several.
        limit: how many at most.
    """
    by_distance: dict[int, list[int]] = {}
    for distance, segment in sorted(set(zip(distances, segments, strict=True))):
        by_distance.setdefault(distance, []).append(segment)
    random = np.random.default_rng(zlib.crc32(phenomenon.encode()))
    left = [random.permutation(by_distance[distance]).tolist() for distance in sorted(by_distance)]
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


def spread(n: int) -> list[int]:
    """The numbers below n in such an order that any beginning of it is spread over them (van der Corput's)."""
    bits = max(n - 1, 1).bit_length()
    return [k for k in (int(f"{i:0{bits}b}"[::-1], 2) for i in range(2**bits)) if k < n]
