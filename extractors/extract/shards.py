"""Shards: parts of a large corpus that are parsed and aligned by jobs of their own.

A corpus is worked on in blocks of SEGMENTS_A_BLOCK segments, each by itself, and a shard is a run of whole blocks. A
network's last digits depend on what else is in its batch; so results are the same bytes however many shards there are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

SEGMENTS_A_BLOCK = 512
"""Enough to sort by length into full batches, few enough that shards can be of any size."""
_NAME = re.compile(r"(\d+)-of-(\d+)")
PATTERN = r"\d+-of-\d+"
"""The names of shards, as a pattern."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of the shards of a corpus.

    Attributes:
        number: from 1.
        count: how many shards there are.
    """

    number: int
    count: int

    @classmethod
    def named(cls, name: str) -> Shard:
        """Make a shard from its name, such as `3-of-20`."""
        match = _NAME.fullmatch(name)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            raise ValueError(f"expected a shard such as 3-of-20, got {name!r}")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.number}-of-{self.count}"

    def segments(self, total: int) -> range:
        """Return the segments, of `total`, that are in the shard; some shards are empty if there are too many."""
        blocks = -(-total // SEGMENTS_A_BLOCK)
        first, last = (number * blocks // self.count for number in (self.number - 1, self.number))
        return range(min(first * SEGMENTS_A_BLOCK, total), min(last * SEGMENTS_A_BLOCK, total))


def shards(total: int, size: int) -> list[Shard]:
    """Divide a corpus of `total` segments into shards.

    Args:
        size: the most segments of a shard; it is rounded up to whole blocks.
    """
    whole = -(-size // SEGMENTS_A_BLOCK) * SEGMENTS_A_BLOCK
    count = max(1, -(-total // whole))
    return [Shard(number, count) for number in range(1, count + 1)]


def blocks(segments: range) -> list[range]:
    """Divide a shard, or a whole corpus, into blocks."""
    starts = range(segments.start, segments.stop, SEGMENTS_A_BLOCK)
    return [range(start, min(start + SEGMENTS_A_BLOCK, segments.stop)) for start in starts]


def of_job(wildcards: Mapping[str, str], total: int) -> range:
    """Return the segments that a job of the workflow works on: its shard, or the whole corpus.

    Args:
        wildcards: of the job; with `shard` if it works on one.
        total: number of segments in the corpus.
    """
    name = wildcards.get("shard")
    return Shard.named(name).segments(total) if name else range(total)
