"""Test every two of N systems on a set: paired bootstrap, approximate randomisation, interaction with a phenomenon.

Koehn, "Statistical Significance Tests for Machine Translation Evaluation" (EMNLP 2004),
https://aclanthology.org/W04-3250/; Riezler and Maxwell, "On Some Pitfalls in Automatic Evaluation and Significance
Testing for MT" (2005), https://aclanthology.org/W05-0908/. The randomisation has the definition and the random draws of
sacreBLEU's significance.py (2.6), so that its p-values come out to the last digit, with one exception: there a sampled
difference counts if it is larger than the observed one, here also if it equals it. Otherwise a system would differ
from itself, with the smallest p-value there is; and the test would find too much where many segments are the same.

Both tests keep to 5 % (benchmarks/interval_coverage.py). sacreBLEU's p-value of the bootstrap does not, as it is in
effect one-sided.
"""

import numpy as np

from extractors.core.arrays import Float64, Ids
from extractors.scoring.statistics.contrasts import Contrast
from extractors.scoring.statistics.estimates import Estimate, pairwise
from extractors.scoring.statistics.pvalues import TOLERANCE
from extractors.scoring.statistics.resampling import (
    NUMBERS_AT_ONCE,
    SEED,
    SEGMENTS_AT_ONCE,
    Replicates,
    Rows,
    Score,
    Seed,
    arrays_of,
    draw_halves,
    parts,
    product,
    sums_of_units,
)


def compare_systems(replicates: Replicates) -> Estimate:
    """Compare each two systems on one set by the paired bootstrap: (K, K) row minus column; NaN for an empty set."""
    return pairwise(replicates.value, replicates.scores, replicates.n)


def compare_losses(contrast: Contrast, clusters: Ids | None = None) -> Estimate:
    """Test whether one system loses more than another on this phenomenon than elsewhere.

    Args:
        clusters: as of `Contrast.estimate`.

    Returns:
        (K, K) (row's challenge - row's controls) - (column's challenge - column's controls); below 0 where the row's
        system loses more and higher scores are better.
    """
    systems = len(contrast.value)
    above, below = np.triu_indices(systems, 1)
    error, skewness = np.zeros((2, systems, systems))
    losses = contrast.estimate(clusters)
    size = max(1, NUMBERS_AT_ONCE // max(len(contrast.segments), 1))
    for start in range(0, len(above), size):
        first, second = above[start : start + size], below[start : start + size]
        pairs = contrast.of_pairs(first, second).estimate(clusters)
        # The other way round a difference has the other sign.
        error[first, second] = error[second, first] = pairs.standard_error
        skewness[first, second], skewness[second, first] = pairs.skewness, -np.asarray(pairs.skewness)
    return Estimate(
        value=contrast.value[:, None] - contrast.value,
        standard_error=error,
        n=losses.n,
        smallest_p=losses.smallest_p,
        skewness=skewness,
    )


def randomise(
    rows: Rows, ids: Ids, score: Score, *, trials: int, seed: Seed = SEED, clusters: Ids | None = None
) -> Float64:
    """Compute p-values of approximate randomisation for each two systems, two-sided.

    In each trial the outputs of two systems are swapped at half of the segments, at random, or in half of the
    documents; the p-value is the share (c + 1) / (trials + 1) of trials in which the two then differ by at least as
    much as they do. Takes trials * K^2 scores: at 10,000 trials and 39 systems 2 to 3 seconds a set.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
        ids: (n,) the segments of the set.
        clusters: (N,) number of each segment's document, which are swapped whole; None to swap segments.

    Returns:
        (K, K), 1 on the diagonal; NaN where a system has no score.
    """
    systems, k = rows.shape[1:]
    units, ids, _ = sums_of_units(rows, ids, clusters)
    set_rows = np.concatenate(arrays_of(units), axis=1)[ids]
    totals = set_rows.sum(axis=0, dtype=np.float64).reshape(systems, k)
    value = score(totals)
    observed = np.abs(value[:, None] - value)
    extreme = np.zeros((systems, systems), dtype=np.int64)
    rng = np.random.default_rng(seed)
    for size in parts(trials, len(ids), systems * k):
        kept = draw_halves(len(ids), size, rng)
        sums = np.zeros((size, systems * k))
        for start in range(0, len(ids), SEGMENTS_AT_ONCE):
            part = slice(start, start + SEGMENTS_AT_ONCE)
            sums += product(kept[:, part], set_rows[part])
        halves = sums.reshape(size, systems, k)
        for i in range(systems - 1):
            # What one of the two keeps, and what it gets of the other: all of that one save what that one keeps.
            moved = halves[:, [i]] - halves[:, i + 1 :]
            difference = np.abs(score(totals[i + 1 :] + moved) - score(totals[i] - moved))
            extreme[i, i + 1 :] += (difference >= observed[i, i + 1 :] - TOLERANCE).sum(axis=0)
    p = (extreme + extreme.T + 1) / (trials + 1)
    np.fill_diagonal(p, 1.0)
    return np.where(np.isfinite(observed), p, np.nan)
