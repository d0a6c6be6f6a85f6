"""Bootstrap samples of a challenge set, alone and beside its matched controls, all systems at once.

A sample is a row of weights, one for each segment; the statistics of a sample are weights @ rows.

Of a set, the n segments are drawn with replacement (Koehn, "Statistical Significance Tests for Machine Translation
Evaluation", EMNLP 2004, https://aclanthology.org/W04-3250/), by the same draws as sacreBLEU's.

Of a set beside its controls, both what the set holds and what the controls were drawn from are a sample of what
could have been written, so both vary. A drawn segment of the set brings all the controls that its samples gave it,
as a weighted mean; the weights of the segments of the pool are drawn anew for each sample, from an exponential
distribution (Rubin, "The Bayesian Bootstrap", Annals of Statistics 1981), and a segment of the pool that is in the
set too has the weight that it was drawn with. Bringing one control drawn at random instead gives the variance of
ONE control sample, while the value that it is to be the variance of is a difference to the mean of S samples: such
intervals are nearly twice too wide and cover 100 % (benchmarks/interval_coverage.py). With one control sample the
two are the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from extractors.core.arrays import Float64
from extractors.formats.sets import UNMATCHED
from extractors.statistics.estimates import Estimate, estimate, mean_of_finite

Ids = npt.NDArray[np.integer[Any]]
Score = Callable[[Float64], Float64]
Seed = int | Sequence[int]

RESAMPLES = 1000
SEED = 12345
"""sacreBLEU's defaults."""

NUMBERS_AT_ONCE = 1 << 20
"""Largest size of an array of weights or of sums (8 MiB); more samples are made in parts."""
SEGMENTS_AT_ONCE = 4096


@dataclass(frozen=True)
class Replicates:
    """Scores of a set and of its bootstrap samples.

    Attributes:
        n: segments of the set.
        value: (K,) score of the set, NaN for an empty one.
        scores: (B, K) scores of the samples; sample b is the same segments for all systems.
    """

    n: int
    value: Float64
    scores: Float64

    @cached_property
    def estimate(self) -> Estimate:
        """The scores with their intervals, (K,). Their p-values, of a score of 0, mean nothing."""
        return estimate(self.value, self.scores, self.n)


@dataclass(frozen=True)
class PairedReplicates:
    """Scores of a set and its controls, and of their bootstrap samples.

    Attributes:
        n: segments of the set that have a control; the others are left out on both sides.
        value: (K,) score of the set minus the mean score of its control samples.
        drawn: (S, K) scores of the control samples, NaN for one in which no segment has a control.
        challenge: (B, K) scores of the bootstrap samples of the set.
        control: (B, K) scores of the controls that these samples bring.
    """

    n: int
    value: Float64
    drawn: Float64
    challenge: Float64
    control: Float64

    @cached_property
    def differences(self) -> Float64:
        """(B, K) challenge minus control."""
        return self.challenge - self.control

    @cached_property
    def estimate(self) -> Estimate:
        """The differences with intervals and p-values, (K,)."""
        return estimate(self.value, self.differences, self.n)


def parts(samples: int, width: int) -> Iterator[int]:
    """How many samples to make at a time, where one takes `width` numbers.

    Multiples of 32, save for the last: then the parts draw the same random bits as one call would.
    """
    size = max(32, NUMBERS_AT_ONCE // max(width, 1) // 32 * 32)
    for start in range(0, samples, size):
        yield min(size, samples - start)


def weighted_sums(weights: Float64, rows: Float64, ids: Ids) -> Float64:
    """(B, K, k) sums of the rows (N, K, k) that `ids` (m,) names, each times its weight (B, m)."""
    sums = np.zeros((len(weights), rows.shape[1] * rows.shape[2]))
    for start in range(0, len(ids), SEGMENTS_AT_ONCE):
        part = slice(start, start + SEGMENTS_AT_ONCE)
        sums += weights[:, part] @ rows[ids[part]].reshape(-1, sums.shape[1])
    return sums.reshape(-1, *rows.shape[1:])


def draw_counts(n: int, samples: int, rng: np.random.Generator) -> Float64:
    """(samples, n) how often each of n segments is drawn in n draws with replacement."""
    drawn = rng.choice(n, size=(samples, n), replace=True)
    drawn += np.arange(samples)[:, None] * n
    return np.bincount(drawn.ravel(), minlength=samples * n).reshape(samples, n).astype(np.float64)


def resample(rows: Float64, ids: Ids, score: Score, *, resamples: int = RESAMPLES, seed: Seed = SEED) -> Replicates:
    """Score a set and its bootstrap samples.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
        ids: (n,) the segments of the set.
    """
    systems = rows.shape[1]
    value = score(rows[ids].sum(axis=0))
    if not len(ids):
        return Replicates(n=0, value=value, scores=np.full((resamples, systems), np.nan))
    rng = np.random.default_rng(seed)
    scores = [
        score(weighted_sums(draw_counts(len(ids), size, rng), rows, ids))
        for size in parts(resamples, max(len(ids), systems * rows.shape[2]))
    ]
    return Replicates(n=len(ids), value=value, scores=np.concatenate(scores))


def resample_with_controls(
    rows: Float64, ids: Ids, samples: Ids, score: Score, *, resamples: int = RESAMPLES, seed: Seed = SEED
) -> PairedReplicates:
    """Score a set beside its controls, and the bootstrap samples of both; see the module.

    Args:
        rows: (N, K, k) statistics of the corpus's segments.
        ids: (n,) the segments of the set, each once.
        samples: (S, n) the control of each in each control sample, UNMATCHED where there is none.

    Raises:
        ValueError: the samples are of another size than the set, or the set names a segment twice.
    """
    if samples.ndim != 2 or samples.shape[1] != len(ids):
        raise ValueError(f"control samples of shape {samples.shape} for a set of {len(ids)} segments")
    if len(np.unique(ids)) != len(ids):
        raise ValueError("the set names a segment twice")
    matched = (samples != UNMATCHED).any(axis=0)
    ids, samples = ids[matched], samples[:, matched]
    n, systems = len(ids), rows.shape[1]
    if not n:
        drawn, nothing = (np.full((size, systems), np.nan) for size in (len(samples), resamples))
        return PairedReplicates(n=0, value=nothing[0], drawn=drawn, challenge=nothing, control=nothing)
    given = _Given.of(ids, samples)
    drawn = score(_sample_sums(samples, rows))
    challenge, control = [], []
    rng, pool_rng = np.random.default_rng(seed), np.random.default_rng([*np.atleast_1d(seed).tolist(), 1])
    for size in parts(resamples, max(n, len(given.pool), systems * rows.shape[2])):
        counts = draw_counts(n, size, rng)
        challenge.append(score(weighted_sums(counts, rows, ids)))
        control.append(score(weighted_sums(given.weights(counts, pool_rng), rows, given.pool)))
    return PairedReplicates(
        n=n,
        value=score(rows[ids].sum(axis=0)) - mean_of_finite(drawn),
        drawn=drawn,
        challenge=np.concatenate(challenge),
        control=np.concatenate(control),
    )


def _sample_sums(samples: Ids, rows: Float64) -> Float64:
    """(S, K, k) sums of the rows of each control sample (S, n), UNMATCHED ones left out."""
    inside = samples != UNMATCHED
    sample = np.broadcast_to(np.arange(len(samples))[:, None], samples.shape)[inside]
    counts = csr_array((np.ones(len(sample)), (sample, samples[inside])), shape=(len(samples), len(rows)))
    sums: Float64 = counts @ rows.reshape(len(rows), -1)
    return sums.reshape(len(samples), *rows.shape[1:])


@dataclass(frozen=True)
class _Given:
    """Which controls the samples gave to each segment of a set.

    Attributes:
        pool: (m,) every segment that is a control.
        counts: (n, m) how often it is the control of each segment of the set.
        in_pool, in_set: where the segments that are in both stand in the pool and in the set.
    """

    pool: Ids
    counts: csr_array
    in_pool: npt.NDArray[np.intp]
    in_set: npt.NDArray[np.intp]

    @classmethod
    def of(cls, ids: Ids, samples: Ids) -> _Given:
        inside = samples != UNMATCHED
        pool, places = np.unique(samples[inside], return_inverse=True)
        position = np.broadcast_to(np.arange(len(ids)), samples.shape)[inside]
        counts = csr_array((np.ones(len(places)), (position, places)), shape=(len(ids), len(pool)))
        counts.sum_duplicates()
        _, in_pool, in_set = np.intersect1d(pool, ids, return_indices=True)
        return cls(pool, counts, in_pool, in_set)

    def weights(self, drawn: Float64, rng: np.random.Generator) -> Float64:
        """(B, m) weights of the pool's segments in the controls that samples of the set bring.

        Args:
            drawn: (B, n) how often each segment of the set is drawn.
        """
        pool = rng.exponential(size=(len(drawn), len(self.pool)))
        pool[:, self.in_pool] = drawn[:, self.in_set]
        weight = (self.counts @ pool.T).T
        # All controls of a segment can be segments of the set that were not drawn; then they weigh the same.
        alone = weight == 0
        share = np.divide(drawn, weight, out=np.zeros_like(drawn), where=~alone)
        weights = pool * (self.counts.T @ share.T).T
        if (lost := alone & (drawn > 0)).any():
            equal = np.where(lost, drawn, 0.0) / self.counts.sum(axis=1)
            weights += (self.counts.T @ equal.T).T
        return np.asarray(weights)
