"""Count and log long pairs, which an aligner that matches vectors reads in windows or cannot match."""

from collections.abc import Callable

from extractors.core.logs import log
from extractors.models.aligners import Pair
from extractors.models.aligners._encoder import Encoder
from extractors.models.aligners._subwords import Subwords

NAMED = 5
"""Pairs that are too long for it that a warning names."""


class LongPairs:
    """Counts the long pairs of an aligner, and logs them.

    Args:
        aligner: its name, which begins each message.
        encoder: what reads the segments, those above its limit in windows.
        most: subwords of a source by subwords of its target that are matched at most.
        longest: subwords of one side that are matched at most; None if any number.
    """

    def __init__(self, aligner: str, encoder: Encoder, most: int, longest: int | None = None) -> None:
        self._aligner, self._encoder, self._most, self._longest = aligner, encoder, most, longest
        self._aligned = self._in_windows = 0
        self._unmatched: list[tuple[int, int, int]] = []
        """The pairs that are too large, by their number, and the words of their sides."""

    def too_large(self, source: Subwords, target: Subwords) -> bool:
        """Return whether a pair has too many similarities for the memory, or for the time of a method."""
        sizes = len(source.ids), len(target.ids)
        return sizes[0] * sizes[1] > self._most or (self._longest is not None and max(sizes) > self._longest)

    def count(self, pair: Pair, source: Subwords, target: Subwords) -> None:
        """Count the next pair that is aligned."""
        if self.too_large(source, target):
            self._unmatched.append((self._aligned, len(pair[0]), len(pair[1])))
        self._aligned += 1
        self._in_windows += sum(not self._encoder.fits(side.ids) for side in (source, target))

    def tell(self, name: Callable[[int], str]) -> None:
        """Log the long pairs that were counted, and forget them; see `Aligner.tell`."""
        if self._unmatched:
            named = [f"{name(pair)} ({m} and {n} words)" for pair, m, n in self._unmatched[:NAMED]]
            more = len(self._unmatched) - len(named)
            log.warning(
                "%s: %d pairs are too long to be matched (more than %d subwords of the one by those of the other%s)"
                " and have no links: %s%s. Cut them into sentences",
                self._aligner,
                len(self._unmatched),
                self._most,
                "" if self._longest is None else f", or {self._longest} of one",
                ", ".join(named),
                f" and {more} more" if more else "",
            )
        if self._in_windows:
            log.warning(
                "%s: longer than the %s subwords that %s reads at once, so embedded in overlapping windows: "
                "%d segments",
                self._aligner,
                self._encoder.limit,
                self._encoder.name,
                self._in_windows,
            )
        self._aligned = self._in_windows = 0
        self._unmatched = []
