import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from extractors.scoring.statistics.estimates import Estimate, detectable, estimate, pairwise, skewed, unskewed
from extractors.scoring.statistics.resampling import resample
from tests.builders.statistics_rows import mean, mean_rows


def test_of_a_mean_interval_and_p_value_are_those_of_the_t_test():
    values = np.random.default_rng(4).normal(0.35, 1, size=40)
    theirs = stats.ttest_1samp(values, 0)
    ours = resample(mean_rows(values[:, None]), np.arange(40), mean, resamples=20000).estimate
    interval = theirs.confidence_interval()
    assert ours.low[0] == pytest.approx(interval.low, abs=0.01)
    assert ours.high[0] == pytest.approx(interval.high, abs=0.01)
    assert ours.p_value[0] == pytest.approx(theirs.pvalue, rel=0.1)


def value_of(value, *, error=1.0, n=25, skewness=0.0):
    value = np.atleast_1d(np.asarray(value, dtype=np.float64))
    return Estimate(value=value, standard_error=np.full(len(value), error), n=n, smallest_p=0.01, skewness=skewness)


@given(st.floats(-3, 3), st.integers(2, 200), st.floats(0.1, 10))
def test_the_p_value_is_below_5_in_100_where_the_interval_leaves_0_out(skewness, n, error):
    estimated = value_of(np.linspace(-30, 30, 601) * error, error=error, n=n, skewness=skewness)
    outside = (estimated.low > 0) | (estimated.high < 0)
    # At the very end of an interval the last bits decide.
    at_an_end = np.minimum(np.abs(estimated.low), np.abs(estimated.high)) < 1e-9 * error
    assert ((outside == (estimated.p_value < 0.05)) | at_an_end).all()
    assert (estimated.low < estimated.high).all()


def test_intervals_without_skewness_are_symmetric_and_with_it_reach_to_the_side_of_the_long_tail():
    even = value_of(1.0)
    assert even.high - 1 == pytest.approx(1 - even.low)
    # Of a few segments none may be of the long tail; the true mean is then farther on its side.
    left, right = (value_of(1.0, skewness=skewness) for skewness in (-0.5, 0.5))
    assert 1 - left.low > left.high - 1
    assert right.high - 1 == pytest.approx(1 - left.low)


@given(st.floats(-4, 4), st.lists(st.floats(-20, 20), min_size=2, max_size=20, unique=True))
def test_hall_s_cubic_rises_everywhere_and_skewed_is_its_inverse(skewness, points):
    t = np.sort(points)
    even = unskewed(t, skewness)
    assert (np.diff(even) >= 0).all()
    assert (np.diff(even)[np.diff(t) > 0.01] > 0).all()
    # A cubic is flat at its inflexion, where the inverse loses digits.
    assert skewed(even, skewness) == pytest.approx(t, abs=1e-3)
    back = np.array([unskewed(skewed(quantile, skewness), skewness) for quantile in t])
    assert back == pytest.approx(t, abs=1e-3)


def test_hall_s_cubic_is_his_and_changes_nothing_without_skewness():
    assert unskewed(np.array([2.0]), 0.3)[0] == pytest.approx(2 + 0.1 * 4 + 0.09 * 8 / 27 + 0.05)
    for nearly_none in (0.0, 1e-7, -1e-7, 1e-5):
        t = np.linspace(-9, 9, 7)
        assert unskewed(t, nearly_none) == pytest.approx(t, abs=1e-3)
        assert skewed(t, nearly_none) == pytest.approx(t, abs=1e-3)


def test_what_could_have_been_found_is_2_8_standard_errors_and_more_for_few_segments():
    assert detectable(2.0, 10**6, 0.05) == pytest.approx(2 * 2.8016, abs=1e-3)
    assert detectable(2.0, 10, 0.05) > 2 * 3


@pytest.mark.parametrize("level", [0.05, 0.05 / 20])
def test_the_detectable_difference_is_found_four_times_in_five(level):
    rng = np.random.default_rng(5)
    n, error = 100, 1 / np.sqrt(100)
    true = detectable(error, n, level)
    p = stats.ttest_1samp(rng.normal(true, 1, size=(n, 2000)), 0).pvalue
    assert 0.77 < np.mean(p < level) < 0.83


def test_replicates_without_a_value_are_left_out():
    replicates = np.array([[1.0, np.nan], [np.nan, np.nan], [3, np.nan]])
    estimated = estimate(np.array([2.0, 1.0]), replicates, 10**9)
    assert estimated.standard_error == pytest.approx([1, np.nan], nan_ok=True)
    assert np.isnan(estimated.p_value[1])


@pytest.mark.parametrize("n", [0, 1])
def test_one_segment_has_no_interval(n):
    estimated = estimate(np.array([2.0]), np.full((10, 1), 2.0), n)
    for values in (estimated.low, estimated.high, estimated.p_value, detectable(estimated.standard_error, n, 0.05)):
        assert np.isnan(values).all()


def test_a_difference_that_never_varies_has_the_smallest_p_value_of_a_count():
    estimated = estimate(np.array([0.0, 1.0]), np.array([[0.0, 1.0]] * 99), 50)
    assert estimated.p_value == pytest.approx([1, 1 / 100])


def test_pairwise_is_row_minus_column():
    replicates = np.random.default_rng(6).normal(size=(50, 3))
    estimated = pairwise(np.array([1.0, 4, 2]), replicates, 30)
    assert estimated.value.tolist() == [[0, -3, -1], [3, 0, 2], [1, -2, 0]]
    alone = estimate(np.array(-3.0), replicates[:, 0] - replicates[:, 1], 30)
    assert estimated.standard_error[0, 1] == pytest.approx(alone.standard_error)
    assert estimated.standard_error[1, 0] == pytest.approx(alone.standard_error)
