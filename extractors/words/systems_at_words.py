"""Systems at the words of a phenomenon: how far each departs from the others, or one from another (WORD_PAIRS).

The evidence is one array, hits and control words by systems. A system that loses words everywhere loses a share of
them, not so many points: if it has four fifths of what others have at control words, four fifths are expected at the
hits too (`expected`), and its departure is what it has beyond or below that. Variances come from the sums of documents,
by the slope of the departure at the sums (the delta method), with Student's t on the number of documents that have
hits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Bool, Float64, Int64
from extractors.formats.thresholds import FEWEST_CLUSTERS, FEWEST_SEGMENTS, FEWEST_SHOWN
from extractors.scoring.corrections import correct_rows, finite
from extractors.scoring.documents import SegmentClusters
from extractors.scoring.statistics.distributions import t_quantile, t_sf
from extractors.scoring.statistics.estimates import detectable

LEVEL = 0.05
"""At which a system that departs is left out of those that the others are compared with."""
NOTHING = 1e-12
"""A smaller error is one of rounding."""
DISTANCES = (1, 3)
"""Where the classes of distances of a slope begin: 0, 1 to 2, 3 and more."""


Key = tuple[str, bool]
"""A phenomenon, and whether it is asked for the order of words (True) or for the words themselves."""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """The hits of a phenomenon and their control words in the outputs of some systems.

    Attributes:
        is_hit: (e,) which entries are hits.
        stratum: (e,) hits are compared with the control words of their stratum.
        cluster: (e,) number of the document, or of what else is independent.
        distance: (e,) of a hit; anything of a control word.
        values: (e, S) from 0 to 1, NaN where no reference tells: of words for all systems, of their order for one.
    """

    is_hit: Bool
    stratum: Int64
    cluster: Int64
    distance: Int64
    values: Float64


@dataclass(frozen=True, kw_only=True)
class Departure:
    """How far one system is from others at the hits, beside what both have at control words.

    Attributes:
        n, clusters: hits that count, and how many clusters they are in.
        match, others, expected: shares of the hits; `value` is match minus expected.
        error: standard error of the value; `p`: of no departure, two-sided.
        lost, won: hits at which the system has less than the others, and more.
        slope, slope_error, slope_p: of the value over the classes of DISTANCES; NaN where hits are of one class.
    """

    n: int
    clusters: int
    match: float
    others: float
    expected: float
    value: float
    error: float
    p: float
    lost: int
    won: int
    slope: float
    slope_error: float
    slope_p: float

    @property
    def is_tested(self) -> bool:
        """Whether the hits are enough to test."""
        return self.n >= FEWEST_SEGMENTS and self.clusters >= FEWEST_CLUSTERS and np.isfinite(self.p)


def departure(evidence: Evidence, system: Float64, others: Float64) -> Departure | None:
    """Compare one system with others, or with another one.

    Args:
        system, others: (e,) values of the entries; NaN where they do not count.

    Returns:
        None where no hit has controls, or nobody has a control word.
    """
    counts = ~(np.isnan(system) | np.isnan(others))
    hits, controls = counts & evidence.is_hit, counts & ~evidence.is_hit
    strata = int(evidence.stratum.max(initial=-1)) + 1
    control_counts = np.bincount(evidence.stratum[controls], minlength=strata)
    hits = hits & (control_counts[evidence.stratum] > 0)
    if not hits.any():
        return None
    weight = np.bincount(evidence.stratum[hits], minlength=strata) / np.maximum(control_counts, 1)
    n = int(hits.sum())
    own, other = system[hits], others[hits]
    weights = weight[evidence.stratum[controls]]
    own_control, other_control = (float(weights @ values[controls]) for values in (system, others))
    # The ratio to the others is undefined if they match no control word.
    if not other_control:
        return None
    ratio = own_control / other_control
    value = float((own - ratio * other).sum() / n)
    # What each hit and each control word adds to the error of the value. A hit brings the mean of its control words.
    hit_terms = own - ratio * other
    by_control = float(other.sum()) / other_control
    word_terms = by_control * (system[controls] - ratio * others[controls])
    mean = np.bincount(evidence.stratum[controls], weights=word_terms, minlength=strata) / np.maximum(control_counts, 1)
    word_terms = weights * (word_terms - mean[evidence.stratum[controls]])
    _, number = np.unique(np.concatenate([evidence.cluster[hits], evidence.cluster[controls]]), return_inverse=True)
    hit_clusters, word_clusters = number[:n], number[n:]
    count = int(number.max()) + 1
    words = np.bincount(word_clusters, weights=word_terms, minlength=count)
    brought = hit_terms - value - mean[evidence.stratum[hits]]
    influence = (np.bincount(hit_clusters, weights=brought, minlength=count) - words) / n
    clusters = len(np.unique(hit_clusters))
    error, p = _test(value, influence, clusters)
    classes = np.digitize(evidence.distance[hits], DISTANCES).astype(np.float64)
    slope, slope_error, slope_p = _slope(classes, hit_terms - value, hit_clusters, count, clusters)
    return Departure(
        n=n,
        clusters=clusters,
        match=float(own.mean()),
        others=float(other.mean()),
        expected=float(ratio * other.mean()),
        value=value,
        error=error,
        p=p,
        lost=int((own < other).sum()),
        won=int((own > other).sum()),
        slope=slope,
        slope_error=slope_error,
        slope_p=slope_p,
    )


def _test(value: float, influence: Float64, clusters: int) -> tuple[float, float]:
    """Return the standard error from the influences of clusters, and p by Student's t (by signs if nothing varies)."""
    if clusters < 2:
        return np.nan, np.nan
    error = float(np.sqrt(clusters / (clusters - 1) * (influence**2).sum()))
    # All clusters depart alike: the two-sided sign test of as many equal signs.
    if error < NOTHING:
        return 0.0, 1.0 if abs(value) < NOTHING else 2.0 ** (1 - clusters)
    return error, float(2 * t_sf(abs(value) / error, clusters - 1))


def _slope(classes: Float64, values: Float64, cluster: Int64, count: int, clusters: int) -> tuple[float, float, float]:
    """Fit the regression of the hits' values (h,) on their classes of distance; return slope, standard error and p.

    All are NaN where fewer than two classes have FEWEST_SHOWN hits: one hit at a distance would decide.
    """
    if (np.bincount(classes.astype(np.int64)) >= FEWEST_SHOWN).sum() < 2:
        return np.nan, np.nan, np.nan
    centred = classes - classes.mean()
    spread = float((centred**2).sum())
    slope = float(centred @ values / spread)
    influence = np.bincount(cluster, weights=centred * (values - slope * centred), minlength=count) / spread
    return (slope, *_test(slope, influence, clusters))


def step_down(evidence: Evidence) -> dict[int, Departure]:
    """Compare each system with the mean of the others, the one that departs farthest first.

    One that fails makes all others look good beside their mean. So of the systems that depart at LEVEL the one that
    departs farthest is taken out, and the others are compared with each other: its mirror images are nearer, but may be
    surer, since they do not vary. Of two that are left each is the mirror image of the other, and only the lower one is
    tested.

    Returns:
        By the number of the system.
    """
    left = list(range(evidence.values.shape[1]))
    departures: dict[int, Departure] = {}
    while len(left) > 1:
        compared = {s: departure(evidence, evidence.values[:, s], _mean_of(evidence, left, s)) for s in left}
        defined = {s: result for s, result in compared.items() if result is not None}
        if len(left) == 2 and defined:
            higher = max(defined, key=lambda s: defined[s].value)
            return {**departures, **defined, higher: replace(defined[higher], p=np.nan, slope_p=np.nan)}
        departing = [s for s, result in defined.items() if result.is_tested and result.p < LEVEL]
        if not departing:
            return {**departures, **defined}
        farthest = max(departing, key=lambda s: abs(defined[s].value))
        departures[farthest] = defined[farthest]
        left.remove(farthest)
    return departures


def _mean_of(evidence: Evidence, left: Sequence[int], system: int) -> Float64:
    """Return (e,) the mean over the systems that are left, but for one; NaN where none of them counts."""
    values = evidence.values[:, [s for s in left if s != system]]
    counts = ~np.isnan(values)
    with np.errstate(invalid="ignore"):
        mean: Float64 = np.where(counts, values, 0).sum(axis=1) / counts.sum(axis=1)
    return mean


def departure_rows(evidence: Mapping[Key, Evidence], systems: Sequence[str], *, run: str) -> list[dict[str, Any]]:
    """Return the rows of WORD_DEPARTURES of all phenomena, with p-values corrected over all of them.

    Args:
        evidence: by phenomenon and question; columns of values are the systems.
    """
    departures = {key: step_down(by_system) for key, by_system in evidence.items()}
    rows: list[dict[str, Any]] = []
    for (name, is_order), by_system in departures.items():
        for number, result in sorted(by_system.items()):
            t = float(t_quantile(0.975, result.clusters - 1))
            row: dict[str, Any] = {
                "system": systems[number],
                "phenomenon": name,
                "is_order": is_order,
                "n": result.n,
                "match": result.match,
                "others": result.others,
                "expected": result.expected,
                "departure": result.value,
                "departure_low": finite(result.value - t * result.error),
                "departure_high": finite(result.value + t * result.error),
                "p": finite(result.p) if result.is_tested else None,
                "slope": finite(result.slope),
                "slope_low": finite(result.slope - t * result.slope_error),
                "slope_high": finite(result.slope + t * result.slope_error),
                "slope_p": finite(result.slope_p) if result.is_tested and np.isfinite(result.slope_p) else None,
                "run": run,
            }
            rows.append(row)
    correct_rows(rows, lambda _: "all systems and phenomena")
    correct_rows(rows, lambda _: "all systems and phenomena", "slope_p")
    return rows


def pair_rows(
    evidence: Mapping[Key, Evidence],
    systems: Sequence[str],
    old: str,
    new: str,
    *,
    phenomena: Sequence[str],
    alpha: float,
) -> list[dict[str, Any]]:
    """Return the rows of WORD_PAIRS, with p-values corrected over all of them.

    Args:
        evidence: by phenomenon and question; columns of values are the systems.
        phenomena: the family of tests, which is known before the outputs are; those with too few hits are not tested.
        alpha: the level of the tests, for what they can detect.
    """
    before, after = systems.index(old), systems.index(new)
    departures = {
        key: departure(hits, hits.values[:, after], hits.values[:, before])
        for key in product(phenomena, (False, True))
        if (hits := evidence.get(key)) is not None
    }
    tested = {key: result for key, result in departures.items() if result is not None and result.is_tested}
    rows: list[dict[str, Any]] = []
    for (name, is_order), result in tested.items():
        t = float(t_quantile(0.975, result.clusters - 1))
        rows.append(
            {
                "phenomenon": name,
                "is_order": is_order,
                "old": old,
                "new": new,
                "n": result.n,
                "match_old": result.others,
                "match_new": result.match,
                "lost": result.lost,
                "won": result.won,
                "change": result.value,
                "change_low": finite(result.value - t * result.error),
                "change_high": finite(result.value + t * result.error),
                "p": finite(result.p),
                "detectable": finite(float(detectable(result.error, result.clusters, alpha / len(tested)))),
            }
        )
    correct_rows(rows, lambda _: "all phenomena")
    return rows


def evidence_of(table: pa.Table, clusters: SegmentClusters) -> tuple[dict[Key, Evidence], list[str]]:
    """Return the evidence of each phenomenon and question in a table WORD_EVIDENCE, and its systems in their order.

    Args:
        clusters: what is independent of each other.
    """
    systems = list(dict.fromkeys(table.column("system").to_pylist()))
    evidence: dict[Key, Evidence] = {}
    segments = table.column("segment_id").to_numpy()
    segment_clusters = clusters.of_segments(int(segments.max(initial=-1)) + 1)
    names = np.array(table.column("phenomenon").to_pylist(), dtype=object)
    columns = {name: table.column(name).to_numpy(zero_copy_only=False) for name in ("stratum", "is_hit", "is_order")}
    distance = table.column("distance").fill_null(0).to_numpy()
    match = table.column("match").to_numpy(zero_copy_only=False).astype(np.float64)
    for name, is_order in dict.fromkeys(zip(names.tolist(), columns["is_order"].tolist(), strict=True)):
        rows = np.flatnonzero((names == name) & (columns["is_order"] == is_order))
        # Rows stand system by system, each with the same entries.
        size = len(rows) // len(systems)
        first = rows[:size]
        evidence[name, is_order] = Evidence(
            is_hit=columns["is_hit"][first].astype(bool),
            stratum=columns["stratum"][first].astype(np.int64),
            cluster=segment_clusters[segments[first]],
            distance=distance[first].astype(np.int64),
            values=match[rows].reshape(len(systems), size).T,
        )
    return evidence, systems
