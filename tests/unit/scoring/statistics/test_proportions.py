"""Intervals of proportions in clusters."""

import numpy as np
import pytest

from extractors.scoring.statistics import proportions


def test_wilsons_interval_of_independent_hits():
    values = np.array([[1.0]] * 15 + [[0.0]] * 5)
    found = proportions.interval(values, np.arange(20))
    # Variance over segments n / (n - 1) times the binomial one, so that 19 hits count.
    p, n, z = 0.75, 19.0, proportions.Z
    half = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    assert found.mean[0] == 0.75
    assert (found.low[0], found.high[0]) == pytest.approx((centre - half, centre + half))


def test_hits_of_one_segment_that_go_together_count_less():
    values = np.array([[1.0], [0.0]] * 10).repeat(4, axis=0)
    alone = proportions.interval(values, np.arange(80))
    together = proportions.interval(values, np.arange(20).repeat(4))
    of_segments = proportions.interval(values[::4], np.arange(20))
    assert together.low[0] < alone.low[0] < 0.5 < alone.high[0] < together.high[0]
    assert together.low[0] == pytest.approx(of_segments.low[0])


def test_all_right_is_not_certain_and_nothing_is_nothing():
    values = np.array([[1.0, np.nan]] * 6)
    found = proportions.interval(values, np.array([0, 0, 0, 1, 1, 2]))
    z2 = proportions.Z**2
    assert (found.mean[0], found.high[0]) == (1.0, 1.0)
    assert found.low[0] == pytest.approx(3 / (3 + z2))
    assert np.isnan([found.mean[1], found.low[1], found.high[1]]).all()


def test_the_intervals_cover_what_they_should():
    """Hits in segments of one to four, whose chances differ by segment; a column is a trial."""
    rng = np.random.default_rng(0)
    segment = np.repeat(np.arange(60), rng.integers(1, 5, 60))
    chance = rng.beta(3, 1, (60, 4000))
    values = (rng.random((len(segment), 4000)) < chance[segment]).astype(float)
    found = proportions.interval(values, segment)
    assert 0.93 < ((found.low <= 0.75) & (found.high >= 0.75)).mean() < 0.97
