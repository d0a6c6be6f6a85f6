"""Match lines with segments of the corpus, for places that know their own source."""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from extractors.core.escapes import without_invisible

T = TypeVar("T")
UNKNOWN = -1
SHOWN = 60
"""Characters of a text in a message."""


def same_text(text: str) -> str:
    """Normalize a text so that texts are equal if they differ only in white space or invisible characters."""
    return " ".join(without_invisible(text).split())


@dataclass(frozen=True)
class TextOrder:
    """Where the segments of a corpus stand in a place that has the same texts.

    Attributes:
        lines: (n,) the 0-based line of each segment.
        doubtful: the segments of each text that stands there more than once, between other neighbours than here, so
            that only their order pairs them.
    """

    lines: list[int]
    doubtful: list[list[int]]

    @property
    def is_same(self) -> bool:
        """Whether the place has the order of the corpus."""
        return all(line == segment for segment, line in enumerate(self.lines))

    @property
    def moved(self) -> int:
        """How many segments have another line."""
        return sum(line != segment for segment, line in enumerate(self.lines))

    def of(self, values: Sequence[T]) -> list[T]:
        """Put values of lines in the order of the segments."""
        return [values[line] for line in self.lines]

    def ambiguous(self, values: Sequence[Hashable]) -> list[int]:
        """List the segments that may have got the value of another segment, given the values of lines."""
        groups = ((group, {values[self.lines[segment]] for segment in group}) for group in self.doubtful)
        return sorted(segment for group, different in groups if len(different) > 1 for segment in group)


def text_order(
    own: Sequence[Hashable],
    wanted: Sequence[Hashable],
    differs: Callable[[int, int], Exception],
    documents: Sequence[Hashable] | None = None,
) -> TextOrder:
    """Match n lines of text with the n segments of a corpus that has the same texts.

    Of a text that occurs more than once, the line is taken that has the segment's neighbours in its document;
    where these do not tell, the lines are taken in their order.

    Args:
        own: the texts of the place by line.
        wanted: the texts of the corpus by segment.
        differs: makes the error for the first line whose text the corpus does not have, from it and the first segment
            whose text is not in the place.
        documents: (n,) the document of each line; None where the place does not know them.

    Raises:
        Exception: what `differs` makes.
    """
    if list(own) == list(wanted):
        return TextOrder(list(range(len(own))), [])
    line, segment = _surplus(own, wanted), _surplus(wanted, own)
    if line is not None and segment is not None:
        raise differs(line, segment)
    pairing = _Pairing(own, wanted, documents or [None] * len(own))
    pairing.pair_unique()
    pairing.pair_neighbours()
    return TextOrder(pairing.lines, pairing.pair_rest())


def _surplus(texts: Iterable[Hashable], others: Iterable[Hashable]) -> int | None:
    """Find the first text, by its number, that the others do not have, or have less often; None if there is none."""
    left = Counter(others)
    for number, text in enumerate(texts):
        left[text] -= 1
        if left[text] < 0:
            return number
    return None


class _Pairing:
    """Pairs lines with segments, step by step; `lines` has the line of each segment, UNKNOWN at first."""

    def __init__(self, own: Sequence[Hashable], wanted: Sequence[Hashable], documents: Sequence[Hashable]) -> None:
        self._own, self._wanted, self._documents = own, wanted, documents
        self.lines = [UNKNOWN] * len(wanted)
        self._is_free = [True] * len(own)

    def _open(self) -> tuple[dict[Hashable, list[int]], dict[Hashable, list[int]]]:
        """Collect the free lines and the open segments of each text."""
        lines: dict[Hashable, list[int]] = defaultdict(list)
        segments: dict[Hashable, list[int]] = defaultdict(list)
        for line, text in enumerate(self._own):
            if self._is_free[line]:
                lines[text].append(line)
        for segment, text in enumerate(self._wanted):
            if self.lines[segment] == UNKNOWN:
                segments[text].append(segment)
        return lines, segments

    def _pair(self, segment: int, line: int) -> None:
        self.lines[segment] = line
        self._is_free[line] = False

    def pair_unique(self) -> None:
        """Pair the texts that occur once."""
        lines, segments = self._open()
        for text, same in segments.items():
            if len(same) == 1:
                self._pair(same[0], lines[text][0])

    def pair_neighbours(self) -> None:
        """Pair segments in the runs that follow, or come before, paired ones; not where the two sides differ."""
        candidates: dict[int, set[int]] = defaultdict(set)
        for segments, step in ((range(len(self.lines)), 1), (range(len(self.lines) - 1, -1, -1), -1)):
            at = None
            for segment in segments:
                if self.lines[segment] != UNKNOWN:
                    at = self.lines[segment]
                    continue
                at = None if at is None else self._next(segment, at, step)
                if at is not None:
                    candidates[segment].add(at)
        claims = Counter(line for lines in candidates.values() for line in lines)
        for segment, lines_of in candidates.items():
            if len(lines_of) == 1 and claims[line := next(iter(lines_of))] == 1:
                self._pair(segment, line)

    def _next(self, segment: int, line: int, step: int) -> int | None:
        """Return the line before or after another in its document, if it is free and has the text of the segment."""
        after = line + step
        fits = (
            0 <= after < len(self._own)
            and self._is_free[after]
            and self._own[after] == self._wanted[segment]
            and self._documents[after] == self._documents[line]
        )
        return after if fits else None

    def pair_rest(self) -> list[list[int]]:
        """Pair what is left in the order of lines; return the segments of each text that is left more than once."""
        lines, segments = self._open()
        for text, same in segments.items():
            for segment, line in zip(same, lines[text], strict=True):
                self._pair(segment, line)
        return [same for same in segments.values() if len(same) > 1]
