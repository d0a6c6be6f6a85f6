import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.significance import PairedTest

from extractors.scoring.metrics.bleu import Bleu
from extractors.scoring.metrics.chrf import Chrf
from extractors.scoring.statistics import resampling, systems
from extractors.scoring.statistics.contrasts import contrast
from extractors.scoring.statistics.resampling import resample
from tests.builders.contrasts import matches
from tests.builders.statistics_rows import mean, mean_rows, random_rows

WORDS = [f"word{i}" for i in range(12)]


@pytest.fixture(scope="module")
def outputs():
    """References, and outputs of three systems, about equally good."""
    rng = np.random.default_rng(1)
    references = [rng.choice(WORDS, 12) for _ in range(50)]
    hypotheses = [
        [" ".join(np.where(rng.random(12) < wrong, rng.choice(WORDS, 12), line)) for line in references]
        for wrong in (0.2, 0.2, 0.21)
    ]
    return [" ".join(line) for line in references], hypotheses


@pytest.mark.parametrize(("ours", "theirs"), [(Bleu(), BLEU()), (Chrf(), CHRF())])
def test_p_values_of_randomisation_are_sacrebleus(outputs, ours, theirs, monkeypatch):
    monkeypatch.setenv("SACREBLEU_SEED", "12345")
    references, hypotheses = outputs
    named = [(str(i), output) for i, output in enumerate(hypotheses)]
    _, results = PairedTest(named, {"m": theirs}, [references], test_type="ar", n_samples=200)()
    results = next(values for name, values in results.items() if name != "System")
    rows = np.stack([ours.statistics(output, [references]) for output in hypotheses], axis=1)
    ids = np.arange(len(references))
    p = systems.randomise(rows, ids, ours.score, trials=200)
    assert p[0, 1:] == pytest.approx([result.p_value for result in results[1:]])
    # Not all at the smallest value that there is.
    assert p[0, 1:].max() > 0.02
    assert (p == p.T).all()


@settings(max_examples=25)
@given(st.integers(0, 1000), st.integers(2, 30))
def test_a_system_against_itself_never_differs(seed, n):
    system = random_rows(2 * n, systems=1, seed=seed)
    rows, ids = np.concatenate([system, system, system], axis=1), np.arange(n)
    compared = systems.compare_systems(resample(rows, ids, mean, resamples=50, seed=seed))
    lost = systems.compare_losses(contrast(rows, matches(dict.fromkeys(range(n), range(n, 2 * n)), 2 * n), mean))
    ar = systems.randomise(rows, ids, mean, trials=50, seed=seed)
    for p in (compared.p_value, lost.p_value, ar):
        assert (p == 1).all()
    assert np.abs(compared.value).max() < 1e-9
    assert np.abs(lost.low).max() < 1e-6


def test_randomisation_comes_near_the_exact_p_value():
    difference = np.array([1.0, 2, -1, 3, 1, 2, 2, -2])
    rows = mean_rows(np.column_stack([difference, np.zeros(8)]))
    signs = np.array(list(itertools.product([-1, 1], repeat=8)))
    exact = (np.abs(signs @ difference) >= difference.sum()).mean()
    assert systems.randomise(rows, np.arange(8), mean, trials=20000)[0, 1] == pytest.approx(exact, abs=0.01)


def test_randomisation_in_parts_is_the_same(monkeypatch):
    rows, ids = random_rows(33), np.arange(33)
    whole = systems.randomise(rows, ids, mean, trials=100)
    monkeypatch.setattr(resampling, "NUMBERS_AT_ONCE", 1)
    assert systems.randomise(rows, ids, mean, trials=100) == pytest.approx(whole)


def test_one_system_that_loses_on_the_phenomenon_is_found_by_the_interaction_and_not_by_its_score():
    rng = np.random.default_rng(3)
    values = rng.normal(size=(400, 1)) + rng.normal(scale=0.3, size=(400, 2))
    # The first 100 segments have the phenomenon; the first system is better, and loses its lead there.
    values[:, 0] += 0.5
    values[:100, 0] -= 0.5
    found = contrast(mean_rows(values), matches(dict.fromkeys(range(100), range(100, 400)), 400), mean)
    lost = systems.compare_losses(found)
    assert lost.value[0, 1] == pytest.approx(-0.5, abs=0.15)
    assert lost.value[1, 0] == pytest.approx(-lost.value[0, 1])
    assert lost.high[0, 1] < 0
    assert lost.p_value[0, 1] < 1e-4
    assert lost.p_value[1, 0] == pytest.approx(lost.p_value[0, 1])
    assert lost.low[1, 0] == pytest.approx(-lost.high[0, 1])
    # The systems share what makes a segment hard, so that the error of their difference is less than of each.
    assert lost.standard_error[0, 1] < found.estimate().standard_error.min()


def test_losses_are_those_of_the_difference_of_two_systems():
    rows = random_rows(60)
    found = matches(dict.fromkeys(range(20), range(20, 60)), 60)
    documents = np.arange(60) // 4
    for clusters in (None, documents):
        lost = systems.compare_losses(contrast(rows, found, mean), clusters)
        alone = contrast(mean_rows(rows[:, :1, 0] - rows[:, 1:2, 0]), found, mean).estimate(clusters)
        for name in ("value", "standard_error", "skewness", "p_value", "low"):
            assert getattr(lost, name)[0, 1] == pytest.approx(getattr(alone, name)[0]), name
        assert (lost.n, lost.smallest_p) == (alone.n, alone.smallest_p)


def test_losses_of_some_pairs_at_a_time_are_those_of_all(monkeypatch):
    found = contrast(random_rows(60, systems=4), matches(dict.fromkeys(range(20), range(20, 60)), 60), mean)
    at_once = systems.compare_losses(found)
    monkeypatch.setattr(systems, "NUMBERS_AT_ONCE", 1)
    by_pair = systems.compare_losses(found)
    for name in ("value", "standard_error", "skewness", "p_value", "low", "high"):
        assert getattr(by_pair, name) == pytest.approx(getattr(at_once, name)), name


def test_systems_without_a_score_are_not_compared():
    rows = mean_rows(np.random.default_rng(0).normal(size=(20, 3)))
    rows[:, 1] = 0
    ids = np.arange(20)
    compared = systems.compare_systems(resample(rows, ids, mean, resamples=20))
    for p in (compared.p_value, systems.randomise(rows, ids, mean, trials=20)):
        assert np.isnan(p[1]).all()
        assert np.isnan(p[:, 1]).all()
        assert np.isfinite(p[0, 2])
    lost = systems.compare_losses(contrast(rows, matches(dict.fromkeys(range(5), range(5, 20)), 20), mean))
    assert np.isnan([lost.p_value[1, 0], lost.p_value[0, 1], lost.low[0, 1]]).all()
    assert np.isfinite([lost.p_value[0, 2], lost.low[0, 2]]).all()


def test_an_empty_set_has_no_comparison():
    ids = np.array([], dtype=int)
    compared = systems.compare_systems(resample(random_rows(), ids, mean, resamples=10))
    assert np.isnan(compared.p_value).all()
    assert np.isnan(compared.low).all()
    assert np.isnan(systems.randomise(random_rows(), ids, mean, trials=10)).all()


def test_randomisation_by_document_swaps_documents_whole():
    difference = np.array([1.0, 2, -1, 3, 1, 2, 2, -2])
    documents = np.array([3, 3, 1, 1, 1, 0, 0, 5])
    rows = mean_rows(np.column_stack([difference, np.zeros(8)]))
    sums = np.array([difference[documents == d].sum() for d in (3, 1, 0, 5)])
    signs = np.array(list(itertools.product([-1, 1], repeat=4)))
    exact = (np.abs(signs @ sums) >= abs(sums.sum())).mean()
    p = systems.randomise(rows, np.arange(8), mean, trials=20000, clusters=documents)
    assert p[0, 1] == pytest.approx(exact, abs=0.01)
    assert p[0, 1] > systems.randomise(rows, np.arange(8), mean, trials=20000)[0, 1] + 0.05
