"""Accuracy by an imperfect judge, corrected by a sample that people judged too.

A judge calls right outputs right with its sensitivity, and wrong ones wrong with its specificity. The share p that it
calls right is then corrected to (p + specificity - 1) / (sensitivity + specificity - 1) (Rogan and Gladen, American
Journal of Epidemiology 1978).

The interval takes in the error of all three by one Bayesian bootstrap (Rubin, Annals of Statistics 1981) over source
texts: each draw weights texts by independent exponentials, and outputs of one text, in the sample or not, have its
weight. Outputs of one text are right or wrong together; draws of single outputs would give intervals that are too
narrow. A share in the sample also has half an output of either kind, weighted by a gamma distribution of shape one
half. Where each text has one output, the draws are those of the posterior with Jeffreys' prior. A plain bootstrap of a
small sample without an error has no error in any draw (Reiczigel, Földi and Ózsvári, Epidemiology and Infection 2010).

That holds where the sample is of other outputs too: of all systems, say, for the accuracy of one. Where it is a random
part of the same outputs, the shares of right outputs among those that the judge calls right, and among those that it
calls wrong, are known directly. They give a narrower interval (Tenenbein, Journal of the American Statistical
Association 1970), and intervals of the first kind would be too wide, since the errors of sample and judge are shared.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from extractors.core.arrays import Bool, Float64, Int64
from extractors.scoring.statistics.estimates import LEVEL

DRAWS, SEED = 4000, 1
FEWEST = 10
"""Right outputs, and wrong ones, that a sample needs."""
LEAST = 0.05
"""Sensitivity + specificity - 1 below which a judge is no better than chance, and its draws say nothing."""


@dataclass(frozen=True)
class CorrectedAccuracy:
    """An accuracy, as judged and corrected.

    Attributes:
        n: outputs that the judge decided on.
        judged: the share that it calls right.
        value, low, high: corrected, with the interval at 95 %; NaN where the sample is too small.
    """

    n: int
    judged: float
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class JudgeSample:
    """Outputs that the judge and people have judged.

    Attributes:
        verdict: (m,) whether the judge calls it right.
        truth: (m,) whether people do.
        sentence: (m,) the number of each output's source text.
    """

    verdict: Bool
    truth: Bool
    sentence: Int64

    @property
    def is_enough(self) -> bool:
        """Whether it has FEWEST outputs of both kinds."""
        return min(int(self.truth.sum()), int((~self.truth).sum())) >= FEWEST

    @property
    def sensitivity(self) -> float:
        """The share of right outputs that the judge calls right; NaN of none."""
        return _share(self.verdict[self.truth])

    @property
    def specificity(self) -> float:
        """The share of wrong outputs that the judge calls wrong; NaN of none."""
        return _share(~self.verdict[~self.truth])

    @property
    def predictive(self) -> tuple[float, float]:
        """The shares of right outputs among those that the judge calls right, and among those it calls wrong."""
        return _share(self.truth[self.verdict]), _share(self.truth[~self.verdict])


def correct_accuracy(
    right: Bool, sentence: Int64, sample: JudgeSample, *, is_part: bool, draws: int = DRAWS
) -> CorrectedAccuracy:
    """Correct the accuracy that a judge gives to some outputs.

    Args:
        right: (n,) whether the judge calls each output right.
        sentence: (n,) the number of its source text, as in the sample; outputs of one are drawn together.
        sample: of outputs that the judge treats as it treats these.
        is_part: the sample is a random part of these outputs.
    """
    if not len(right):
        return CorrectedAccuracy(0, np.nan, np.nan, np.nan, np.nan)
    judged = float(right.mean())
    if not sample.is_enough:
        return CorrectedAccuracy(len(right), judged, np.nan, np.nan, np.nan)
    rng = np.random.default_rng(SEED)
    texts, number = np.unique(np.concatenate([sentence, sample.sentence]), return_inverse=True)
    whole, sampled = number[: len(right)], number[len(right) :]
    weights = rng.standard_exponential((draws, len(texts)))

    def drawn_share(values: Bool, part: Bool) -> Float64:
        """Draw (draws,) the share of true values in a part of the sample."""
        counts = np.stack([np.bincount(sampled[part], values[part] == kind, len(texts)) for kind in (True, False)])
        weighted = weights @ counts.T + rng.standard_gamma(0.5, (draws, 2))
        share: Float64 = weighted[:, 0] / weighted.sum(axis=1)
        return share

    shares = (weights @ np.bincount(whole, right, len(texts))) / (weights @ np.bincount(whole, minlength=len(texts)))
    if is_part:
        first, second = sample.predictive
        value = judged * _or_half(first) + (1 - judged) * _or_half(second)
        called_right, called_wrong = (drawn_share(sample.truth, of) for of in (sample.verdict, ~sample.verdict))
        drawn = shares * called_right + (1 - shares) * called_wrong
    else:
        gain = sample.sensitivity + sample.specificity - 1
        value = float(np.clip((judged + sample.specificity - 1) / gain, 0, 1)) if gain >= LEAST else float("nan")
        sensitivity = drawn_share(sample.verdict, sample.truth)
        specificity = drawn_share(~sample.verdict, ~sample.truth)
        gains = sensitivity + specificity - 1
        # Of a judge that may be no better than chance, any accuracy may be true.
        useless = gains < LEAST
        drawn = np.clip((shares + specificity - 1) / np.where(useless, 1, gains), 0, 1)
        drawn[useless] = rng.uniform(size=int(useless.sum()))
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return CorrectedAccuracy(len(right), judged, value, float(low), float(high))


def _or_half(share: float) -> float:
    """Return a share, or a half for NaN: a kind of verdict that the sample does not have."""
    return 0.5 if np.isnan(share) else share


def _share(values: Bool) -> float:
    return float(values.mean()) if len(values) else float("nan")
