"""Trends of large sets, whose permutations are not drawn: beside drawn ones, and where there is nothing.

    python benchmarks/large_trends.py RESULTS [--sets 5] [--trials 400]

RESULTS is what a run left for a corpus; more segments make larger sets (`benchmarks/whole_run.py --large` makes them).
For its largest sets, all metrics and systems and the mean of systems, the first table has the expected slope and the
p-value by 1,000 permutations and by the normal distribution that takes their place. For the second the distances of a
set are dealt out at random among segments of like length, and it is counted how often p is 0.05 or less, in both tails.
"""

from pathlib import Path

import numpy as np
from _common import arguments_of, markdown_table

from extractors.core.arrays import Int32
from extractors.formats import tables
from extractors.formats.covariates import COVARIATES
from extractors.formats.hits import HITS
from extractors.formats.statistics import read_all
from extractors.score.distance_trends import largest_distances
from extractors.score.scorer import SetScorer, SystemBlock
from extractors.score.statistics import trends
from extractors.score.statistics.trends import Trend, exact_buckets, length_strata, permute_distances

LEVEL = 0.05


def trend(block: SystemBlock, ids: Int32, distances: Int32, lengths: Int32, *, drawn: bool) -> Trend:
    """The trend of a set by drawn permutations, or as that of a large one."""
    trends.LARGE = len(ids) if drawn else 0
    buckets, strata = exact_buckets(distances), length_strata(lengths[ids])
    return permute_distances(block.rows, ids, distances, block.made.score, buckets=buckets, strata=strata)


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("results", type=Path)
    arguments.add_argument("--sets", type=int, default=5)
    arguments.add_argument("--trials", type=int, default=400)
    given = arguments.parse_args()
    statistics = read_all(sorted((given.results / "statistics").glob("*/*.parquet")))
    scorer = SetScorer.of(statistics, {one.metric: {} for one in statistics})
    lengths = tables.read(COVARIATES, given.results / COVARIATES.file).column("length").to_numpy()
    sets = {
        name: (ids[distances >= 0], distances[distances >= 0])
        for name, (ids, distances) in largest_distances(tables.read(HITS, given.results / "hits.parquet")).items()
    }
    # Two distances at least, else there is no trend.
    ranged = [name for name, (_, distances) in sets.items() if len(distances) and np.ptp(distances)]
    chosen = sorted(ranged, key=lambda name: -len(sets[name][0]))[: given.sets]
    beside, nothing = [], []
    rng = np.random.default_rng(1)
    for name in chosen:
        ids, distances = sets[name]
        strata = length_strata(lengths[ids])
        order = np.argsort(strata, kind="stable")
        for block in scorer.blocks:
            drawn, normal = (trend(block, ids, distances, lengths, drawn=drawn) for drawn in (True, False))
            rows = zip(
                [*block.systems, "mean"],
                [*drawn.slope, drawn.mean[0]],
                [*drawn.expected, drawn.mean[1]],
                [*normal.expected, normal.mean[1]],
                [*drawn.p_value, drawn.mean[2]],
                [*normal.p_value, normal.mean[2]],
                strict=True,
            )
            beside += [
                (name, f"{len(ids):,}", block.metric, one[0], *(f"{value:.4f}" for value in one[1:])) for one in rows
            ]
            below = above = tests = 0
            for _ in range(given.trials):
                dealt = np.empty_like(distances)
                dealt[np.lexsort((rng.random(len(ids)), strata))] = distances[order]
                found = trend(block, ids, dealt, lengths, drawn=False)
                p = np.array([*found.p_value, found.mean[2]])
                excess = np.array([*(found.slope - found.expected), found.mean[0] - found.mean[1]])
                below += int(((p <= LEVEL) & (excess < 0)).sum())
                above += int(((p <= LEVEL) & (excess > 0)).sum())
                tests += len(p)
            nothing.append((name, f"{len(ids):,}", block.metric, f"{below / tests:.1%}", f"{above / tests:.1%}"))
    header = ("set", "n", "metric", "system", "slope", "expected, drawn", "expected", "p, drawn", "p")
    print(markdown_table(header, beside))
    print()
    print(markdown_table(("set", "n", "metric", "below", "above"), nothing))


if __name__ == "__main__":
    main()
