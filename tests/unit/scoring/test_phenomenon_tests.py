"""The findings: what is tested, why other sets are not, and one family of tests."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from extractors.formats.findings import BY_REFERENCE, TESTED, copy_of, is_absent
from extractors.phenomena.detection import JudgedHits
from extractors.phenomena.estimands import REFERENCE, Estimand
from extractors.scoring.metric_settings import primary_metric
from extractors.scoring.phenomenon_tests import chosen_distances, correct_findings, jaccard, obstacle
from extractors.scoring.set_scores import UNITS
from extractors.scoring.statistics.pvalues import benjamini_hochberg
from tests.builders.scored import pool_of
from tests.unit.scoring.test_set_effects import N, found, noise

AT_ONE = dict.fromkeys(range(60), 1)


def findings(values, sets, **how):
    """By phenomenon."""
    return {row["phenomenon"]: row for row in found(values, sets, **how).findings.to_pylist()}


def asked(distance=0, **how):
    return Estimand(label="x", distance=distance, **how)


def test_the_primary_metric_is_the_chosen_one_or_chrf_or_the_first():
    assert primary_metric(["bleu", "chrf"]) == primary_metric(["bleu", "chrf"], "comet") == "chrf"
    assert primary_metric(["bleu", "chrf"], "bleu") == primary_metric(["bleu", "ter"]) == "bleu"


def test_the_tested_distance_is_the_smallest_that_is_not_below_the_one_asked_for():
    sets = {("p", 0): range(99), ("p", 3): range(98), ("p", 5): (), ("q", 0): (), ("r", 2): range(100)}
    known = {"p": asked(2), "q": asked(1)}
    assert chosen_distances(sets, known, 100) == {"p": 3, "r": 2}


@pytest.mark.parametrize(
    ("sizes", "how", "distance"),
    [
        ({1: 100, 5: 49, 10: 10}, {}, 5),
        ({1: 100, 5: 50, 10: 49, 15: 3}, {}, 10),
        ({1: 100, 5: 90, 10: 50}, {}, 5),
        ({1: 100, 5: 90, 10: 10}, {"is_fixed": True}, 5),
        ({1: 100, 5: 90, 10: 10}, {"chosen_by": "source"}, 5),
    ],
)
def test_where_half_of_the_segments_have_a_moved_word_a_larger_distance_is_tested(sizes, how, distance):
    sets = {("m", at): range(size) for at, size in sizes.items()}
    known = {"m": asked(5, **{"chosen_by": "outputs", **how})}
    assert chosen_distances(sets, known, 100) == {"m": distance}


def test_each_phenomenon_has_one_row_and_all_tests_are_one_family():
    values = noise()
    values[:60] -= 1
    sets = {"p": AT_ONE, "q": dict.fromkeys(range(60, 120), 1), "r": dict.fromkeys(range(100, 110), 1)}
    rows = findings(values, sets, known={"p": asked(1)})
    assert list(rows) == ["p", "q", "r"]
    assert [rows[name]["distance"] for name in "pqr"] == [1, 0, 0]
    assert [rows[name]["p_bh"] for name in "pq"] == pytest.approx(
        benjamini_hochberg([rows[name]["p"] for name in "pq"])
    )
    assert rows["p"]["p_bh"] < 0.001
    small = rows["r"]
    assert small["status"] == "too small: 10 of 10 segments have controls, 30 needed"
    assert small["p"] is small["p_bh"] is small["detectable"] is None
    assert small["beyond"] is not None


def test_a_phenomenon_without_a_set_at_its_distance_says_so():
    row = findings(noise(), {"p": AT_ONE}, known={"p": asked(9)})["p"]
    assert (row["status"], row["distance"], row["n"]) == ("no set at a distance of 9 or more", 9, 0)
    assert is_absent(row["status"])
    assert findings(noise(), {"p": AT_ONE}, known={"p": asked(2)})["p"]["status"] == "not found"


def test_a_set_that_the_reference_chooses_is_never_tested():
    values = noise()
    values[:60] -= 5
    row = findings(values, {"p": AT_ONE}, known={"p": asked(chosen_by=REFERENCE)})["p"]
    assert row["status"] == BY_REFERENCE
    assert row["p"] is row["p_bh"] is None
    assert row["beyond"] < -4


def effect(n=100, compared=None, controls=200.0, units=None):
    compared = n if compared is None else compared
    return {
        "n": n,
        "compared": compared,
        "controls": controls,
        "units": units or compared,
        "unit": "document",
        "p": 0.5,
    }


@pytest.mark.parametrize(
    ("effect_row", "said"),
    [
        (effect(n=30), None),
        (effect(n=29), "too small: 29 of 29 segments have controls, 30 needed"),
        (effect(n=31, compared=24), "too small: 24 of 31 segments have controls, 30 needed"),
        (effect(n=100, compared=80), None),
        (effect(n=100, compared=79), "too few controls: 79 of 100 segments have controls, 80 % needed"),
        (effect(controls=30.0), None),
        (effect(controls=29.96), "too few controls: 100 of 100 segments have controls, effective number 29.9 < 30"),
        (effect(n=500), None),
        (effect(n=501), "most of the corpus: 501 of 1,000 segments"),
        (effect(n=40, units=10), None),
        (effect(n=40, units=9), "too few documents: 9, 10 needed"),
        (effect(n=0, controls=None), "not found"),
    ],
)
def test_a_set_that_is_not_tested_says_its_rule_and_its_figure(effect_row, said):
    assert obstacle(effect_row, asked(), 1000) == said


@pytest.mark.parametrize(
    ("lengths", "not_compared", "status"),
    [
        # 12 of the 60, and 13, have no other segment of their length.
        ([*range(100, 112), *[9] * (N - 12)], 12, TESTED),
        ([*range(100, 113), *[9] * (N - 13)], 13, "too few controls: 47 of 60 segments have controls, 80 % needed"),
        # Of the segments outside the set 29 are as long as it.
        (
            [9] * 89 + [50] * (N - 89),
            0,
            "too few controls: 60 of 60 segments have controls, effective number 29.0 < 30",
        ),
    ],
)
def test_what_is_tested_is_known_from_the_lengths_alone(lengths, not_compared, status):
    pool = pool_of(np.array(lengths), tolerance=0)
    for seed in (1, 2):
        row = findings(noise(seed=seed), {"p": AT_ONE}, pool=pool)["p"]
        assert (row["n"], row["status"]) == (60 - not_compared, status)
        assert (row["p_bh"] is None) == (row["detectable"] is None) == (status != TESTED)


ids = st.lists(st.integers(0, 40), max_size=40, unique=True).map(lambda x: np.array(sorted(x), dtype=np.int32))


@given(ids, ids)
def test_the_share_of_common_segments_decides_on_copies(one, other):
    both = len(set(one.tolist()) | set(other.tolist()))
    exact = len(set(one.tolist()) & set(other.tolist())) / both if both else 0.0
    assert jaccard(one, other) == jaccard(other, one)
    assert (jaccard(one, other) >= 0.8) == (exact >= 0.8)


def test_near_copies_are_one_test_of_the_larger_set():
    near, far = dict.fromkeys(range(48), 1), dict.fromkeys(range(30, 77), 1)
    rows = findings(noise(), {"near": near, "p": AT_ONE, "far": far})
    assert rows["near"]["status"] == "tested as p: nearly the same segments"
    assert (copy_of(rows["near"]["status"]), copy_of(rows["p"]["status"])) == ("p", None)
    assert rows["near"]["p_bh"] is None
    assert [rows[name]["status"] for name in ("p", "far")] == [TESTED, TESTED]
    alone = findings(noise(), {"p": AT_ONE, "far": far})
    assert rows["p"]["p_bh"] == alone["p"]["p_bh"]
    # One segment fewer than four in five.
    assert findings(noise(), {"near": dict.fromkeys(range(47), 1), "p": AT_ONE})["near"]["status"] == TESTED


def test_our_definition_is_tested_rather_than_the_paper_s():
    rows = findings(noise(), {"p_paper": AT_ONE, "p": dict.fromkeys(range(55), 1)})
    assert (copy_of(rows["p_paper"]["status"]), rows["p"]["status"]) == ("p", TESTED)


def test_a_set_that_is_not_tested_takes_no_test_from_a_copy():
    rows = findings(noise(), {"p": AT_ONE, "q": AT_ONE}, known={"p": asked(chosen_by=REFERENCE)})
    assert rows["q"]["status"] == TESTED


def test_detectable_is_for_the_level_of_the_corrected_test():
    conclusions = found(
        noise(), {name: dict.fromkeys(range(20 * k, 20 * k + 60), 1) for k, name in enumerate("abcdefgh")}
    )
    rows = conclusions.findings.to_pylist()
    assert all(row["p_bh"] > 0.05 for row in rows)
    # It is of the design: a finding of another phenomenon does not change it.
    error = conclusions.effects.to_pylist()[0]["standard_error"]
    quantiles = stats.t.ppf([1 - 0.05 / 16, 0.8], 59)
    assert rows[0]["detectable"] == pytest.approx(quantiles.sum() * error)


def test_the_precision_of_the_detection_is_said_of_the_widest_set_alone():
    precisions = {"p": JudgedHits(80, 100, "judged by a large language model in news")}
    sets = {"p": {i: i % 5 for i in range(60)}}
    assert (
        findings(noise(), sets, precisions=precisions)["p"]["precision"]
        == "80 % of 100 hits judged by a large language model in news"
    )
    assert findings(noise(), sets, precisions=precisions, known={"p": asked(1)})["p"]["precision"] is None


def test_departures_are_of_the_tested_sets_and_corrected_over_them():
    values = noise()
    values[:60] -= 1
    values[:60, 2] -= 1.5
    sets = {"p": AT_ONE, "q": dict.fromkeys(range(60, 120), 1), "r": dict.fromkeys(range(9), 1)}
    conclusions = found(values, sets)
    rows = conclusions.departures.to_pylist()
    assert {(row["phenomenon"], row["distance"]) for row in rows} == {("p", 0), ("q", 0)}
    assert [row["p_bh"] for row in rows] == pytest.approx(benjamini_hochberg([row["p"] for row in rows]))
    departing = {(row["phenomenon"], row["system"]) for row in rows if row["p_bh"] < 0.001}
    assert ("p", "s2") in departing
    assert sum(row["departure"] for row in rows if row["phenomenon"] == "p") == pytest.approx(0)


def test_intervals_of_findings_account_for_their_selection():
    """Of what is shown, at most 5 % miss; of plain intervals more do (Benjamini and Yekutieli 2005)."""
    rng = np.random.default_rng(11)
    true = np.repeat([0.0, 2.5], [10, 3])
    missed, plain = [], []
    for _ in range(400):
        values = rng.normal(true)
        rows = [
            {
                "phenomenon": i,
                "status": TESTED,
                "beyond": value,
                "standard_error": 1.0,
                "skewness": 0.0,
                UNITS: 10**6,
            }
            | {"p": float(2 * stats.norm.sf(abs(value)))}
            for i, value in enumerate(values.tolist())
        ]
        correct_findings(rows, 0.05)
        shown = [i for i, row in enumerate(rows) if row["p_bh"] < 0.05]
        outside = [not rows[i]["low"] <= true[i] <= rows[i]["high"] for i in shown]
        missed.append(np.mean(outside) if shown else 0.0)
        plain.append(np.mean([abs(values[i] - true[i]) > 1.96 for i in shown]) if shown else 0.0)
        assert all(rows[i]["low"] > 0 or rows[i]["high"] < 0 for i in shown)
    # Of 20,000 draws 4.4 and 8.2 %.
    assert np.mean(missed) < 0.065 < 0.075 < np.mean(plain)
