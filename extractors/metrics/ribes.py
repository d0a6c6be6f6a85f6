"""RIBES: rank correlation of the word order, with unigram precision and a brevity penalty.

Isozaki, Hirao, Duh, Sudoh and Tsukada, "Automatic Evaluation of Translation Quality for Distant Language
Pairs" (EMNLP 2010), https://aclanthology.org/D10-1092/; defined as in release 1.03.1, written from a
description of it. For a hypothesis of h words, a reference of r words and n aligned positions:

    RIBES = NKT * P ** alpha * BP ** beta
    NKT   = ascending pairs among the aligned positions / (n * (n - 1) / 2), the normalised Kendall's tau
    P     = n / h,   BP = min(1, exp(1 - r / h))

A hypothesis word aligns if it occurs once on both sides; or else by the shortest run of words beside it,
the left side before the right, that with it occurs once on both sides (overlapping occurrences counted).

nltk.translate.ribes_score (3.10) differs: it tries the right side before the left; it never tries a run of
all the words on the left of a word in the second half; it gives 0 to a one-word reference that is found;
it counts a segment without reference words as 0 in the mean; and it leaves tokenising and lower case to
the caller. Up to 3.9.1 its tau counted ascending pairs only inside runs of consecutive positions.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

import numpy as np

from extractors import __version__
from extractors.core.arrays import Float64
from extractors.metrics import Metric
from extractors.metrics._options import (
    check_flag,
    check_integer,
    check_number,
    check_segments,
    check_totals,
)
from extractors.metrics._sacrebleu import word_splitter

DEFINITION: Final = "1.03.1"
# Stands for every hypothesis word that the reference does not have.
ABSENT: Final = "\0"


def align_words(hypothesis: Sequence[str], reference: Sequence[str]) -> list[int]:
    """Reference positions of the hypothesis words that align, in the order of the hypothesis."""
    # One character a word, so that runs of words are found by the search in strings.
    codes = {word: chr(number) for number, word in enumerate(dict.fromkeys(reference), start=1)}
    target = "".join([codes[word] for word in reference])
    source = "".join([codes.get(word, ABSENT) for word in hypothesis])
    positions = []
    for place, code in enumerate(source):
        if code == ABSENT:
            continue
        if source.count(code) == 1 == target.count(code):
            positions.append(target.find(code))
        else:
            position = _align_by_context(source, target, place)
            if position is not None:
                positions.append(position)
    return positions


def _align_by_context(source: str, target: str, place: int) -> int | None:
    """The position in `target` of the character at `place` of `source`, by the characters beside it."""
    left, right = True, True
    for window in range(1, max(place + 1, len(source) - place + 1)):
        # A run that the target does not hold has no longer run that it holds.
        left = left and window <= place
        if left:
            run = source[place - window : place + 1]
            start = target.find(run)
            left = start >= 0
            if left and target.find(run, start + 1) < 0 and source.find(run) == source.rfind(run):
                return start + window
        right = right and place + window < len(source)
        if right:
            run = source[place : place + window + 1]
            start = target.find(run)
            right = start >= 0
            if right and target.find(run, start + 1) < 0 and source.find(run) == source.rfind(run):
                return start
        if not (left or right):
            return None
    return None


def normalised_tau(positions: Sequence[int]) -> float:
    """The share of ascending pairs, 0 to 1; 0 for fewer than two positions."""
    earlier: list[int] = []
    ascending = 0
    for position in positions:
        smaller = bisect_left(earlier, position)
        ascending += smaller
        earlier.insert(smaller, position)
    return ascending / max(math.comb(len(positions), 2), 1)


class Ribes(Metric):
    """Mean RIBES of the segments, 0 to 1 (the scale of the paper, not 0 to 100).

    Statistics: the RIBES of the segment towards the reference that it does best on, and 1, the count of
    segments. References without words are left out; a segment that has no other is left out of the mean:
    its row is 0, 0. A hypothesis without words has 0.

    A hypothesis equal to its reference has 1 only if each of its words aligns: `a a a` has (2/3) ** 0.25.

    Args:
        lowercase: compare in lower case.
        tokenize: sacreBLEU's tokenizer: 13a, intl, char, zh, none (white space only), and with further
            libraries ja-mecab, ko-mecab, flores101, flores200, spBLEU-1K.
        alpha: the exponent of the unigram precision.
        beta: the exponent of the brevity penalty.
    """

    label = "RIBES"

    def __init__(
        self, *, lowercase: bool = True, tokenize: str = "13a", alpha: float = 0.25, beta: float = 0.10
    ) -> None:
        self._lowercase = check_flag("lowercase", lowercase)
        self._split, self._tokenizer = word_splitter(tokenize, lowercase=lowercase)
        self._alpha = float(check_number("alpha", alpha, 0))
        self._beta = float(check_number("beta", beta, 0))

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Float64:
        """(n, 2) statistics; see the class."""
        check_segments(hypotheses, references)
        rows = np.zeros((len(hypotheses), 2))
        for row, (hypothesis, *alternatives) in enumerate(zip(hypotheses, *references, strict=True)):
            usable = [words for words in map(self._split, alternatives) if words]
            if usable:
                words = self._split(hypothesis)
                rows[row] = max(self._score_pair(words, reference) for reference in usable), 1
        return rows

    def _score_pair(self, hypothesis: list[str], reference: list[str]) -> float:
        """RIBES of the words of one segment towards the words (at least one) of one reference."""
        if not hypothesis:
            return 0.0
        positions = align_words(hypothesis, reference)
        if not positions:
            return 0.0
        tau = 1.0 if len(positions) == len(reference) == 1 else normalised_tau(positions)
        precision = len(positions) / len(hypothesis)
        penalty = math.exp(min(0.0, 1 - len(reference) / len(hypothesis)))
        return float(tau * precision**self._alpha * penalty**self._beta)

    def score(self, totals: Float64) -> Float64:
        """(..., 2) sums of rows to (...) RIBES; NaN for sums over no segment that has reference words."""
        sums = check_totals(totals, 2)
        count = sums[..., 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(count > 0, sums[..., 0] / count, np.nan)

    def signature(self, references: int) -> str:
        """`nrefs:1|case:lc|tok:13a|alpha:0.25|beta:0.10|ribes:1.03.1|version:...`, the version ours."""
        check_integer("references", references, 1)
        case = "lc" if self._lowercase else "mixed"
        return (
            f"nrefs:{references}|case:{case}|tok:{self._tokenizer}|alpha:{_format(self._alpha)}"
            f"|beta:{_format(self._beta)}|ribes:{DEFINITION}|version:{__version__}"
        )


def _format(value: float) -> str:
    """Two decimals, more only where the value has more."""
    return f"{value:.2f}" if round(value, 2) == value else repr(value)
