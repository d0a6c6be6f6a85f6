"""Two systems on the same items: the exact test and its interval."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from challenge_sets_suites.paired_answers import paired


def test_alone_in_their_sentences_the_paired_test_is_mcnemars():
    """40 items of which one system alone has 9 right, the other alone 2."""
    first = np.array([1.0] * 9 + [0.0] * 2 + [1.0] * 29)
    second = np.array([0.0] * 9 + [1.0] * 2 + [1.0] * 29)
    found = paired(first, second, np.arange(40))
    assert (found.n, found.only_first, found.only_second) == (40, 9, 2)
    assert found.difference == pytest.approx(7 / 40)
    assert found.p == pytest.approx(stats.binomtest(2, 11, 0.5).pvalue)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1), st.integers(0, 4)), min_size=1, max_size=12))
def test_the_paired_test_is_that_of_all_swaps(rows):
    first, second, cluster = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    sums = [(first - second)[cluster == c].sum() for c in np.unique(cluster)]
    all_swaps = [abs(np.dot(signs, sums)) for signs in product((-1, 1), repeat=len(sums))]
    expected = np.mean([total >= abs(sum(sums)) for total in all_swaps])
    assert paired(first, second, cluster.astype(int)).p == pytest.approx(expected)


def test_items_of_one_sentence_that_go_together_tell_less():
    first, second = np.array([1.0] * 8 + [0.0] * 12), np.zeros(20)
    alone = paired(first, second, np.arange(20))
    together = paired(first, second, np.arange(20) // 4)
    assert alone.p == pytest.approx(2 / 2**8)
    assert together.p == pytest.approx(2 / 2**2)
    assert together.low < alone.low < alone.difference < alone.high < together.high


def test_what_does_not_count_for_one_of_two_counts_for_neither():
    found = paired(np.array([1.0, np.nan, 1.0]), np.array([0.0, 1.0, np.nan]), np.arange(3))
    assert (found.n, found.only_first, found.only_second) == (1, 1, 0)
    nothing = paired(np.array([np.nan]), np.array([1.0]), np.arange(1))
    assert nothing.n == 0
    assert np.isnan([nothing.difference, nothing.p]).all()


@pytest.mark.parametrize("size", [30, 120])
def test_paired_intervals_cover_and_the_test_keeps_its_level(size):
    """Two systems of equal chances, items in sentences of one to three that share half of their luck."""
    rng = np.random.default_rng(1)
    cluster = np.repeat(np.arange(size), rng.integers(1, 4, size))
    covered = rejected = 0
    trials = 600
    for _ in range(trials):
        chance = rng.beta(2, 1, size)[cluster]
        own = rng.beta(1, 1, (2, size))[:, cluster]
        outcomes = (rng.random(own.shape) < (chance + own) / 2).astype(float)
        found = paired(*outcomes, cluster)
        covered += found.low <= 0 <= found.high
        rejected += found.p < 0.05
    assert 0.92 < covered / trials < 0.98
    assert rejected / trials < 0.065
