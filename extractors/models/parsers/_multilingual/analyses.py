"""What the parser says of the words of a sentence, and how sure it is."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from extractors.core.arrays import Float32

SMALLEST = 1e-6


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of the n words of a sentence.

    Attributes:
        upos, lemma, feats, deprel: strings; `_` where there is none.
        head: (n,) 1-based, 0 for the root.
        confidence: (n,) probability of the arc and its relation, 0 to 1.
    """

    upos: list[str]
    lemma: list[str]
    feats: list[str]
    deprel: list[str]
    head: npt.NDArray[np.int64]
    confidence: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns the network's probability p of an arc and its relation into how often such an arc is right.

    The logit of p is multiplied by `slope` and moved by `intercept` (Platt 1999): networks are too sure.
    """

    slope: float = 1.0
    intercept: float = 0.0

    def __call__(self, probabilities: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        # The logit of 0 or of 1 is infinite.
        p = np.clip(probabilities.astype(np.float64), SMALLEST, 1 - SMALLEST)
        logits = self.slope * np.log(p / (1 - p)) + self.intercept
        return (1 / (1 + np.exp(-logits))).astype(np.float32)


def log_softmax(scores: Float32) -> Float32:
    """Turn scores into log-probabilities along the last axis."""
    # Without the shift the exponential of a large score would overflow.
    shifted: Float32 = scores - scores.max(axis=-1, keepdims=True)
    shifted -= np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return shifted
