"""Half-overlapping windows over a sequence that is too long to be handled at once."""

from itertools import pairwise
from typing import NamedTuple


class Window(NamedTuple):
    """A window [start, stop) and the part of it, [own_start, own_stop), that is taken from it."""

    start: int
    stop: int
    own_start: int
    own_stop: int


def windows(length: int, size: int) -> list[Window]:
    """The windows of at most `size` positions that cover [0, length), each half over the next.

    Every position is owned by one window, the one in which it stands most central, so that it has at
    least about size / 4 neighbours on either side, save where the sequence itself ends. All windows
    of a sequence longer than `size` have the same length.
    """
    if length <= size:
        return [Window(0, length, 0, length)]
    starts = [*range(0, length - size, max(1, size // 2)), length - size]
    # The border between two windows is the middle of their overlap.
    borders = [0, *((b + a + size) // 2 for a, b in pairwise(starts)), length]
    return [
        Window(start, start + size, own_start, own_stop)
        for start, (own_start, own_stop) in zip(starts, pairwise(borders), strict=True)
    ]
