import numpy as np
import pytest
from scipy import stats

from extractors.statistics.estimates import Estimate, estimate, pairwise
from extractors.statistics.resampling import resample
from tests.builders.statistics_rows import mean, mean_rows


def test_of_a_mean_interval_and_p_value_are_those_of_the_t_test():
    values = np.random.default_rng(4).normal(0.35, 1, size=40)
    theirs = stats.ttest_1samp(values, 0)
    ours = resample(mean_rows(values[:, None]), np.arange(40), mean, resamples=20000).estimate
    interval = theirs.confidence_interval()
    assert ours.low[0] == pytest.approx(interval.low, abs=0.01)
    assert ours.high[0] == pytest.approx(interval.high, abs=0.01)
    assert ours.p_value[0] == pytest.approx(theirs.pvalue, rel=0.1)


def test_the_p_value_is_below_5_in_100_where_the_interval_leaves_0_out():
    value = np.linspace(-3, 3, 61)
    estimated = Estimate(value=value, standard_error=np.ones(61), n=25, resamples=100)
    outside = (estimated.low > 0) | (estimated.high < 0)
    assert (outside == (estimated.p_value < 0.05)).all()
    assert outside.any()
    assert not outside.all()


def test_what_could_have_been_found_is_2_8_standard_errors_and_more_for_few_segments():
    large = Estimate(value=np.zeros(1), standard_error=np.full(1, 2.0), n=10**6, resamples=1000)
    assert large.detectable == pytest.approx(2 * 2.8016, abs=1e-3)
    small = Estimate(value=np.zeros(1), standard_error=np.full(1, 2.0), n=10, resamples=1000)
    assert small.detectable > 2 * 3


def test_the_detectable_difference_is_found_four_times_in_five():
    rng = np.random.default_rng(5)
    n, error = 100, 1 / np.sqrt(100)
    true = Estimate(value=np.zeros(1), standard_error=np.full(1, error), n=n, resamples=1).detectable[0]
    p = [stats.ttest_1samp(rng.normal(true, 1, size=n), 0).pvalue for _ in range(1000)]
    assert 0.77 < np.mean(np.array(p) < 0.05) < 0.83


def test_replicates_without_a_value_are_left_out():
    replicates = np.array([[1.0, np.nan], [np.nan, np.nan], [3, np.nan]])
    estimated = estimate(np.array([2.0, 1.0]), replicates, 10**9)
    assert estimated.standard_error == pytest.approx([1, np.nan], nan_ok=True)
    assert np.isnan(estimated.p_value[1])


@pytest.mark.parametrize("n", [0, 1])
def test_one_segment_has_no_interval(n):
    estimated = estimate(np.array([2.0]), np.full((10, 1), 2.0), n)
    for values in (estimated.low, estimated.high, estimated.p_value, estimated.detectable):
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
