"""Pool the effects of each phenomenon over several test sets.

The value is the mean over test sets, each with the weight of its segments, as if they were one; test sets share no
text, so that their errors are independent. Degrees of freedom are Satterthwaite's (1946). This holds for the test sets
at hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from extractors.core.arrays import Float64, Ids
from extractors.formats.thresholds import FEWEST_CLUSTERS, FEWEST_SEGMENTS
from extractors.scoring.corrections import correct_rows, finite
from extractors.scoring.statistics.distributions import t_quantile, t_sf
from extractors.scoring.statistics.estimates import LEVEL, detectable

Row = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class SetAnswer:
    """What one test set says.

    Attributes:
        n, units: segments of the set, and documents or blocks with such segments.
        value, standard_error: in points of the metric, better is higher.
    """

    test_set: str
    n: int
    units: int
    value: float
    standard_error: float


def pooled_answers(answers: Mapping[str, Sequence[SetAnswer]], *, alpha: float) -> dict[str, Row]:
    """Pool the answers of test sets: return the measured columns of OVER_TEST_SETS by phenomenon.

    Args:
        answers: of one question, by phenomenon.
        alpha: level of the tests.
    """
    usable = {
        name: [answer for answer in of_sets if answer.standard_error > 0 and answer.units > 1]
        for name, of_sets in answers.items()
    }
    usable = {name: of_sets for name, of_sets in usable.items() if of_sets}
    rows = {name: _pooled(of_sets) for name, of_sets in usable.items()}
    correct_rows([*rows.values()], lambda _: "phenomena")
    tested = [row for row in rows.values() if not row["too_small"]]
    for row in tested:
        row["detectable"] = finite(float(detectable(row["standard_error"], row["units"], alpha / len(tested))))
    return rows


def _pooled(answers: Sequence[SetAnswer]) -> Row:
    n, units, value, error = (
        np.array([getattr(answer, name) for answer in answers]) for name in ("n", "units", "value", "standard_error")
    )
    return mean_of_studies(value, error, units, n / n.sum()) | {
        "test_sets": len(answers),
        "n": int(n.sum()),
        "units": int(units.sum()),
        "too_small": bool(n.sum() < FEWEST_SEGMENTS or units.sum() < FEWEST_CLUSTERS),
    }


def mean_of_studies(values: Float64, errors: Float64, units: Ids, weights: Float64) -> Row:
    """Compute the weighted mean of these independent studies: value, standard_error, low, high and p.

    Args:
        values, errors, units, weights: (k,) estimates, standard errors, what each was drawn from, and weights that add
            up to 1.
    """
    variances = (weights * errors) ** 2
    freedom = float(variances.sum() ** 2 / (variances**2 / (units - 1)).sum())
    mean, error = float(weights @ values), float(np.sqrt(variances.sum()))
    half = float(t_quantile((1 + LEVEL) / 2, freedom)) * error
    return {
        "value": mean,
        "standard_error": error,
        "low": mean - half,
        "high": mean + half,
        "p": 2 * float(t_sf(abs(mean) / error, freedom)),
    }
