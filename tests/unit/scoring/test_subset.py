"""A corpus of which some segments are kept."""

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from extractors.formats.sets import CONTROLS, SETS
from extractors.scoring.subset import Subset
from tests.builders.rows import table_of

N = 12
SET = {"phenomenon": "p", "kind": "minimum", "distance_from": 1, "distance_below": None}


def tables(ids, samples, distances):
    """A set, its control samples, and a hit of each distance in each of its segments."""
    sets = table_of(SETS, [SET | {"segments": len(ids), "hits": 0, "segment_ids": ids}])
    controls = table_of(
        CONTROLS, [SET | {"sample": n, "unmatched": 0, "segment_ids": drawn} for n, drawn in enumerate(samples)]
    )
    hits = pa.table(
        {
            "segment_id": pa.array([i for i in ids for _ in distances], pa.int32()),
            "phenomenon": ["p"] * len(ids) * len(distances),
            "distance_set": list(distances) * len(ids),
        }
    )
    return sets.replace_schema_metadata({b"run": b"x"}), controls, hits


def members(bits):
    return [n for n in range(N) if bits >> n & 1]


@given(st.integers(1, 2**N - 1), st.integers(0, 2**N - 1), st.integers(0, 99))
def test_what_is_kept_is_what_it_was_under_new_numbers(kept_bits, set_bits, seed):
    kept, ids = members(kept_bits), members(set_bits)
    samples = np.random.default_rng(seed).integers(-1, N, size=(seed % 3, len(ids))).tolist()
    sets, controls, hits = tables(ids, samples, (0, 1, 4))
    part = Subset(kept, N)
    stay = [i for i in ids if i in kept]
    rows = part.sets(sets, hits).to_pylist()
    assert [[kept[i] for i in row["segment_ids"]] for row in rows] == [stay]
    assert [(row["segments"], row["hits"]) for row in rows] == [(len(stay), 2 * len(stay))]
    drawn = part.controls(controls, sets).to_pylist()
    for row, sample in zip(drawn, samples, strict=True):
        was = [c if c in kept else -1 for i, c in zip(ids, sample, strict=True) if i in kept]
        assert [-1 if c == -1 else kept[c] for c in row["segment_ids"]] == was
        assert row["unmatched"] == was.count(-1)


def test_signatures_stay():
    sets, _, hits = tables([1, 2], [], (1,))
    assert Subset([2], N).sets(sets, hits).schema.metadata == {b"run": b"x"}


def test_exact_distances_and_buckets_count_their_own_hits():
    _, _, hits = tables([1, 2], [], (0, 1, 2, 5))
    kinds = [("exact", 1, 2, 1), ("bucket", 1, 5, 2), ("minimum", 2, None, 2)]
    rows = [
        SET | {"kind": kind, "distance_from": a, "distance_below": b, "segments": 2, "hits": 8, "segment_ids": [1, 2]}
        for kind, a, b, _ in kinds
    ]
    found = Subset([2, 3], N).sets(table_of(SETS, rows), hits).to_pylist()
    assert [row["hits"] for row in found] == [count for *_, count in kinds]
    assert all(np.array_equal(row["segment_ids"], [0]) for row in found)
