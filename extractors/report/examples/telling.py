"""How telling hits are as examples: the systems disagree on them, or their scores of the segment lie far apart.

A hit that all systems have, or that all lack, shows no difference between them. One that half of them have shows the
most. So hits are ranked by the disagreement on whether they are found, and then by the standard deviation of the
segment's scores over the systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Float64, Int64
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS
from extractors.report.examples.segment_scores import ShownScores

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
    found, missed = (grouped.column(f"{name}_sum").to_numpy().astype(np.float64) for name in votes)
    known = dict(zip(_keys(grouped), divided(found, missed).tolist(), strict=True))
    return np.array([known.get(key, 0.0) for key in _keys(hits)])


def _keys(table: pa.Table) -> zip[tuple[object, ...]]:
    return zip(*(table.column(name).to_pylist() for name in _KEY), strict=True)
