"""Compare every two systems on a set: do they differ, does one lose more than the other? And rank them."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.arrays import Float64
from extractors.formats.scores import SYSTEM_COMPARISONS, SYSTEM_RANKS
from extractors.scoring.corrections import correct, is_small
from extractors.scoring.documents import ALONE, SegmentClusters
from extractors.scoring.scorer import ScoredSet
from extractors.scoring.statistics.clusters import cluster
from extractors.scoring.statistics.estimates import Estimate
from extractors.scoring.statistics.signatures import with_cluster, with_test
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.scoring.statistics.systems import compare_losses, compare_systems, randomise

Columns = dict[str, Any]


def compare_on_set(
    scored: ScoredSet, settings: StatisticsSettings, *, clusters: SegmentClusters = ALONE
) -> tuple[Columns, Columns]:
    """Compare the systems of one metric on one set.

    Returns:
        The columns of SYSTEM_COMPARISONS, one row for each pair in the order of the systems, and those of
        SYSTEM_RANKS, one row for each system with a score, best first.
    """
    block, n = scored.block, len(scored.sampled.ids)
    difference = compare_systems(scored.of_set)
    above, below = np.triu_indices(len(block.systems), 1)
    names = np.array(block.systems, dtype=object)
    too_small = is_small(n) or clusters.are_few(scored.sampled.ids)
    about_set = {
        "phenomenon": scored.sampled.phenomenon,
        "minimum_distance": scored.sampled.range.distance_from,
        "metric": block.metric,
        "n": n,
        "too_small": too_small,
        "signature": _signature(scored, settings, clusters),
    }
    shuffled = np.full(difference.value.shape, np.nan)
    if not too_small:
        # It takes half of the time of everything here, whatever the size of the set.
        shuffled = randomise(
            block.rows,
            scored.sampled.ids,
            block.made.score,
            trials=settings.trials,
            seed=settings.seed,
            clusters=clusters.numbers,
        )
    pairs = {
        "system_a": names[above],
        "system_b": names[below],
        "p_randomisation": shuffled[above, below],
        **_estimates(difference, too_small, above, below, "difference", ""),
        **_interaction(scored, clusters, above, below),
    }
    return _repeated(pairs, about_set, len(above)), _ranks(scored, difference, about_set, settings)


def at_distance(distance: int, compared: tuple[Columns, Columns]) -> tuple[Columns, Columns]:
    """Copy the comparisons of a set to another minimum distance, at which the set has the same segments."""
    pairs, ranks = (c | {"minimum_distance": np.full_like(c["minimum_distance"], distance)} for c in compared)
    return pairs, ranks


def _signature(scored: ScoredSet, settings: StatisticsSettings, clusters: SegmentClusters) -> str:
    signature = with_cluster(scored.block.signatures[0], clusters.unit)
    signature = with_test(signature, "ar", settings.trials, settings.seed, groups=scored.of_set.groups)
    return with_test(signature, "bs", settings.resamples, settings.seed, groups=scored.of_set.groups)


def _estimates(estimate: Estimate, too_small: bool, above: Any, below: Any, name: str, prefix: str) -> Columns:
    p = estimate.p_value[above, below]
    return {
        name: estimate.value[above, below],
        f"{name}_low": estimate.low[above, below],
        f"{name}_high": estimate.high[above, below],
        f"{prefix}p": p,
        f"{prefix}p_bh": correct(p, too_small),
    }


def _interaction(scored: ScoredSet, clusters: SegmentClusters, above: Any, below: Any) -> Columns:
    if scored.contrast is None or scored.matches is None:
        nothing: Float64 = np.full(len(above), np.nan)
        names = [c.name for c in SYSTEM_COMPARISONS.columns if c.name.startswith("interaction")]
        return dict.fromkeys(names, nothing)
    losses = compare_losses(scored.contrast, clusters.numbers)
    few = clusters.are_few(scored.sampled.ids)
    return _estimates(losses, few or is_small(scored.matches.compared), above, below, "interaction", "interaction_")


def _ranks(
    scored: ScoredSet, difference: Estimate, constant: Mapping[str, Any], settings: StatisticsSettings
) -> Columns:
    score = scored.of_set.value
    clusters = cluster(
        score, difference.p_value, alpha=settings.alpha, higher_is_better=scored.block.made.higher_is_better
    )
    ranked = [i for i in np.argsort(clusters.rank, kind="stable").tolist() if clusters.rank[i] > 0]
    names = np.array(scored.block.systems, dtype=object)
    ranks = {
        "system": names[ranked],
        "score": score[ranked],
        **{name: getattr(clusters, name)[ranked] for name in ("rank", "cluster", "best_rank", "worst_rank")},
    }
    signature = f"{constant['signature']}|alpha:{settings.alpha:g}"
    return _repeated(ranks, {**constant, "signature": signature}, len(ranked))


def _repeated(columns: Columns, constant: Mapping[str, Any], count: int) -> Columns:
    return columns | {name: np.full(count, value) for name, value in constant.items()}


def comparison_tables(compared: Iterable[tuple[Columns, Columns]]) -> tuple[pa.Table, pa.Table]:
    """Build the tables SYSTEM_COMPARISONS and SYSTEM_RANKS of all sets and metrics."""
    pairs, ranks = [], []
    for pair_columns, rank_columns in compared:
        pairs.append(SYSTEM_COMPARISONS.from_columns(pair_columns))
        ranks.append(SYSTEM_RANKS.from_columns(rank_columns))
    return (
        pa.concat_tables(pairs) if pairs else SYSTEM_COMPARISONS.table([]),
        pa.concat_tables(ranks) if ranks else SYSTEM_RANKS.table([]),
    )
