"""How far raters, or a rater and a score, agree: kappas, and the area under the ROC curve.

All take sums of weights, so that bootstrap samples, which are weights, are rated by the same functions.
"""

import numpy as np

from extractors.core.arrays import Bool, Float64


def cohen_kappa(tables: Float64) -> Float64:
    """Compute Cohen's kappa of two raters, (...); NaN where chance alone would always agree, or nothing is rated.

    Cohen, "A Coefficient of Agreement for Nominal Scales", Educational and Psychological Measurement 1960.

    Args:
        tables: (..., c, c) how often the first said the row's category and the second the column's.
    """
    n = tables.sum(axis=(-2, -1))
    observed = np.trace(tables, axis1=-2, axis2=-1)
    expected = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        observed, expected = observed / n, expected / n**2
        return np.asarray(np.where(expected < 1, (observed - expected) / (1 - expected), np.nan))


def fleiss_kappa(counts: Float64) -> float:
    """Compute Fleiss' kappa; NaN where all ratings are of one category.

    Fleiss, "Measuring Nominal Scale Agreement Among Many Raters", Psychological Bulletin 1971.

    Args:
        counts: (n, c) how many raters put each unit into each category; two or more, and as many for each unit.

    Raises:
        ValueError: there are no units, fewer than two raters, or more of them for some units than for others.
    """
    raters = counts.sum(axis=1)
    if len(counts) == 0 or raters[0] < 2 or (raters != raters[0]).any():
        raise ValueError("each unit needs as many ratings as the others, two or more")
    # Pairs of raters who agree, over all pairs.
    observed = ((counts**2).sum(axis=1) - raters).sum() / (raters * (raters - 1)).sum()
    expected = float(((counts.sum(axis=0) / counts.sum()) ** 2).sum())
    return float((observed - expected) / (1 - expected)) if expected < 1 else np.nan


def auc(positive: Bool, scores: Float64, weights: Float64) -> Float64:
    """Return (b,) the probability that a positive unit scores higher than a negative one, ties counted half.

    The area under the ROC curve (Hanley and McNeil, Radiology 1982); NaN where there are only units of one kind.

    Args:
        positive, scores: (n,).
        weights: (b, n) of the units.
    """
    order = np.argsort(scores, kind="stable")
    # Where each run of equal scores begins: ties are summed up together.
    first = np.flatnonzero(np.diff(scores[order], prepend=-np.inf))
    if not len(first):
        return np.full(len(weights), np.nan)
    of_positive = np.add.reduceat(np.where(positive, weights, 0)[:, order], first, axis=1)
    of_negative = np.add.reduceat(np.where(positive, 0, weights)[:, order], first, axis=1)
    # Negatives with a lower score, and half of the negatives with the same score.
    below = np.cumsum(of_negative, axis=1) - of_negative / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        area: Float64 = (of_positive * below).sum(axis=1) / (of_positive.sum(axis=1) * of_negative.sum(axis=1))
    return area
