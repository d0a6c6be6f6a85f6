"""How often the interval of the correlation between metrics and people has the truth, where campaigns share effects.

Made points stand as those of docs/lab/human-correlation.md: phenomena in three test sets, the last of which has four
pairs. The pairs of a test set share the true effects of a phenomenon, and test sets a part of them; errors are known.

    python -m lab.measurements.correlation_coverage [--trials 200] [--phenomena 25] [--between 0.5]
"""

import argparse

import numpy as np

from benchmarks._common import arguments_of, markdown_table
from extractors.core.arrays import Float64, Ids
from lab.measurements._effect_correlation import DRAWS, correlate

PAIRS = (1, 1, 4)
"""Of each test set."""
DEVIATIONS = (0.126, 0.096)
"""Of the true effects, by people and by chrF, as the page has them."""
ERROR, SHARED, OF_PAIRS = 0.12, 0.3, 0.5
"""Standard deviation of sampling errors, the correlation of the two of a set, and that between pairs of a test set."""
CORRELATIONS = (0.0, 0.3, 0.6)


def covariance(first: float, second: float, correlation: float) -> Float64:
    shared = correlation * first * second
    return np.array([[first**2, shared], [shared, second**2]])


def drawn(rng: np.random.Generator, correlation: float, given: argparse.Namespace) -> tuple[Float64, Float64, Ids, Ids]:
    """Simulate estimated effects: (n, 2) estimates, (n, 2, 2) error covariances, (n,) campaigns, (n,) phenomena."""
    true = covariance(*DEVIATIONS, correlation)
    # (phenomena, 1 or test sets, 2): what a phenomenon has everywhere, and what it has in a test set.
    everywhere, own = (
        rng.multivariate_normal([0, 0], share * true, (given.phenomena, sets))
        for share, sets in ((given.between, 1), (1 - given.between, len(PAIRS)))
    )
    effects = np.repeat(everywhere + own, PAIRS, axis=1).reshape(-1, 2)
    sizes = ERROR * rng.uniform(0.5, 1.5, len(effects))
    errors = np.array([covariance(size, size, SHARED) for size in sizes])
    phenomena, campaigns = np.divmod(np.arange(len(effects)), sum(PAIRS))
    # Pairs of a test set have the segments in common.
    unit = covariance(1, 1, SHARED)
    common = np.repeat(rng.multivariate_normal([0, 0], unit, (given.phenomena, len(PAIRS))), PAIRS, axis=1)
    alone = rng.multivariate_normal([0, 0], unit, len(effects))
    noise = sizes[:, None] * (np.sqrt(OF_PAIRS) * common.reshape(-1, 2) + np.sqrt(1 - OF_PAIRS) * alone)
    return effects + noise, errors, campaigns, phenomena


def main() -> None:
    parser = arguments_of(__doc__)
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--phenomena", type=int, default=25, help="default: %(default)s")
    parser.add_argument("--between", type=float, default=0.5, help="share of an effect's variance in all test sets")
    parser.add_argument("--draws", type=int, default=DRAWS, help="of phenomena, for an interval (default: %(default)s)")
    given = parser.parse_args()
    rows = []
    for correlation in CORRELATIONS:
        found = []
        for trial in range(given.trials):
            values, errors, campaigns, phenomena = drawn(np.random.default_rng(trial), correlation, given)
            found.append(correlate(values, errors, campaigns, phenomena=phenomena, draws=given.draws))
        covered = np.mean([one.low <= correlation <= one.high for one in found])
        width = np.mean([one.high - one.low for one in found])
        rows.append(
            (
                f"{correlation:.1f}",
                len(found),
                f"{np.mean([one.value for one in found]):+.2f}",
                f"{100 * covered:.1f} %",
                f"{width:.2f}",
            )
        )
    print(markdown_table(("true correlation", "trials", "mean estimate", "covered", "mean width"), rows))


if __name__ == "__main__":
    main()
