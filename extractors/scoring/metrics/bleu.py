"""BLEU as in sacreBLEU, scored from sums of rows.

Papineni et al., "Bleu: a Method for Automatic Evaluation of Machine Translation" (ACL 2002),
https://aclanthology.org/P02-1040/; smoothing as in Chen and Cherry, "A Systematic Comparison of Smoothing
Techniques for Sentence-Level BLEU" (WMT 2014), https://aclanthology.org/W14-3346/.
"""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

import numpy as np
from pydantic import Field
from sacrebleu.metrics.bleu import BLEU

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.scoring.metrics import Metric, ReferenceCount
from extractors.scoring.metrics._options import (
    LONGEST_NGRAM,
    NotNegative,
    check_segments,
    check_totals,
    warn_of_long_words,
)
from extractors.scoring.metrics._sacrebleu import build_bleu, format_signature, segment_statistics

# sacreBLEU's logarithm of a precision of 0: finite, and low enough for the score to be 0.
LOG_OF_ZERO: Final = -9999999999.0
# As many lines of so many that end in a period of its own make a warning.
TOKENISED, SEGMENTS = 100, 500


class Bleu(Metric):
    """Corpus BLEU, 0 to 100, equal to sacreBLEU's.

    Statistics, for N = max_ngram_order: words of the hypothesis, words of the closest reference, matching
    n-grams of order 1 to N, n-grams of the hypothesis of order 1 to N, and 1 (the count of segments).

    Args:
        tokenize: sacreBLEU's tokenizer: 13a, intl, char, zh, none, and with further libraries ja-mecab,
            ko-mecab, flores101, flores200, spBLEU-1K.
        smooth_method: what to do about an order without a match: exp, floor, add-k or none.
        smooth_value: for floor (0.1 unless said) and add-k (1 unless said) only.
        max_ngram_order: the longest n-grams that count.
        effective_order: leave out orders that the hypotheses are too short for.
        force: do not warn about text that looks tokenised already.
    """

    label = "BLEU"
    bounds = (0, 100)

    def __init__(
        self,
        *,
        lowercase: bool = False,
        tokenize: str = "13a",
        smooth_method: Literal["exp", "floor", "add-k", "none"] = "exp",
        smooth_value: NotNegative | None = None,
        max_ngram_order: Annotated[int, Field(ge=1, le=LONGEST_NGRAM)] = 4,
        effective_order: bool = False,
        force: bool = False,
    ) -> None:
        default = BLEU.SMOOTH_DEFAULTS[smooth_method]
        if smooth_value is not None and default is None:
            raise InputError(
                f"smooth_value is {smooth_value!r}, but smooth_method {smooth_method!r} takes no value",
                remedy="leave smooth_value out, or set smooth_method to floor or add-k",
            )
        self._smooth_method = smooth_method
        self._smooth_value = float(default or 0) if smooth_value is None else float(smooth_value)
        self._order, self._effective_order, self._force = max_ngram_order, effective_order, force
        self._bleu = build_bleu(
            tokenize=tokenize,
            lowercase=lowercase,
            smooth_method=smooth_method,
            smooth_value=smooth_value,
            max_ngram_order=max_ngram_order,
            effective_order=effective_order,
            # Of text that looks tokenised it is warned here, of all parts of the corpus together.
            force=True,
        )

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Float64:
        """Compute (n, 3 + 2N) statistics; see the class. A segment with only empty references has one of length 0."""
        (rows,) = self.statistics_of_outputs([hypotheses], references)
        return rows

    def statistics_of_outputs(
        self, outputs: Sequence[Sequence[str]], references: Sequence[Sequence[str]]
    ) -> list[Float64]:
        """Compute as `Metric.statistics_of_outputs` does; the references are read once."""
        for texts in outputs:
            check_segments(texts, references)
            if not self._force:
                _warn_of_tokens(texts)
        found = segment_statistics(self._bleu, outputs, references, 3 + 2 * self._order)
        for texts, rows in zip(outputs, found, strict=True):
            warn_of_long_words(texts, int(rows[:, 0].sum()))
        return found

    def score(self, totals: Float64) -> Float64:
        """Turn sums of rows (..., 3 + 2N) into BLEU (...), 0 to 100; NaN for sums over no segments."""
        sums = check_totals(totals, 3 + 2 * self._order)
        hypothesis, reference, count = sums[..., 0], sums[..., 1], sums[..., -1]
        matches = sums[..., 2 : 2 + self._order].copy()
        ngrams = sums[..., 2 + self._order : -1].copy()
        # Before smoothing: sacreBLEU gives 0 to outputs without any match.
        any_match = matches.any(axis=-1)
        # With add-k, sacreBLEU smooths only orders above 1.
        if self._smooth_method == "add-k":
            matches[..., 1:] += self._smooth_value
            ngrams[..., 1:] += self._smooth_value
        # sacreBLEU stops at the first order that the hypotheses have no n-gram of.
        reached = np.logical_and.accumulate(ngrams != 0, axis=-1)
        unmatched = reached & (matches == 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = np.where(reached, 100 * matches / ngrams, 0.0)
            # As NIST's mteval: the k-th order without a match counts as 1 / 2^k of one match.
            if self._smooth_method == "exp":
                halvings = np.exp2(np.cumsum(unmatched, axis=-1))
                precision = np.where(unmatched, 100 / (halvings * ngrams), precision)
            elif self._smooth_method == "floor":
                precision = np.where(unmatched, 100 * self._smooth_value / ngrams, precision)
            logs = np.where(precision > 0, np.log(precision), LOG_OF_ZERO)
            penalty = np.where(hypothesis > 0, np.exp(np.minimum(0.0, 1 - reference / hypothesis)), 0.0)
        if self._effective_order:
            logs = np.where(reached, logs, 0.0)
            orders = np.maximum(reached.sum(axis=-1), 1)
        else:
            orders = np.asarray(self._order)
        score = np.where(any_match, penalty * np.exp(logs.sum(axis=-1) / orders), 0.0)
        return np.where(count > 0, score, np.nan)

    def signature(self, references: ReferenceCount) -> str:
        """Return sacreBLEU's signature: `nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0`."""
        return format_signature(self._bleu, references)


def _warn_of_tokens(hypotheses: Sequence[str]) -> None:
    """Warn of text that looks tokenised already, as sacreBLEU does: many lines end in a period that stands alone."""
    tokenised = sum(hypothesis.endswith(" .") for hypothesis in hypotheses)
    if tokenised >= max(TOKENISED, len(hypotheses) * TOKENISED / SEGMENTS):
        log.warning(
            "%d of %d lines end in a period that stands alone: the output looks tokenised, which changes BLEU."
            " Detokenise it; if it is as it should be, the option force silences this",
            tokenised,
            len(hypotheses),
        )
