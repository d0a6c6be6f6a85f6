"""Find stretches of a text that stand some lines too early or too late, by what lines share and by their lengths.

Each text is compared with the source, and with the other translations together, at its own lines and at those nearby.
What two lines share are pieces of three characters, weighed by how rare they are: names, numbers and kindred words of
source and translation, most words of two translations. How much lines share that belong together, and lines far apart,
is learnt from the texts themselves, and so the odds of a shift; a stretch is the run of lines with the largest odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from extractors.core.arrays import Bool, Float64

FARTHEST: Final = 2
"""The largest shift in lines that is looked for."""
LEAST_LINES: Final = 20
"""Lines from which on it can be learnt what lines share."""
LEAST_STRETCH: Final = 3
LEAST_ODDS: Final = 15.0
"""The natural logarithm of odds from which on a stretch is said to be shifted."""
MOST_OF_LINE, MOST_OF_LENGTH = 3.0, 1.5
"""What a line, and its length alone, add to these at most."""
SOURCE: Final = "source"
_SHIFTS: Final = tuple(range(-FARTHEST, FARTHEST + 1))
_FAR: Final = (-7, -5, 5, 7)
"""Shifts that no text has, for what lines share by chance."""
_PIECES: Final = 512
_BLOCK: Final = 4096
"""Lines that are looked at together; a stretch that goes on in the next ones is two."""


class ShiftedStretch(NamedTuple):
    """A stretch of a text in the wrong lines.

    Attributes:
        text: its name, `source` for the source.
        lines: their 0-based numbers.
        late: how many lines too late they stand; too early if it is negative.
    """

    text: str
    lines: range
    late: int

    @property
    def words(self) -> str:
        """`1 late, lines 41 to 170`."""
        way = "late" if self.late > 0 else "early"
        return f"{abs(self.late)} {way}, lines {self.lines.start + 1} to {self.lines.stop}"


def shifted_stretches(source: Sequence[str], translations: Mapping[str, Sequence[str]]) -> list[ShiftedStretch]:
    """Find the shifted stretches in n source lines and in translations of n lines each, text by text.

    Where two texts do not fit together, it names the one that fits the source and the other translations less well.
    """
    stretches = []
    for start in range(0, len(source), _BLOCK):
        # A last block that is too short is looked at with the one before.
        stop = len(source) if len(source) - start - _BLOCK < LEAST_LINES else start + _BLOCK
        block = slice(start, stop)
        texts = {name: item[block] for name, item in translations.items() if any(item[block])}
        if stop - start >= LEAST_LINES and texts:
            for name, lines, late in _Block(source[block], texts).stretches():
                stretches.append(ShiftedStretch(name, range(lines.start + start, lines.stop + start), late))
        if stop == len(source):
            break
    return sorted(stretches, key=lambda item: (item.text, item.lines.start))


class _Block:
    """Some lines of all texts."""

    def __init__(self, source: Sequence[str], translations: Mapping[str, Sequence[str]]) -> None:
        texts = {SOURCE: source, **translations}
        self._vectors = {name: _vectors(lines) for name, lines in texts.items()}
        lengths = ((name, [len(text.strip()) for text in lines]) for name, lines in texts.items())
        self._lengths = {name: np.array(own_lengths, dtype=np.float64) for name, own_lengths in lengths}
        self._is_known = {name: np.zeros(len(source), dtype=np.bool_) for name in texts}
        self._beside_source = {name: self._odds(name, *self._of(SOURCE)) for name in translations}

    def stretches(self) -> Iterator[ShiftedStretch]:
        """Yield the most certain stretch, then the most certain one in the lines that remain, and so on."""
        while (best := self._best()) is not None:
            yield best
            # The lines beside it fit neither well.
            lines = slice(max(best.lines.start - FARTHEST, 0), best.lines.stop + FARTHEST)
            self._is_known[best.text][lines] = True

    def _best(self) -> ShiftedStretch | None:
        vectors, logs, count = self._pool()
        best, least = None, LEAST_ODDS
        # With one translation nothing tells whether it is shifted or the source.
        names = self._beside_source if len(self._beside_source) == 1 else self._vectors
        for name in names:
            odds = np.zeros((len(_SHIFTS), len(count)))
            others_have = count
            if name != SOURCE:
                odds += np.where(self._is_known[SOURCE], 0, self._beside_source[name])
                own, own_log, counts = self._part(name)
                others_have = count - counts
                pool = vectors - own, (logs - own_log) / np.maximum(others_have, 1)
            else:
                pool = vectors, logs / np.maximum(count, 1)
            if others_have.any():
                odds += np.where(others_have > 0, self._odds(name, *pool), 0)
            for late, shift_odds in zip(_SHIFTS, odds, strict=True):
                run, sum_of_run = _largest_run(np.where(self._is_known[name], -MOST_OF_LINE, shift_odds))
                if late and sum_of_run > least and len(run) >= LEAST_STRETCH:
                    best, least = ShiftedStretch(name, run, late), sum_of_run
        return best

    def _of(self, name: str) -> tuple[Float64, Float64]:
        return self._vectors[name], np.log(self._lengths[name] + 4)

    def _part(self, name: str) -> tuple[Float64, Float64, Float64]:
        """Return what a translation adds to the pool: 0 in lines that are empty, or known to be shifted."""
        counts = ((self._lengths[name] > 0) & ~self._is_known[name]).astype(np.float64)
        vectors, logs = self._of(name)
        return vectors * counts[:, None], logs * counts, counts

    def _pool(self) -> tuple[Float64, Float64, Float64]:
        """Sum, line by line, the vectors of all translations and the logarithms of their lengths, and count them."""
        parts = iter(self._beside_source)
        vectors, logs, count = self._part(next(parts))
        for name in parts:
            more, more_logs, more_count = self._part(name)
            vectors, logs, count = vectors + more, logs + more_logs, count + more_count
        return vectors, logs, count

    def _odds(self, name: str, vectors: Float64, logs: Float64) -> Float64:
        """Return (shifts, n) the log odds that each line belongs to a nearby line of another text, not to its own."""
        own, own_logs = self._of(name)
        has_text: Bool = self._lengths[name] > 0
        odds = _odds_of_pieces(own, _normed(vectors)) + _odds_of_lengths(own_logs, logs)
        return np.where(has_text, odds, 0)


def _vectors(texts: Sequence[str]) -> Float64:
    """Compute (n, pieces) unit vectors of texts; the pieces are numbered by a hash."""
    joined = "\n".join(text.casefold().replace("\n", " ") for text in texts) + "\n\n\n"
    points = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.int64)
    ends = points == ord("\n")
    line = np.cumsum(ends) - ends
    inside = ~(ends[:-2] | ends[1:-1] | ends[2:])
    mixed = points[:-2] * 1_000_003 + points[1:-1] * 10_007 + points[2:] * 101
    piece = mixed * 2_654_435_761 % 4_294_967_291 % _PIECES
    size = len(texts) * _PIECES
    counts = np.bincount(line[:-2][inside] * _PIECES + piece[inside], minlength=size)[:size]
    counts = counts.reshape(len(texts), _PIECES)
    rarity = np.log((len(texts) + 1) / ((counts > 0).sum(axis=0) + 1)).astype(np.float32)
    return _normed(np.sqrt(counts.astype(np.float32)) * rarity)


def _normed(vectors: Float64) -> Float64:
    normed: Float64 = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return normed


def _moved(values: Float64, late: int) -> Float64:
    """Move each value `late` lines down (up if it is negative), and fill the gap with 0."""
    moved = np.zeros_like(values)
    if late >= 0:
        moved[late:] = values[: len(values) - late]
    else:
        moved[:late] = values[-late:]
    return moved


def _odds_of_pieces(own: Float64, others: Float64) -> Float64:
    """Compute (shifts, n) log odds from cosines, taken as normally distributed about the means of own and far lines."""

    def shared(shifts: Sequence[int]) -> Float64:
        return np.stack([np.einsum("ij,ij->i", own, _moved(others, late)) for late in shifts])

    near, far = shared(_SHIFTS), shared(_FAR)
    gain = near.max(axis=0) - np.median(far, axis=0)
    mean, variance = np.median(gain), gain.var() + far.var() + 1e-9
    odds: Float64 = 2 * max(mean, 0) * (near - near[FARTHEST]) / variance
    return np.clip(odds, -MOST_OF_LINE, MOST_OF_LINE)


def _odds_of_lengths(own: Float64, others: Float64) -> Float64:
    """Compute (shifts, n) log odds from log lengths, taken as Laplace distributed about the usual ratio."""
    usual = np.median(own - others)
    far_off = np.stack([np.abs(own - usual - _moved(others, late)) for late in _SHIFTS])
    spread = np.median(far_off[FARTHEST]) * 1.5 + 0.05
    odds: Float64 = (far_off[FARTHEST] - far_off) / spread
    return np.clip(odds, -MOST_OF_LENGTH, MOST_OF_LENGTH)


def _largest_run(values: Float64) -> tuple[range, float]:
    """Find the run of values with the largest sum, and return the run and the sum."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    stop = int((sums - np.minimum.accumulate(sums)).argmax())
    start = int(sums[: stop + 1].argmin())
    return range(start, stop), float(sums[stop] - sums[start])
