"""Translation edit rate (TER) as in sacreBLEU, scored from sums of rows.

Snover et al., "A Study of Translation Edit Rate with Targeted Human Annotation" (AMTA 2006),
https://aclanthology.org/2006.amta-papers.25/.
"""

import functools
from collections.abc import Sequence
from typing import Final

import numpy as np
import sacrebleu
from sacrebleu.metrics import lib_ter
from sacrebleu.metrics.ter import TER

from extractors.core.arrays import Float64
from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.score.metrics import Metric, ReferenceCount
from extractors.score.metrics._edits import count_edits
from extractors.score.metrics._options import check_segments, check_totals, warn_of_long_words, with_none
from extractors.score.metrics._sacrebleu import append_count, extract_statistics, format_signature, private


def _count_up(start: int, stop: int) -> str:
    """The numbers from `start` to before `stop` as words, none of them twice."""
    return " ".join(map(str, range(start, stop)))


# Pairs whose number of edits hangs on one rule of the search each.
CANARIES: Final = (
    ("b c d e f a", "a b c d e f"),
    ("a b c d", "d c b a"),
    ("the cat the dog a the", "a the dog the cat the the"),
    ("a b a b a b c a", "b a b c a a b a d"),
    ("a b c", "c"),
    # The longest shift is 10 words.
    (f"{_count_up(0, 10)} {_count_up(20, 33)}", f"{_count_up(20, 33)} {_count_up(0, 10)}"),
    (f"{_count_up(0, 11)} {_count_up(20, 33)}", f"{_count_up(20, 33)} {_count_up(0, 11)}"),
    # The farthest shift is 50 words.
    (f"x {_count_up(0, 50)}", f"{_count_up(0, 50)} x"),
    (f"x {_count_up(0, 51)}", f"{_count_up(0, 51)} x"),
    # The beam has 25 words on each side.
    (
        f"{_count_up(0, 29)} {_count_up(100, 128)} {_count_up(29, 32)}",
        f"{_count_up(0, 2)} {_count_up(200, 221)} {_count_up(2, 32)}",
    ),
    # The search stops after 1000 candidates.
    ("b b a b b b b a a b a a a a a b a b b a b", "a a a b a a b a b b b a a b a b b b a a b"),
    ("a b a a b a b a b b b a b b a b b b a a a b b", "b b b a b b b a a b b a b a a b b b b a b a b"),
)


@functools.cache
def agrees_with_sacrebleu() -> bool:
    """Whether our fast search counts as the installed sacreBLEU does, whose version the signature names."""
    count = private(lib_ter, "translation_edit_rate")
    for hypothesis, reference in CANARIES:
        ours = count_edits(hypothesis.split(), reference.split())
        theirs = count(hypothesis.split(), reference.split())[0]
        if ours != theirs:
            log.warning(
                "sacrebleu %s counts edits differently from the releases known here; TER will be computed by "
                "sacrebleu's own code, which is slower",
                sacrebleu.__version__,
            )
            return False
    return True


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
        """(n, 3) statistics; see the class. Every word is an edit where all references are empty."""
        check_segments(hypotheses, references)
        present = with_none(references)
        if not agrees_with_sacrebleu():
            return append_count(extract_statistics(self._ter, hypotheses, present, 2))
        preprocess = private(self._ter, "_preprocess_segment")
        rows, counted = np.empty((len(hypotheses), 2)), 0
        for row, (hypothesis, *alternatives) in enumerate(zip(hypotheses, *present, strict=True)):
            words = preprocess(hypothesis).split()
            counted += len(words)
            alternatives_words = [preprocess(text).split() for text in alternatives if text is not None]
            rows[row] = (
                min(count_edits(words, reference) for reference in alternatives_words),
                sum(map(len, alternatives_words)) / len(alternatives_words),
            )
        warn_of_long_words(hypotheses, counted)
        return append_count(rows)

    def score(self, totals: Float64) -> Float64:
        """(..., 3) sums of rows to (...) TER; NaN for sums over no segments.

        Without any word in the references TER is 0 where there is none in the hypotheses either, else 100.
        """
        sums = check_totals(totals, 3)
        edits, length, count = sums[..., 0], sums[..., 1], sums[..., 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            rate = np.where(length > 0, edits / length, np.where(edits > 0, 1.0, 0.0))
        return np.where(count > 0, 100 * rate, np.nan)

    def signature(self, references: ReferenceCount) -> str:
        """sacreBLEU's: `nrefs:1|case:lc|tok:tercom|norm:no|punct:yes|asian:no|version:2.6.0`."""
        return format_signature(self._ter, references)
