import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.scoring.statistics import resampling
from extractors.scoring.statistics.resampling import resample, units_of
from tests.builders.statistics_rows import mean, mean_rows, random_rows


def test_the_same_seed_gives_the_same_and_parts_make_no_difference(monkeypatch):
    rows, ids = random_rows(80), np.arange(0, 66, 2)
    whole, other = (resample(rows, ids, mean, resamples=100, seed=seed).scores for seed in (7, 8))
    assert not np.allclose(whole, other)
    monkeypatch.setattr(resampling, "NUMBERS_AT_ONCE", 1)
    monkeypatch.setattr(resampling, "SEGMENTS_AT_ONCE", 7)
    assert resample(rows, ids, mean, resamples=100, seed=7).scores == pytest.approx(whole, abs=1e-12)


def test_an_empty_set_has_no_score():
    replicates = resample(random_rows(), np.array([], dtype=int), mean, resamples=10)
    assert np.isnan(replicates.value).all()
    assert replicates.scores.shape == (10, 3)
    assert np.isnan(replicates.estimate.low).all()


@settings(max_examples=20)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=20), st.data())
def test_documents_are_drawn_whole_each_with_the_sum_of_its_segments(documents, data):
    rows, numbers = random_rows(len(documents)), np.array(documents)
    ids = np.array(sorted(data.draw(st.sets(st.sampled_from(range(len(documents))), min_size=1))))
    found = resample(rows, ids, mean, clusters=numbers, resamples=20)
    present = list(dict.fromkeys(numbers[ids].tolist()))
    sums = np.stack([rows[ids[numbers[ids] == document]].sum(axis=0) for document in present])
    by_hand = resample(sums, np.arange(len(present)), mean, resamples=20)
    assert found.n == len(present)
    assert found.value == pytest.approx(by_hand.value)
    assert found.scores == pytest.approx(by_hand.scores)


def test_intervals_are_as_wide_as_what_documents_share_makes_them():
    rng = np.random.default_rng(2)
    documents = np.repeat(np.arange(20), 10)
    rows = mean_rows(rng.normal(size=(20, 1))[documents] + rng.normal(scale=0.3, size=(200, 1)))
    by_document, by_segment = (
        resample(rows, np.arange(200), mean, clusters=clusters, resamples=500).estimate.standard_error[0]
        for clusters in (documents, None)
    )
    means = np.array([rows[documents == d, 0, 0].mean() for d in range(20)])
    assert by_document == pytest.approx(means.std(ddof=1) / np.sqrt(20), rel=0.1)
    assert by_document > 2 * by_segment


@pytest.mark.parametrize("n", [1, 33])
def test_halves_are_numpys_random_booleans(n):
    drawn = resampling.draw_halves(n, 64, np.random.default_rng(3))
    assert np.array_equal(drawn, np.random.default_rng(3).integers(2, size=(64, n), dtype=bool))


@pytest.mark.parametrize("largest", [200, 65535])
def test_sums_of_counts_are_exact_in_as_few_bits_as_are_taken(largest):
    rng = np.random.default_rng(3)
    weights = rng.poisson(1, size=(5, 3000)).astype(np.uint8)
    counts = rng.integers(largest, size=(3000, 4)).astype(np.uint16)
    assert np.array_equal(resampling.product(weights, counts), weights.astype(np.int64) @ counts.astype(np.int64))


def test_columns_of_several_arrays_are_summed_as_those_of_one():
    rows = random_rows(40)
    flat = rows.reshape(40, -1)
    apart = resampling.SideBySide([flat[:, :2], flat[:, 2:]])
    ids = np.arange(3, 37)
    counts = resampling.draw_counts(len(ids), 8, np.random.default_rng(1))
    whole = resampling.weighted_sums(counts, rows, ids).reshape(8, -1)
    assert resampling.weighted_sums(counts, apart, ids).reshape(8, -1) == pytest.approx(whole)
    assert resampling.total(apart, ids).ravel() == pytest.approx(resampling.total(rows, ids).ravel())


@pytest.mark.parametrize("clusters", [None, np.arange(100) // 4])
def test_what_is_drawn_is_dealt_into_groups_of_whole_units_where_it_is_much(monkeypatch, clusters):
    monkeypatch.setattr(resampling, "GROUPS", 9)
    ids = np.arange(10, 94)
    units, count, grouped = units_of(ids, clusters)
    assert (count, grouped) == (9, True)
    of_unit = ids if clusters is None else clusters[ids]
    sizes = [len(set(of_unit[units == group])) for group in range(9)]
    assert sum(sizes) == len(set(of_unit))
    assert max(sizes) - min(sizes) <= 1
    rows = random_rows(100)
    found = resample(rows, ids, mean, clusters=clusters, resamples=10)
    assert (found.n, found.groups) == (9, 9)
    assert found.value == pytest.approx(mean(rows[ids].sum(axis=0)))
    few = resample(rows, ids[:18], mean, resamples=10)
    assert (few.n, few.groups) == (18, None)


def test_intervals_by_groups_are_as_wide_as_those_by_segments(monkeypatch):
    rng = np.random.default_rng(3)
    rows = mean_rows(rng.exponential(size=(3000, 2)))
    by_segment = resample(rows, np.arange(3000), mean, resamples=2000).estimate.standard_error
    monkeypatch.setattr(resampling, "GROUPS", 1000)
    by_group = resample(rows, np.arange(3000), mean, resamples=2000).estimate.standard_error
    assert by_group == pytest.approx(by_segment, rel=0.08)
    assert by_group == pytest.approx(rows[..., 0].std(axis=0, ddof=1) / np.sqrt(3000), rel=0.08)
