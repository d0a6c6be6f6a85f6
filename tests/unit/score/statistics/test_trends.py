import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from extractors.score.statistics import resampling, trends
from extractors.score.statistics.trends import (
    correlations_with_distance,
    exact_buckets,
    length_strata,
    permute_distances,
)
from tests.builders.statistics_rows import mean, mean_rows


def trend(values, distances, *, strata=None, buckets=None, clusters=None, permutations=99, seed=1):
    distances = np.asarray(distances)
    n = len(distances)
    return permute_distances(
        mean_rows(values),
        np.arange(n),
        distances,
        mean,
        buckets=exact_buckets(distances, at_least=1) if buckets is None else buckets,
        strata=np.zeros(n, dtype=int) if strata is None else strata,
        clusters=clusters,
        permutations=permutations,
        seed=seed,
    )


def test_scores_that_fall_with_every_word_have_the_slope_and_the_smallest_p_value():
    distances = np.repeat([0, 1, 2, 5], 10)
    fitted = trend(np.column_stack([3.0 - 2 * distances, 0.5 * distances, np.ones(40)]), distances)
    assert fitted.n.tolist() == [10] * 4
    assert fitted.distance.tolist() == [0, 1, 2, 5]
    assert fitted.scores[:, 0].tolist() == [3, 1, -1, -7]
    assert fitted.slope == pytest.approx([-2, 0.5, 0])
    assert fitted.p_value == pytest.approx([2 / 100, 2 / 100, 1])
    assert np.abs(fitted.expected[:2]).max() < 0.1


def test_the_slope_is_weighted_least_squares_over_segments():
    rng = np.random.default_rng(2)
    distances, values = rng.poisson(2, 80), rng.normal(size=80)
    fitted = trend(values[:, None], distances)
    assert fitted.slope[0] == pytest.approx(stats.linregress(distances, values).slope)


def test_the_p_value_is_that_of_scipys_permutation_test():
    rng = np.random.default_rng(3)
    distances = rng.poisson(2, 60)
    values = 0.2 * distances + rng.normal(size=60)
    fitted = trend(values[:, None], distances, permutations=4000)
    theirs = stats.permutation_test(
        (distances,), lambda x: x @ values, permutation_type="pairings", n_resamples=4000, rng=rng
    )
    assert fitted.p_value[0] == pytest.approx(theirs.pvalue, abs=0.01)


def test_what_hangs_on_length_alone_is_no_trend_within_strata():
    strata = np.repeat([0, 1, 2], 20)
    values = -strata[:, None] * np.ones((1, 2))
    within = trend(values, strata.copy(), strata=strata)
    assert within.slope == pytest.approx([-1, -1])
    assert within.expected == pytest.approx([-1, -1])
    assert within.p_value.tolist() == [1, 1]
    assert trend(values, strata.copy()).p_value == pytest.approx([2 / 100] * 2)


def test_one_test_in_twenty_finds_a_trend_where_there_is_none():
    rng = np.random.default_rng(4)
    values = rng.normal(size=(60, 400))
    fitted = trend(values, rng.poisson(2, 60), strata=length_strata(rng.integers(5, 40, 60)), permutations=199)
    assert 0.03 <= np.mean(fitted.p_value <= 0.05) <= 0.07


def test_parts_make_no_difference(monkeypatch):
    rng = np.random.default_rng(5)
    arguments = rng.normal(size=(40, 2)), rng.poisson(1, 40)
    whole = trend(*arguments)
    monkeypatch.setattr(resampling, "NUMBERS_AT_ONCE", 1)
    assert trend(*arguments).p_value == pytest.approx(whole.p_value)
    monkeypatch.setattr(trends, "MEMBERS_AT_ONCE", 1)
    assert trend(*arguments).p_value == pytest.approx(whole.p_value)


@pytest.mark.parametrize("distances", [[], [3], [2, 2, 2]])
def test_a_single_bucket_has_no_trend(distances):
    fitted = trend(np.ones((len(distances), 2)), np.array(distances, dtype=int))
    assert np.isnan(fitted.slope).all()
    assert np.isnan(fitted.p_value).all()
    assert fitted.scores.shape == (len(set(distances)), 2)


def test_a_system_without_scores_has_no_trend():
    rows = mean_rows(np.random.default_rng(6).normal(size=(20, 2)))
    rows[:, 1] = 0
    distances = np.repeat([0, 1], 10)
    fitted = permute_distances(
        rows, np.arange(20), distances, mean, buckets=distances, strata=np.zeros(20, dtype=int), permutations=20
    )
    assert np.isnan([fitted.slope[1], fitted.expected[1], fitted.p_value[1]]).all()
    assert np.isfinite(fitted.p_value[0])


@given(st.lists(st.integers(0, 9), max_size=60), st.integers(1, 12))
def test_buckets_hold_neighbouring_distances_and_enough_segments(distances, at_least):
    distances = np.array(distances, dtype=int)
    buckets = exact_buckets(distances, at_least=at_least)
    order = np.argsort(distances, kind="stable")
    assert (np.diff(buckets[order]) >= 0).all()
    assert len(np.unique(np.column_stack([distances, buckets]), axis=0)) == len(np.unique(distances))
    counts = np.bincount(buckets)
    assert (counts >= min(at_least, max(len(distances), 1))).all()


def test_distances_with_enough_segments_have_a_bucket_of_their_own():
    distances = np.repeat([0, 1, 2, 3, 7, 9], [10, 12, 4, 7, 9, 1])
    assert exact_buckets(distances).tolist() == np.repeat([0, 1, 2, 2, 3, 3], [10, 12, 4, 7, 9, 1]).tolist()


@given(st.lists(st.integers(1, 60), max_size=80), st.integers(1, 12))
def test_strata_hold_neighbours_in_length(lengths, size):
    lengths = np.array(lengths, dtype=int)
    strata = length_strata(lengths, size=size)
    assert (np.diff(strata[np.argsort(lengths, kind="stable")]) >= 0).all()
    counts = np.bincount(strata)
    assert (counts >= min(size, max(len(lengths), 1))).all()
    assert (counts < 2 * size).all()


def test_correlations_are_scipys_and_leave_out_what_has_no_score():
    scores = np.random.default_rng(7).normal(size=(6, 4))
    scores[2, 1] = np.nan
    scores[:, 2] = 5
    scores[1:, 3] = np.nan
    known = [0, 1, 3, 4, 5]
    for found, scipys in zip(
        correlations_with_distance(range(6), scores), (stats.spearmanr, stats.pearsonr), strict=True
    ):
        assert found[0] == pytest.approx(scipys(range(6), scores[:, 0]).statistic)
        assert found[1] == pytest.approx(scipys(known, scores[known, 1]).statistic)
        assert np.isnan(found[2:]).all()


def test_a_trend_is_found_by_document_too_and_its_slope_is_the_same():
    rng = np.random.default_rng(4)
    distances, documents = rng.poisson(2, 200), np.repeat(np.arange(40), 5)
    values = -distances[:, None] + rng.normal(size=(200, 2))
    by_document, by_segment = (trend(values, distances, clusters=c, permutations=199) for c in (documents, None))
    assert by_document.slope == pytest.approx(by_segment.slope)
    assert by_document.expected == pytest.approx(by_segment.expected)
    assert by_document.p_value == pytest.approx([2 / 200] * 2)
    assert by_document.mean == pytest.approx(by_segment.mean)


def test_what_documents_share_is_a_trend_by_segment_and_none_by_document():
    rng = np.random.default_rng(5)
    documents = np.repeat(np.arange(20), 10)
    found = {"segment": [], "document": []}
    for seed in range(60):
        distances = rng.poisson(rng.gamma(1, 2, 20)[documents])
        values = rng.normal(size=20)[documents, None] + rng.normal(scale=0.3, size=(200, 1))
        for unit, clusters in (("segment", None), ("document", documents)):
            p = trend(values, distances, clusters=clusters, seed=seed).p_value[0]
            found[unit].append(p <= 0.05)
    assert np.mean(found["document"]) < 0.15
    assert np.mean(found["segment"]) > 0.3


def large(monkeypatch, values, distances, lengths, **options):
    """The trend as that of a large set, and as it is drawn."""
    strata = length_strata(lengths)
    drawn = trend(values, distances, strata=strata, permutations=1999, **options)
    monkeypatch.setattr(trends, "LARGE", 1)
    return trend(values, distances, strata=strata, permutations=1999, **options), drawn


@pytest.mark.parametrize("effect", [0.0, 0.02, 0.05])
def test_a_large_set_has_the_expectation_and_p_value_of_its_permutations(monkeypatch, effect):
    rng = np.random.default_rng(11)
    lengths = rng.integers(5, 60, 1000)
    distances = rng.poisson(lengths / 10)
    values = rng.gamma(2, size=(1000, 2)) - effect * distances[:, None] - 0.02 * lengths[:, None]
    found, drawn = large(monkeypatch, values, distances, lengths)
    assert found.slope.tolist() == drawn.slope.tolist()
    assert found.expected == pytest.approx(drawn.expected, abs=0.003)
    assert found.p_value == pytest.approx(drawn.p_value, abs=0.05)
    assert found.mean == pytest.approx(drawn.mean, abs=0.05)
    assert min(found.p_value) >= 2 / 2000


def test_a_large_set_by_document_has_the_p_value_of_changed_signs(monkeypatch):
    rng = np.random.default_rng(13)
    lengths = rng.integers(5, 40, 400)
    arguments = rng.normal(size=(400, 2)), rng.poisson(2, 400), lengths
    found, drawn = large(monkeypatch, *arguments, clusters=np.arange(400) // 10)
    assert found.p_value == pytest.approx(drawn.p_value, abs=0.05)
    assert found.expected == pytest.approx(drawn.expected, abs=0.003)


def test_a_large_set_in_which_nothing_differs_has_no_trend(monkeypatch):
    found, _ = large(monkeypatch, np.ones((100, 2)), np.arange(100) % 7, np.full(100, 9))
    assert found.p_value.tolist() == [1.0, 1.0]
    values = np.column_stack([np.full(100, np.nan), np.arange(100.0)])
    found, _ = large(monkeypatch, values, np.arange(100) % 7, np.full(100, 9))
    assert np.isnan(found.p_value[0])
    assert found.p_value[1] > 0.05
