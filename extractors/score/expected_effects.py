"""Empirical Bayes: a run's estimate of a phenomenon, combined with what other test sets say of it.

The true effect of a phenomenon j in a test set is mu_j + u: mu_j has the variance sigma2 between phenomena, about 0,
and u the variance tau2 between test sets. Both come from all phenomena of a source language by one metric, those of the
run itself among them, by maximum likelihood with a penalty that keeps them from 0, where few test sets would put them
by chance (Chung et al., "A Nondegenerate Penalized Likelihood Estimator", Psychometrika 2013). So a phenomenon without
history has the spread of all. A single run overstates what it finds (Gelman and Carlin 2014); the posterior mean does
not (Efron and Morris, "Stein's Estimation Rule and Its Competitors", JASA 1973). A test set of the same texts as the
run is no other one, and is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np

from extractors.core.arrays import Float64
from extractors.formats import tables
from extractors.formats.atlas import BEYOND
from extractors.formats.human_errors import POST_EDITS
from extractors.formats.known_effects import KNOWN_EFFECTS, MARKS
from extractors.formats.line_checksums import clean, line_checksum, short
from extractors.formats.thresholds import FEWEST_CLUSTERS, FEWEST_SEGMENTS
from extractors.score.statistics.distributions import t_quantile
from extractors.score.statistics.estimates import LEVEL
from extractors.score.statistics.proportions import Z

FILE = Path(__file__).parent / "known_effects.csv"
SHARED = 2
"""Of these, how many a run of the same texts has at least."""
LOOKED_UP = "chrf"
"""The metric by which findings are looked up, whatever the metric of the run."""
FEWEST_PHENOMENA = 3
"""Phenomena with test sets from which a spread can be estimated."""

Row = Mapping[str, Any]
History = Mapping[str, Sequence[tuple[float, float]]]
"""By phenomenon the effect and the standard error in each test set."""


@dataclass(frozen=True)
class Prior:
    """What is known of the true effect of a phenomenon in a further test set: a normal distribution."""

    mean: float
    sd: float


@dataclass(frozen=True)
class Spread:
    """Variances between phenomena, and between test sets of one."""

    sigma2: float
    tau2: float

    def prior(self, seen: Sequence[tuple[float, float]]) -> Prior:
        """Of a phenomenon in a further test set.

        Args:
            seen: the effect and the standard error in each test set that has been seen.
        """
        precisions = [1 / (error**2 + self.tau2) for _, error in seen]
        variance = 1 / (1 / self.sigma2 + sum(precisions)) if self.sigma2 else 0.0
        mean = variance * sum(p * value for p, (value, _) in zip(precisions, seen, strict=True))
        return Prior(mean, float(np.sqrt(variance + self.tau2)))


def spread_of(history: History) -> Spread:
    """The variances that make the effects of all phenomena likeliest.

    The effects of a phenomenon have the covariance sigma2 in common, and tau2 plus their error each.
    """
    of_each = [(np.array([y for y, _ in seen]), np.array([e for _, e in seen])) for seen in history.values()]
    typical = float(np.mean(np.concatenate([errors for _, errors in of_each]) ** 2))

    def loss(logs: Float64) -> float:
        sigma2, tau2 = np.exp(logs)
        total = 0.0
        for values, errors in of_each:
            weights = 1 / (errors**2 + tau2)
            # Sherman and Morrison: one covariance in common.
            rest = 1 + sigma2 * weights.sum()
            total += np.log(rest) - np.log(weights).sum()
            total += weights @ values**2 - sigma2 * (weights @ values) ** 2 / rest
        # The logarithm of each standard deviation, twice as all here.
        return float(total - logs.sum())

    # Half of what importing this module would take; most jobs that do ask for no spread.
    from scipy.optimize import minimize

    starts = [np.log([typical * a, typical * b]) for a in (0.01, 1.0) for b in (0.01, 1.0)]
    best = min((minimize(loss, start, method="Nelder-Mead") for start in starts), key=lambda found: found.fun)
    sigma2, tau2 = np.exp(best.x)
    return Spread(float(sigma2), float(tau2))


def posterior(value: float, error: float, prior: Prior) -> tuple[float, float]:
    """Mean and standard deviation of the true effect, from an estimate with its standard error and the prior."""
    weight = prior.sd**2 / (prior.sd**2 + error**2)
    return prior.mean + weight * (value - prior.mean), float(np.sqrt(weight)) * error


@cache
def known_rows() -> list[dict[str, Any]]:
    """The rows of KNOWN_EFFECTS that are shipped."""
    rows: list[dict[str, Any]] = tables.read(KNOWN_EFFECTS, FILE).to_pylist()
    return rows


def others_of(
    rows: Sequence[Row],
    source_language: str,
    source: Sequence[str],
    definitions: Mapping[str, str | None],
) -> list[Row]:
    """The rows of KNOWN_EFFECTS with the run's source language, of other texts, by the same definitions.

    Args:
        source: the segments of the run.
        definitions: the checksum of each phenomenon's definition, as far as known.
    """
    own = {short(line_checksum(clean(line))) for line in source}
    return [
        row
        for row in rows
        if row["source_language"] == source_language
        and len(own & {*row["lines"].split()}) < SHARED
        and definitions.get(row["phenomenon"], row["definition"]) in (None, row["definition"])
    ]


def history_of(rows: Iterable[Row], metric: str) -> dict[str, list[tuple[float, float]]]:
    """By phenomenon the effects in test sets by a metric, of all their pairs together. `rows`: as from `others_of`."""
    found: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        if row["metric"] == metric and row["target_language"] is None:
            found.setdefault(row["phenomenon"], []).append((row["effect"], row["standard_error"]))
    return found


def is_enough(row: Row) -> bool:
    """Whether a row of KNOWN_EFFECTS has as many segments and documents as a test of a run needs."""
    return bool(row["n"] >= FEWEST_SEGMENTS and row["units"] >= FEWEST_CLUSTERS)


def interval_of_known(row: Row) -> tuple[float, float]:
    """The 95 % interval of a row of KNOWN_EFFECTS, in standard deviations, by its documents or blocks."""
    half = float(t_quantile((1 + LEVEL) / 2, row["units"] - 1)) * row["standard_error"]
    return row["effect"] - half, row["effect"] + half


def look_up(rows: Iterable[Row], phenomenon: str, target_language: str) -> list[Row]:
    """What other test sets of the pair, that have enough of it, say of a phenomenon beyond people, by LOOKED_UP.

    `rows`: as from `others_of`.
    """
    key = phenomenon, target_language, f"{LOOKED_UP}{BEYOND}"
    found = (row for row in rows if (row["phenomenon"], row["target_language"], row["metric"]) == key)
    return [row for row in found if is_enough(row)]


def look_up_words(rows: Iterable[Row], phenomenon: str, *, is_beyond: bool) -> list[Row]:
    """What other corpora, of any target language, say of the words of a phenomenon that people changed or marked.

    Args:
        rows: as from `others_of`.
        is_beyond: of systems beyond people; otherwise of systems alone, as all post-edits are.
    """
    metrics = (f"{MARKS}{BEYOND}",) if is_beyond else (MARKS, POST_EDITS)
    pairs = (row for row in rows if row["target_language"] is not None)
    return [row for row in pairs if row["phenomenon"] == phenomenon and row["metric"] in metrics and is_enough(row)]


def is_again(row: Row, *, is_loss: bool) -> bool:
    """Whether a test set by itself shows an effect on that side: its 95 % interval leaves out 0."""
    low, high = interval_of_known(row)
    return high < 0 if is_loss else low > 0


def expect(
    findings: Sequence[dict[str, Any]],
    *,
    languages: tuple[str, str],
    source: Sequence[str],
    scale: float,
    higher_is_better: bool,
    definitions: Mapping[str, str | None] | None = None,
    rows: Sequence[Row] | None = None,
) -> None:
    """Fill in what other test sets say of tested findings: `expected`, as far as they tell its spread; `found_again`.

    Args:
        languages: source and target.
        scale: the standard deviation of a segment's score, in points.
        definitions: as of `others_of`.
        rows: of KNOWN_EFFECTS; None for those that are shipped.
    """
    sign = 1.0 if higher_is_better else -1.0
    others = others_of(known_rows() if rows is None else rows, languages[0], source, definitions or {})
    by_metric: dict[str, tuple[dict[str, list[tuple[float, float]]], Spread] | None] = {}
    for row in findings:
        if row["beyond"] is None:
            continue
        if same := look_up(others, row["phenomenon"], languages[1]):
            again = sum(is_again(one, is_loss=sign * row["beyond"] < 0) for one in same)
            row |= {"looked_up": len(same), "found_again": again}
        if not row["standard_error"] or not scale > 0:
            continue
        metric = row["metric"] if row["humans"] is None else f"{row['metric']}{BEYOND}"
        if metric not in by_metric:
            history = history_of(others, metric)
            own = {
                one["phenomenon"]: [(sign * one["beyond"] / scale, one["standard_error"] / scale)]
                for one in findings
                if one["beyond"] is not None and one["standard_error"]
            }
            every = {name: [*history.get(name, ()), *own.get(name, ())] for name in {**history, **own}}
            by_metric[metric] = (history, spread_of(every)) if len(history) >= FEWEST_PHENOMENA else None
        if (known := by_metric[metric]) is None:
            continue
        prior = known[1].prior(known[0].get(row["phenomenon"], ()))
        mean, sd = posterior(sign * row["beyond"] / scale, row["standard_error"] / scale, prior)
        ends = sorted(sign * scale * (mean + side * Z * sd) for side in (-1, 1))
        row |= {"expected": sign * scale * mean, "expected_low": ends[0], "expected_high": ends[1]}
        row |= {"sign": NormalDist().cdf(abs(mean) / sd), "test_sets": len(known[0].get(row["phenomenon"], ()))}
