"""What other test sets say: against the formulas of normal distributions, and by simulation."""

import numpy as np
import pytest

from extractors.formats.line_checksums import line_checksum, sketch_of
from extractors.score.expected_effects import (
    Prior,
    Spread,
    expect,
    history_of,
    interval_of_known,
    is_again,
    others_of,
    posterior,
    spread_of,
)
from tests.builders.finding_rows import finding

LINES = [f"Line {n} ." for n in range(40)]


def known(phenomenon, effect, error=0.05, *, metric="bleu-beyond", language="de", target=None, test_set="old", **more):
    row = {"source_language": language, "target_language": target, "phenomenon": phenomenon, "metric": metric}
    row |= {"test_set": test_set, "definition": "d", "distance": 0, "corpora": 1, "n": 90, "units": 40, "lines": "x y"}
    return row | {"effect": effect, "standard_error": error, "scale": None} | more


ROWS = [known("hard", -0.3), known("hard", -0.2, test_set="older"), known("easy", 0.1), known("same", 0.0)]


def expected(rows=ROWS, *, source=("a", "b"), **how):
    findings = [finding("hard", -1.0, 0.2, half=2.0), finding("new", -1.0, 0.2, half=2.0), finding("rare", None, None)]
    how = {"languages": ("de", "en"), "source": source, "scale": 10.0, "higher_is_better": True} | how
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


def test_what_is_of_the_same_texts_or_another_language_metric_or_definition_says_nothing():
    same = sketch_of(map(line_checksum, LINES))
    assert len(same.split()) == 8
    rows = [known("hard", -0.3, lines=same), *(known(p, 0.0, lines=same) for p in ("a", "b"))]
    assert history_of(others_of(rows, "de", ["other"], {}), "bleu-beyond").keys() == {"hard", "a", "b"}
    assert history_of(others_of(rows, "de", ["other"], {"hard": "d", "a": "e"}), "bleu-beyond").keys() == {"hard", "b"}
    assert others_of(rows, "de", LINES, {}) == others_of(rows, "en", [], {}) == []
    assert history_of(others_of(rows, "de", [], {}), "chrf-beyond") == {}
    assert expected(rows, source=LINES)["hard"]["expected"] is None


def test_a_finding_is_looked_up_in_the_other_test_sets_of_its_pair_by_chrf():
    of_pair = [
        known("hard", effect, 0.1, metric="chrf-beyond", target="en", test_set=test_set)
        for test_set, effect in (("a", -0.3), ("b", -0.1), ("c", 0.3))
    ]
    other = known("hard", -0.3, 0.1, metric="chrf-beyond", target="fr")
    found = expected([*of_pair, other])
    assert (found["hard"]["looked_up"], found["hard"]["found_again"]) == (3, 1)
    assert (found["new"]["looked_up"], found["new"]["found_again"]) == (None, None)
    turned = expected([*of_pair, other], higher_is_better=False)["hard"]
    assert (turned["looked_up"], turned["found_again"]) == (3, 1)
    assert expected(of_pair[:2], higher_is_better=False)["hard"]["found_again"] == 0
    # Too few segments, or too few documents, say nothing.
    few = [of_pair[0] | {"n": 29}, of_pair[1] | {"units": 9}, of_pair[2]]
    assert expected(few)["hard"]["looked_up"] == 1


def test_the_interval_of_a_known_effect_is_as_wide_as_its_documents_ask_for():
    low, high = interval_of_known(known("hard", -0.25, 0.1, units=10))
    assert (low, high) == pytest.approx((-0.25 - 2.262 * 0.1, -0.25 + 2.262 * 0.1), abs=1e-4)
    assert not is_again(known("hard", -0.22, 0.1, units=10), is_loss=True)
    assert is_again(known("hard", -0.22, 0.1, units=90), is_loss=True)
