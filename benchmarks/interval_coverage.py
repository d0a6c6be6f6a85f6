"""How often the 95 % intervals hold the truth, and how often the tests find what is not there.

    python benchmarks/interval_coverage.py [--repetitions 1000] [--sizes 20 30 50 100 300] [--pool corpus|rest]

A population of segments is made up; corpora of 1,000 segments are drawn from it
with replacement, n of them with a phenomenon that is commoner in long segments; controls are those that are eligible
in a run. The population's own scores are the truth. Shares come with a Monte Carlo error
of 0.7 points at 1,000 repetitions. For comparison: the percentile interval, and the interval that knows no
skewness. Below, the share of equal systems that each test calls different at 5 %.
Exits with 1 if an interval of BLEU or of the mean at n >= 30 covers less than 93 % or more than 97 %.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from _common import arguments_of
from threadpoolctl import threadpool_limits

from extractors.core.arrays import Float64
from extractors.extract.control import match
from extractors.extract.control_settings import POOLS, ControlSettings
from extractors.scoring.metrics.bleu import Bleu
from extractors.scoring.metrics.ribes import Ribes
from extractors.scoring.statistics import resampling, systems
from extractors.scoring.statistics.contrasts import contrast
from extractors.scoring.statistics.estimates import pairwise

SEGMENTS = 1000
LOW, HIGH, FEWEST = 0.93, 0.97, 30
OUR_INTERVALS = ("score", "set - controls", "A - B", "A's loss - B's loss")
SKEWED = "lognormal mean"


@dataclass(frozen=True)
class Population:
    """What corpora are drawn from: each segment is as likely as another of its kind.

    Attributes:
        lengths: (M,) source lengths.
        challenge: (M,) whether a segment has the phenomenon.
        rows: by metric, (M, 2, k) statistics of two systems.
        scores: by metric, its score function.
    """

    lengths: npt.NDArray[np.int32]
    challenge: npt.NDArray[np.bool_]
    rows: dict[str, Float64]
    scores: dict[str, resampling.Score]


def _ngram_rows(lengths: npt.NDArray[np.int32], quality: Float64, rng: np.random.Generator) -> Float64:
    """Simulate BLEU statistics, (M, 11); longer n-grams and poorer segments match less often."""
    words = np.maximum(lengths + rng.integers(-2, 3, len(lengths)), 4)
    ngrams = words[:, None] - np.arange(4)
    matches = rng.binomial(ngrams, quality[:, None] ** np.array([1, 1.9, 2.7, 3.4]))
    return np.column_stack([words, lengths, matches, ngrams, np.ones(len(lengths))]).astype(np.float64)


def make_up(size: int = 4000, seed: int = 1) -> Population:
    """Simulate a population with three metrics: BLEU, a mean skewed like RIBES, and a far more skewed mean."""
    rng = np.random.default_rng(seed)
    lengths = np.clip(rng.lognormal(3.0, 0.45, size), 6, 45).astype(np.int32)
    challenge = rng.random(size) < 0.5 / (1 + np.exp(-(lengths - 22) / 6))
    quality = np.clip(rng.beta(7, 4, size) - 0.04 * challenge - 0.002 * lengths, 0.02, 0.98)
    both = [np.clip(quality + rng.normal(-0.01 * i, 0.08, size), 0.02, 0.98) for i in range(2)]
    means = [np.column_stack([q**0.4 * (rng.random(size) > 0.005), np.ones(size)]) for q in both]
    skewed = [np.column_stack([-np.exp(rng.normal(-q, 1.0)), np.ones(size)]) for q in both]
    rows = {
        "BLEU": np.stack([_ngram_rows(lengths, q, rng) for q in both], axis=1),
        "mean": np.stack(means, axis=1),
        SKEWED: np.stack(skewed, axis=1),
    }
    mean = Ribes().score
    return Population(lengths, challenge, rows, {"BLEU": Bleu().score, "mean": mean, SKEWED: mean})


def truth(population: Population, metric: str, n: int, pool: str) -> tuple[Float64, Float64]:
    """Return the population's scores of the challenge segments and of their controls, each (2,) for two systems."""
    lengths, challenge = population.lengths, population.challenge
    # How often a segment stands in a pool, where n of the corpus's segments have the phenomenon.
    weight = np.where(
        challenge, n / SEGMENTS / challenge.sum() * (pool == "corpus"), (1 - n / SEGMENTS) / (~challenge).sum()
    )
    total = np.zeros(len(lengths))
    for length, count in zip(*np.unique(lengths[challenge], return_counts=True), strict=True):
        fitting = weight * (np.abs(lengths - length) <= 1)
        total += count * fitting / fitting.sum()
    rows, score = population.rows[metric], population.scores[metric]
    return score(rows[challenge].sum(axis=0)), score(np.tensordot(total, rows, 1))


def draw_corpus(population: Population, n: int, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """Draw SEGMENTS segments of the population with replacement, the first n of them with the phenomenon."""
    with_it, without = np.flatnonzero(population.challenge), np.flatnonzero(~population.challenge)
    return np.concatenate([rng.choice(with_it, n), rng.choice(without, SEGMENTS - n)])


def coverage(
    population: Population,
    n: int,
    *,
    repetitions: int,
    pool: str = "rest",
    resamples: int = 300,
    naive: bool = False,
    seed: int = 2,
) -> dict[tuple[str, str], float]:
    """Return the share of corpora whose interval contains the truth, by metric and interval."""
    rng = np.random.default_rng(seed)
    held: dict[tuple[str, str], list[npt.NDArray[np.bool_]]] = defaultdict(list)
    truths = {metric: truth(population, metric, n, pool) for metric in population.rows}
    ids = np.arange(n, dtype=np.int32)
    settings = ControlSettings(pool=pool)
    for repetition in range(repetitions):
        corpus = draw_corpus(population, n, rng)
        matches = match(settings, ids, {"length": population.lengths[corpus].astype(np.float64)})
        for metric, of_all in population.rows.items():
            rows, score, (of_set, of_controls) = of_all[corpus], population.scores[metric], truths[metric]
            single = resampling.resample(rows, ids, score, resamples=resamples, seed=repetition)
            beside = contrast(rows, matches, score)
            assert beside is not None, "no segment has a control"
            loss = of_set - of_controls
            for name, found, value in (
                ("score", single.estimate, of_set),
                ("set - controls", beside.estimate(), loss),
                ("set - controls, no skewness", replace(beside.estimate(), skewness=0.0), loss),
                ("A - B", pairwise(single.value, single.scores, n), of_set[:, None] - of_set),
                ("A's loss - B's loss", systems.compare_losses(beside), loss[:, None] - loss),
            ):
                inside = (found.low <= value) & (value <= found.high)
                held[metric, name].append(inside if value.ndim == 1 else inside[[0], [1]])
            if naive:
                low, high = np.quantile(single.scores, [0.025, 0.975], axis=0)
                held[metric, "score, percentiles"].append((low <= of_set) & (of_set <= high))
    return {key: float(np.mean(inside)) for key, inside in held.items()}


def false_findings(
    population: Population, n: int, *, repetitions: int, trials: int = 399, seed: int = 3
) -> dict[tuple[str, str], float]:
    """Return the share of p-values of 0.05 or less between equal systems, by metric and test."""
    rng = np.random.default_rng(seed)
    below: dict[tuple[str, str], list[bool]] = defaultdict(list)
    ids = np.arange(n, dtype=np.int32)
    for repetition in range(repetitions):
        corpus = draw_corpus(population, n, rng)[:n]
        # Of each segment the two outputs in random order: two systems that differ in nothing but chance.
        swapped = rng.integers(2, size=n)
        for metric, of_all in population.rows.items():
            score = population.scores[metric]
            rows = of_all[corpus]
            equal = np.stack([rows[ids, swapped], rows[ids, 1 - swapped]], axis=1)
            compared = systems.compare_systems(
                resampling.resample(equal, ids, score, resamples=trials, seed=repetition)
            )
            ar = systems.randomise(equal, ids, score, trials=trials, seed=repetition)
            for name, p in (
                ("bootstrap, t", compared.p_value),
                ("approximate randomisation", ar),
            ):
                below[metric, name].append(bool(p[0, 1] <= 0.05))
    return {key: float(np.mean(found)) for key, found in below.items()}


def print_shares(title: str, sizes: Sequence[int], measure: Callable[[int], dict[tuple[str, str], float]]) -> bool:
    """Print a table of shares, and return whether our intervals cover LOW to HIGH from FEWEST segments on."""
    by_size = {n: measure(n) for n in sizes}
    print(f"\n{title:<45}" + "".join(f"{f'n = {n}':>9}" for n in sizes))
    good = True
    for metric, name in sorted(next(iter(by_size.values()))):
        shares = {n: by_size[n][metric, name] for n in sizes}
        print(f"{metric:<15}{name:<30}" + "".join(f"{100 * share:>8.1f} " for share in shares.values()))
        if name in OUR_INTERVALS and metric != SKEWED:
            good &= all(LOW <= share <= HIGH for n, share in shares.items() if n >= FEWEST)
    return good


def main() -> int:
    parser = arguments_of(__doc__)
    parser.add_argument("--repetitions", type=int, default=1000)
    parser.add_argument("--sizes", nargs="+", type=int, default=[20, 30, 50, 100, 300])
    parser.add_argument("--pool", choices=POOLS, default="rest")
    a = parser.parse_args()
    population = make_up()
    print(
        f"{len(population.lengths)} segments in the population, {population.challenge.sum()} with the phenomenon;"
        f" {a.repetitions} corpora of {SEGMENTS}"
    )
    with threadpool_limits(1):
        good = print_shares(
            "95 % intervals that hold the truth, %",
            a.sizes,
            lambda n: coverage(population, n, repetitions=a.repetitions, pool=a.pool, naive=True),
        )
        print_shares(
            "findings at 5 % where there is nothing, %",
            a.sizes,
            lambda n: false_findings(population, n, repetitions=a.repetitions),
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
