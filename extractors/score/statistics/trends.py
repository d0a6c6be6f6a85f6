"""Whether the scores of a phenomenon fall as its words stand farther apart.

The sets of the paper are nested: minimum distance 3 holds nothing that minimum distance 2 does not. Their scores
move together whatever the truth, so that a test of them as independent points finds trends where there are none.
Here each segment has one distance, the largest of its hits, so that the buckets share no segment, and the question
is whether the distances could as well have been dealt out at random among segments of like length.

Segments of a document share their author and topic, and with them both scores and distances, so that distances cannot
be dealt out one by one. Where documents are known, what each adds to the slope is given a sign at random instead
(Winkler et al., "Permutation Inference for the General Linear Model", NeuroImage 2014, on exchangeability blocks;
Hemerik, Goeman and Finos, "Robust Testing in Generalized Linear Models by Sign Flipping Score Contributions", Journal
of the Royal Statistical Society B 2020).

The permutations of a large set are not drawn: to the first order its slope is a sum of what each segment adds in the
bucket that it is dealt into, of which the mean and the variance are known, and a sum of so many is normal (Hoeffding,
"A Combinatorial Central Limit Theorem", Annals of Mathematical Statistics 1951, theorems 2 and 3).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import ndtr

from extractors.core.arrays import Bool, Float64, Ids
from extractors.score.statistics.contrasts import slope as slope_of
from extractors.score.statistics.estimates import mean_of_finite
from extractors.score.statistics.proportions import cluster_sums
from extractors.score.statistics.pvalues import empirical_p
from extractors.score.statistics.resampling import SEED, Numbers, Score, Seed, parts

PERMUTATIONS = 1000
STRATUM = 10
"""Segments of like length among which distances are dealt out anew."""
LARGE = 50_000
"""Segments of a set above which permutations are not drawn."""
MEMBERS_AT_ONCE = 1 << 26
"""Numbers of a matrix of buckets by segments: half a GB."""
BUCKET = 10
"""Fewest segments of a bucket: the score of a few says nothing, and the bias of BLEU in it is large."""


def correlations_with_distance(distances: Sequence[float] | Float64, scores: Float64) -> tuple[Float64, Float64]:
    """Spearman's and Pearson's correlations of minimum distance and score. Descriptive: no p-values.

    The paper's Table 5 has Pearson's under the name of Spearman: of the ten correlations printed there, nine are
    Pearson's of the rounded scores beside them.

    Args:
        distances: (D,) minimum distances.
        scores: (D, K) scores of the sets; those that are not finite are left out.

    Returns:
        (K,) correlations of both kinds; NaN for fewer than two scores, or if all are equal.
    """
    # Here, not above: it takes a second, and few who import this module come here.
    from scipy.stats import rankdata

    x = np.asarray(distances, dtype=np.float64)
    spearman, pearson = np.full((2, scores.shape[1]), np.nan)
    for i, y in enumerate(scores.T):
        known = np.isfinite(y)
        if known.sum() > 1 and np.ptp(x[known]) > 0 and np.ptp(y[known]) > 0:
            spearman[i] = np.corrcoef(rankdata(x[known]), rankdata(y[known]))[0, 1]
            pearson[i] = np.corrcoef(x[known], y[known])[0, 1]
    return spearman, pearson


def exact_buckets(distances: Ids, *, at_least: int = BUCKET) -> npt.NDArray[np.intp]:
    """(n,) number of the bucket, from 0, of each segment: one a distance, sparse distances with their neighbours.

    From the smallest distance on, distances are joined until a bucket has `at_least` segments; what is left at
    the end joins the last bucket.
    """
    values, inverse, counts = np.unique(distances, return_inverse=True, return_counts=True)
    bucket = np.zeros(len(values), dtype=np.intp)
    held, number = 0, 0
    for i, count in enumerate(counts):
        bucket[i] = number
        held += count
        if held >= at_least and counts[i + 1 :].sum() >= at_least:
            held, number = 0, number + 1
    return bucket[inverse]


def length_strata(lengths: Ids, *, size: int = STRATUM) -> npt.NDArray[np.intp]:
    """(n,) number of the stratum of each segment: neighbours in length, `size` of them or a few more."""
    n = len(lengths)
    strata = np.empty(n, dtype=np.intp)
    groups = max(n // size, 1)
    strata[np.argsort(lengths, kind="stable")] = np.arange(n) * groups // max(n, 1)
    return strata


@dataclass(frozen=True)
class Trend:
    """The trend of K systems' scores over the buckets of one phenomenon.

    Attributes:
        n: (G,) segments of each bucket.
        distance: (G,) mean distance in each bucket.
        scores: (G, K) score of each bucket.
        slope: (K,) change of the score for one more word between, by least squares weighted with n.
        expected: (K,) the same if distances are dealt out within strata: what length alone brings about.
        p_value: (K,) two-sided, of the slope being one of those; NaN where there is a single bucket, or no score.
        mean: the same three numbers of the mean slope of the systems that have one.
    """

    n: Ids
    distance: Float64
    scores: Float64
    slope: Float64
    expected: Float64
    p_value: Float64
    mean: tuple[float, float, float]


def permute_distances(
    rows: Numbers,
    ids: Ids,
    distances: Ids,
    score: Score,
    *,
    buckets: Ids,
    strata: Ids,
    clusters: Ids | None = None,
    permutations: int = PERMUTATIONS,
    seed: Seed = SEED,
) -> Trend:
    """Test the slope of bucket scores over distance by permuting distances within strata.

    Buckets keep their sizes and distances in each permutation, so that neither the bias of BLEU on few segments
    nor unequal buckets make a trend. The p-value is empirical, (c + 1) / (permutations + 1) a side; of more than LARGE
    segments it is that of the normal distribution that the permutations have to the first order, and no smaller than
    an empirical one can be. By documents it is that of as many changes of sign.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
        ids: (n,) the segments of the phenomenon's largest set.
        distances: (n,) largest distance of each.
        buckets: (n,) as from `exact_buckets`.
        strata: (n,) as from `length_strata`; all 0 to leave length alone.
        clusters: (N,) number of each segment's document; None where each segment is by itself.
    """
    n, (systems, k) = len(ids), rows.shape[1:]
    groups = int(buckets.max()) + 1 if n else 0
    counts = np.bincount(buckets, minlength=groups)
    of_set = rows[ids].reshape(n, systems * k).astype(np.float64, copy=False)
    distance = np.bincount(buckets, weights=distances, minlength=groups) / np.maximum(counts, 1)

    def bucket_scores(dealt: Ids) -> Float64:
        """(P, G, K) the scores of the buckets of P permutations (P, n)."""
        # Of a large set, some permutations at a time: a number for each segment and bucket takes much memory.
        at_once, sums = max(1, MEMBERS_AT_ONCE // max(groups * n, 1)), []
        for first in range(0, len(dealt), at_once):
            part = dealt[first : first + at_once]
            members = (part[:, None, :] == np.arange(groups)[:, None]).astype(np.float64)
            sums.append(members.reshape(len(part) * groups, n) @ of_set)
        return score(np.concatenate(sums).reshape(len(dealt), groups, systems, k))

    scores = bucket_scores(buckets[None])[0]
    if groups < 2 or np.ptp(distance) == 0:
        nothing = np.full(systems, np.nan)
        alone = (np.nan, np.nan, np.nan)
        return Trend(counts, distance, scores, slope=nothing, expected=nothing, p_value=nothing, mean=alone)
    weights = counts * (distance - np.average(distance, weights=counts))
    weights /= (weights * distance).sum()
    slope = weights @ scores

    rng = np.random.default_rng(seed)
    scored = np.isfinite(slope)
    mean = float(slope[scored].mean()) if scored.any() else np.nan
    if n > LARGE:
        of_systems, of_mean = _dealt_out(of_set.reshape(n, systems, k), score, weights, buckets, strata, scored)
        expected, p = of_systems.expected, of_systems.p_value(slope, permutations)
        expected_of_mean, p_of_mean = of_mean.expected, of_mean.p_value(np.array([mean]), permutations)
    else:
        by_stratum = np.argsort(strata, kind="stable")
        slopes = []
        for size in parts(permutations, n, groups * max(n, systems * k)):
            # Sorted by stratum and then at random: the places of each stratum, shuffled.
            shuffled = np.argsort(strata + rng.random((size, n)), axis=1)
            dealt = np.empty((size, n), dtype=buckets.dtype)
            np.put_along_axis(dealt, shuffled, np.broadcast_to(buckets[by_stratum], (size, n)), axis=1)
            slopes.append(np.einsum("g,pgk->pk", weights, bucket_scores(dealt)))
        dealt_slopes = np.concatenate(slopes)
        dealt_means = dealt_slopes[:, scored].mean(axis=1) if scored.any() else np.full(len(dealt_slopes), np.nan)
        expected = np.where(scored, mean_of_finite(dealt_slopes), np.nan)
        expected_of_mean = np.atleast_1d(mean_of_finite(dealt_means))
        p, p_of_mean = empirical_p(dealt_slopes, slope), np.atleast_1d(empirical_p(dealt_means, mean))
    if clusters is not None:
        moved = _contributions(rows[ids].astype(np.float64, copy=False), score, (weights / counts)[buckets], strata)
        p = _flipped_p(np.where(scored, moved, np.nan), strata, clusters[ids], permutations, rng)
        p_of_mean = _flipped_p(moved[:, scored].mean(axis=1, keepdims=True), strata, clusters[ids], permutations, rng)
    return Trend(
        n=counts,
        distance=distance,
        scores=scores,
        slope=slope,
        expected=expected,
        p_value=p,
        mean=(mean, float(expected_of_mean[0]), float(p_of_mean[0])),
    )


@dataclass(frozen=True)
class _DealtOut:
    """The slopes of K systems if distances are dealt out within strata, to the first order about the mean sums.

    Attributes:
        expected: (K,) their means; NaN for a system without a slope.
        variance: (K,) their variances.
    """

    expected: Float64
    variance: Float64

    def p_value(self, slope: Float64, permutations: int) -> Float64:
        """(K,) two-sided p-values of slopes, none below what so many permutations can show."""
        with np.errstate(divide="ignore", invalid="ignore"):
            p = 2 * ndtr(-np.abs(slope - self.expected) / np.sqrt(self.variance))
        # Where segments of a stratum are all alike, nothing could be found.
        p = np.where(self.variance > 0, p, np.where(np.isnan(slope), np.nan, 1.0))
        return np.asarray(np.maximum(p, 2 / (permutations + 1)))


def _dealt_out(
    of_set: Float64, score: Score, weights: Float64, buckets: Ids, strata: Ids, scored: Bool
) -> tuple[_DealtOut, _DealtOut]:
    """The slopes of K systems, and that of the mean over those that have one.

    Args:
        of_set: (n, K, k) statistics of the set's segments.
        weights: (G,) how much a bucket's score counts for the slope.
        scored: (K,) which systems have a slope.
    """
    sizes, places = np.bincount(strata), np.zeros((int(strata.max()) + 1, len(weights)))
    np.add.at(places, (strata, buckets), 1)
    shares = places / np.maximum(sizes, 1)[:, None]
    # The sums of a bucket, and those of their sizes, if each stratum deals its mean into each of its places.
    sums, absolute = (
        (shares.T @ _by_stratum(values.reshape(len(of_set), -1), strata)).reshape(len(weights), *of_set.shape[1:])
        for values in (of_set, np.abs(of_set))
    )
    # A bucket's score is on average not that of its mean sums: that of BLEU, which is curved, is lower.
    bent = np.stack([_bend(of_set, score, mean, share, strata) for mean, share in zip(sums, shares.T, strict=True)])
    expected = np.where(scored, weights @ (score(sums) + bent), np.nan)
    slopes = np.stack([slope_of(score, *of_bucket) for of_bucket in zip(sums, absolute, strict=True)])
    variance = np.full(len(scored), np.nan)
    total = np.zeros((len(of_set), len(weights)))
    for system in np.flatnonzero(scored).tolist():
        # (n, G) what each segment adds to the slope in each bucket.
        added = of_set[:, system] @ (slopes[:, system] * weights[:, None]).T
        variance[system] = _variance(added, places, sizes, strata)
        total += added
    count = int(scored.sum())
    mean = float(expected[scored].mean()) if count else np.nan
    of_mean = _variance(total / count, places, sizes, strata) if count else np.nan
    return _DealtOut(expected, variance), _DealtOut(np.array([mean]), np.array([of_mean]))


def _bend(of_set: Float64, score: Score, mean: Float64, share: Float64, strata: Ids) -> Float64:
    """(K,) by how much the score of a bucket is on average above that of its mean sums, to the second order.

    The score is asked for at the mean sums plus and minus each principal axis of their covariance (Julier and Uhlmann,
    "Unscented Filtering and Nonlinear Estimation", Proceedings of the IEEE 2004).

    Args:
        of_set: (n, K, k) statistics of the set's segments.
        mean: (K, k) the mean sums of the bucket.
        share: (S,) of the places of each stratum, those of the bucket.
    """
    sizes = np.maximum(np.bincount(strata), 1)
    drawn = (share * (1 - share) * sizes / np.maximum(sizes - 1, 1))[strata]
    bend = np.zeros(of_set.shape[1])
    for system, rows in enumerate(np.moveaxis(of_set, 1, 0)):
        apart = rows - (_by_stratum(rows, strata) / sizes[:, None])[strata]
        values, axes = np.linalg.eigh((apart * drawn[:, None]).T @ apart)
        moved = np.zeros((len(values), *of_set.shape[1:]))
        moved[:, system] = np.sqrt(np.maximum(values, 0.0))[:, None] * axes.T
        with np.errstate(divide="ignore", invalid="ignore"):
            curve = (score(mean + moved) + score(mean - moved) - 2 * score(mean))[:, system]
        bend[system] = np.where(np.isfinite(curve), curve, 0.0).sum() / 2
    return bend


def _variance(added: Float64, places: Float64, sizes: Ids, strata: Ids) -> float:
    """The variance of a sum over segments, each dealt into a place of its stratum.

    Args:
        added: (n, G) what each segment adds in each bucket.
        places: (S, G) places of each bucket in each stratum.
        sizes: (S,) segments of each.
    """
    at_least_one = np.maximum(sizes, 1)
    of_segment = (added * places[strata]).sum(axis=1) / at_least_one[strata]
    of_bucket = _by_stratum(added, strata) / at_least_one[:, None]
    of_stratum = (of_bucket * places).sum(axis=1) / at_least_one
    apart = added - of_segment[:, None] - of_bucket[strata] + of_stratum[strata][:, None]
    squares = np.bincount(strata, weights=(apart**2 * places[strata]).sum(axis=1))
    return float((squares / np.maximum(sizes - 1, 1)).sum())


def _by_stratum(values: Float64, strata: Ids) -> Float64:
    """(S, columns) sums of values (n, columns)."""
    return np.stack([np.bincount(strata, weights=column) for column in values.T], axis=1)


def _contributions(of_set: Float64, score: Score, weights: Float64, strata: Ids) -> Float64:
    """(n, K) what each segment adds to the slope beyond the mean of its stratum, to the first order.

    Args:
        of_set: (n, K, k) statistics of the set's segments.
        weights: (n,) how much a segment's score counts for the slope.
    """
    slopes = slope_of(score, of_set.sum(axis=0), np.abs(of_set).sum(axis=0))
    scores = len(of_set) * np.einsum("nks,ks->nk", of_set, slopes)
    sizes = np.maximum(np.bincount(strata), 1)[:, None]

    def centred(values: Float64) -> Float64:
        return values - (_by_stratum(values, strata) / sizes)[strata]

    return centred(weights[:, None]) * centred(scores)


def _flipped_p(contributions: Float64, strata: Ids, clusters: Ids, trials: int, rng: np.random.Generator) -> Float64:
    """(K,) two-sided p-values of the sums of contributions (n, K), each cluster's with a sign at random."""
    sizes = np.bincount(strata)[strata]
    # The means of a stratum are of its own segments, which makes contributions too small by this factor.
    unbiased = np.sqrt(sizes / np.maximum(sizes - 1, 1))[:, None]
    by_cluster = cluster_sums(contributions * unbiased, clusters.astype(np.int64))
    signs = rng.choice([-1.0, 1.0], size=(trials, len(by_cluster)))
    return empirical_p(signs @ by_cluster, contributions.sum(axis=0))
