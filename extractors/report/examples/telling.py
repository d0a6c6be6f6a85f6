"""How telling hits are as examples: the systems disagree on them, or their scores of the segment lie far apart.

A hit that all systems have, or that all lack, shows no difference between them. One that half of them have shows the
most. So hits are ranked by the disagreement on whether they are found, plus that on the verdict, and then by the
standard deviation of the segment's scores over the systems. Before them come those that a system omits, the surest
first: what most other texts have.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Float64, Int64
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY_HITS, OMITTED, RENDERED
from extractors.report.examples.segment_scores import ShownScores

_KEY = ["segment_id", "phenomenon", "head", "dependent"]


def ranks(hits: pa.Table, by_hit: Path | None, systems: Sequence[str], scores: ShownScores | None) -> Int64 | None:
    """(hits,) How telling each hit is: the rank of what systems make of it, 0 for the least; equal ones share a rank.

    Args:
        hits: a table of the format HITS.
        by_hit: the table ACCURACY_HITS; None where it was not measured.
        systems: those whose outputs are shown.
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
    """1 where half of those that are counted say yes, 0 where all say the same or none is counted."""
    counted = yes + no
    return np.where(counted > 0, 2 * np.minimum(yes, no) / np.maximum(counted, 1), 0.0)


def _disagreement(hits: pa.Table, by_hit: Path, systems: Sequence[str]) -> Float64:
    """(hits,) How far systems disagree on whether a hit is found and whether it is rendered, from 0 to 2.

    Of a hit that a system surely omits, 2 and the share of the other texts that have it.
    """
    table = tables.read(ACCURACY_HITS, by_hit, where=pc.field("system").isin(pa.array(systems, pa.string())))
    votes = {
        "found": pc.fill_null(table.column("reference_match"), False),
        "missed": pc.fill_null(pc.invert(table.column("reference_match")), False),
        "rendered": pc.fill_null(pc.equal(table.column("verdict"), RENDERED), False),
        "failed": pc.fill_null(pc.equal(table.column("verdict"), OMITTED), False),
    }
    shares = pc.if_else(table.column("doubtful"), None, table.column("others_with"))
    counted = pa.table(
        {key: table.column(key) for key in _KEY}
        | {k: pc.cast(v, pa.int32()) for k, v in votes.items()}
        | {"surest": shares}
    )
    grouped = counted.group_by(_KEY).aggregate([*((name, "sum") for name in votes), ("surest", "max")])
    columns = [grouped.column(f"{name}_sum").to_numpy().astype(np.float64) for name in votes]
    surest = pc.fill_null(grouped.column("surest_max"), -1).to_numpy()
    of_hit = np.where(surest >= 0, 2 + surest, divided(*columns[:2]) + divided(*columns[2:]))
    known = dict(zip(_keys(grouped), of_hit.tolist(), strict=True))
    return np.array([known.get(key, 0.0) for key in _keys(hits)])


def _keys(table: pa.Table) -> zip[tuple[object, ...]]:
    return zip(*(table.column(name).to_pylist() for name in _KEY), strict=True)
