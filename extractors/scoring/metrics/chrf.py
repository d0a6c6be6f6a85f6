"""chrF and chrF++ as in sacreBLEU, scored from sums of rows.

Popović, "chrF: character n-gram F-score for automatic MT evaluation" (WMT 2015),
https://aclanthology.org/W15-3049/, and "chrF++: words helping character n-grams" (WMT 2017),
https://aclanthology.org/W17-4770/.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, Final

import numpy as np
from pydantic import Field
from sacrebleu.metrics.chrf import CHRF

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.scoring.metrics import Metric, ReferenceCount
from extractors.scoring.metrics._options import LARGEST, Order, check_segments, check_totals, missing_references
from extractors.scoring.metrics._sacrebleu import format_signature, parts, private

# What sacreBLEU takes for a precision, recall or F-score whose divisor is 0.
EPSILON: Final = 1e-16
Counted = tuple[Counter[Any], int]
"""How often each n-gram of an order stands in a text, and how many there are."""


class Chrf(Metric):
    """Corpus chrF, 0 to 100, equal to sacreBLEU's; `word_order=2` gives chrF++.

    Statistics, for each order (characters first, then words): n-grams of the hypothesis, n-grams of the
    reference, matches; then 1 (the count of segments). Of several references, a segment counts the one
    that it does best on by itself.

    sacreBLEU's signature does not hold beta; `label` does (chrF2++ is beta 2, word order 2).

    Args:
        char_order: the longest character n-grams.
        word_order: the longest word n-grams, 0 for none.
        beta: how many times more recall weighs than precision.
        whitespace: let character n-grams hold white space.
        eps_smoothing: average the F-scores of all orders, an empty order near 0 (as chrF++.py, Moses and
            NLTK do), where the default averages precision and recall over the orders that both sides have.
    """

    bounds = (0, 100)

    def __init__(
        self,
        *,
        char_order: Order = 6,
        word_order: Order = 0,
        beta: Annotated[int, Field(ge=0, le=LARGEST)] = 2,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
    ) -> None:
        self._orders = char_order + word_order
        if self._orders == 0:
            raise InputError(
                "char_order and word_order are both 0", remedy="set char_order (6) or word_order (2) above 0"
            )
        self._weight, self._eps_smoothing = beta**2, eps_smoothing
        self._chrf = CHRF(
            char_order=char_order,
            word_order=word_order,
            beta=beta,
            lowercase=lowercase,
            whitespace=whitespace,
            eps_smoothing=eps_smoothing,
        )
        self.label = f"chrF{beta}{'+' * word_order}"

    def statistics(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> Float64:
        """Compute (n, 3 * orders + 1) statistics; see the class."""
        check_segments(hypotheses, references)
        by_name = {str(number): texts for number, texts in enumerate(references)}
        (found,) = self.statistics_of_groups({"": hypotheses}, by_name, [[*by_name]])
        return found[""]

    def statistics_of_groups(
        self,
        outputs: Mapping[str, Sequence[str]],
        references: Mapping[str, Sequence[str]],
        groups: Sequence[Sequence[str]],
    ) -> list[dict[str, Float64]]:
        """Compute as `Metric.statistics_of_groups` does; the n-grams of each text are counted once."""
        for texts in outputs.values():
            check_segments(texts, list(references.values()))
        preprocess, count, f_score = (
            private(self._chrf, f"_{name}")
            for name in ("preprocess_segment", "extract_reference_info", "compute_f_score")
        )
        missing = [missing_references([references[name] for name in group]) for group in groups]
        n = len(next(iter(references.values())))
        found = [{name: np.ones((n, 3 * self._orders + 1)) for name in outputs} for _ in groups]

        def ngrams(text: str) -> list[Counted]:
            (counters,) = count([preprocess(text)])["ref_ngrams"]
            return [(counter, counter.total()) for counter in counters]

        for part in parts(n):
            of_references = {name: list(map(ngrams, texts[part])) for name, texts in references.items()}
            for system, texts in outputs.items():
                for number, text in enumerate(texts[part]):
                    own, place = ngrams(text), part.start + number
                    # Of each order: n-grams of the hypothesis, of the reference, matches.
                    against = {
                        name: list(chain.from_iterable(map(_matched, own, of_segments[number])))
                        for name, of_segments in of_references.items()
                    }
                    for group, lacking, rows in zip(groups, missing, found, strict=True):
                        present = [against[name] for k, name in enumerate(group) if not lacking[k, place]]
                        # Of equal ones the first, as in sacreBLEU.
                        rows[system][place, :-1] = present[0] if len(present) == 1 else max(present, key=f_score)
        return found

    def score(self, totals: Float64) -> Float64:
        """Turn sums of rows (..., 3 * orders + 1) into chrF (...), 0 to 100; NaN for sums over no segments."""
        sums = check_totals(totals, 3 * self._orders + 1)
        # Columns stand order by order as hypothesis, reference, matches; the last is the count of segments.
        hypothesis, reference, matches = (sums[..., start:-1:3] for start in range(3))
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = np.where(hypothesis > 0, matches / hypothesis, EPSILON)
            recall = np.where(reference > 0, matches / reference, EPSILON)
            if self._eps_smoothing:
                score = self._f_score(precision, recall, EPSILON).sum(axis=-1) / self._orders
            else:
                used = (hypothesis > 0) & (reference > 0)
                orders = np.maximum(used.sum(axis=-1), 1)
                mean_precision = np.where(used, precision, 0.0).sum(axis=-1) / orders
                mean_recall = np.where(used, recall, 0.0).sum(axis=-1) / orders
                score = self._f_score(mean_precision, mean_recall, 0.0)
        return np.where(sums[..., -1] > 0, 100 * score, np.nan)

    def _f_score(self, precision: Float64, recall: Float64, otherwise: float) -> Float64:
        """Compute F-beta; return `otherwise` where it is 0 divided by 0."""
        divisor = self._weight * precision + recall
        return np.where(divisor > 0, (1 + self._weight) * precision * recall / divisor, otherwise)

    def signature(self, references: ReferenceCount) -> str:
        """Return sacreBLEU's signature: `nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0`."""
        return format_signature(self._chrf, references)


def _matched(hypothesis: Counted, reference: Counted) -> tuple[int, int, int]:
    """Return the numbers of n-grams of a hypothesis, of a reference, and of both, as sacreBLEU counts them.

    It is sacreBLEU's `_get_match_statistics`, in half of its time.
    """
    (own, size), (other, of_reference) = hypothesis, reference
    matches = [n if n <= known else known for ngram, n in own.items() if (known := other.get(ngram))]
    return size if other else 0, of_reference, sum(matches)
