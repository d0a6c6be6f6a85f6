"""Pack data for the page: JSON without blanks, gzipped; the same value gives the same bytes."""

import gzip
import json
import zlib
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

LEVEL = 9
"""The highest level of gzip."""


def packed(value: object) -> bytes:
    return gzip.compress(_as_json(value), LEVEL, mtime=0)


def packed_size(value: object) -> int:
    """Return how many bytes a part of a value takes, packed by itself; packed together, parts take less."""
    return len(zlib.compress(_as_json(value), LEVEL))


def fitting(parts: Iterable[T], room: int, *, fewest: int = 0) -> list[T]:
    """Return as many of the first parts as fit into `room` bytes, each packed by itself; not fewer than `fewest`."""
    kept: list[T] = []
    for part in parts:
        room -= packed_size(part)
        if room < 0 and len(kept) >= fewest:
            break
        kept.append(part)
    return kept


def _as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
