"""The correlation of true effects, without the noise of either estimate."""

import numpy as np
import pytest

from lab.measurements._effect_correlation import FEWEST, correlate


def drawn(rng, n, correlation, *, noise, shared):
    """(n, 2) estimates of effects with standard deviations 0.1 and 0.2, and the covariances of their errors."""
    true = rng.multivariate_normal([0.5, -0.5], spread(0.1, 0.2, correlation), n)
    errors = np.array([spread(noise * size, 2 * noise * size, shared) for size in rng.uniform(0.5, 1.5, n)])
    return true + np.array([rng.multivariate_normal([0, 0], one) for one in errors]), errors


def spread(first, second, correlation):
    return np.array([[first**2, correlation * first * second], [correlation * first * second, second**2]])


@pytest.mark.parametrize(("correlation", "shared"), [(0.6, 0.0), (-0.4, 0.7)])
def test_noise_neither_hides_nor_makes_a_correlation(correlation, shared):
    rng = np.random.default_rng(1)
    found = [correlate(*drawn(rng, 150, correlation, noise=0.1, shared=shared), draws=60) for _ in range(12)]
    assert np.mean([one.value for one in found]) == pytest.approx(correlation, abs=0.1)
    assert np.mean([one.observed for one in found]) == pytest.approx((correlation + shared) / 2, abs=0.1)
    assert np.mean([one.deviations for one in found], axis=0) == pytest.approx([0.1, 0.2], rel=0.1)
    # Of 12 intervals at 95 %, six misses have a chance of one in 100,000; at 75 %, of one in 20.
    assert sum(one.low <= correlation <= one.high for one in found) >= 7
    assert all(one.low <= one.value <= one.high for one in found)


def test_without_noise_it_is_the_correlation_of_the_estimates():
    values, errors = drawn(np.random.default_rng(2), 200, 0.5, noise=1e-6, shared=0.0)
    found = correlate(values, errors)
    assert found.value == pytest.approx(found.observed, abs=0.005)
    # Fisher's interval.
    half = 1.96 / np.sqrt(len(values) - 3)
    assert found.low == pytest.approx(np.tanh(np.arctanh(found.observed) - half), abs=0.05)
    assert found.high == pytest.approx(np.tanh(np.arctanh(found.observed) + half), abs=0.05)


def test_sets_of_one_phenomenon_that_share_its_effect_say_no_more_than_one():
    values, errors = drawn(np.random.default_rng(4), 30, 0.5, noise=0.01, shared=0.0)
    one = correlate(values, errors)
    copies = [np.repeat(of, 4, axis=0) for of in (values, errors)]
    phenomena = np.repeat(np.arange(30), 4)
    many = correlate(*copies, np.tile(np.arange(4), 30), phenomena=phenomena)
    assert many.value == pytest.approx(one.value, abs=0.05)
    assert many.high - many.low == pytest.approx(one.high - one.low, rel=0.25)
    by_point = correlate(*copies, np.tile(np.arange(4), 30))
    assert by_point.high - by_point.low < 0.7 * (many.high - many.low)


def test_the_units_of_the_scores_make_no_difference():
    values, errors = drawn(np.random.default_rng(3), 60, 0.5, noise=0.1, shared=0.3)
    units = np.array([100.0, 0.01])
    one, other = correlate(values, errors), correlate(values * units, errors * np.outer(units, units))
    assert (other.value, other.low, other.high) == pytest.approx((one.value, one.low, one.high), abs=1e-3)
    assert other.deviations == pytest.approx(one.deviations * units, rel=1e-3)


def test_too_few_sets_have_none():
    values, errors = drawn(np.random.default_rng(5), FEWEST - 1, 0.0, noise=1.0, shared=0.0)
    assert np.isnan(correlate(values, errors).value)


def test_a_difference_between_campaigns_is_no_correlation():
    values, errors = drawn(np.random.default_rng(6), 90, 0.0, noise=0.05, shared=0.0)
    groups = np.arange(90) % 3
    moved = values + np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])[groups]
    assert correlate(moved, errors).value > 0.9
    one, other = correlate(values, errors, groups), correlate(moved, errors, groups)
    assert other.value == pytest.approx(one.value, abs=0.01)
    assert abs(other.value) < 0.4
