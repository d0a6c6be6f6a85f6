"""Translation edit rate (TER) as in sacreBLEU, scored from sums of rows.

Snover et al., "A Study of Translation Edit Rate with Targeted Human Annotation" (AMTA 2006),
https://aclanthology.org/2006.amta-papers.25/.
"""

from collections.abc import Sequence
from math import inf

import numpy as np
from sacrebleu.metrics.ter import TER

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.scoring.metrics import Metric, ReferenceCount
from extractors.scoring.metrics._options import check_segments, check_totals, warn_of_long_words
from extractors.scoring.metrics._sacrebleu import format_signature, private, segment_statistics


class Ter(Metric):
    """Corpus TER in per cent, equal to sacreBLEU's; lower is better, and it may exceed 100.

    Statistics: edits towards the reference that needs fewest, mean length of the references, and 1 (the
    count of segments).

    Args:
        normalized: tokenise and normalise as Tercom does (otherwise words are split at white space).
        no_punct: remove punctuation.
        asian_support: with normalized, split Chinese and Japanese into characters; with no_punct, remove
            their punctuation too. Alone it is refused, since it would do nothing.
        case_sensitive: do not compare in lower case.
    """

    label = "TER"
    bounds = (0, inf)
    higher_is_better = False

    def __init__(
        self,
        *,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        if asian_support and not (normalized or no_punct):
            raise InputError(
                "asian_support does nothing without normalized (which splits into characters) or no_punct",
                remedy="set normalized to true too, or asian_support to false (zh and ja have it by default)",
            )
        self._ter = TER(
            normalized=normalized, no_punct=no_punct, asian_support=asian_support, case_sensitive=case_sensitive
        )

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Float64:
        """Compute (n, 3) statistics; see the class. Every word is an edit where all references are empty."""
        check_segments(hypotheses, references)
        preprocess = private(self._ter, "_preprocess_segment")
        warn_of_long_words(hypotheses, sum(len(preprocess(text).split()) for text in hypotheses))
        (rows,) = segment_statistics(self._ter, [hypotheses], references, 3)
        return rows

    def score(self, totals: Float64) -> Float64:
        """Turn sums of rows (..., 3) into TER (...); NaN for sums over no segments.

        Without any word in the references TER is 0 where there is none in the hypotheses either, else 100.
        """
        sums = check_totals(totals, 3)
        edits, length, count = sums[..., 0], sums[..., 1], sums[..., 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            rate = np.where(length > 0, edits / length, np.where(edits > 0, 1.0, 0.0))
        return np.where(count > 0, 100 * rate, np.nan)

    def signature(self, references: ReferenceCount) -> str:
        """Return sacreBLEU's signature: `nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0`."""
        return format_signature(self._ter, references)
