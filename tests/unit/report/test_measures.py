import dataclasses

import pytest

from extractors.report.measures import numbers_of
from tests.builders import toy_results
from tests.builders.finding_rows import word_departure

RESULTS = toy_results.results()


def at(numbers, measure, name, system, distance=0):
    return numbers.rows[measure, name, system, distance, None]


def test_a_finding_has_its_own_interval_and_other_effects_have_theirs():
    wide = {"systems": -2.5, "low": -5.0, "high": -0.5}
    findings = RESULTS.findings | {"hard": dict(RESULTS.findings["hard"]) | wide}
    numbers = numbers_of(dataclasses.replace(RESULTS, findings=findings))
    row = at(numbers, "bleu", "hard", None)
    assert (row["low"], row["high"], row["verdict"]) == (-5.0, -0.5, "significantly worse")
    assert row["difference"] == pytest.approx(-7 / 3), "that of the effect, which its interval is of"
    assert (row["difference_low"], row["difference_high"]) == pytest.approx((-10 / 3, -4 / 3))
    other = at(numbers, "ter", "hard", None)
    assert (other["difference_low"], other["verdict"]) == (pytest.approx(-1.0), "not tested")
    assert "humans" not in other
    assert "departing" not in at(numbers, "bleu", "hard", None, 2)


def test_words_of_all_systems_have_the_corrected_test_of_conclusions_at_its_distance():
    told = RESULTS.conclusions["hard"] | {"words_p_bh": 0.01, "words_humans": -0.3, "words_beyond": 0.2}

    def words(**changes):
        conclusions = RESULTS.conclusions | {"hard": told | changes}
        return at(numbers_of(dataclasses.replace(RESULTS, conclusions=conclusions)), ":accuracy", "hard", None)

    # Systems lose words, and people more.
    row = words()
    assert [row[name] for name in ("difference", "humans", "beyond", "p_bh")] == pytest.approx([-10, -30, 20, 0.01])
    assert row["verdict"] == "significantly better"
    assert (words(words_distance=2)["p_bh"], words(words_distance=2)["verdict"]) == (None, "not tested")


def test_words_are_told_in_per_cent_as_metrics_are():
    numbers = numbers_of(RESULTS)
    assert [measure.name for measure in numbers.measures] == ["bleu", "ter", ":accuracy"]
    row = at(numbers, ":accuracy", "hard", "alpha")
    assert [row[name] for name in ("value", "control", "difference")] == pytest.approx([60, 80, -20])
    assert (row["state"], row["verdict"]) == ("worse", "not tested"), "the test is of all systems together"
    lost = [toy_results.accuracy(None, "hard", 0.7, -0.1, 0.01)]
    row = at(numbers_of(toy_results.results(accuracy_effects=lost)), ":accuracy", "hard", None)
    assert (row["p_bh"], row["state"], row["verdict"]) == (0.01, "worse", "significantly worse")


def test_systems_beside_others_at_the_words_have_tests_of_their_own():
    rows = [
        word_departure("alpha", "hard", -0.3, 0.001),
        word_departure("beta", "hard", 0.1, None),
        word_departure("gamma", "hard", 0.05, 0.6),
        word_departure("alpha", "rare", -0.5, None, n=9),
    ]
    numbers = numbers_of(toy_results.results(word_departures=rows))
    assert [measure.name for measure in numbers.measures] == ["bleu", "ter", ":accuracy", ":others"]
    lost, mirror, same, rare, mean = (
        at(numbers, ":others", name, system)
        for name, system in (("hard", "alpha"), ("hard", "beta"), ("hard", "gamma"), ("rare", "alpha"), ("hard", None))
    )
    assert [lost[name] for name in ("value", "control", "difference")] == pytest.approx([30, 60, -30])
    assert (lost["state"], lost["verdict"]) == ("worse", "significantly worse")
    assert (mirror["state"], mirror["value"]) == ("none", pytest.approx(70)), "the mirror image is not shown as better"
    assert (same["state"], same["verdict"]) == ("better", "not significant")
    assert rare["state"] == "small"
    assert mean["value"] == pytest.approx(100 * (0.3 + 0.7 + 0.65) / 3)
    assert mean["difference"] is None


@pytest.mark.parametrize(
    ("system", "name", "state"), [("alpha", "hard", "worse"), ("alpha", "rare", "small"), ("beta", "rare", "none")]
)
def test_the_state_of_a_row(system, name, state):
    assert at(numbers_of(RESULTS), "bleu", name, system)["state"] == state


def test_the_value_of_a_row_is_of_the_segments_that_are_compared():
    """So value and control differ by the difference, whatever the segments without controls score."""
    scores = [toy_results.row(s, "hard", -4.0, n=50) | {"compared": 40, "score": 99.0} for s in toy_results.SYSTEMS]
    numbers = numbers_of(toy_results.results(scores=scores))
    for system in (None, *toy_results.SYSTEMS):
        row = at(numbers, "bleu", "hard", system)
        assert (row["value"], row["control"], row["n"], row["size"]) == (26.0, 30.0, 40, 50)


def test_a_set_without_controls_has_the_score_of_all_its_segments():
    scores = [toy_results.row("alpha", "hard", None) | {"score": 21.0, "compared": 0}]
    row = at(numbers_of(toy_results.results(scores=scores)), "bleu", "hard", "alpha")
    assert (row["value"], row["control"], row["state"]) == (21.0, None, "none")
