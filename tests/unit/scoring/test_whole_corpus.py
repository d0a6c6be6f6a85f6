"""Two systems on a whole corpus: their difference with its interval, and the same by segments that are joined."""

import numpy as np
import pytest

from extractors.formats.statistics import Statistics
from extractors.scoring.documents import blocks_of
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from extractors.scoring.whole_corpus import compare_whole, joined

SETTINGS = StatisticsSettings(resamples=300)
OPTIONS = {"segment_scores": True, "higher_is_better": True, "sees": "reference"}


def scores(values):
    rows = np.stack([np.asarray(values, dtype=np.float64), np.ones(len(values))], axis=1)
    return Statistics(system="mine", metric="human", rows=rows, signature="human")


def test_the_difference_has_an_interval_and_a_p_value():
    noise = np.random.default_rng(1).normal(size=400)
    found = compare_whole(scores(noise + 1), scores(noise[::-1] + 0.5), OPTIONS, SETTINGS)
    assert (found.n, found.difference) == (400, pytest.approx(-0.5))
    assert found.low < -0.5 < found.high < 0
    assert found.p < 0.001
    assert found.detectable == pytest.approx(2.8 * (found.high - found.low) / 3.93, rel=0.02)


def test_a_system_does_not_differ_from_itself():
    one = scores(np.arange(60) % 7)
    assert compare_whole(one, one, OPTIONS, SETTINGS).p == 1


def test_clusters_are_drawn_as_one():
    values = np.repeat(np.random.default_rng(2).normal(size=40), 10)
    old = scores(np.zeros(400))
    alone = compare_whole(old, scores(values), OPTIONS, SETTINGS)
    together = compare_whole(old, scores(values), OPTIONS, SETTINGS, blocks_of(400, 10))
    assert together.high - together.low > 2 * (alone.high - alone.low)


def test_corpora_are_joined_one_after_the_other():
    both = joined([scores([1, 2]), scores([3])])
    assert both.rows[:, 0].tolist() == [1, 2, 3]


def test_a_small_corpus_is_not_tested():
    small = compare_whole(scores(np.zeros(29)), scores(np.arange(29)), OPTIONS, SETTINGS)
    few = compare_whole(scores(np.zeros(90)), scores(np.arange(90)), OPTIONS, SETTINGS, blocks_of(90, 11))
    for found in (small, few):
        assert (found.p, found.detectable) == (None, None)
        assert found.difference > 0
