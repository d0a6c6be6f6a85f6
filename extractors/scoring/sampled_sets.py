"""Bring challenge sets together with their control samples."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from extractors.core.arrays import Int32
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.sets import CONTROLS, Range, set_key

SAMPLES_AT_ONCE = 20
"""Samples that are read at a time, or more where sets are small; one has as many numbers as its set segments."""
NUMBERS_AT_ONCE = 1 << 20
"""Numbers that are read at a time where no set is large."""


Samples = Int32


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
    ids: Int32
    read: Callable[[], Iterable[Samples]]


Key = tuple[str, Range]
PLACE = ["phenomenon", "kind", "distance_from", "distance_below"]


def read_sets(sets: pa.Table, controls: pa.Table | str | Path | None) -> list[SampledSet]:
    """Bring sets together with their control samples, which are read when they are asked for.

    That is fastest in the order of the controls.

    Args:
        sets: a table of sets.
        controls: their control samples, a table or its file, of which some rows are read at a time; None without any.
    """
    all_ids = sets.column("segment_ids").combine_chunks()
    largest = pc.max(all_ids.value_lengths()).as_py() or 1
    rows = max(SAMPLES_AT_ONCE, NUMBERS_AT_ONCE // largest)
    read = (lambda *_: iter(())) if controls is None else _Controls(controls, rows).read
    together = []
    for number, row in enumerate(sets.select(PLACE).to_pylist()):
        key, ids = set_key(row), all_ids[number].values.to_numpy()
        together.append(SampledSet(*key, ids, partial(read, key, len(ids))))
    return together


def sampled_sets(sets: pa.Table, controls: pa.Table | None) -> list[SampledSet]:
    """Bring sets and control samples together as `read_sets` does, and check all samples."""
    together = read_sets(sets, controls)
    for sampled in together:
        for _ in sampled.read():
            pass
    return together


class _Controls:
    """Control samples, of which those of one set are read at a time.

    Args:
        rows: how many are read from the file at a time.
    """

    def __init__(self, controls: pa.Table | str | Path, rows: int) -> None:
        self._controls, self._rows = controls, rows
        self._by_set: Iterator[tuple[Key, Iterator[tuple[Key, Samples | None]]]] = iter(())

    def read(self, key: Key, size: int) -> Iterator[Samples]:
        # Reading goes on after the last set; sets that are skipped on the way are gone.
        runs_of_set = next((runs for other, runs in self._by_set if other == key), None)
        if runs_of_set is None:
            # It may stand before the one that was asked for last.
            self._by_set = groupby(self._runs(), key=lambda run: run[0])
            runs_of_set = next((runs for other, runs in self._by_set if other == key), iter([(key, None)]))
        for _, samples in runs_of_set:
            if samples is None or samples.shape[1] != size:
                raise InputError(
                    f"the controls do not fit the set {key[0]} {key[1].name}",
                    remedy="draw the controls again from these sets",
                )
            yield samples

    def _runs(self) -> Iterator[tuple[Key, Samples | None]]:
        """Yield the control samples in parts of consecutive rows, each of one set."""
        parts: Iterable[pa.Table] = (
            [self._controls]
            if isinstance(self._controls, pa.Table)
            else tables.read_parts(CONTROLS, self._controls, rows=self._rows)
        )
        for part in parts:
            lists = part.column("segment_ids").combine_chunks()
            for start, stop in pairwise(_starts(part)):
                (row,) = part.slice(start, 1).select(PLACE).to_pylist()
                yield set_key(row), _matrix(lists.slice(start, stop - start))


def _starts(part: pa.Table) -> list[int]:
    """Return the rows where another set begins, and at last the number of rows."""
    changes = np.zeros(max(len(part) - 1, 0), dtype=np.bool_)
    for name in PLACE:
        # `distance_below` is null in an open range: rows of null must count as equal.
        codes = part.column(name).combine_chunks().dictionary_encode(null_encoding="encode").indices.to_numpy()
        changes |= codes[1:] != codes[:-1]
    return [*range(min(len(part), 1)), *(np.flatnonzero(changes) + 1).tolist(), len(part)]


def _matrix(lists: pa.ListArray) -> Samples | None:
    """Stack lists of one length as rows; return None if their lengths differ."""
    lengths = set(lists.value_lengths().to_pylist())
    if len(lengths) != 1:
        return None
    matrix: Samples = lists.flatten().to_numpy().reshape(len(lists), lengths.pop())
    return matrix
