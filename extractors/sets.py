"""Select: challenge sets, the segments with a hit of a phenomenon in a range of distances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors import tables
from extractors.errors import InputError
from extractors.files import write_text
from extractors.treebank import IntArray


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


def ranges(
    *, minimum: Sequence[int], exact: Sequence[int] = (), buckets: Sequence[tuple[int, int]] = ()
) -> list[Range]:
    """The ranges of a run, in the order minimum, exact, bucket.

    Raises:
        InputError: a negative distance, or a bucket [a, b) with b <= a.
    """
    found = [Range("minimum", d, None) for d in minimum] + [Range("exact", d, d + 1) for d in exact]
    for a, b in buckets:
        if b <= a:
            raise InputError(f"the bucket [{a}, {b}) is empty", remedy="give [FROM, BELOW] with FROM < BELOW")
        found.append(Range("bucket", a, b))
    if any(r.distance_from < 0 for r in found):
        raise InputError("a distance is negative", remedy="distances begin at 0")
    return found


def select(hits: pa.Table, by_phenomenon: Mapping[str, Sequence[Range]]) -> pa.Table:
    """The sets of each phenomenon, one row each, empty ones too.

    A segment with several hits is in every set that one of them falls into, once.

    Args:
        hits: a table of hits.
        by_phenomenon: the ranges to make sets of, by phenomenon; also of one without any hit.
    """
    names = np.array(hits.column("phenomenon").to_pylist(), dtype=object)
    segments = hits.column("segment_id").to_numpy()
    distances = hits.column("distance_set").to_numpy()
    rows = []
    for phenomenon, wanted in by_phenomenon.items():
        of_it = names == phenomenon
        for r in wanted:
            inside = of_it & (distances >= r.distance_from)
            if r.distance_below is not None:
                inside &= distances < r.distance_below
            ids = np.unique(segments[inside])
            rows.append(
                {
                    "phenomenon": phenomenon,
                    "kind": r.kind,
                    "distance_from": r.distance_from,
                    "distance_below": r.distance_below,
                    "segments": len(ids),
                    "hits": int(inside.sum()),
                    "segment_ids": ids,
                }
            )
    return tables.signed(tables.SETS.table(rows), tables.run_signature(hits))


def key(row: Mapping[str, Any]) -> tuple[str, Range]:
    """What a row of sets or controls is of."""
    return row["phenomenon"], Range(row["kind"], row["distance_from"], row["distance_below"])


def check_ids(ids: IntArray, n: int, what: str) -> None:
    """Refuse segment_ids that a corpus of n segments does not have."""
    outside = ids[(ids < 0) | (ids >= n)]
    if len(outside):
        raise InputError(
            f"{what} has segment {outside[0]}, the corpus here has only {n} segments",
            remedy="use tables and texts of the same corpus",
        )


def export(sets: pa.Table, texts: Mapping[str, Sequence[str]], folder: str | Path) -> int:
    """Write every set as plain aligned text, one folder a set: FOLDER/particle_verb/min2/source.de.

    Beside the texts stands `ids.txt`, the segment_ids (0-based lines of the corpus).

    Args:
        texts: the name of each file to write, and its segments for the whole corpus.

    Returns:
        The number of sets.
    """
    for row in sets.to_pylist():
        phenomenon, r = key(row)
        for name, segments in texts.items():
            ids = np.array(row["segment_ids"], dtype=np.int32)
            check_ids(ids, len(segments), f"the set {phenomenon} {r.name} ({name})")
        place = Path(folder) / phenomenon / r.name
        with write_text(place / "ids.txt") as out:
            out.writelines(f"{i}\n" for i in row["segment_ids"])
        for name, segments in texts.items():
            with write_text(place / name) as out:
                out.writelines(f"{segments[i]}\n" for i in row["segment_ids"])
    return len(sets)
