"""How often systems are right by the answers about drawn hits, and whether one differs from the others.

A hit counts as many times as it stands for (`asking`). The test has no such assumption: if a system is like the others,
then of the verdicts in a segment any could be its own (a permutation test within segments).
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from challenge_sets_suites.answer_folders import people_verdict, votes_of
from challenge_sets_suites.sheets import key_of
from challenge_sets_suites.tables.annotations import Annotation
from challenge_sets_suites.tables.asked import HIT_ANSWERS
from challenge_sets_suites.tables.items import normalised
from challenge_sets_suites.tables.judgments import RIGHT, UNCALIBRATED, WRONG
from extractors.core.arrays import Bool, Float64, Int64
from extractors.scoring.corrections import correct_rows
from extractors.scoring.statistics.proportions import Z, cluster_sums

PEOPLE = "people"
RANGES: tuple[tuple[int, int | None], ...] = ((0, None), (0, 1), (1, 3), (3, None))
"""Of distances, the first of all hits; the others where they have FEWEST hits."""
FEWEST = 10
"""Of a comparison of systems, too."""
DRAWS, SEED = 10_000, 1
"""Of the test."""
ROUNDING = 1e-9
GUESSED = 0.6, 0.8
"""The accuracies of two systems whose errors are independent, for which the power is said."""
Row = dict[str, Any]


class WeightedMean(NamedTuple):
    """A weighted mean with its standard error; NaN where nothing counts."""

    mean: float
    error: float


def answers_table(
    asked: pa.Table, verdicts: pa.Table, annotations: Sequence[Annotation], departures: Mapping[tuple[str, str], Row]
) -> pa.Table:
    """Tabulate accuracies by people and by each model (`HIT_ANSWERS`).

    Args:
        asked: a table of `ASKED`.
        verdicts: a table of `JUDGMENTS` of all outputs; those of a model count as its answers.
        annotations: people's answers.
        departures: by system and phenomenon, the row of `WORD_DEPARTURES`.
    """
    by_judge: dict[str, dict[tuple[str, str], float]] = {}
    decided = {key: people_verdict(votes).verdict for key, votes in votes_of(annotations).items()}
    systems: dict[str, None] = {}
    empty = []
    for row in verdicts.to_pylist():
        systems[row["system"]] = None
        key = row["item"], row["system"]
        if not normalised(row["output"] or ""):
            empty.append(key)
            continue
        if (people := decided.get(key_of(row["item"], row["output"] or ""))) in (RIGHT, WRONG):
            by_judge.setdefault(PEOPLE, {})[key] = float(people == RIGHT)
        if row["verdict"] in (RIGHT, WRONG):
            by_judge.setdefault(row["judge"], {})[key] = float(row["verdict"] == RIGHT)
    rows: list[Row] = []
    for judge, found in by_judge.items():
        # Nobody is asked whether nothing is right; of an item that has no answer, nothing is known.
        answered = {item for item, _ in found}
        found |= {key: 0.0 for key in empty if key[0] in answered}
        rows += _of_judge(judge, found, asked.to_pylist(), [*systems], departures)
    correct_rows(rows, lambda row: row["judge"], "p")
    return HIT_ANSWERS.table(rows)


def _of_judge(
    judge: str,
    found: Mapping[tuple[str, str], float],
    asked: Sequence[Row],
    systems: Sequence[str],
    departures: Mapping[tuple[str, str], Row],
) -> Iterator[Row]:
    for phenomenon in dict.fromkeys(row["phenomenon"] for row in asked):
        own = [row for row in asked if row["phenomenon"] == phenomenon]
        hits, controls = [row for row in own if row["is_hit"]], [row for row in own if not row["is_hit"]]
        for low, high in RANGES:
            here = [row for row in hits if low <= row["distance"] and (high is None or row["distance"] < high)]
            is_whole = (low, high) == RANGES[0]
            if not is_whole and (len(here) < FEWEST or len(here) == len(hits)):
                continue
            sample, beside = _Sample.of(here, found, systems), _Sample.of(controls, found, systems)
            for number, system in enumerate(systems):
                values, control = sample.values[:, number], beside.values[:, number]
                n, mean, ends = int((~np.isnan(values)).sum()), *sample.interval(values)
                if not n:
                    continue
                words = departures.get((system, phenomenon), {}) if is_whole else {}
                yield {
                    "judge": judge,
                    "phenomenon": phenomenon,
                    "system": system,
                    "distance_from": low,
                    "distance_below": high,
                    "n": n,
                    "right": int(np.nansum(values)),
                    "accuracy": mean,
                    "low": ends[0],
                    "high": ends[1],
                    "control_n": int((~np.isnan(control)).sum()) if is_whole else 0,
                    "control": beside.estimate(control).mean if is_whole else None,
                    **_compared(sample, number, f"{judge}/{phenomenon}/{system}", is_tested=is_whole),
                    "words_departure": words.get("departure"),
                    "words_p_bh": words.get("p_bh"),
                    "note": None if judge == PEOPLE else UNCALIBRATED,
                }


class _Sample(NamedTuple):
    """Items that were asked about: n items, s systems.

    Attributes:
        values: (n, s) 1 right, 0 wrong, NaN not answered.
        weight, segment: (n,) how many it stands for, and where it is.
        stratum: (n,) what it was drawn from.
    """

    values: Float64
    weight: Float64
    segment: Int64
    stratum: Bool

    @classmethod
    def of(cls, rows: Sequence[Row], found: Mapping[tuple[str, str], float], systems: Sequence[str]) -> "_Sample":
        values = [[found.get((row["item"], system), np.nan) for system in systems] for row in rows]
        return cls(
            np.array(values, dtype=float).reshape(len(rows), len(systems)),
            np.array([row["weight"] for row in rows], dtype=float),
            np.array([row["segment_id"] for row in rows], dtype=np.int64),
            np.array([row["differ"] for row in rows], dtype=bool),
        )

    def weights(self, counts: Bool) -> Float64:
        """Return (n,) weights of items with an answer, 0 for others: these are stood for by those of their stratum."""
        weights = np.where(counts, self.weight, 0.0)
        for stratum in np.unique(self.stratum[counts]):
            inside = self.stratum == stratum
            weights[inside] *= self.weight[inside].sum() / weights[inside].sum()
        return weights

    def estimate(self, values: Float64) -> WeightedMean:
        """Estimate the mean of (n,) values over all that they stand for, with segments as clusters in each stratum."""
        counts = ~np.isnan(values)
        if not counts.any():
            return WeightedMean(np.nan, np.nan)
        x, w = values[counts], self.weights(counts)[counts]
        mean = float((w * x).sum() / w.sum())
        residual, variance = w * (x - mean) / w.sum(), 0.0
        for stratum in np.unique(self.stratum[counts]):
            inside = self.stratum[counts] == stratum
            sums = cluster_sums(residual[inside][:, None], self.segment[counts][inside])[:, 0]
            if (m := len(sums)) > 1:
                variance += m / (m - 1) * float(((sums - sums.mean()) ** 2).sum())
            else:
                # One cluster tells nothing of how others would differ; no share varies more than that of a fair coin.
                variance += float((w[inside].sum() / w.sum()) ** 2) / 4
        return WeightedMean(mean, float(np.sqrt(variance)))

    def interval(self, values: Float64) -> tuple[float, tuple[float, float]]:
        """Return the mean with Wilson's interval on the effective number of answers, as `proportions.interval`."""
        mean, error = self.estimate(values)
        if np.isnan(mean):
            return mean, (np.nan, np.nan)
        counts = ~np.isnan(values)
        clusters = len(np.unique(self.segment[counts]))
        n = mean * (1 - mean) / error**2 if 0 < mean < 1 and error > 0 else clusters
        n = min(max(n, 1.0), float(counts.sum()))
        centre, half = mean + Z**2 / (2 * n), Z * np.sqrt(mean * (1 - mean) / n + Z**2 / (4 * n**2))
        scale = 1 + Z**2 / n
        return mean, (float(max((centre - half) / scale, 0)), float(min((centre + half) / scale, 1)))


def _compared(sample: _Sample, number: int, name: str, *, is_tested: bool) -> Row:
    """Return the columns of the difference of a system from the mean of the others, on the items answered for all."""
    nothing: Row = dict.fromkeys(("difference", "difference_low", "difference_high", "p"))
    if (systems := sample.values.shape[1]) < 2:
        return nothing
    # What a system has more than the mean of the others is this factor times what it has more than the mean of all;
    # NaN where an answer is missing.
    centred = (sample.values - sample.values.mean(axis=1, keepdims=True)) * systems / (systems - 1)
    whole = ~np.isnan(centred[:, number])
    if whole.sum() < FEWEST:
        return nothing
    mean, error = sample.estimate(centred[:, number])
    found = nothing | {"difference": mean}
    # Equal differences on all hits tell nothing of how they vary.
    if error > ROUNDING:
        found |= {"difference_low": max(mean - Z * error, -1.0), "difference_high": min(mean + Z * error, 1.0)}
    weighted = sample.weights(whole)[whole, None] * centred[whole]
    return found | ({"p": _p(cluster_sums(weighted, sample.segment[whole]), number, name)} if is_tested else {})


def _p(sums: Float64, number: int, name: str) -> float:
    """Return the two-sided p of a permutation test: in each segment, any system could have this one's verdicts.

    Args:
        sums: (segments, systems) of the weighted differences.
    """
    observed = abs(sums[:, number].sum())
    stream = np.random.default_rng([SEED, zlib.crc32(name.encode())])
    chosen = stream.integers(sums.shape[1], size=(DRAWS, len(sums)))
    drawn = np.abs(sums[np.arange(len(sums)), chosen].sum(axis=1))
    return float((1 + (drawn >= observed - ROUNDING).sum()) / (1 + DRAWS))


def power(items: int, accuracies: tuple[float, float] = GUESSED, alpha: float = 0.05) -> float:
    """Compute the chance that McNemar's exact test tells two systems apart, whose errors are independent.

    Args:
        items: hits that are asked about, each for both systems.
        accuracies: of the two.
    """
    from scipy import stats

    first, second = accuracies
    alone = first * (1 - second), second * (1 - first)
    # Of k hits on which one system alone is right, which of the two it is, is binomial.
    chances = stats.binom.pmf(np.arange(items + 1), items, sum(alone))
    share = alone[1] / sum(alone)
    total = 0.0
    for k, chance in enumerate(chances):
        wins = np.arange(k + 1)
        p = np.minimum(1, 2 * stats.binom.sf(np.maximum(wins, k - wins) - 1, k, 0.5)) if k else np.ones(1)
        total += chance * float(stats.binom.pmf(wins, k, share)[p <= alpha].sum())
    return total
