import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.metrics.bleu import Bleu
from extractors.statistics import resampling
from extractors.statistics.resampling import resample
from tests.builders.statistics_rows import mean, random_rows

bleu = Bleu()
WORDS = ["the", "cat", "sat", "on", "a", "mat", "and", "ate", "it", "all"]


def bleu_rows(n=30, systems=2, seed=0):
    rng = np.random.default_rng(seed)
    references = [" ".join(rng.choice(WORDS, 8)) for _ in range(n)]
    outputs = [[" ".join(rng.permutation(line.split())) for line in references] for _ in range(systems)]
    return np.stack([bleu.statistics(output, [references]) for output in outputs], axis=1)


def test_a_set_equal_to_the_corpus_has_the_score_of_the_corpus():
    rows = bleu_rows()
    assert resample(rows, np.arange(30), bleu.score, resamples=10).value == pytest.approx(
        bleu.score(rows.sum(axis=0)), abs=1e-12
    )


@settings(max_examples=25, deadline=None)
@given(st.permutations(range(12)), st.sets(st.integers(0, 11), min_size=1))
def test_permuting_the_segments_of_the_corpus_changes_nothing(order, chosen):
    rows, ids = bleu_rows(12), np.array(sorted(chosen))
    order, new = np.array(order), np.argsort(order)
    before, after = (resample(r, i, bleu.score, resamples=20) for r, i in ((rows, ids), (rows[order], new[ids])))
    assert after.value == pytest.approx(before.value, abs=1e-9)
    assert after.scores == pytest.approx(before.scores, abs=1e-9)


@settings(deadline=None)
@given(st.permutations(range(20)))
def test_the_order_of_a_set_changes_no_score(order):
    rows = random_rows(40)
    ids = np.arange(10, 30)
    one, other = (resample(rows, some, mean, resamples=2) for some in (ids, ids[np.array(order)]))
    assert other.value == pytest.approx(one.value, abs=1e-12)


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
