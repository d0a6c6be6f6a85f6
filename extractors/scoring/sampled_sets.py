"""Challenge sets brought together with their control samples."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

import pyarrow as pa

from extractors.core.arrays import Int32
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.sets import CONTROLS, Range, set_key

SAMPLES_AT_ONCE = 20
"""Samples that are read at a time; one has as many numbers as its set segments."""


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
    """Bring sets and their control samples together, which are read as they are asked for.

    That is fastest in the order of the controls.

    Args:
        sets: a table of sets.
        controls: their control samples, a table or its file, of which some rows are read at a time; None without any.
    """
    all_ids = sets.column("segment_ids").combine_chunks()
    read = (lambda *_: iter(())) if controls is None else _Controls(controls).read
    together = []
    for number, row in enumerate(sets.select(PLACE).to_pylist()):
        key, ids = set_key(row), all_ids[number].values.to_numpy()
        together.append(SampledSet(*key, ids, partial(read, key, len(ids))))
    return together


def sampled_sets(sets: pa.Table, controls: pa.Table | None) -> list[SampledSet]:
    """The same, with all samples looked at."""
    together = read_sets(sets, controls)
    for one in together:
        for _ in one.read():
            pass
    return together


class _Controls:
    """Control samples, of which those of one set are read at a time."""

    def __init__(self, controls: pa.Table | str | Path) -> None:
        self._controls = controls
        self._by_set: Iterator[tuple[Key, Iterator[tuple[Key, Samples | None]]]] = iter(())

    def read(self, key: Key, size: int) -> Iterator[Samples]:
        found = next((runs for other, runs in self._by_set if other == key), None)
        if found is None:
            # It may stand before the one that was asked for last.
            self._by_set = groupby(self._runs(), key=lambda run: run[0])
            found = next((runs for other, runs in self._by_set if other == key), iter([(key, None)]))
        for _, samples in found:
            if samples is None or samples.shape[1] != size:
                raise InputError(
                    f"the controls do not fit the set {key[0]} {key[1].name}",
                    remedy="draw the controls again from these sets",
                )
            yield samples

    def _runs(self) -> Iterator[tuple[Key, Samples | None]]:
        """Control samples of one set that stand together, in parts."""
        parts: Iterable[pa.Table] = (
            [self._controls]
            if isinstance(self._controls, pa.Table)
            else tables.read_parts(CONTROLS, self._controls, rows=SAMPLES_AT_ONCE)
        )
        for part in parts:
            lists = part.column("segment_ids").combine_chunks()
            row = 0
            for key, run in groupby(map(set_key, part.select(PLACE).to_pylist())):
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
