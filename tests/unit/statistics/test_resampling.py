import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.formats.sets import UNMATCHED
from extractors.metrics.bleu import Bleu
from extractors.statistics import resampling
from extractors.statistics.resampling import resample, resample_with_controls
from tests.builders.statistics_rows import mean, mean_rows, random_rows

bleu = Bleu()
WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "ate", "it", "all"]


def bleu_rows(n=30, systems=2, seed=0):
    rng = np.random.default_rng(seed)
    references = [" ".join(rng.choice(WORDS, 8)) for _ in range(n)]
    outputs = [[" ".join(rng.permutation(line.split())) for line in references] for _ in range(systems)]
    return np.stack([bleu.statistics(output, [references]) for output in outputs], axis=1)


def controls_of(n, size, samples, seed=0):
    """A random set of a corpus of n segments, and random controls."""
    rng = np.random.default_rng(seed)
    return np.sort(rng.choice(n, size, replace=False)), rng.integers(n, size=(samples, size))


def test_a_set_equal_to_the_corpus_has_the_score_of_the_corpus():
    rows = bleu_rows()
    assert resample(rows, np.arange(30), bleu.score, resamples=10).value == pytest.approx(
        bleu.score(rows.sum(axis=0)), abs=1e-12
    )


@settings(max_examples=25, deadline=None)
@given(st.permutations(range(12)), st.integers(0, 10))
def test_permuting_the_segments_of_the_corpus_changes_nothing(order, seed):
    rows = bleu_rows(12)
    order, new = np.array(order), np.argsort(order)
    ids, samples = controls_of(12, 6, 5, seed)
    before, after = (resample(r, i, bleu.score, resamples=20) for r, i in ((rows, ids), (rows[order], new[ids])))
    assert after.value == pytest.approx(before.value, abs=1e-9)
    assert after.scores == pytest.approx(before.scores, abs=1e-9)
    before, after = (
        resample_with_controls(r, i, s, bleu.score, resamples=5)
        for r, i, s in ((rows, ids, samples), (rows[order], new[ids], new[samples]))
    )
    assert after.value == pytest.approx(before.value, abs=1e-9)
    assert after.challenge == pytest.approx(before.challenge, abs=1e-9)


@settings(deadline=None)
@given(st.permutations(range(20)))
def test_the_order_of_a_set_changes_no_score(order):
    rows = random_rows(40)
    ids, samples = controls_of(40, 20, 4)
    order = np.array(order)
    for replicates, permuted in (
        (resample(rows, ids, mean, resamples=2), resample(rows, ids[order], mean, resamples=2)),
        (
            resample_with_controls(rows, ids, samples, mean, resamples=2),
            resample_with_controls(rows, ids[order], samples[:, order], mean, resamples=2),
        ),
    ):
        assert permuted.value == pytest.approx(replicates.value, abs=1e-12)


def test_the_same_seed_gives_the_same_and_parts_make_no_difference(monkeypatch):
    rows = random_rows(80)
    ids, samples = controls_of(80, 33, 10)
    calls = (
        lambda seed: resample(rows, ids, mean, resamples=100, seed=seed).scores,
        lambda seed: resample_with_controls(rows, ids, samples, mean, resamples=100, seed=seed).differences,
    )
    whole = [call(7) for call in calls]
    assert not any(np.allclose(call(8), replicates) for call, replicates in zip(calls, whole, strict=True))
    monkeypatch.setattr(resampling, "NUMBERS_AT_ONCE", 1)
    monkeypatch.setattr(resampling, "SEGMENTS_AT_ONCE", 7)
    for call, replicates in zip(calls, whole, strict=True):
        assert call(7) == pytest.approx(replicates, abs=1e-12)


def test_with_one_control_sample_pairs_are_drawn():
    rows = bleu_rows(40)
    ids, samples = np.arange(10), np.arange(20, 30)[None]
    replicates = resample_with_controls(rows, ids, samples, bleu.score, resamples=50, seed=3)
    drawn = np.random.default_rng(3).choice(10, size=(50, 10))
    assert replicates.challenge == pytest.approx(bleu.score(rows[ids[drawn]].sum(axis=1)), abs=1e-9)
    assert replicates.control == pytest.approx(bleu.score(rows[samples[0][drawn]].sum(axis=1)), abs=1e-9)
    expected = bleu.score(rows[ids].sum(axis=0)) - bleu.score(rows[samples[0]].sum(axis=0))
    assert replicates.value == pytest.approx(expected, abs=1e-9)


def test_the_value_is_the_difference_to_the_mean_of_the_samples():
    rows = random_rows(50)
    ids, samples = controls_of(50, 20, 30)
    replicates = resample_with_controls(rows, ids, samples, mean, resamples=5)
    drawn = [mean(rows[sample].sum(axis=0)) for sample in samples]
    assert replicates.value == pytest.approx(mean(rows[ids].sum(axis=0)) - np.mean(drawn, axis=0), abs=1e-12)


@settings(deadline=None)
@given(st.integers(2, 8), st.integers(1, 4), st.integers(0, 99))
def test_every_sample_brings_as_many_controls_as_segments_even_if_all_are_segments_of_the_set(n, samples, seed):
    rows = random_rows(n)
    drawn = np.random.default_rng(seed).integers(n, size=(samples, n))
    replicates = resample_with_controls(
        rows, np.arange(n), drawn, lambda totals: totals[..., 1], resamples=32, seed=seed
    )
    assert replicates.control == pytest.approx(np.full((32, 3), n))


def test_a_set_that_is_its_own_control_does_not_differ_from_it():
    rows = random_rows(30)
    ids = np.arange(5, 25)
    replicates = resample_with_controls(rows, ids, np.tile(ids, (4, 1)), mean, resamples=50)
    assert np.abs(replicates.differences).max() < 1e-12
    assert replicates.estimate.p_value.tolist() == [1, 1, 1]


def test_controls_that_all_score_the_same_add_nothing_to_the_variance():
    values = np.concatenate([np.random.default_rng(1).normal(size=30), np.full(30, 0.5)])
    rows, ids = mean_rows(values[:, None]), np.arange(30)
    samples = np.random.default_rng(2).integers(30, 60, size=(20, 30))
    paired = resample_with_controls(rows, ids, samples, mean)
    assert paired.estimate.standard_error == pytest.approx(resample(rows, ids, mean).estimate.standard_error)
    assert paired.value[0] == pytest.approx(values[:30].mean() - 0.5)


def test_segments_without_a_control_are_left_out_on_both_sides():
    rows = random_rows(20)
    ids, samples = np.array([0, 1, 2, 3]), np.array([[10, UNMATCHED, 12, 13], [11, UNMATCHED, UNMATCHED, 14]])
    replicates = resample_with_controls(rows, ids, samples, mean, resamples=40)
    assert replicates.n == 3
    drawn = [mean(rows[[10, 12, 13]].sum(axis=0)), mean(rows[[11, 14]].sum(axis=0))]
    assert replicates.value == pytest.approx(mean(rows[[0, 2, 3]].sum(axis=0)) - np.mean(drawn, axis=0))
    assert replicates.estimate.n == 3


@pytest.mark.parametrize("samples", [np.full((3, 2), UNMATCHED), np.empty((0, 2), dtype=int)])
def test_without_any_control_there_is_no_difference(samples):
    replicates = resample_with_controls(random_rows(), np.array([0, 1]), samples, mean, resamples=10)
    assert replicates.n == 0
    assert np.isnan(replicates.value).all()
    assert np.isnan(replicates.estimate.p_value).all()


def test_an_empty_set_has_no_score():
    replicates = resample(random_rows(), np.array([], dtype=int), mean, resamples=10)
    assert np.isnan(replicates.value).all()
    assert replicates.scores.shape == (10, 3)
    assert np.isnan(replicates.estimate.low).all()


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match=r"shape \(2, 3\) for a set of 2"):
        resample_with_controls(random_rows(), np.array([0, 1]), np.zeros((2, 3), dtype=int), mean)
    with pytest.raises(ValueError, match="names a segment twice"):
        resample_with_controls(random_rows(), np.array([1, 1]), np.zeros((2, 2), dtype=int), mean)
