"""The numbers of benchmarks/difficulty.py: DEC is SciPy's tau, and controls of equal length take length out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau

from benchmarks._hardness import Judged, _Pairs, beside_controls, chosen, correlations, hardest, pooled, restricted


def judged(human, *, length=None, documents=None):
    n = len(human)
    length = np.arange(1.0, n + 1) if length is None else length
    documents = np.arange(n) // 2 if documents is None else documents
    return Judged(human, length, documents.astype(np.int64), np.zeros(n))


@st.composite
def cases(draw):
    """Few different values, so that there are ties, and some segments that one system has no score of."""
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    n = draw(st.integers(8, 30))
    human = rng.integers(0, 4, (n, 2)).astype(np.float64)
    human[rng.random(n) < 0.2, 1] = np.nan
    documents = np.unique(rng.integers(0, 5, n), return_inverse=True)[1]
    return judged(human, length=rng.integers(1, 5, n).astype(np.float64), documents=documents), rng.integers(0, 3, n)


def tau(first, second):
    return float(kendalltau(first, second, variant="b").statistic)


@settings(max_examples=30)
@given(cases())
def test_dec_is_the_mean_tau_b_of_the_systems_and_the_partial_one_kendalls(case):
    one, hard = case
    raw, partial = [], []
    for quality in one.human.T:
        known = np.isfinite(quality)
        values, bad, length = hard[known], -quality[known], one.length[known]
        xy, xz, yz = tau(values, bad), tau(values, length), tau(bad, length)
        raw.append(xy)
        partial.append(
            (xy - xz * yz) / np.sqrt((1 - xz**2) * (1 - yz**2)) if max(abs(xz), abs(yz)) < 1 - 1e-9 else np.nan
        )
    (found,) = correlations(one, [hard.astype(np.float64)])
    assert found.raw.value == pytest.approx(np.mean(raw), nan_ok=True)
    if np.isfinite(partial).all():
        assert found.at_equal_length.value == pytest.approx(np.mean(partial))


@settings(max_examples=20)
@given(cases())
def test_a_resample_of_documents_has_the_tau_of_its_segments(case):
    one, hard = case
    order = np.argsort(one.documents, kind="stable")
    starts = np.searchsorted(one.documents[order], np.arange(one.draws.shape[1]))
    pairs = _Pairs(order, starts, one.draws[:5])
    signs = pairs.signs(hard.astype(np.float64)), pairs.signs(one.length)
    both, *alone = (pairs.count(product) for product in (signs[0] * signs[1], *map(np.abs, signs)))
    for i, drawn in enumerate(one.draws[:5], 1):
        again = np.repeat(np.arange(len(hard)), drawn.astype(int)[one.documents])
        expected = tau(hard[again], one.length[again])
        if np.isfinite(expected):
            assert both[i] / np.sqrt(alone[0][i] * alone[1][i]) == pytest.approx(expected)


@pytest.mark.parametrize("effect", [0.0, -2.0])
def test_beside_controls_of_equal_length_only_the_phenomenon_is_left(effect):
    rng = np.random.default_rng(5)
    n = 600
    length = rng.integers(5, 60, n).astype(np.float64)
    is_in = rng.random(n) < length / 120
    quality = -0.1 * length + effect * is_in + rng.normal(0, 0.5, n)
    one = judged(quality[:, None], length=length, documents=np.arange(n) // 4)
    ids = np.flatnonzero(is_in).astype(np.int32)
    beside = beside_controls(one, ids)
    assert one.difference(chosen(n, ids), np.ones(n)).high < -0.5
    assert beside.difference.value == pytest.approx(effect, abs=0.25)
    assert beside.difference.low < effect < beside.difference.high
    assert (beside.p < 0.01) == (effect < 0)


def test_controls_of_a_pooled_set_are_of_its_test_set():
    short, other = (judged(np.full((20, 1), np.arange(20.0)[:, None]), length=np.full(20, 9.0)) for _ in range(2))
    both = pooled([short, other])
    assert both.human.std() == pytest.approx(1, abs=0.05)
    assert both.documents.max() == 19
    beside = beside_controls(both, np.arange(10, dtype=np.int32))
    # The set is the worse half of one test set; with controls of both, the difference would be smaller.
    assert beside.difference.value == pytest.approx(np.mean(both.quality[:10]) - np.mean(both.quality[10:20]))


def test_the_hardest_are_those_with_the_highest_scores_and_few_documents_make_wide_intervals():
    scores = np.array([3.0, 9, 1, 7, 9, 2])
    assert set(hardest(scores, 3).tolist()) == {1, 3, 4}
    rng = np.random.default_rng(3)
    quality = rng.normal(size=(400, 1))
    ids = np.arange(0, 400, 2)

    def width(documents):
        found = judged(quality, documents=documents).difference(chosen(400, ids), np.ones(400))
        return found.high - found.low

    assert width(np.arange(400) // 100) > width(np.arange(400) // 4)


def test_segments_that_nobody_scored_are_left_out_with_their_documents():
    one = judged(np.arange(10.0)[:, None])
    kept = restricted(one, np.array([1, 4, 5, 9]))
    assert kept.documents.tolist() == [0, 1, 1, 2]
    assert kept.length.tolist() == [2, 5, 6, 10]
