"""Accuracies by an imperfect judge, corrected."""

import numpy as np
import pytest

from challenge_sets_suites.judge_correction import FEWEST, JudgeSample, correct_accuracy


def judged(rng, n, accuracy, sensitivity, specificity):
    truth = rng.random(n) < accuracy
    return np.where(truth, rng.random(n) < sensitivity, rng.random(n) >= specificity), truth


@pytest.mark.parametrize("is_part", [True, False])
@pytest.mark.parametrize(("sensitivity", "specificity"), [(0.95, 0.9), (0.85, 0.7)])
def test_the_interval_covers_the_accuracy_and_the_judge_alone_does_not_have_it(is_part, sensitivity, specificity):
    rng, accuracy, found = np.random.default_rng(1), 0.7, []
    for _ in range(120):
        verdict, truth = judged(rng, 400, accuracy, sensitivity, specificity)
        if is_part:
            ids = rng.choice(400, 120, replace=False)
            sample = JudgeSample(verdict[ids], truth[ids], ids)
        else:
            sample = JudgeSample(*judged(rng, 120, accuracy, sensitivity, specificity), 400 + np.arange(120))
        found.append(correct_accuracy(verdict, np.arange(400), sample, is_part=is_part, draws=400))
    covered = np.mean([one.low <= accuracy <= one.high for one in found])
    # Of 120 at 95 %, fewer than 89 % have a chance of 1 %.
    assert covered >= 0.89
    assert np.mean([one.value for one in found]) == pytest.approx(accuracy, abs=0.02)
    expected = accuracy * sensitivity + (1 - accuracy) * (1 - specificity)
    assert np.mean([one.judged for one in found]) == pytest.approx(expected, abs=0.01)


def test_it_is_rogan_and_gladens_by_hand():
    truth = np.repeat([True, False], [40, 20])
    verdict = np.concatenate([np.arange(40) < 36, np.arange(20) >= 15])
    sample = JudgeSample(verdict, truth, np.arange(60))
    assert (sample.sensitivity, sample.specificity) == (0.9, 0.75)
    right = np.arange(100) < 60
    other = correct_accuracy(right, np.arange(100), sample, is_part=False)
    assert other.value == pytest.approx((0.6 + 0.75 - 1) / (0.9 + 0.75 - 1))
    part = correct_accuracy(right, np.arange(100), sample, is_part=True)
    assert part.value == pytest.approx(0.6 * 36 / 41 + 0.4 * 4 / 19)
    assert part.high - part.low < other.high - other.low


def test_outputs_of_one_source_text_are_drawn_together():
    rng = np.random.default_rng(2)
    sample = JudgeSample(*judged(rng, 200, 0.6, 0.95, 0.95), 1000 + np.arange(200))
    right = np.repeat(rng.random(100) < 0.6, 4)
    alone = correct_accuracy(right, np.arange(400), sample, is_part=False)
    together = correct_accuracy(right, np.repeat(np.arange(100), 4), sample, is_part=False)
    assert together.high - together.low > 1.3 * (alone.high - alone.low)


def test_sampled_outputs_of_one_source_text_are_drawn_together():
    rng = np.random.default_rng(4)
    text, truth = np.repeat(np.arange(100), 5), np.repeat(rng.random(100) < 0.6, 5)
    verdict = np.where(rng.random(500) < 0.9, truth, ~truth)
    ids = rng.choice(500, 250, replace=False)
    alone = correct_accuracy(verdict, np.arange(500), JudgeSample(verdict[ids], truth[ids], ids), is_part=True)
    together = correct_accuracy(verdict, text, JudgeSample(verdict[ids], truth[ids], text[ids]), is_part=True)
    assert together.high - together.low > 1.5 * (alone.high - alone.low)


def test_a_judge_by_chance_tells_nothing():
    rng = np.random.default_rng(3)
    sample = JudgeSample(*judged(rng, 100, 0.6, 0.5, 0.5), 1000 + np.arange(100))
    found = correct_accuracy(rng.random(300) < 0.5, np.arange(300), sample, is_part=False)
    assert found.high - found.low > 0.8


def test_too_small_a_sample_corrects_nothing():
    truth = np.arange(60) >= FEWEST - 1
    found = correct_accuracy(truth, np.arange(60), JudgeSample(truth, truth, np.arange(60)), is_part=True)
    assert found.judged == pytest.approx(truth.mean())
    assert np.isnan([found.value, found.low, found.high]).all()
    assert correct_accuracy(truth[:0], np.arange(0), JudgeSample(truth, truth, np.arange(60)), is_part=True).n == 0
