"""Pooling over test sets: against closed formulas, and by simulation of nothing and of something."""

import numpy as np
import pytest
from scipy.stats import t as student

from extractors.scoring.test_set_pooling import SetAnswer, pooled_answers


def answer(value, error=1.0, *, n=50, units=30, test_set="a"):
    return SetAnswer(test_set=test_set, n=n, units=units, value=value, standard_error=error)


def test_each_test_set_has_the_weight_of_its_segments():
    found = pooled_answers({"x": [answer(-1.0, 0.5, n=30), answer(-3.0, 1.0, n=90)]}, alpha=0.05)["x"]
    error = np.hypot(0.25 * 0.5, 0.75 * 1.0)
    assert (found["value"], found["standard_error"]) == pytest.approx((-2.5, error))
    parts = np.array([0.25 * 0.5, 0.75]) ** 2
    freedom = parts.sum() ** 2 / (parts**2 / 29).sum()
    assert found["p"] == pytest.approx(2 * student.sf(2.5 / error, freedom))
    assert found["high"] - found["value"] == pytest.approx(student.ppf(0.975, freedom) * error)
    assert (found["test_sets"], found["n"], found["units"]) == (2, 120, 60)


def test_one_test_set_is_told_as_it_is():
    found = pooled_answers({"x": [answer(-1.0, 0.5)]}, alpha=0.05)["x"]
    assert (found["value"], found["standard_error"]) == (-1.0, 0.5)
    assert found["p"] == pytest.approx(2 * student.sf(2, 29)) == found["p_bh"]


def test_small_sets_are_not_tested_and_sets_without_an_error_not_counted():
    answers = {"small": [answer(1.0, n=29)], "few": [answer(1.0, units=9)], "same": [answer(0.0, 0.0)]}
    found = pooled_answers(answers | {"x": [answer(1.0), answer(0.0, 0.0)]}, alpha=0.05)
    assert found.keys() == {"small", "few", "x"}
    assert [found[name]["too_small"] for name in ("small", "few", "x")] == [True, True, False]
    assert found["small"]["p_bh"] is None
    assert found["x"]["test_sets"] == 1


@pytest.mark.parametrize(("true", "low", "high"), [(0.0, 0.035, 0.065), (1.4, 0.75, 0.99)])
def test_the_level_holds_and_more_test_sets_find_more(true, low, high):
    """Four test sets of 8 to 40 documents, with the errors that these give."""
    rng = np.random.default_rng(4)
    rejected = 0
    for _ in range(3000):
        answers = []
        for units in (8, 12, 25, 40):
            sample = rng.normal(true, 4.0, units)
            answers.append(answer(sample.mean(), sample.std(ddof=1) / np.sqrt(units), n=2 * units, units=units))
        rejected += pooled_answers({"x": answers}, alpha=0.05)["x"]["p"] < 0.05
    assert low < rejected / 3000 < high
