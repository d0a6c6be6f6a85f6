"""Challenge sets brought together with their control samples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.errors import InputError
from extractors.formats.sets import UNMATCHED, Range, set_key


@dataclass(frozen=True)
class SampledSet:
    """A challenge set and its control samples.

    Attributes:
        ids: (n,) segment_ids of the set.
        samples: (S, n) segment_ids of each control sample, UNMATCHED where a segment has no control.
    """

    phenomenon: str
    range: Range
    ids: np.ndarray[Any, np.dtype[np.int32]]
    samples: np.ndarray[Any, np.dtype[np.int32]]

    @property
    def unmatched(self) -> int:
        return int((self.samples[0] == UNMATCHED).sum()) if len(self.samples) else 0


def sampled_sets(sets: pa.Table, controls: pa.Table | None) -> list[SampledSet]:
    """Bring sets and their control samples together.

    Raises:
        InputError: a set has no control samples in the table, or they are of another size.
    """
    samples: dict[tuple[str, Range], list[list[int]]] = {}
    for row in [] if controls is None else controls.to_pylist():
        samples.setdefault(set_key(row), []).append(row["segment_ids"])
    sets_with_samples = []
    for row in sets.to_pylist():
        phenomenon, r = set_key(row)
        ids = np.array(row["segment_ids"], dtype=np.int32)
        drawn = samples.get((phenomenon, r), [])
        if controls is not None and (not drawn or any(len(s) != len(ids) for s in drawn)):
            raise InputError(
                f"the controls do not fit the set {phenomenon} {r.name}",
                remedy="draw the controls again from these sets",
            )
        matrix = np.array(drawn, dtype=np.int32).reshape(len(drawn), len(ids))
        sets_with_samples.append(SampledSet(phenomenon=phenomenon, range=r, ids=ids, samples=matrix))
    return sets_with_samples
