"""Challenge sets brought together with their control samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, overload

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.sets import CONTROLS, UNMATCHED, Range, set_key

SAMPLES_AT_ONCE = 20
"""Samples that are read at a time; one has as many numbers as its set segments."""


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


Key = tuple[str, Range]
Samples = npt.NDArray[np.int32]


class SampledSets(Sequence[SampledSet]):
    """Sets with their control samples, which are made as they are asked for: those of one set may be 100 million."""

    def __init__(self, sets: pa.Table, samples: Callable[[Key], Samples | None] | None) -> None:
        self._ids = sets.column("segment_ids").combine_chunks()
        places = sets.select(["phenomenon", "kind", "distance_from", "distance_below"]).to_pylist()
        self._keys = [set_key(place) for place in places]
        self._samples = samples

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, number: int) -> SampledSet: ...
    @overload
    def __getitem__(self, number: slice) -> list[SampledSet]: ...
    def __getitem__(self, number: int | slice) -> SampledSet | list[SampledSet]:
        if isinstance(number, slice):
            return [self[i] for i in range(*number.indices(len(self)))]
        key, ids = self._keys[number], self._ids[number].values.to_numpy()
        if self._samples is None:
            samples: Samples | None = np.zeros((0, len(ids)), dtype=np.int32)
        else:
            samples = self._samples(key)
        if samples is None or samples.shape[1] != len(ids):
            raise InputError(
                f"the controls do not fit the set {key[0]} {key[1].name}",
                remedy="draw the controls again from these sets",
            )
        return SampledSet(phenomenon=key[0], range=key[1], ids=ids, samples=samples)


def sampled_sets(sets: pa.Table, controls: pa.Table | None) -> SampledSets:
    """Bring sets and their control samples together.

    Raises:
        InputError: a set has no control samples in the table, or they are of another size.
    """
    if controls is None:
        return SampledSets(sets, None)
    together = SampledSets(sets, _Table(controls))
    for _ in together:
        pass
    return together


def sampled_sets_of_file(sets: pa.Table, controls: str | Path) -> SampledSets:
    """Sets with the control samples of a file, of which those of one set are read at a time, if it has their order.

    An error of `sampled_sets` comes with the set that is asked for.
    """
    return SampledSets(sets, _File(controls))


class _Table:
    """The samples of a table, by set."""

    def __init__(self, controls: pa.Table) -> None:
        self._lists = controls.column("segment_ids")
        self._rows: dict[Key, list[int]] = {}
        places = controls.select(["phenomenon", "kind", "distance_from", "distance_below"]).to_pylist()
        for row, place in enumerate(places):
            self._rows.setdefault(set_key(place), []).append(row)

    def __call__(self, key: Key) -> Samples | None:
        rows = self._rows.get(key)
        return None if rows is None else _matrix(self._lists.take(pa.array(rows)).combine_chunks())


class _File:
    """The samples of a file, set by set in its order; all of them once they are wanted in another order."""

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._next = self._in_order()
        self._table: _Table | None = None

    def __call__(self, key: Key) -> Samples | None:
        if self._table is None:
            found, samples = next(self._next, (None, None))
            if found == key:
                return samples
            self._table = _Table(tables.read(CONTROLS, self._path))
        return self._table(key)

    def _in_order(self) -> Iterator[tuple[Key, Samples | None]]:
        for key, runs in groupby(self._runs(), key=lambda run: run[0]):
            parts = [samples for _, samples in runs]
            sizes = {None if part is None else part.shape[1] for part in parts}
            fit = len(sizes) == 1 and None not in sizes
            yield key, np.concatenate([part for part in parts if part is not None]) if fit else None

    def _runs(self) -> Iterator[tuple[Key, Samples | None]]:
        """Rows of one set that stand together, in parts."""
        for part in tables.read_parts(CONTROLS, self._path, rows=SAMPLES_AT_ONCE):
            lists = part.column("segment_ids").combine_chunks()
            keys = list(map(set_key, part.drop_columns(["segment_ids"]).to_pylist()))
            row = 0
            for key, run in groupby(keys):
                count = len(list(run))
                yield key, _matrix(lists.slice(row, count))
                row += count


def _matrix(lists: pa.ListArray) -> Samples | None:
    """Lists of one length as rows; None if they are not of one."""
    lengths = set(lists.value_lengths().to_pylist())
    if len(lengths) != 1:
        return None
    matrix: Samples = lists.flatten().to_numpy().reshape(len(lists), lengths.pop())
    return matrix
