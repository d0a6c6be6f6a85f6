"""Shards: parts of a large corpus that are parsed and aligned by jobs of their own.

A corpus is worked on in blocks of SEGMENTS_A_BLOCK segments, each by itself, and a shard is a run of whole blocks. A
network's last digits depend on what else is in its batch; so results are the same bytes however many shards there are.
"""

from collections.abc import Mapping

SEGMENTS_A_BLOCK = 512
"""Enough to sort by length into full batches, few enough that shards can be of any size."""
PATTERN = r"\d+-of-\d+"
"""The names of shards, as a pattern: `3-of-20`."""


def shards(total: int, size: int) -> list[str]:
    """Name the shards of a corpus of `total` segments.

    Args:
        size: the most segments of a shard; it is rounded up to whole blocks.
    """
    whole = -(-size // SEGMENTS_A_BLOCK) * SEGMENTS_A_BLOCK
    count = max(1, -(-total // whole))
    return [f"{number}-of-{count}" for number in range(1, count + 1)]


def blocks(segments: range) -> list[range]:
    """Divide a shard, or a whole corpus, into blocks."""
    starts = range(segments.start, segments.stop, SEGMENTS_A_BLOCK)
    return [range(start, min(start + SEGMENTS_A_BLOCK, segments.stop)) for start in starts]


def of_job(wildcards: Mapping[str, str], total: int) -> range:
    """Return the segments that a job of the workflow works on: its shard, or the whole corpus.

    Some shards are empty if there are too many of them.

    Args:
        wildcards: of the job; with `shard` if it works on one.
        total: number of segments in the corpus.
    """
    name = wildcards.get("shard")
    if not name:
        return range(total)
    number, count = map(int, name.split("-of-"))
    every = len(blocks(range(total)))
    first, last = (n * every // count * SEGMENTS_A_BLOCK for n in (number - 1, number))
    return range(min(first, total), min(last, total))
