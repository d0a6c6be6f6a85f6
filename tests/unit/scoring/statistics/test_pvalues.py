import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.scoring.statistics.pvalues import benjamini_hochberg, empirical_p

families = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("observed", "expected"), [(100, 2 / 100), (0, 2 / 100), (99, 4 / 100), (1, 4 / 100), (90, 22 / 100), (50, 1)]
)
def test_known_empirical_p_values_among_1_to_99(observed, expected):
    samples = np.arange(1.0, 100)
    assert empirical_p(samples, observed) == pytest.approx(expected)


def test_values_that_differ_in_the_last_bits_are_ties():
    assert empirical_p(np.array([0.1 + 0.2] * 9), 0.3) == 1
    assert empirical_p(np.array([0.3] * 9), 0.1 + 0.2) == 1


def test_samples_without_a_value_do_not_count_and_nothing_observed_has_no_p_value():
    samples = np.array([[1.0, 1], [np.nan, 2], [np.nan, 3], [0, 4]])
    assert empirical_p(samples, np.array([2.0, np.nan])) == pytest.approx([2 / 3, np.nan], nan_ok=True)
    assert np.isnan(empirical_p(np.full((5, 1), np.nan), np.array([1.0]))).all()
    assert np.isnan(empirical_p(np.empty((0, 1)), np.array([1.0]))).all()


@given(families)
def test_benjamini_hochberg_by_its_definition(p):
    ranked = np.sort(p)
    smallest = [min(len(p) * q / i for i, q in enumerate(ranked, 1) if q >= value) for value in p]
    assert benjamini_hochberg(p) == pytest.approx(np.minimum(smallest, 1))


@given(families)
def test_entries_without_a_test_change_nothing(p):
    assert benjamini_hochberg([None, *p, np.nan])[1:-1] == pytest.approx(benjamini_hochberg(p))
    assert np.isnan(benjamini_hochberg([None, *p, np.nan])[[0, -1]]).all()


def test_a_family_may_have_any_shape_or_no_test():
    assert benjamini_hochberg(np.full((2, 3), 0.01)) == pytest.approx(np.full((2, 3), 0.01))
    assert np.isnan(benjamini_hochberg([None, None])).all()
    assert benjamini_hochberg([]).size == 0


@pytest.mark.parametrize("value", [-0.1, 1.5])
def test_what_is_no_p_value_is_refused(value):
    with pytest.raises(ValueError, match="a p-value must be from 0 to 1"):
        benjamini_hochberg([0.5, value])
