"""A system on a phenomenon, and the mean of all systems: does the score fall as the words stand farther apart?"""

from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64, Int32
from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.scores import DISTANCE_TRENDS
from extractors.formats.sets import check_ids
from extractors.phenomena import is_paper
from extractors.score.corrections import correct_rows, finite, is_small
from extractors.score.documents import ALONE, SegmentClusters
from extractors.score.scorer import SetScorer, SystemBlock
from extractors.score.statistics.signatures import with_cluster, with_test
from extractors.score.statistics.statistics_settings import StatisticsSettings
from extractors.score.statistics.trends import (
    correlations_with_distance,
    exact_buckets,
    length_strata,
    permute_distances,
)

TESTED = ("slope", "expected", "p")
OF_SYSTEMS = ("system", "sets", "spearman", "pearson")
"""The columns that the mean over the systems has no value of."""


def trend_tables(
    scorer: SetScorer,
    sets: pa.Table,
    hits: pa.Table,
    lengths: Int32,
    settings: StatisticsSettings,
    *,
    clusters: SegmentClusters = ALONE,
    run: str = "",
) -> pa.Table:
    """The table DISTANCE_TRENDS: for each metric and phenomenon a row of each system and one of their mean.

    A phenomenon without a set at a minimum distance has no rows.

    Args:
        sets: a table of sets; those at minimum distances are looked at.
        hits: the hits that they were made of, with these columns at least: segment, phenomenon, distance_set.
        lengths: (N,) source length of every segment, in surface tokens; may end at the last that has one.
    """
    minimum: dict[str, dict[int, Int32]] = {}
    for set_row in sets.to_pylist():
        if set_row["kind"] == "minimum":
            ids = np.array(set_row["segment_ids"], dtype=np.int32)
            check_ids(ids, len(scorer.rows), f"the set {set_row['phenomenon']} at {set_row['distance_from']}")
            minimum.setdefault(set_row["phenomenon"], {})[set_row["distance_from"]] = ids
    by_phenomenon = largest_distances(hits)
    nothing = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)
    rows: list[dict[str, Any]] = []
    mean_rows: list[dict[str, Any]] = []
    for block in scorer.blocks:
        for phenomenon, by_distance in minimum.items():
            ids, distances = by_phenomenon.get(phenomenon, nothing)
            counted = distances >= min(by_distance)
            ids, distances = ids[counted], distances[counted]
            check_ids(ids, min(len(scorer.rows), len(lengths)), f"a hit of {phenomenon}")
            if not np.array_equal(ids, by_distance[min(by_distance)]):
                raise InputError(f"the hits of {phenomenon} are not those of its sets", remedy="select the sets again")
            shared = dict.fromkeys((*OF_SYSTEMS, *TESTED)) | {
                "phenomenon": phenomenon,
                "metric": block.metric,
                "n": len(ids),
                "buckets": 0,
                "too_small": is_small(len(ids)) or clusters.are_few(ids),
            }
            numbers, of_mean = _numbers(block, by_distance), {}
            if len(ids):
                trend = permute_distances(
                    block.rows,
                    ids,
                    distances,
                    block.made.score,
                    buckets=exact_buckets(distances),
                    strata=length_strata(lengths[ids]),
                    clusters=clusters.numbers,
                    permutations=settings.trials,
                    seed=settings.seed,
                )
                shared["buckets"] = len(trend.n)
                numbers |= dict(zip(TESTED, (trend.slope, trend.expected, trend.p_value), strict=True))
                of_mean = {name: finite(value) for name, value in zip(TESTED, trend.mean, strict=True)}
            signatures = [
                with_test(with_cluster(signature, clusters.unit), "perm", settings.trials, settings.seed)
                for signature in block.signatures
            ]
            for i, (system, signature) in enumerate(zip(block.systems, signatures, strict=True)):
                row = shared | {name: finite(values[i]) for name, values in numbers.items()}
                rows.append(row | {"sets": int(numbers["sets"][i]), "signature": signature, "system": system})
            mean_rows.append(shared | of_mean | {"signature": signatures[0]})
    rows += mean_rows
    correct_rows(rows, lambda row: (row["metric"], row["system"] is None, is_paper(row["phenomenon"])))
    return tables.signed(DISTANCE_TRENDS.table(rows), run)


def largest_distances(hits: pa.Table) -> dict[str, tuple[Int32, Int32]]:
    """By phenomenon: the segments with a hit, ascending, and the largest distance of each."""
    names = hits.column("phenomenon").combine_chunks().dictionary_encode()
    codes = names.indices.to_numpy()
    segments: Int32 = hits.column("segment_id").to_numpy()
    distances: Int32 = hits.column("distance_set").to_numpy()
    by_phenomenon = {}
    for code, name in enumerate(names.dictionary.to_pylist()):
        selected = codes == code
        ids, place = np.unique(segments[selected], return_inverse=True)
        largest = np.full(len(ids), np.iinfo(np.int32).min, dtype=np.int32)
        np.maximum.at(largest, place, distances[selected])
        by_phenomenon[name] = ids, largest
    return by_phenomenon


def _numbers(block: SystemBlock, by_distance: dict[int, Int32]) -> dict[str, Float64]:
    """The correlations over the nested sets of a phenomenon, and how many have a score."""
    distances = sorted(by_distance)
    scores = np.array([block.made.score(block.rows[by_distance[d]].sum(axis=0)) for d in distances])
    spearman, pearson = correlations_with_distance(distances, scores)
    return {"sets": np.isfinite(scores).sum(axis=0), "spearman": spearman, "pearson": pearson}
