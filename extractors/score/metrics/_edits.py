"""The number of edits of the translation edit rate (TER), equal to sacreBLEU's and many times faster.

Snover et al., "A Study of Translation Edit Rate with Targeted Human Annotation" (AMTA 2006),
https://aclanthology.org/2006.amta-papers.25/. Which shifts are tried, in which order, and the limits are
those of Tercom as sacreBLEU has them. The edit distances come from bit-parallel rows: Hyyrö, "A
Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances" (Nordic Journal of Computing
2003). Bit j of a row stands for reference word j; a row is passed once for each hypothesis word.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

LONGEST_SHIFT: Final = 10
FARTHEST_SHIFT: Final = 50
# sacreBLEU gives up, without the shift that it has just found, after this many candidates.
MOST_CANDIDATES: Final = 1000
BEAM: Final = 25

# A row of distances as bits, one for each reference word: where the distance rises by 1 over that word, and
# where it falls; with them the distance before the first word.
Row = tuple[int, int, int]


class Band(NamedTuple):
    """The reference positions (0: before the first word) that the beam lets one hypothesis word reach."""

    low: int
    high: int
    low_before: int
    high_before: int


class EditAlignment(NamedTuple):
    """The least edits that sacreBLEU picks: for each reference word the hypothesis position that it stands
    at (-1: before the first), and as bits the hypothesis and the reference words that are not matched."""

    positions: list[int]
    hypothesis_errors: int
    reference_errors: int


def count_edits(hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """Least edits (insertions, deletions, substitutions, shifts) that sacreBLEU's search finds."""
    if not reference or not hypothesis:
        return len(hypothesis) or len(reference)
    words = list(hypothesis)
    search = _Search(words, reference)
    distance = search.walk(words)
    common = (Counter(hypothesis) & Counter(reference)).total()
    if not _inside_beam(distance, len(words), len(reference), common):
        search.set_beam()
        distance = search.walk(words)
    # No order of the words has a smaller distance than this.
    least = max(len(words), len(reference)) - common
    shifts = 0
    while distance > least:
        words, gain = search.find_shift(words, distance, least)
        if gain == 0:
            break
        shifts += 1
        distance = search.walk(words)
    return shifts + distance


def _inside_beam(distance: int, hypothesis: int, reference: int, common: int) -> bool:
    """Whether every least path of edits lies inside the beam, for two lengths and their common words.

    A path strays from the diagonal by insertions and deletions alone. Their number I + D is at most the
    distance; and as both sides are used up, I + D + 2 S + 2 M is the sum of the lengths and I + D + S the
    distance, so that it is also at most 2 distance - lengths + 2 M, with matches M at most `common`.
    The 3 covers the rounding of the diagonal. Shifts only lower the distance, so one check does for all.
    """
    strays = min(distance, 2 * distance - hypothesis - reference + 2 * common)
    return (strays + abs(hypothesis - reference)) / 2 + 3 <= BEAM


class _Search:
    """The search for shifts towards one reference; `walk` sets the words that it starts from."""

    def __init__(self, words: Sequence[str], reference: Sequence[str]) -> None:
        self._reference = reference
        self._all = (1 << len(reference)) - 1
        self._places: dict[str, list[int]] = {}
        self._masks: dict[str, int] = {}
        for place, word in enumerate(reference):
            self._places.setdefault(word, []).append(place)
            self._masks[word] = self._masks.get(word, 0) | 1 << place
        self._candidates = 0
        self._beam = False
        self._bands: list[Band | None] = [None] * len(words)
        # After each word: the row, then where the distance is that of the cell diagonally before, and where
        # it rises by 1 with this hypothesis word.
        self._rows: list[Row] = []
        self._diagonals: list[int] = []
        self._rises: list[int] = []

    def set_beam(self) -> None:
        """Keep to sacreBLEU's beam about the diagonal."""
        self._beam = True
        length, last = len(self._bands), len(self._reference)
        slope = last / length
        width = BEAM if slope / 2 <= BEAM else math.ceil(slope / 2 + BEAM)
        before = (0, last)
        for row in range(1, length + 1):
            middle = math.floor(row * slope)
            low = max(0, middle - width)
            high = last if row == length else min(last, middle + width - 1)
            self._bands[row - 1] = Band(low, high, *before)
            before = low, high

    def walk(self, words: Sequence[str]) -> int:
        """The edit distance of the words, each row kept for `find_shift`."""
        self._rows, self._diagonals, self._rises = [(self._all, 0, 0)], [], []
        return self._distance(words, 0, self._keep)

    def _keep(self, row: Row, diagonal: int, rise: int) -> None:
        self._rows.append(row)
        self._diagonals.append(diagonal)
        self._rises.append(rise)

    def _distance(self, words: Sequence[str], start: int, keep: Callable[[Row, int, int], None] | None = None) -> int:
        """The edit distance of words whose first `start` ones are those of the last walk.

        Outside the beam, cells have values too, chosen so that no least path leads through them: below
        it they rise with the distance from it and match nothing, above it they rise likewise.
        """
        full, masks = self._all, self._masks
        up, down, first = self._rows[start]
        for word, band in zip(words[start:], self._bands[start:], strict=True):
            equal = masks.get(word, 0)
            if band is not None:
                # The lowest cell of the row before that this row may come from, and those below it.
                outside = max(band.low - 1, band.low_before)
                below = (1 << outside) - 1
                first += outside + (up & below).bit_count() - (down & below).bit_count()
                up, down = up & ~below, down | below
                equal &= (1 << min(band.high, band.high_before + 1)) - 1
                equal &= ~((1 << max(band.low - 1, 0)) - 1)
            first += 1
            diagonal = (((equal & up) + up) ^ up) | equal | down
            rise = down | (full & ~(diagonal | up))
            moved = rise << 1 | 1
            up, down = ((diagonal & up) << 1 | ~(diagonal | moved)) & full, moved & diagonal & full
            if band is not None:
                inside = (1 << band.high) - 1
                up, down = up | (full & ~inside), down & inside
            if keep is not None:
                keep((up, down, first), diagonal, rise)
        return first + up.bit_count() - down.bit_count()

    def _align(self, words: Sequence[str]) -> EditAlignment:
        """Walk back through the rows; of equal costs a match or substitution first, then a deletion."""
        positions = [-1] * len(self._reference)
        hypothesis_errors = reference_errors = 0
        row, column = len(words), len(self._reference)
        while row or column:
            diagonal = vertical = matched = False
            if row:
                band = self._bands[row - 1]
                low, high = (0, column) if band is None else (band.low_before, band.high_before)
                bit = 1 << column >> 1
                vertical = column <= high and (column == 0 or bool(self._rises[row - 1] & bit))
                if column and low < column <= high + 1:
                    matched = words[row - 1] == self._reference[column - 1]
                    diagonal = matched or not self._diagonals[row - 1] & bit
            if diagonal:
                row, column = row - 1, column - 1
                positions[column] = row
                if not matched:
                    hypothesis_errors |= 1 << row
                    reference_errors |= 1 << column
            elif vertical:
                row -= 1
                hypothesis_errors |= 1 << row
            else:
                column -= 1
                positions[column] = row - 1
                reference_errors |= 1 << column
        return EditAlignment(positions, hypothesis_errors, reference_errors)

    def _common_runs(self, words: Sequence[str]) -> Iterator[tuple[int, int, int]]:
        """(start in the words, start in the reference, length) of equal runs, each of their lengths."""
        reference = self._reference
        for start, word in enumerate(words):
            for place in self._places.get(word, ()):
                if abs(place - start) > FARTHEST_SHIFT:
                    continue
                longest = min(LONGEST_SHIFT, len(words) - start, len(reference) - place)
                for length in range(1, longest + 1):
                    if words[start + length - 1] != reference[place + length - 1]:
                        break
                    yield start, place, length

    def find_shift(self, words: list[str], distance: int, least: int) -> tuple[list[str], int]:
        """The words after the best shift and what it gains; (words, 0) where none helps.

        The best gains most, is longest, starts first, goes to the first target. A candidate that cannot be
        better than the best so far is counted, as sacreBLEU's limit asks, but not tried.

        Args:
            words: those that `walk` was last called with.
            distance: their edit distance.
            least: a lower bound of the distance of any order of these words.
        """
        positions, hypothesis_errors, reference_errors = self._align(words)
        best, shifted = (0, 0, 0, 0), words
        for start, place, length in self._common_runs(words):
            run = (1 << length) - 1
            if not (hypothesis_errors >> start & run and reference_errors >> place & run):
                continue
            if start <= positions[place] < start + length:
                continue
            # Moving a run gains at most what deleting and inserting its words would cost, beam aside.
            bound = distance - least if self._beam else min(2 * length, distance - least)
            before = -1
            for offset in range(-1, length):
                target = 0 if place + offset < 0 else positions[place + offset] + 1
                if target == before:
                    continue
                before = target
                self._candidates += 1
                if (bound, length, -start, -target) <= best:
                    continue
                moved, changed = _move_run(words, start, length, target)
                gain = distance - self._distance(moved, changed)
                if gain > 0 and (gain, length, -start, -target) > best:
                    best, shifted = (gain, length, -start, -target), moved
            if self._candidates >= MOST_CANDIDATES:
                return words, 0
        return shifted, best[0]


def _move_run(words: list[str], start: int, length: int, target: int) -> tuple[list[str], int]:
    """The words with a run moved to before `target`, and the first position that may have changed."""
    stop = start + length
    if target < start:
        return words[:target] + words[start:stop] + words[target:start] + words[stop:], target
    # A target inside the run stands for a move by as many words.
    end = target if target > stop else target + length
    return words[:start] + words[stop:end] + words[start:stop] + words[end:], start
