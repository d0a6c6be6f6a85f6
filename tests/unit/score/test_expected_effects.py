"""What other test sets say: against the formulas of normal distributions, and by simulation."""

import numpy as np
import pytest

from extractors.score.expected_effects import (
    Prior,
    Spread,
    checksum_of,
    expect,
    history_of,
    posterior,
    sketch_of,
    spread_of,
)
from tests.builders.finding_rows import finding

LINES = [f"Line {n} ." for n in range(40)]


def known(phenomenon, effect, error=0.05, *, metric="bleu-beyond", language="de", test_set="old", lines="x y"):
    row = {"source_language": language, "phenomenon": phenomenon, "metric": metric, "test_set": test_set}
    return row | {"corpora": 1, "n": 90, "effect": effect, "standard_error": error, "lines": lines}


ROWS = [known("hard", -0.3), known("hard", -0.2, test_set="older"), known("easy", 0.1), known("same", 0.0)]


def expected(rows=ROWS, *, source=("a", "b"), **how):
    findings = [finding("hard", -1.0, 0.2, half=2.0), finding("new", -1.0, 0.2, half=2.0), finding("rare", None, None)]
    how = {"source_language": "de", "source": source, "scale": 10.0, "higher_is_better": True} | how
    expect(findings, rows=rows, **how)
    return {row["phenomenon"]: row for row in findings}


def test_the_prior_of_a_further_test_set_is_that_of_the_mean_and_of_test_sets_about_it():
    spread = Spread(sigma2=0.04, tau2=0.01)
    assert spread.prior([]) == Prior(0.0, pytest.approx(np.sqrt(0.05)))
    prior = spread.prior([(-0.3, 0.1), (-0.1, 0.2)])
    weights = np.array([1 / 0.02, 1 / 0.05])
    variance = 1 / (1 / 0.04 + weights.sum())
    assert prior.mean == pytest.approx(variance * (weights @ [-0.3, -0.1]))
    assert prior.sd == pytest.approx(np.sqrt(variance + 0.01))


def test_the_posterior_weights_estimate_and_prior_by_their_precision():
    mean, sd = posterior(-0.4, 0.2, Prior(0.1, 0.1))
    assert mean == pytest.approx((-0.4 / 0.04 + 0.1 / 0.01) / (1 / 0.04 + 1 / 0.01))
    assert sd == pytest.approx(np.sqrt(1 / (1 / 0.04 + 1 / 0.01)))


def test_the_variances_between_phenomena_and_test_sets_are_found_again():
    rng = np.random.default_rng(3)
    history = {}
    for phenomenon in range(400):
        mean = rng.normal(0, 0.2)
        true = mean + rng.normal(0, 0.1, 4)
        history[str(phenomenon)] = [(value + rng.normal(0, 0.08), 0.08) for value in true]
    found = spread_of(history)
    assert np.sqrt([found.sigma2, found.tau2]) == pytest.approx([0.2, 0.1], rel=0.1)


def test_an_estimate_goes_towards_what_is_known_and_without_history_towards_nothing():
    found = expected()
    assert found["hard"]["expected"] < -1.0 < found["new"]["expected"] < 0
    assert (found["hard"]["test_sets"], found["new"]["test_sets"]) == (2, 0)
    for row in (found["hard"], found["new"]):
        assert row["expected_low"] < row["expected"] < row["expected_high"]
        assert 0.5 < row["sign"] < 1
    assert found["rare"]["expected"] is None


def test_where_lower_is_better_the_table_is_turned_round():
    found = expected(higher_is_better=False)
    # The estimate says better, the other test sets say worse, which is higher.
    assert found["hard"]["expected"] > found["new"]["expected"]


def test_what_is_of_the_same_texts_or_another_language_or_metric_says_nothing():
    same = sketch_of(LINES)
    assert len(same.split()) == 8
    rows = [known("hard", -0.3, lines=same), *(known(p, 0.0, lines=same) for p in ("a", "b"))]
    assert history_of(rows, "de", "bleu-beyond", ["other"]) != {}
    for how in (("de", "bleu-beyond", LINES), ("en", "bleu-beyond", []), ("de", "chrf-beyond", [])):
        assert history_of(rows, *how) == {}
    assert expected(rows, source=LINES)["hard"]["expected"] is None
    assert checksum_of(" Line  1 . ") == checksum_of("Line 1 .")
