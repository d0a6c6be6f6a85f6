"""How often links of a confidence are right, and what a minimum confidence keeps."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from extractors.core.arrays import Bool, Float64, Int64
from extractors.lab.alignment_quality.gold_links import GoldPair
from extractors.models.aligners import Confidence, Links

TENTHS = 10


class JudgedLinks(NamedTuple):
    """N links of a confidence, and whether they are right.

    Attributes:
        pair: (N,) number of the pair.
        confidence: (N,) 0 to 1.
        sure, possible: (N,) whether the gold has the link so; a sure one is possible, too.
    """

    pair: Int64
    confidence: Float64
    sure: Bool
    possible: Bool

    @property
    def tenth(self) -> Int64:
        """(N,) 0 to 9; a confidence of 1 is in the last tenth."""
        # 0.7 * 10 is 7, and 0.29999998 as a float32 has it is 0.3.
        return np.minimum(np.floor(self.confidence.round(6) * TENTHS + 1e-9).astype(np.int64), TENTHS - 1)


def judged(linked: Sequence[tuple[Links, Confidence]], gold: Sequence[GoldPair]) -> JudgedLinks | None:
    """Links with their confidence; None where a link has none."""
    rows = [
        (number, sure, link in pair.sure, link in pair.possible)
        for number, ((links, confidence), pair) in enumerate(zip(linked, gold, strict=True))
        for link, sure in zip(links, confidence, strict=True)
    ]
    if not rows or any(row[1] is None for row in rows):
        return None
    pairs, confidences, sure, possible = zip(*rows, strict=True)
    return JudgedLinks(
        np.array(pairs, dtype=np.int64),
        np.array(confidences, dtype=np.float64),
        np.array(sure, dtype=np.bool_),
        np.array(possible, dtype=np.bool_),
    )


def counts(links: JudgedLinks, chosen: Bool, gold: Sequence[GoldPair]) -> Int64:
    """(n, 4) as link_scores.counts, of the links for which `chosen`, (N,), is true."""
    sums = [
        np.bincount(links.pair[chosen], weights=of[chosen], minlength=len(gold))
        for of in (np.ones(len(chosen)), links.sure, links.possible)
    ]
    return np.stack([*sums, [len(pair.sure) for pair in gold]], axis=1).astype(np.int64)
