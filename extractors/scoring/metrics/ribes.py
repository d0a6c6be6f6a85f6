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

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

import numpy as np

from extractors.core.arrays import Float64
from extractors.core.version import __version__
from extractors.scoring.metrics import Metric, ReferenceCount
from extractors.scoring.metrics._options import NotNegative, check_segments, check_totals, warn_of_long_words
from extractors.scoring.metrics._ribes_positions import align_segments, number_words
from extractors.scoring.metrics._sacrebleu import parts, word_splitter

DEFINITION: Final = "1.03.1"


def normalised_tau(positions: Sequence[int]) -> float:
    """Return the share of ascending pairs, 0 to 1; 0 for fewer than two positions."""
    earlier: list[int] = []
    ascending = 0
    for position in positions:
        # The earlier positions are kept sorted, so this is how many pairs ascend to this one.
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
        tokenize: sacreBLEU's tokenizer: 13a, intl, char, zh, none (white space only), and with further
            libraries ja-mecab, ko-mecab, flores101, flores200, spBLEU-1K.
        alpha: the exponent of the unigram precision.
        beta: the exponent of the brevity penalty.
    """

    label = "RIBES"
    bounds = (0, 1)

    def __init__(
        self, *, lowercase: bool = True, tokenize: str = "13a", alpha: NotNegative = 0.25, beta: NotNegative = 0.10
    ) -> None:
        self._lowercase, self._alpha, self._beta = lowercase, float(alpha), float(beta)
        self._split, self._tokenizer = word_splitter(tokenize, lowercase=lowercase)

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Float64:
        """Compute (n, 2) statistics; see the class."""
        check_segments(hypotheses, references)
        rows, words = np.zeros((len(hypotheses), 2)), 0
        for part in parts(len(hypotheses)):
            words += self._count(rows[part], [text[part] for text in (hypotheses, *references)])
        warn_of_long_words(hypotheses, words)
        return rows

    def _count(self, rows: Float64, texts: Sequence[Sequence[str]]) -> int:
        """Fill rows of 0 with the statistics of hypothesis and references; return the number of hypothesis words."""
        hypothesis, *references = number_words([self._split(text) for text in texts])
        words = hypothesis.lengths.tolist()
        for reference in references:
            aligned = align_segments(hypothesis, reference)
            for row, (positions, length) in enumerate(zip(aligned, reference.lengths.tolist(), strict=True)):
                if length:
                    rows[row] = max(rows[row, 0], self._score_positions(positions, words[row], length)), 1
        return sum(words)

    def _score_positions(self, positions: list[int], words: int, length: int) -> float:
        """Compute RIBES from the positions where one segment's words align to a reference of `length` >= 1 words."""
        if not positions:
            return 0.0
        # A word that is all of its reference has no pairs, and is in order.
        tau = 1.0 if len(positions) == length == 1 else normalised_tau(positions)
        precision = len(positions) / words
        penalty = math.exp(min(0.0, 1 - length / words))
        return float(tau * precision**self._alpha * penalty**self._beta)

    def score(self, totals: Float64) -> Float64:
        """Turn sums of rows (..., 2) into RIBES (...); NaN for sums over no segment that has reference words."""
        sums = check_totals(totals, 2)
        count = sums[..., 1]
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(count > 0, sums[..., 0] / count, np.nan)

    def signature(self, references: ReferenceCount) -> str:
        """Return `nrefs:1|case:lc|tok:13a|alpha:0.25|beta:0.10|ribes:1.03.1|version:...`, with our version."""
        case = "lc" if self._lowercase else "mixed"
        return (
            f"nrefs:{references}|case:{case}|tok:{self._tokenizer}|alpha:{_format(self._alpha)}"
            f"|beta:{_format(self._beta)}|ribes:{DEFINITION}|version:{__version__}"
        )


def _format(value: float) -> str:
    """Format a value with two decimals, or with more where it has more."""
    return f"{value:.2f}" if round(value, 2) == value else repr(value)
