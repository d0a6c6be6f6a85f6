import numpy as np
import pytest

from extractors.accuracy import intervals


def test_wilsons_interval_of_independent_hits():
    values = np.array([[1.0]] * 15 + [[0.0]] * 5)
    found = intervals.interval(values, np.arange(20))
    # Variance over segments n / (n - 1) times the binomial one, so that 19 hits count.
    p, n, z = 0.75, 19.0, intervals.Z
    half = z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    assert found.mean[0] == 0.75
    assert (found.low[0], found.high[0]) == pytest.approx((centre - half, centre + half))


def test_hits_of_one_segment_that_go_together_count_less():
    values = np.array([[1.0], [0.0]] * 10).repeat(4, axis=0)
    alone = intervals.interval(values, np.arange(80))
    together = intervals.interval(values, np.arange(20).repeat(4))
    of_segments = intervals.interval(values[::4], np.arange(20))
    assert together.low[0] < alone.low[0] < 0.5 < alone.high[0] < together.high[0]
    assert together.low[0] == pytest.approx(of_segments.low[0])


def test_all_right_is_not_certain_and_nothing_is_nothing():
    values = np.array([[1.0, np.nan]] * 6)
    found = intervals.interval(values, np.array([0, 0, 0, 1, 1, 2]))
    z2 = intervals.Z**2
    assert (found.mean[0], found.high[0]) == (1.0, 1.0)
    assert found.low[0] == pytest.approx(3 / (3 + z2))
    assert np.isnan([found.mean[1], found.low[1], found.high[1]]).all()


def test_the_intervals_cover_what_they_should():
    """Hits in segments of one to four, whose chances differ by segment; a column is a trial."""
    rng = np.random.default_rng(0)
    segment = np.repeat(np.arange(60), rng.integers(1, 5, 60))
    chance = rng.beta(3, 1, (60, 4000))
    values = (rng.random((len(segment), 4000)) < chance[segment]).astype(float)
    found = intervals.interval(values, segment)
    assert 0.93 < ((found.low <= 0.75) & (found.high >= 0.75)).mean() < 0.97


def compare(values, segment, stratum, strata, ranges=None, segments=60, samples=400):
    weights = intervals.resamples(segments, samples=samples, seed=1)
    inside = ranges or [np.ones(len(segment), dtype=bool)]
    return intervals.compare(weights, (segment, stratum, values), strata, inside)


def test_a_difference_is_that_to_the_mean_of_each_hits_stratum():
    values = np.array([[1.0], [0.0], [1.0], [1.0]])
    strata = [(np.array([4, 5]), np.array([[1.0], [0.0]])), (np.array([6]), np.array([[0.0]]))]
    ranges = [np.array([True] * 4), np.array([True, False, False, True])]
    of_all, some = compare(values, np.arange(4), np.array([0, 0, 0, 1]), strata, ranges)
    assert (of_all.n[0], of_all.control[0], of_all.difference[0]) == (4, 0.375, 0.375)
    assert (some.n[0], some.control[0], some.difference[0]) == (2, 0.25, 0.75)
    # Four segments say too little for a test.
    assert np.isnan([of_all.low[0], of_all.high[0], of_all.p[0]]).all()


def test_hits_that_do_not_count_for_a_system_are_left_out():
    values = np.array([[1.0, np.nan], [0.0, 1.0]])
    strata = [(np.array([2, 3]), np.array([[0.5, np.nan], [0.5, 0.25]]))]
    found = compare(values, np.arange(2), np.zeros(2, dtype=np.int64), strata)[0]
    assert found.n.tolist() == [2, 1]
    assert found.difference.tolist() == [0.0, 0.75]


def test_a_clear_difference_is_found_and_none_is_not():
    hits = np.arange(30)
    values = np.tile([[0.0, 1.0, 0.5]], (30, 1))
    values[::2, 2], values[1::2, 2] = 0, 1
    others = np.tile([[1.0, 1.0, 0.5]], (30, 1))
    others[::2] = 1 - others[1::2]
    others[:, 0], others[:, 1], others[::2, 2], others[1::2, 2] = 0.9, 1, 1, 0
    found = compare(values, hits, np.zeros(30, dtype=np.int64), [(np.arange(30, 60), others)])[0]
    assert found.difference == pytest.approx([-0.9, 0, 0])
    assert found.p[0] == 1 / 401
    assert found.p[1] == found.p[2] == 1
    assert found.low[2] < 0 < found.high[2]


def test_the_interval_of_a_difference_covers_it():
    rng = np.random.default_rng(5)
    segment = np.repeat(np.arange(60), 2)
    chance = rng.beta(4, 2, (120, 300))
    drawn = (rng.random((240, 300)) < np.repeat(chance, 2, axis=0)).astype(float)
    strata = [(np.repeat(np.arange(60, 120), 2), drawn[120:])]
    found = compare(drawn[:120], segment, np.zeros(120, dtype=np.int64), strata, segments=120)[0]
    assert 0.9 < ((found.low <= 0) & (found.high >= 0)).mean() < 0.98
    assert 0.02 < (found.p <= 0.05).mean() < 0.1


def test_bootstrap_samples_are_the_corpus_and_then_draws_of_its_size():
    weights = intervals.resamples(7, samples=20, seed=3)
    assert weights.shape == (21, 7)
    assert (weights[0] == 1).all()
    assert (weights.sum(axis=1) == 7).all()
    assert (weights == intervals.resamples(7, samples=20, seed=3)).all()
    assert (weights[1:] != intervals.resamples(7, samples=20, seed=4)[1:]).any()
