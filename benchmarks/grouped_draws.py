"""Do tests of large sets keep to 5 %, whose segments are dealt into groups before they are drawn or swapped?

    python benchmarks/grouped_draws.py [RESULTS] [--repetitions 400] [--segments 24000]

RESULTS is a folder that a run left (default: the bundled results/demo-en-de). Each repetition draws a set of segments
from those of the run, with replacement, for two systems that are equal: of each segment, a coin says whose output is
whose. Counted are the p-values of the paired bootstrap and of approximate randomisation below 5 %, and 95 % intervals
of a score that miss the score of all segments, each by groups and, in the same draws, by segments.
"""

from itertools import islice
from pathlib import Path

import numpy as np
from _common import arguments_of, markdown_table

from extractors.formats.statistics import read_statistics
from extractors.scoring.metrics import create_metric
from extractors.scoring.statistics import resampling, systems
from extractors.scoring.statistics.resampling import Numbers, Score, resample

RESAMPLES = 500
TRIALS = 1000
LEVEL = 0.05


def found(rows: Numbers, score: Score, truth: float, seed: int) -> tuple[bool, bool, bool]:
    """Return whether bootstrap and randomisation reject, and whether the first system's interval misses the truth."""
    ids = np.arange(len(rows))
    drawn = resample(rows, ids, score, resamples=RESAMPLES, seed=seed)
    compared = systems.compare_systems(drawn).p_value[0, 1]
    swapped = systems.randomise(rows, ids, score, trials=TRIALS, seed=seed)[0, 1]
    misses = not drawn.estimate.low[0] <= truth <= drawn.estimate.high[0]
    return bool(compared < LEVEL), bool(swapped < LEVEL), misses


def main() -> None:
    arguments = arguments_of(__doc__)
    arguments.add_argument("results", nargs="?", type=Path, default=Path("results/demo-en-de"))
    arguments.add_argument("--repetitions", type=int, default=400)
    arguments.add_argument("--segments", type=int, default=24_000, help="of a set; more than 20,000 are grouped")
    given = arguments.parse_args()
    table: list[list[object]] = []
    groups = resampling.GROUPS
    for folder in sorted((given.results / "statistics").iterdir()):
        both = np.stack([read_statistics(path).rows for path in islice(sorted(folder.glob("*.parquet")), 2)], axis=1)
        score = create_metric(folder.name, {}).score
        # With the coin, either system has either output of each segment half of the time.
        truth = float(score(both.sum(axis=(0, 1))[None])[0])
        counts = np.zeros((2, 3))
        for repetition in range(given.repetitions):
            draw = np.random.default_rng([7, repetition])
            rows = both[draw.integers(len(both), size=given.segments)]
            swapped = draw.random(given.segments) < 0.5
            rows[swapped] = rows[swapped][:, ::-1]
            for way, size in enumerate((groups, given.segments)):
                resampling.GROUPS = size
                counts[way] += found(rows, score, truth, repetition)
        resampling.GROUPS = groups
        for name, of_way in zip(("groups", "segments"), 100 * counts / given.repetitions, strict=True):
            table.append([folder.name, name, *(f"{value:.1f}" for value in of_way)])
    heading = ("metric", "drawn", "bootstrap p < 5 %, %", "randomisation p < 5 %, %", "intervals that miss, %")
    print(markdown_table(heading, table))
    print(f"{given.repetitions} repetitions; a standard error at 5 % is {np.sqrt(475 / given.repetitions):.1f} points.")


if __name__ == "__main__":
    main()
