"""What answers about drawn hits tell: accuracies of all hits, tests that keep their level, and their power."""

import numpy as np
import pytest

from challenge_sets_suites.asked_accuracy import DRAWS, answers_table, power
from challenge_sets_suites.tables.annotations import Annotation
from challenge_sets_suites.tables.asked import ASKED
from challenge_sets_suites.tables.judgments import JUDGMENTS, UNDECIDED, Verdict, judgment


def asked(rows):
    """A table of ASKED from (item, is_hit, segment, distance, differ, weight), all of one phenomenon."""
    names = ("item", "is_hit", "segment_id", "distance", "differ", "weight")
    return ASKED.table([{"phenomenon": "negation"} | dict(zip(names, row, strict=True)) for row in rows])


def answered(verdicts, rows):
    """The answers to (n, s) verdicts, each output another text: rows of HIT_ANSWERS by system and first distance."""
    judgments, annotations = [], []
    for item, of_item in zip(rows, verdicts, strict=True):
        for number, verdict in enumerate(of_item):
            output = f"output {number}"
            judgments.append(judgment(item[0], f"s{number}", output, "nobody", Verdict(UNDECIDED, "")))
            if verdict is not None:
                annotations.append(Annotation(item[0], output, "anna", "yes" if verdict else "no"))
    table = answers_table(asked(rows), JUDGMENTS.table(judgments), annotations, {})
    return {(row["system"], row["distance_from"], row["distance_below"]): row for row in table.to_pylist()}


def test_a_hit_counts_as_many_times_as_it_stands_for():
    """Two of four differing hits right, which stand for 2 each; one of two others, which stand for 16 each."""
    rows = [(f"i{k}", True, k, 0, k < 4, 2.0 if k < 4 else 16.0) for k in range(6)]
    (row,) = answered([[1], [1], [0], [0], [1], [0]], rows).values()
    assert (row["n"], row["right"]) == (6, 3)
    assert row["accuracy"] == pytest.approx((2 * 2 + 16) / (4 * 2 + 2 * 16))
    assert row["low"] < row["accuracy"] < row["high"]
    assert row["difference"] is row["p"] is None


def test_differences_are_from_the_mean_of_the_others_on_what_is_answered_for_all():
    verdicts = [*[[1, 0, 0], [1, 0, 1], [1, 1, 1], [1, 1, 0]] * 3, [0, None, 1]]
    rows = [(f"i{k}", True, k, 0, True, 1.0) for k in range(13)]
    found = answered(verdicts, rows)
    assert found["s0", 0, None]["difference"] == pytest.approx(1 - 0.5)
    assert found["s1", 0, None]["difference"] == pytest.approx(0.5 - 0.75)
    assert found["s0", 0, None]["n"] == 13
    assert found["s1", 0, None]["n"] == 12
    few = answered(verdicts[:9], rows[:9])
    assert few["s0", 0, None]["difference"] is few["s0", 0, None]["p"] is None


def test_distances_have_rows_where_enough_hits_are_there_and_controls_have_none():
    rows = [(f"i{k}", True, k, k % 5, True, 1.0) for k in range(30)] + [("c", False, 99, None, False, 1.0)]
    found = answered([[k % 2] for k in range(30)] + [[1]], rows)
    # Six at each distance: 12 at 1 and 2, 12 from 3 on, too few at 0.
    assert {key[1:]: row["n"] for key, row in found.items()} == {(0, None): 30, (1, 3): 12, (3, None): 12}
    assert (found["s0", 0, None]["control_n"], found["s0", 0, None]["control"]) == (1, 1.0)
    assert found["s0", 1, 3]["p"] is None


def test_an_empty_output_is_wrong_where_others_were_answered():
    rows = [("a", True, 0, 0, True, 1.0), ("b", True, 1, 0, True, 1.0)]
    texts = (("a", "s", "x"), ("a", "t", " "), ("b", "s", " "), ("b", "t", "y"))
    judgments = [judgment(name, system, text, "nobody", Verdict(UNDECIDED, "")) for name, system, text in texts]
    table = answers_table(asked(rows), JUDGMENTS.table(judgments), [Annotation("a", "x", "anna", "yes")], {})
    # Of b, nobody was asked.
    assert {row["system"]: (row["n"], row["right"]) for row in table.to_pylist()} == {"s": (1, 1), "t": (1, 0)}


def drawn(rng, differ, each=40):
    """A sample as `asking.draw` makes it: the numbers of the items, and their weights."""
    strata = [np.flatnonzero(differ), np.flatnonzero(~differ)]
    wanted = [min(len(strata[0]), round(0.75 * each))]
    wanted.append(each - wanted[0])
    chosen = [rng.choice(stratum, number, replace=False) for stratum, number in zip(strata, wanted, strict=True)]
    weights = np.concatenate([np.full(len(c), len(s) / len(c)) for c, s in zip(chosen, strata, strict=True)])
    return np.concatenate(chosen), weights


def test_intervals_hold_the_accuracy_of_all_hits():
    rng, inside, means = np.random.default_rng(5), 0, []
    population = (rng.random(400) < np.where(np.arange(400) < 160, 0.5, 0.95)).astype(float)
    differ = np.arange(400) < 160
    for _ in range(200):
        numbers, weights = drawn(rng, differ)
        rows = [(f"i{k}", True, int(k), 0, bool(differ[k]), w) for k, w in zip(numbers, weights, strict=True)]
        (row,) = answered([[population[k]] for k in numbers], rows).values()
        inside += row["low"] <= population.mean() <= row["high"]
        means.append(row["accuracy"])
    assert np.mean(means) == pytest.approx(population.mean(), abs=0.01)
    assert 0.92 <= inside / 200 <= 1.0


@pytest.mark.parametrize(("gain", "low", "high"), [(0.0, 0.02, 0.08), (0.2, 0.75, 1.0)])
def test_the_test_keeps_its_level_and_finds_what_is_there(gain, low, high, monkeypatch):
    """Three systems on 100 hits in segments of two, which are hard for all of them together."""
    monkeypatch.setattr("challenge_sets_suites.asked_accuracy.DRAWS", DRAWS // 20)
    rng, tails = np.random.default_rng(11), [0, 0]
    for _ in range(200):
        hardness = np.repeat(rng.choice([0.3, 0.8], 50), 2)
        verdicts = rng.random((100, 3)) < hardness[:, None] + np.array([gain, 0, 0])
        rows = [(f"i{k}", True, k // 2, 0, k % 3 > 0, 2.0 if k % 3 else 5.0) for k in range(100)]
        row = answered(verdicts.astype(int).tolist(), rows)["s0", 0, None]
        tails[row["difference"] > 0] += row["p"] <= 0.05
    assert low <= sum(tails) / 200 <= high
    assert gain or max(tails) <= 0.05 * 200


def test_the_power_that_is_said_is_that_of_simulated_answers():
    from scipy.stats import binomtest

    rng, found = np.random.default_rng(3), 0
    for _ in range(300):
        a, b = rng.random((2, 60)) < np.array([[0.6], [0.8]])
        only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
        found += only_a + only_b > 0 and binomtest(only_a, only_a + only_b).pvalue <= 0.05
    assert power(60) == pytest.approx(found / 300, abs=0.08)
    assert power(20) < power(50) < power(100) < power(200)


def test_hits_without_an_answer_are_stood_for_by_those_of_their_stratum():
    """Of eight differing hits only two are answered: they stand for all, and the share is that of the strata."""
    rows = [(f"i{k}", True, k, 0, k < 8, 1.0 if k < 8 else 4.0) for k in range(12)]
    (row,) = answered([[0]] * 2 + [[None]] * 6 + [[1]] * 4, rows).values()
    assert row["n"] == 6
    assert row["accuracy"] == pytest.approx(16 / 24)


def test_a_difference_that_is_the_same_on_all_hits_has_no_interval():
    rows = [(f"i{k}", True, k, 0, True, 1.0) for k in range(12)]
    row = answered([[1, 1]] * 12, rows)["s0", 0, None]
    assert (row["difference"], row["difference_low"], row["difference_high"]) == (0.0, None, None)
    assert row["p"] == 1.0
