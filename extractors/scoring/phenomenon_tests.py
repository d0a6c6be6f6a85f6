"""Make the findings: one test for each phenomenon, by a set and a metric that are chosen before any score is seen.

Everything that decides whether a set is tested (its distance, its size, its controls, its likeness to other sets) is
known without the scores, so that the correction over the tested sets stays valid. All other sets, distances and metrics
are a profile, which is not tested.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from extractors.core.arrays import Int32
from extractors.formats.findings import (
    BY_REFERENCE,
    COMPARED,
    COPY,
    COPY_SAYS,
    FINDINGS,
    NO_SET,
    NOT_FOUND,
    TESTED,
    TEXT,
)
from extractors.formats.thresholds import FEWEST_CLUSTERS, FEWEST_SEGMENTS
from extractors.phenomena import is_paper
from extractors.phenomena.detection import JudgedHits
from extractors.phenomena.estimands import REFERENCE, SOURCE, Estimand, estimand_of
from extractors.scoring.control_pool import ControlPool
from extractors.scoring.corrections import correct_rows, finite
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.scorer import ScoredSet
from extractors.scoring.set_scores import UNIT, UNITS, Row, interval_columns
from extractors.scoring.statistics.distributions import t_quantile
from extractors.scoring.statistics.estimates import detectable, skewed

LARGEST = 1 / 2
"""Share of the corpus from which a set is not tested: what is left is text of another kind."""
LEFT_OUT = 1 / 5
"""Largest share of a set's segments that may have no controls."""
FEWEST_POOLED = 5
"""Segments that a corpus needs to count among others: BLEU of fewer is biased downwards (by 1.8 points for three)."""
COPIES = 0.8
"""Shared segments, of all that either set has (Jaccard), from which two sets are one finding."""

Sets = Mapping[tuple[str, int], Int32]
"""The segments of the set of a phenomenon at a minimum distance."""


def chosen_distances(sets: Sets, known: Mapping[str, Estimand], segments: int) -> dict[str, int]:
    """Choose the minimum distance at which each phenomenon is tested: the smallest not below the distance asked for.

    Where links find a phenomenon, most segments of some pairs have it at that distance (words that move by five, from
    Japanese); then the smallest at which fewer than half have it. A phenomenon whose sets are all at smaller distances
    is left out.

    Args:
        sets: the segments of the sets at minimum distances.
        segments: of the corpus.
    """
    distances: dict[str, int] = {}
    for phenomenon in dict.fromkeys(name for name, _ in sets):
        asked = estimand_of(known, phenomenon)
        large = sorted(distance for name, distance in sets if name == phenomenon and distance >= asked.distance)
        if not large:
            continue
        rare = [distance for distance in large if len(sets[phenomenon, distance]) < LARGEST * segments]
        is_free = asked.chosen_by != SOURCE and not asked.is_fixed
        distances[phenomenon] = rare[0] if is_free and rare else large[0]
    return distances


def finding_rows(
    effects: Sequence[Row],
    sets: Sets,
    known: Mapping[str, Estimand],
    measured: Mapping[str, Row],
    *,
    segments: int,
    alpha: float,
    precisions: Mapping[str, JudgedHits] | None = None,
) -> list[Row]:
    """Return the rows of FINDINGS, in the order in which the sets name the phenomena.

    Args:
        effects: the rows of EFFECTS at minimum distances by the primary metric.
        sets: the sets at minimum distances.
        known: what is asked of the phenomena.
        measured: by phenomenon, the columns of what is tested (`measured_finding`).
        segments: of the corpus.
        precisions: of the phenomena's detection, as far as measured.
    """
    at = chosen_distances(sets, known, segments)
    widest = {name: min(distance for other, distance in sets if other == name) for name, _ in sets}
    by_set = {(row["phenomenon"], row["distance_from"]): row for row in effects}
    rows = []
    for name in dict.fromkeys(phenomenon for phenomenon, _ in sets):
        asked = estimand_of(known, name)
        distance = at.get(name)
        nearest = asked.distance if distance is None else distance
        # Without a set at its distance a phenomenon takes metric and signature from its widest set.
        effect = by_set[name, widest[name] if distance is None else distance]
        shared = dict.fromkeys(column.name for column in FINDINGS.columns) | {"phenomenon": name, "label": asked.label}
        shared |= {"distance": nearest, "metric": effect["metric"], "signature": effect["signature"]}
        if distance is None:
            nothing = {"n": 0, "systems_n": 0, "below": 0}
            rows.append(shared | nothing | {"status": f"{NO_SET} {nearest} or more"})
            continue
        row = shared | measured[name] | {"n": effect["compared"], "systems_n": effect["systems"]}
        row["status"] = obstacle(effect, asked, segments) or (TESTED if row["beyond"] is not None else TEXT)
        if distance == widest[name]:
            # Precision was measured on hits at all distances.
            hits = (precisions or {}).get(name)
            row["precision"] = None if hits is None else hits.text
        rows.append(row)
    _join_copies(rows, sets)
    correct_findings(rows, alpha)
    return rows


def obstacle(effect: Row, asked: Estimand, segments: int) -> str | None:
    """Say why a set is not tested, with the figures that decide; return None if it is tested.

    Args:
        effect: a row of EFFECTS, with `compared`, and `distinct`, the source texts that these have, if it is known.
    """
    n, compared, controls = effect["n"], effect["compared"], effect["controls"] or 0.0
    if not n:
        return NOT_FOUND
    if asked.chosen_by == REFERENCE:
        return BY_REFERENCE
    if n > LARGEST * segments:
        return f"most of the corpus: {n:,} of {segments:,} segments"
    figures = f"{compared:,} of {n:,} segments have controls"
    if compared < FEWEST_SEGMENTS:
        return f"too small: {figures}, {FEWEST_SEGMENTS} needed"
    if effect.get("distinct", FEWEST_SEGMENTS) < FEWEST_SEGMENTS:
        return f"too small: {figures}, {effect['distinct']} distinct source texts, {FEWEST_SEGMENTS} needed"
    if n - compared > LEFT_OUT * n:
        return f"too few controls: {figures}, {100 * (1 - LEFT_OUT):.0f} % needed"
    # An effective number comes from sums of shares: 30 may come out a little below.
    if controls < FEWEST_SEGMENTS - 1e-9:
        # Rounded down: 29.96 is not 30.0.
        number = math.floor(10 * controls + 1e-6) / 10
        return f"too few controls: {figures}, effective number {number} < {FEWEST_SEGMENTS}"
    if effect[UNITS] is not None and effect[UNITS] < FEWEST_CLUSTERS:
        return f"too few {effect[UNIT]}s: {effect[UNITS]}, {FEWEST_CLUSTERS} needed"
    return None if effect["p"] is not None else "no difference can be computed"


def is_pooled(n: int, compared: int, segments: int) -> bool:
    """Decide whether a set counts when a phenomenon is pooled over corpora, if it is no copy and no reference chose it.

    Small sets do, of FEWEST_POOLED segments or more: together they may be enough. Left out are sets that are not
    compared with text of their kind: most of the corpus, or with too many segments without controls.

    Args:
        n, compared, segments: the segments of the set, how many of them have controls, and the segments of the corpus.
    """
    return compared >= FEWEST_POOLED and n - compared <= LEFT_OUT * n and n <= LARGEST * segments


def pooled_sets(sets: Sets, known: Mapping[str, Estimand], pool: ControlPool) -> dict[tuple[str, int], Int32]:
    """Select the sets of a corpus that count among others, as `is_pooled` says, whatever their scores.

    Leave out sets that the scoring reference chose, and near-copies of another set.

    Args:
        sets: the sets of all phenomena at minimum distances.
    """
    rows: list[Row] = []
    for key in chosen_distances(sets, known, len(pool.values["position"])).items():
        compared = len(pool.match(sets[key]).ids) if len(sets[key]) else 0
        by_reference = estimand_of(known, key[0]).chosen_by == REFERENCE
        if not by_reference and is_pooled(len(sets[key]), compared, len(pool.values["position"])):
            rows.append({"phenomenon": key[0], "distance": key[1], "status": TESTED})
    _join_copies(rows, sets)
    left = [(row["phenomenon"], row["distance"]) for row in rows if row["status"] == TESTED]
    return {key: sets[key] for key in left}


def _join_copies(rows: Sequence[Row], sets: Sets) -> None:
    """Mark near-copies of another set, so that one is tested: ours rather than the paper's, else the larger."""
    kept: list[Row] = []
    for row in sorted(
        (row for row in rows if row["status"] in COMPARED),
        key=lambda row: (is_paper(row["phenomenon"]), -len(sets[row["phenomenon"], row["distance"]])),
    ):
        ids = sets[row["phenomenon"], row["distance"]]
        for other in kept:
            if jaccard(ids, sets[other["phenomenon"], other["distance"]]) >= COPIES:
                row["status"] = f"{COPY}{other['phenomenon']}{COPY_SAYS}"
                break
        else:
            kept.append(row)


def jaccard(ids: Int32, other: Int32) -> float:
    """Return the Jaccard index of two sets of distinct segments, or an upper bound where it must be below COPIES."""
    small, large = sorted((len(ids), len(other)))
    if not small or small < COPIES * large:
        # At most small of large can be shared.
        return small / large if large else 0.0
    shared = len(np.intersect1d(ids, other, assume_unique=True))
    return shared / (small + large - shared)


def correct_findings(rows: Sequence[Row], alpha: float) -> None:
    """Fill in p_bh and detectable of the tested rows, and remove the p-values of the others.

    The intervals of what is found are those of R chosen parameters of m (Benjamini and Yekutieli, "False Discovery
    Rate-Adjusted Multiple Confidence Intervals for Selected Parameters", JASA 2005): at a level of 1 - R alpha / m
    each, at most a share alpha of those that are shown is expected to miss its true value. They leave out 0.

    What a test can detect is known before the scores of the others: it has to pass alpha / m, as an only effect must.
    """
    tested = [row for row in rows if row["status"] == TESTED]
    correct_rows(tested, lambda _: TESTED)
    for row in tested:
        row["detectable"] = finite(float(detectable(row["standard_error"], row[UNITS], alpha / len(tested))))
    findings = [row for row in tested if row["p_bh"] < alpha]
    for row in findings:
        t = float(t_quantile(1 - alpha * len(findings) / len(tested) / 2, row[UNITS] - 1))
        ends = (row["beyond"] - float(skewed(q, row["skewness"])) * row["standard_error"] for q in (t, -t))
        row["low"], row["high"] = ends
    for row in rows:
        if row["status"] != TESTED:
            row["p"] = None


def departure_rows(scored: ScoredSet, *, clusters: SegmentClusters = ALONE) -> list[Row]:
    """Return the rows of DEPARTURES of a set under the primary metric; p-values are not corrected yet."""
    if scored.contrast is None:
        return []
    estimate = scored.contrast.departures.estimate(clusters.numbers)
    numbers = interval_columns(estimate, "departure") | {"p": estimate.p_value}
    return [
        {
            "system": system,
            "phenomenon": scored.sampled.phenomenon,
            "distance": scored.sampled.range.distance_from,
            "metric": scored.block.metric,
            **{name: finite(values[i]) for name, values in numbers.items()},
        }
        for i, system in enumerate(scored.block.systems)
    ]


def correct_departures(rows: Sequence[Row], findings: Sequence[Row]) -> list[Row]:
    """Return the rows of compared phenomena and of systems that have a departure, with p_bh.

    Systems that translate the same segments share what the text costs, so that no human translation is needed here.
    """
    tested = {row["phenomenon"] for row in findings if row["status"] in COMPARED}
    kept = [row for row in rows if row["phenomenon"] in tested and row["p"] is not None]
    correct_rows(kept, lambda _: "all systems and phenomena")
    return kept
