"""Compare two groups of yes/no answers, each beyond its own chance.

An error span of an output covers a word by chance the more often, the more words are asked for, the shorter the output
is and the more of it is marked. So an answer y of chance e is compared by what it has beyond e. The expected answer is

    m = e + e (1 - e) (a + b u),

the first step of a logistic regression with logit(e) as offset; a is what the class of words has beyond chance, and u
(where in the text it is, centred) is a covariate. Controls give a and b; the hits' mean of y less that of m is the
difference.

The test is a score test: residuals and their variance are those under no difference, of both groups together, so the
many controls decide on them and not the few hits. The variance of independent answers is proportional to e (1 - e). It
grows by the design effect (Kish 1965): the variance of the difference over clusters by that over items, at least 1,
with the weights that items have in the difference. Where hits or controls are in effect of few clusters (Kish's
number), there is no test. The interval has the same standard error, so it leaves out 0 exactly where p < 0.05.

All functions work on many columns at once (systems, kinds of errors); NaN is an answer that does not count.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from extractors.core.arrays import Bool, Float64, Int64
from extractors.formats.thresholds import FEWEST_CLUSTERS
from extractors.scoring.statistics.distributions import normal_sf
from extractors.scoring.statistics.proportions import Z, cluster_sums, sums_by_number

FEWEST_EXPECTED = 5
"""With fewer answers of yes to be expected among the hits under no difference, no test is made."""
RELATIVE_TOLERANCE = 1e-8
"""Of singular values: smaller ones are 0."""


@dataclass(frozen=True)
class AnswerTable:
    """m items in s columns.

    Attributes:
        values: (m, s) 0 to 1; NaN where an item does not count.
        chance: (m, s) the chance e of each.
        terms: (2, m, s) e (1 - e), and e (1 - e) u.
    """

    values: Float64
    chance: Float64
    terms: Float64


class Group(NamedTuple):
    """Entries of hits or controls: (e,) the item of each, and its stratum."""

    item: Int64
    stratum: Int64


class Difference(NamedTuple):
    """Hits beside controls.

    Attributes:
        n: (s,) hits that count; then, (s,) each, their mean chance, the mean expected from controls, hits minus that,
            its 95 % interval and p of no difference.
        clusters: (c,) the clusters of hits and controls, ascending.
        influences: (c, s) what each adds to the error of the difference; their squares sum to that of the test.
    """

    n: Int64
    chance: Float64
    control: Float64
    difference: Float64
    low: Float64
    high: Float64
    p: Float64
    clusters: Int64
    influences: Float64

    def column(self, number: int) -> "Difference":
        """Return the difference in one column only."""
        single = slice(number, number + 1)
        kept: dict[str, Any] = {"clusters": self.clusters, "influences": self.influences[:, single]}
        return Difference(
            **{name: values[single] for name, values in self._asdict().items() if name not in kept}, **kept
        )


def compare(answers: AnswerTable, hits: Group, controls: Group, cluster: Int64) -> Difference:
    """Compare hits with controls, where each stratum of controls has the weight of its hits.

    Args:
        controls: of the same strata; an item may be in several.
        cluster: (m,) the cluster of each item.
    """
    item = np.concatenate([hits.item, controls.item])
    is_hit = np.arange(len(item)) < len(hits.item)
    entry = _entry_weights(~np.isnan(answers.values[item]), np.concatenate([hits.stratum, controls.stratum]), is_hit)
    counts = entry > 0
    terms = _centred(np.where(counts, answers.terms[:, item], 0), np.where(is_hit[:, None], 0, entry))
    beyond = np.where(counts, answers.values[item] - answers.chance[item], 0)
    n = counts[is_hit].sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        chance = np.where(counts, answers.chance[item], 0)[is_hit].sum(axis=0) / n
        excess = beyond[is_hit].sum(axis=0) / n
        # The weight of an item in the estimating equations: its own, so that residuals sum to 0 and not their squares.
        own = np.where(terms[0] > 0, entry / np.where(terms[0] > 0, terms[0], 1), 0)
        inverse, slopes = _fit(terms[:, ~is_hit], beyond[~is_hit], own[~is_hit])
        hit_terms = terms[:, is_hit].sum(axis=1) / n
        control = chance + (hit_terms * slopes).sum(axis=0)
        weights = np.where(is_hit[:, None], counts / n, 0)
        # How much each control moves, through a and b, what is expected of the hits.
        weights[~is_hit] = -np.einsum("fs,sfk,kes->es", hit_terms, inverse, terms[:, ~is_hit] * own[~is_hit])
        # Under no difference one model holds for both groups, so residuals come from a fit to both.
        _, of_both = _fit(terms, beyond, own)
        residuals = beyond - np.einsum("fs,fes->es", of_both, terms)
        influences = _influences(weights, residuals, terms[0], counts, item, cluster[item])
        error = np.sqrt((influences**2).sum(axis=0))
        observed = chance + excess
        informative = entry * terms[0]
        clusters = np.minimum(
            *(effective_number(informative[group], cluster[item[group]]) for group in (is_hit, ~is_hit))
        )
        # Expected under no difference: between what the hits have and what the controls predict.
        has_test = (clusters >= FEWEST_CLUSTERS) & (n * (observed + control) / 2 >= FEWEST_EXPECTED) & (error > 0)
        p = 2 * normal_sf(np.abs(observed - control) / error)
        half = Z * error
    # Controls whose chance is 0 or 1 say nothing about what to expect.
    control = np.where(informative[~is_hit].sum(axis=0) > 0, control, np.nan)
    return Difference(
        n=n.astype(np.int64),
        chance=chance,
        control=control,
        difference=observed - control,
        low=np.where(has_test, observed - control - half, np.nan),
        high=np.where(has_test, observed - control + half, np.nan),
        p=np.where(has_test, p, np.nan),
        clusters=np.unique(cluster[item]),
        influences=influences,
    )


class DifferenceOfTwo(NamedTuple):
    """One difference minus another: (s,) its value, 95 % interval and p of none; NaN without a test."""

    value: Float64
    low: Float64
    high: Float64
    p: Float64


def minus(first: Difference, second: Difference) -> DifferenceOfTwo:
    """Subtract another difference, of the same hits, controls and clusters but other answers, from the first.

    Both are of the same source words, so the error comes from the influence of each cluster on the first less its
    influence on the second. There is a test where both differences have one.
    """
    value = first.difference - second.difference
    error = np.sqrt(((first.influences - second.influences) ** 2).sum(axis=0))
    has_test = np.isfinite(first.p) & np.isfinite(second.p) & (error > 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        p = np.where(has_test, 2 * normal_sf(np.abs(value) / error), np.nan)
    low, high = (np.where(has_test, value + side * Z * error, np.nan) for side in (-1, 1))
    return DifferenceOfTwo(value, low, high, p)


def effective_number(weights: Float64, cluster: Int64) -> Float64:
    """Return (s,) how many clusters of equal weight would vary as much (Kish 1965); 0 where nothing has weight.

    Args:
        weights: (e, s) not negative.
        cluster: (e,)
    """
    sums = cluster_sums(weights, cluster)
    squares = (sums**2).sum(axis=0)
    number: Float64 = np.where(squares > 0, sums.sum(axis=0) ** 2 / np.where(squares > 0, squares, 1), 0)
    return number


def _entry_weights(counts: Bool, stratum: Int64, is_hit: Bool) -> Float64:
    """Return (e, s) weights: 1 for a hit, hits / controls of its stratum for a control; 0 where either is missing."""
    strata = int(stratum.max(initial=-1)) + 1
    number = [sums_by_number(stratum[group], counts[group].astype(float), strata) for group in (is_hit, ~is_hit)]
    has_both = (number[0] > 0) & (number[1] > 0)
    share = np.where(has_both, number[0] / np.where(has_both, number[1], 1), 0)
    weights: Float64 = np.where(counts, np.where(is_hit[:, None], has_both[stratum], share[stratum]), 0)
    return weights


def _centred(terms: Float64, weights: Float64) -> Float64:
    """Subtract from u its mean over controls, so that where it does not vary it has no slope; return the terms."""
    total = (weights * terms[0]).sum(axis=0)
    mean = (weights * terms[1]).sum(axis=0) / np.where(total > 0, total, 1)
    return np.stack([terms[0], terms[1] - mean * terms[0]])


def _fit(terms: Float64, beyond: Float64, own: Float64) -> tuple[Float64, Float64]:
    """Fit a and b: return the inverse (s, f, f) of their equations, and the solution (f, s)."""
    matrix = np.einsum("fes,kes,es->sfk", terms, terms, own, optimize=True)
    # The pseudo-inverse gives b = 0 where u does not vary; a plain inverse would fail.
    inverse = np.linalg.pinv(matrix, rcond=RELATIVE_TOLERANCE, hermitian=True)
    solution: Float64 = np.einsum("sfk,ks->fs", inverse, np.einsum("fes,es,es->fs", terms, own, beyond))
    return inverse, solution


def _influences(
    weights: Float64, residuals: Float64, variance: Float64, counts: Bool, item: Int64, cluster: Int64
) -> Float64:
    """Return (c, s) what clusters add to the difference under no difference; the squares sum to its variance.

    Args:
        weights, residuals, variance: (e, s) of entries in the difference, their residuals under no difference and the
            variance of these; the latter two belong to the item, and are 0 in entries that do not count.
        counts: (e, s) whether an entry counts.
        item, cluster: (e,) of the entries.
    """
    # An item of several strata is one item: its weights add up.
    _, first, number = np.unique(item, return_index=True, return_inverse=True)
    weights = sums_by_number(number, weights, len(first))
    # It may count in some strata and not in others, where no hit does.
    times = np.maximum(sums_by_number(number, counts.astype(float), len(first)), 1)
    residuals, variance = (sums_by_number(number, values, len(first)) / times for values in (residuals, variance))
    dispersion = (residuals**2).sum(axis=0) / variance.sum(axis=0)
    independent = dispersion * (weights**2 * variance).sum(axis=0)
    parts = weights * residuals
    sums = cluster_sums(parts, cluster[first])
    squares = (sums**2).sum(axis=0)
    design = squares / (parts**2).sum(axis=0)
    # So scaled that the squares sum to the variance with a design effect of at least 1.
    scaled: Float64 = np.nan_to_num(sums * np.sqrt(independent * np.fmax(design, 1) / squares))
    return scaled
