from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from extractors.core.arrays import Bool, Ids, Int32
from extractors.core.errors import InputError
from extractors.formats import columns as col
from extractors.formats.definition import Format

SETS = Format(
    "sets",
    "a challenge set: the segments with a hit in a range of distances",
    "sets.parquet",
    (
        col.PHENOMENON,
        col.text("kind", "minimum (distance >= from), exact (= from) or bucket (from <= distance < below)"),
        col.whole("distance_from", "smallest distance"),
        col.whole("distance_below", "first distance too large; missing for a minimum", optional=True),
        col.whole("segments", "number of segments"),
        col.whole("hits", "number of hits in them at these distances"),
        col.wholes("segment_ids", "the segments, ascending"),
    ),
)


CONTROLS = Format(
    "controls",
    "one control sample of a challenge set",
    "controls.parquet",
    (
        col.text("phenomenon", "as in sets", names=True),
        *col.AS_IN_SETS,
        col.whole("sample", "0-based number of the sample"),
        col.whole("unmatched", "segments of the set for which no segment of fitting length exists"),
        col.wholes(
            "segment_ids", "the control of each segment of the set, one to one; -1 where none of fitting length exists"
        ),
    ),
)


UNMATCHED = -1


@dataclass(frozen=True, slots=True)
class Range:
    """The distances a <= d < b of a set; b is None for a minimum distance.

    Attributes:
        kind: "minimum", "exact" or "bucket".
    """

    kind: str
    distance_from: int
    distance_below: int | None

    @property
    def name(self) -> str:
        """`min2`, `exact2`, `from2below5`: for folders and messages."""
        if self.kind == "bucket":
            return f"from{self.distance_from}below{self.distance_below}"
        return f"{'min' if self.kind == 'minimum' else 'exact'}{self.distance_from}"

    def has(self, distances: Ids) -> Bool:
        """Return (n,) which of n distances are in the range."""
        above: Bool = distances >= self.distance_from
        return above if self.distance_below is None else above & (distances < self.distance_below)


def set_key(row: Mapping[str, Any]) -> tuple[str, Range]:
    """Return the phenomenon and the distances of a row of sets or controls."""
    return row["phenomenon"], Range(row["kind"], row["distance_from"], row["distance_below"])


def ranges_of(sets: pa.Table) -> dict[str, list[Range]]:
    """Collect the distances of the sets of each phenomenon."""
    ranges: dict[str, list[Range]] = {}
    for phenomenon, distances in map(set_key, sets.drop_columns(["segment_ids"]).to_pylist()):
        ranges.setdefault(phenomenon, []).append(distances)
    return ranges


def check_ids(ids: Int32, n: int, what: str) -> None:
    """Refuse segment_ids that a corpus of n segments does not have."""
    outside = ids[(ids < 0) | (ids >= n)]
    if len(outside):
        raise InputError(
            f"{what} has segment {outside[0]}, but the corpus here has only {n} segments",
            remedy="use tables and texts from the same corpus",
        )
