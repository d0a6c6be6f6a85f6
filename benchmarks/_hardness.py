"""How hard chosen segments are by human scores: means, the correlation DEC, and intervals by documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float64, Int32
from extractors.extract.control import match
from extractors.extract.control_settings import ControlSettings
from extractors.score.metrics import metric_of_segments
from extractors.score.statistics.contrasts import contrast
from extractors.score.statistics.estimates import estimate

RESAMPLES = 1000
SEED = 12345
CONTROLS = ControlSettings(tolerance="5%", match=("length", "domain"))
Ints = npt.NDArray[np.int64]


class Range(NamedTuple):
    """A number with its 95 % interval over documents."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Judged:
    """The n segments of a test set that people scored.

    Attributes:
        human: (n, K) by system, higher is better; NaN where nobody scored.
        length: (n,) tokens of the source.
        documents: (n,) numbers of the documents, from 0, of which there are D.
        part: (n,) number of the test set, where several are pooled; controls are of the same one.
    """

    human: Float64
    length: Float64
    documents: Ints
    part: Float64

    @cached_property
    def quality(self) -> Float64:
        """(n,) mean over the systems."""
        return np.nanmean(self.human, axis=1)

    @cached_property
    def draws(self) -> Float64:
        """(RESAMPLES, D) how often each document is drawn."""
        count = int(self.documents.max()) + 1
        rng = np.random.default_rng(SEED)
        return rng.multinomial(count, np.full(count, 1 / count), size=RESAMPLES).astype(np.float64)

    def mean(self, weights: Float64) -> tuple[float, Float64]:
        """The weighted mean quality of segments, and that of each resample; NaN of one that has none of them."""
        sums = np.bincount(self.documents, weights * self.quality, self.draws.shape[1])
        totals = np.bincount(self.documents, weights, self.draws.shape[1])
        with np.errstate(invalid="ignore"):
            return float(sums.sum() / totals.sum()), (self.draws @ sums) / (self.draws @ totals)

    def difference(self, weights: Float64, others: Float64) -> Range:
        """The mean of some segments minus that of others."""
        (value, drawn), (other, other_drawn) = self.mean(weights), self.mean(others)
        return interval(value - other, drawn - other_drawn, len(np.unique(self.documents[weights > 0])))

    def chance(self, n: int) -> float:
        """How far the mean of n segments drawn at random is from that of all: 95 % lie nearer."""
        every = len(self.quality)
        return 1.96 * float(self.quality.std(ddof=1)) * np.sqrt((1 / n) * (1 - n / every))


def interval(value: float, drawn: Float64, documents: int) -> Range:
    """A value with its interval, by Student's t: the percentiles of a few documents' resamples lie too close.

    Args:
        drawn: (RESAMPLES,) the same of resampled documents.
        documents: those that it is of.
    """
    found = estimate(np.array([value]), drawn[:, None], documents)
    return Range(value, float(found.low[0]), float(found.high[0]))


def chosen(n: int, ids: Int32 | Ints) -> Float64:
    """(n,) 1 for each of the segments."""
    weights = np.zeros(n)
    weights[ids] = 1
    return weights


def hardest(scores: Float64, n: int) -> Ints:
    """The n segments with the highest scores; of equal ones those that a fixed shuffle puts first."""
    order = np.random.default_rng(SEED).permutation(len(scores))
    return order[np.argsort(-scores[order], kind="stable")][:n]


class Beside(NamedTuple):
    """A set beside controls of its lengths.

    Attributes:
        difference: from the mean of its controls, averaged over the systems.
        p: of the same; NaN where there is none.
    """

    matched: int
    difference: Range
    p: float


def beside_controls(judged: Judged, ids: Int32) -> Beside | None:
    """The difference from all other segments of like length, as the project measures it; None where few have such.

    Interval and p-value are those of `Contrast`, which pairs each segment with its controls: resamples of whole
    documents would not, and length would come back as noise.
    """
    matches = match(CONTROLS, np.sort(ids).astype(np.int32), {"length": judged.length, "domain": judged.part})
    if len(matches.ids) < 2:
        return None
    score = metric_of_segments("human", {"segment_scores": True, "higher_is_better": True, "sees": "source"}).score
    rated = np.isfinite(judged.human)
    rows = np.stack([np.where(rated, judged.human, 0.0), rated.astype(np.float64)], axis=-1)
    compared = contrast(rows, matches, score)
    assert compared is not None, "no segment has controls"
    found = compared.mean.estimate(judged.documents)
    difference = Range(float(found.value[0]), float(found.low[0]), float(found.high[0]))
    return Beside(len(matches.ids), difference, float(found.p_value[0]))


@dataclass(frozen=True)
class _Pairs:
    """Kendall's tau-b of resampled documents, from sums over pairs of segments by pair of documents.

    Attributes:
        starts: (D,) where the segments of each document begin, in the order by documents.
    """

    order: Ints
    starts: Ints
    draws: Float64

    def count(self, signs: npt.NDArray[np.float32]) -> Float64:
        """(1 + RESAMPLES,) the sum over pairs of segments: of all documents, then of each resample."""
        by_document = np.add.reduceat(np.add.reduceat(signs, self.starts, axis=0), self.starts, axis=1)
        drawn = np.einsum("bd,bd->b", self.draws @ by_document.astype(np.float64), self.draws)
        return np.concatenate([[by_document.sum()], drawn])

    def signs(self, values: Float64) -> npt.NDArray[np.float32]:
        """(n, n) which of two segments has more, in the order by documents; 0 where one has nothing."""
        values = values[self.order]
        return np.nan_to_num(np.sign(values[:, None] - values[None, :])).astype(np.float32)


class Correlation(NamedTuple):
    """DEC of an estimator, and DEC with the length of the source held equal."""

    raw: Range
    at_equal_length: Range


def correlations(judged: Judged, estimators: Sequence[Float64]) -> list[Correlation]:
    """DEC of each estimator: how well it ranks the segments by the quality of their translations.

    DEC is Kendall's tau-b between an estimator and the human scores of one system, averaged over the systems
    (Proietti et al. 2025, arXiv 2508.10175). With the length held equal it is Kendall's partial tau (Kendall, "Partial
    Rank Correlation", Biometrika 1942).

    Args:
        estimators: (n,) each, higher is harder.
    """
    order = np.argsort(judged.documents, kind="stable")
    pairs = _Pairs(order, np.searchsorted(judged.documents[order], np.arange(judged.draws.shape[1])), judged.draws)
    length = pairs.signs(judged.length)
    taus: list[list[tuple[Float64, Float64]]] = [[] for _ in estimators]
    for quality in judged.human.T:
        both = np.isfinite(quality[pairs.order])
        known = (both[:, None] & both[None, :]).astype(np.float32)
        bad = pairs.signs(-quality)
        of_bad, of_length = pairs.count(np.abs(bad)), pairs.count(np.abs(length) * known)
        length_bad = _tau(pairs.count(length * bad), of_length, of_bad)
        for values, found in zip(estimators, taus, strict=True):
            hard = pairs.signs(values) * known
            of_hard = pairs.count(np.abs(hard))
            raw = _tau(pairs.count(hard * bad), of_hard, of_bad)
            hard_length = _tau(pairs.count(hard * length), of_hard, of_length)
            found.append((raw, _partial(raw, hard_length, length_bad)))
    means = [np.mean(np.array(found), axis=0) for found in taus]
    count = judged.draws.shape[1]
    return [Correlation(*(interval(float(mean[0]), mean[1:], count) for mean in both)) for both in means]


def _tau(concordant: Float64, first: Float64, second: Float64) -> Float64:
    """Tau-b from the pairs that agree less those that do not, and the pairs that each side does not tie."""
    with np.errstate(invalid="ignore", divide="ignore"):
        tau: Float64 = concordant / np.sqrt(first * second)
    return tau


def _partial(xy: Float64, xz: Float64, yz: Float64) -> Float64:
    """Tau of x and y with z held equal; NaN where x is z."""
    with np.errstate(invalid="ignore", divide="ignore"):
        partial = (xy - xz * yz) / np.sqrt((1 - xz**2) * (1 - yz**2))
    return np.where(1 - np.abs(xz) > 1e-9, partial, np.nan)


def restricted(judged: Judged, kept: Ints) -> Judged:
    """The segments that are kept, with documents counted anew."""
    documents = np.unique(judged.documents[kept], return_inverse=True)[1].astype(np.int64)
    return Judged(judged.human[kept], judged.length[kept], documents, judged.part[kept])


def pooled(parts: Sequence[Judged]) -> Judged:
    """Test sets as one of a single system, their mean quality in standard deviations of their segments."""
    standard = [(part.quality - part.quality.mean()) / part.quality.std(ddof=1) for part in parts]
    firsts = np.cumsum([0, *(part.draws.shape[1] for part in parts)])
    return Judged(
        human=np.concatenate(standard)[:, None],
        length=np.concatenate([part.length for part in parts]),
        documents=np.concatenate([part.documents + first for part, first in zip(parts, firsts, strict=False)]),
        part=np.concatenate([np.full(len(part.length), i, dtype=np.float64) for i, part in enumerate(parts)]),
    )
