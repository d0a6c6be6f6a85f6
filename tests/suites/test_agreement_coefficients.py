"""Kappas and the area under the ROC curve: published examples, other libraries, and weights that are samples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, roc_auc_score

from challenge_sets_suites.agreement_coefficients import auc, cohen_kappa, fleiss_kappa

DIAGNOSES = """
00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031
00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006
"""
"""Fleiss (1971), Table 1: of six psychiatrists, how many gave each of thirty patients each of five diagnoses."""


def test_fleiss_on_the_diagnoses_of_his_paper():
    counts = np.array([[int(digit) for digit in patient] for patient in DIAGNOSES.split()], dtype=float)
    assert counts.sum(axis=0).tolist() == [26, 26, 30, 55, 43]
    assert fleiss_kappa(counts) == pytest.approx(0.430, abs=5e-4)
    assert np.isnan(fleiss_kappa(np.array([[3.0, 0], [3, 0]])))


@pytest.mark.parametrize("counts", [[[2, 0], [1, 2]], [[1, 0], [0, 1]], np.zeros((0, 2))])
def test_fleiss_refuses_unequal_numbers_of_ratings(counts):
    with pytest.raises(ValueError, match="as many ratings"):
        fleiss_kappa(np.array(counts, dtype=float))


RATINGS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=30)


@given(RATINGS)
def test_cohen_is_that_of_scikit_learn(ratings):
    table = np.zeros((3, 3))
    for first, second in ratings:
        table[first, second] += 1
    ours = float(cohen_kappa(table))
    if len({one for pair in ratings for one in pair}) == 1:
        assert np.isnan(ours)
    else:
        assert ours == pytest.approx(cohen_kappa_score(*zip(*ratings, strict=True)))


def test_cohen_of_many_tables_at_once():
    tables = np.array([[[20.0, 5], [10, 15]], [[1, 0], [0, 1]]])
    assert cohen_kappa(tables) == pytest.approx([0.4, 1])


SCORED = st.lists(st.tuples(st.booleans(), st.integers(-3, 3), st.integers(0, 3)), min_size=1, max_size=30)


@given(SCORED)
def test_auc_is_that_of_scikit_learn_with_ties_and_weights(units):
    positive, scores, weights = (np.array(column) for column in zip(*units, strict=True))
    ours = auc(positive.astype(bool), scores.astype(float), np.stack([weights, np.ones(len(units))]).astype(float))
    for found, weight in zip(ours, (weights, np.ones(len(units))), strict=True):
        drawn = weight > 0
        if len(set(positive[drawn])) < 2:
            assert np.isnan(found)
        else:
            assert found == pytest.approx(roc_auc_score(positive[drawn], scores[drawn], sample_weight=weight[drawn]))


def test_auc_by_hand():
    positive, scores = np.array([True, True, False, False]), np.array([3.0, 1, 2, 1])
    # Of the four pairs 3 > 2, 3 > 1, 1 < 2, 1 = 1.
    assert auc(positive, scores, np.ones((1, 4))) == pytest.approx([2.5 / 4])
    assert np.isnan(auc(np.zeros(0, bool), np.zeros(0), np.ones((2, 0)))).all()
