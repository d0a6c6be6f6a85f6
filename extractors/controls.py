"""Controls: samples of segments matched one to one to a challenge set by source length.

A control sample replaces each segment of the set by a random one of the pool whose source length
differs by at most a tolerance (Choshen and Abend 2019: 1 token, 100 samples, the whole corpus as the
pool). The draws of the segments of a sample are independent of each other, as in the paper.
"""

from __future__ import annotations

import zlib

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors import tables
from extractors.errors import InputError, nearest
from extractors.logs import log
from extractors.sets import check_ids, key
from extractors.treebank import Treebank

POOLS = ("corpus", "rest")
UNMATCHED = -1


def source_lengths(treebank: Treebank) -> npt.NDArray[np.int32]:
    """(N,) length of every segment in surface tokens; 0 for one without any, N - 1 the last with one."""
    segments = treebank.segment[treebank.sentence[treebank.begins_token]]
    return np.bincount(segments).astype(np.int32)


def draw(
    ids: npt.NDArray[np.int32],
    lengths: npt.NDArray[np.int32],
    pool: npt.NDArray[np.int32],
    *,
    samples: int,
    tolerance: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.int32]:
    """Draw control samples for a set of n segments.

    Args:
        ids: (n,) the segments of the set.
        lengths: (N,) source length of every segment of the corpus, in surface tokens.
        pool: segments to draw from.
        samples: number of samples.
        tolerance: largest difference in length, in tokens.
        rng: the source of randomness.

    Returns:
        (samples, n) segment_ids; UNMATCHED where the pool has no segment of fitting length.
    """
    by_length = pool[np.argsort(lengths[pool], kind="stable")]
    sorted_lengths = lengths[by_length]
    low = np.searchsorted(sorted_lengths, lengths[ids] - tolerance, side="left")
    high = np.searchsorted(sorted_lengths, lengths[ids] + tolerance, side="right")
    chosen = rng.integers(low, np.maximum(high, low + 1), size=(samples, len(ids)))
    drawn = by_length[np.minimum(chosen, max(len(by_length) - 1, 0))] if len(by_length) else chosen * 0
    return np.where(high > low, drawn, UNMATCHED).astype(np.int32)


def control(
    sets: pa.Table, lengths: npt.NDArray[np.int32], *, samples: int, tolerance: int, pool: str, seed: int
) -> pa.Table:
    """The control samples of every set.

    Each set has a random stream of its own, made from the seed and the set's name: adding a
    phenomenon changes nobody else's controls.

    Args:
        sets: a table of sets.
        lengths: (N,) source length of every segment of the corpus, in surface tokens.
        pool: "corpus" draws from all segments (the paper), "rest" from those outside the set.

    Raises:
        InputError: an unknown pool, or numbers below 1 sample or 0 tolerance.
    """
    if pool not in POOLS:
        raise InputError(f"unknown pool {pool!r} of controls", remedy=nearest(pool, POOLS))
    if samples < 1 or tolerance < 0 or seed < 0:
        raise InputError(
            f"{samples} samples with tolerance {tolerance} and seed {seed}",
            remedy="at least 1 sample, tolerance 0 or more, seed 0 or more",
        )
    # An empty segment is no control of a short one: there is nothing in it to translate.
    everything = np.flatnonzero(lengths).astype(np.int32)
    rows = []
    for row in sets.to_pylist():
        phenomenon, r = key(row)
        ids = np.array(row["segment_ids"], dtype=np.int32)
        stream = np.random.default_rng([seed, zlib.crc32(f"{phenomenon}/{r.name}".encode())])
        check_ids(ids, len(lengths), f"the set {phenomenon} {r.name}")
        candidates = everything if pool == "corpus" else np.setdiff1d(everything, ids)
        drawn = draw(ids, lengths, candidates, samples=samples, tolerance=tolerance, rng=stream)
        unmatched = int((drawn[0] == UNMATCHED).sum())
        if unmatched:
            log.warning(
                "%s %s: %d of %d segments have no control within %d tokens and are left out of the samples",
                phenomenon,
                r.name,
                unmatched,
                len(ids),
                tolerance,
            )
        place = {name: row[name] for name in ("phenomenon", "kind", "distance_from", "distance_below")}
        rows += [{**place, "sample": s, "unmatched": unmatched, "segment_ids": drawn[s]} for s in range(samples)]
    how = f"controls:{samples}.tol{tolerance}.{pool}.seed{seed}"
    return tables.signed(tables.CONTROLS.table(rows), tables.run_signature(sets, how))
