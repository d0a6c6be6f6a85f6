"""Challenge sets brought together with their control samples."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, overload

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.sets import CONTROLS, Range, set_key

SAMPLES_AT_ONCE = 20
"""Samples that are read at a time; one has as many numbers as its set segments."""


Samples = npt.NDArray[np.int32]


@dataclass(frozen=True)
class SampledSet:
    """A challenge set and its control samples.

    Attributes:
        ids: (n,) segment_ids of the set.
        read: gives the samples in parts (s, n): segment_ids, UNMATCHED where a segment has no control. They are not
            kept: those of one set may be 100 million numbers.

    `read` raises:
        InputError: there are none for the set, or they are of another size.
    """

    phenomenon: str
    range: Range
    ids: np.ndarray[Any, np.dtype[np.int32]]
    read: Callable[[], Iterable[Samples]]

    @property
    def samples(self) -> Samples:
        """(S, n) all samples at once."""
        return np.concatenate([np.zeros((0, len(self.ids)), dtype=np.int32), *self.read()])


Key = tuple[str, Range]


class SampledSets(Sequence[SampledSet]):
    """Sets with their control samples, which are read as they are asked for."""

    def __init__(self, sets: pa.Table, samples: Callable[[Key], Iterable[Samples | None]] | None) -> None:
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
        return SampledSet(phenomenon=key[0], range=key[1], ids=ids, read=lambda: self._read(key, len(ids)))

    def _read(self, key: Key, size: int) -> Iterator[Samples]:
        if self._samples is None:
            return
        count = 0
        for part in self._samples(key):
            if part is None or part.shape[1] != size:
                raise _unfit(key)
            count += len(part)
            yield part
        if not count:
            raise _unfit(key)


def _unfit(key: Key) -> InputError:
    return InputError(
        f"the controls do not fit the set {key[0]} {key[1].name}", remedy="draw the controls again from these sets"
    )


def sampled_sets(sets: pa.Table, controls: pa.Table | None) -> SampledSets:
    """Bring sets and their control samples together.

    Raises:
        InputError: a set has no control samples in the table, or they are of another size.
    """
    if controls is None:
        return SampledSets(sets, None)
    together = SampledSets(sets, _Table(controls))
    for one in together:
        for _ in one.read():
            pass
    return together


def sampled_sets_of_file(sets: pa.Table, controls: str | Path) -> SampledSets:
    """Sets with the control samples of a file, of which some are read at a time, if it has the order of the sets.

    An error of `sampled_sets` comes as the samples of the set are read.
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

    def __call__(self, key: Key) -> Iterator[Samples | None]:
        if (rows := self._rows.get(key)) is not None:
            yield _matrix(self._lists.take(pa.array(rows)).combine_chunks())


class _File:
    """The samples of a file, set by set in its order; all of them once they are wanted in another order."""

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._sets = groupby(self._runs(), key=lambda run: run[0])
        self._table: _Table | None = None

    def __call__(self, key: Key) -> Iterator[Samples | None]:
        if self._table is None:
            for found, runs in self._sets:
                if found == key:
                    yield from (samples for _, samples in runs)
                    return
            self._table = _Table(tables.read(CONTROLS, self._path))
        yield from self._table(key)

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
