"""Controls: samples of segments matched one to one to a challenge set by source length, or by more than that.

A control sample replaces each segment of the set by a random one of the pool whose source length
differs by at most a tolerance (Choshen and Abend 2019: 1 token, 100 samples, the whole corpus as the
pool). The draws of the segments of a sample are independent of each other, as in the paper. A control may
be asked to be alike in other covariates too, such as the number of clauses.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64, Int32
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.origin import inherit_origin
from extractors.formats.sets import CONTROLS, UNMATCHED, Range, check_ids, set_key
from extractors.settings.controls import ControlSettings


def draw(
    ids: Int32,
    lengths: Int32,
    pool: Int32,
    *,
    samples: int,
    tolerance: int,
    rng: np.random.Generator,
) -> Int32:
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
    places = rng.integers(low, np.maximum(high, low + 1), size=(samples, len(ids)))
    drawn = by_length[np.minimum(places, max(len(by_length) - 1, 0))] if len(by_length) else places * 0
    return np.where(high > low, drawn, UNMATCHED).astype(np.int32)


def draw_alike(
    ids: Int32,
    values: Float64,
    tolerances: Float64,
    pool: Int32,
    *,
    samples: int,
    rng: np.random.Generator,
) -> Int32:
    """Draw control samples that are alike in several covariates.

    Args:
        ids: (n,) the segments of the set.
        values: (N, c) of the covariates of every segment of the corpus.
        tolerances: (c,) largest differences.
        pool: segments to draw from.

    Returns:
        (samples, n) segment_ids; UNMATCHED where no segment of the pool is alike.
    """
    drawn = np.full((samples, len(ids)), UNMATCHED, dtype=np.int32)
    kinds, kind = np.unique(values[ids], axis=0, return_inverse=True)
    for number, like in enumerate(kinds):
        # A share such as 0.35 less one such as 0.3 is a little more than 0.05.
        fitting = pool[(np.abs(values[pool] - like) <= tolerances + 1e-9).all(axis=1)]
        of_kind = np.flatnonzero(kind.reshape(-1) == number)
        if len(fitting):
            drawn[:, of_kind] = fitting[rng.integers(len(fitting), size=(samples, len(of_kind)))]
    return drawn


def draw_controls(
    settings: ControlSettings,
    phenomenon: str,
    r: Range,
    ids: Int32,
    lengths: Int32,
    covariates: Mapping[str, Float64],
) -> Int32:
    """(samples, n) the control samples of a set, from a random stream seeded by the seed and the set's name.

    Args:
        ids: (n,) the segments of the set.
        lengths: (N,) source length of every segment of the corpus, in surface tokens.
        covariates: (N,) values of the covariates other than the length.
    """
    check_ids(ids, len(lengths), f"the set {phenomenon} {r.name}")
    stream = np.random.default_rng([settings.seed, zlib.crc32(f"{phenomenon}/{r.name}".encode())])
    # An empty segment cannot be the control of a short one: it has nothing to translate.
    everything = np.flatnonzero(lengths >= max(settings.minimum_length, 1)).astype(np.int32)
    candidates = everything if settings.pool == "corpus" else np.setdiff1d(everything, ids)
    if settings.match == ("length",):
        drawn = draw(ids, lengths, candidates, samples=settings.samples, tolerance=settings.tolerance, rng=stream)
    else:
        # A parse does not tell of empty segments at the end of a corpus, and they are in no set.
        known = [lengths if name == "length" else covariates[name][: len(lengths)] for name in settings.match]
        values = np.stack(known or [lengths])
        allowed = [settings.tolerance_of(name) for name in settings.match] or [np.inf]
        drawn = draw_alike(
            ids, values.T.astype(float), np.array(allowed), candidates, samples=settings.samples, rng=stream
        )
    drawn[:, lengths[ids] < settings.minimum_length] = UNMATCHED
    return drawn


def control(
    sets: pa.Table,
    lengths: Int32,
    settings: ControlSettings,
    *,
    covariates: Mapping[str, Float64] | None = None,
) -> pa.Table:
    """The control samples of every set.

    Each set has a random stream of its own, made from the seed and the set's name: adding a
    phenomenon changes nobody else's controls.

    Args:
        sets: a table of sets.
        lengths: (N,) source length of every segment of the corpus, in surface tokens.
        covariates: (N,) values of what is matched besides the length.

    Raises:
        InputError: a covariate is matched and not given.
    """
    known = covariates or {}
    for name in settings.others:
        if name not in known:
            raise InputError(f"controls are matched on {name}, which is not known", remedy="name where it is")
        if len(known[name]) < len(lengths):
            raise InputError(
                f"the {name} is known of {len(known[name])} segments, the corpus has {len(lengths)} or more",
                remedy="give one value a segment, in the order of the source",
            )
    rows = []
    for row in sets.to_pylist():
        phenomenon, r = set_key(row)
        ids = np.array(row["segment_ids"], dtype=np.int32)
        drawn = draw_controls(settings, phenomenon, r, ids, lengths, known)
        unmatched = int((drawn[0] == UNMATCHED).sum())
        if unmatched:
            log.warning(
                "%s %s: %d of %d segments have no control within %d tokens%s and are left out of the samples",
                phenomenon,
                r.name,
                unmatched,
                len(ids),
                settings.tolerance,
                "" if settings.match == ("length",) else f" that is alike in {', '.join(settings.match)}",
            )
        place = {name: row[name] for name in ("phenomenon", "kind", "distance_from", "distance_below")}
        rows += [
            {**place, "sample": s, "unmatched": unmatched, "segment_ids": drawn[s]} for s in range(settings.samples)
        ]
    table = tables.signed(CONTROLS.table(rows), tables.run_signature(sets, settings.signature))
    return inherit_origin(table, sets, pool=settings.pool)
