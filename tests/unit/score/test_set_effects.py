"""Phenomena for all systems together: beside the rows of the systems, and against formulas."""

import numpy as np
import pytest
from scipy import stats

from extractors.extract import select
from extractors.formats.statistics import Statistics
from extractors.phenomena.precision import READING, Precision
from extractors.score.sampled_sets import sampled_sets
from extractors.score.score_stage import conclude
from extractors.score.statistics.statistics_settings import StatisticsSettings
from tests.builders.hits import hits
from tests.builders.scored import large, pool_of
from tests.builders.sets import ranges

FAST = StatisticsSettings(resamples=20, trials=10)
N = 240


def systems(values):
    """Statistics of systems whose score is the mean of one number a segment; NaN where there is none."""
    return [
        Statistics(
            system=f"s{k}",
            metric="m",
            rows=np.stack([np.nan_to_num(column), np.isfinite(column)], axis=1),
            signature="m|x",
        )
        for k, column in enumerate(np.asarray(values).T)
    ]


def found(values, sets, pool=None, **how):
    """The conclusions on sets, each of the segments with the distances of its hits."""
    rows = [(segment, name, distance) for name, distances in sets.items() for segment, distance in distances.items()]
    wanted = dict.fromkeys(sets, ranges(minimum=[0, 1, 3], exact=[0, 3]))
    sampled = sampled_sets(select.select(hits(*rows), wanted), None)
    options = {"m": {"segment_scores": True, "higher_is_better": True}}
    pool = pool_of(np.full(len(values), 9)) if pool is None else pool
    return conclude(systems(values), sampled, options, how.pop("settings", FAST), pool=pool, **how)


def effects(*arguments, **how):
    """By phenomenon and minimum distance."""
    rows = found(*arguments, **how).effects.to_pylist()
    return {(row["phenomenon"], row["minimum_distance"]): row for row in rows}


def noise(columns=4, seed=1):
    """Scores of systems that share what makes a segment hard."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(N, 1)) + rng.normal(scale=0.4, size=(N, columns))


AT_ONE = dict.fromkeys(range(60), 1)
"""Sixty hits at distance 1: the sets at minimum distances 0 and 1 are the same segments."""


def test_an_effect_is_the_mean_of_the_systems_differences():
    chosen, some, pool = large(worse=range(0, 60, 4))
    conclusions = conclude(chosen, some, {}, FAST, pool=pool)
    for of_systems, of_all in (
        (conclusions.scores, conclusions.effects),
        (conclusions.by_bucket, conclusions.effects_by_bucket),
    ):
        assert len(of_all) > 0
        for row in of_all.to_pylist():
            place = [
                name for name in ("metric", "phenomenon", "minimum_distance", "kind", "distance_from") if name in row
            ]
            beside = [other for other in of_systems.to_pylist() if all(other[name] == row[name] for name in place)]
            differences = [other["difference"] for other in beside]
            assert row["systems"] == len(differences) == 2
            assert row["difference"] == pytest.approx(np.mean(differences))
            assert row["below"] == sum(difference < 0 for difference in differences)
            for name in ("n", "unmatched", "controls", "overlap", "too_small"):
                assert {other[name] for other in beside} == {row[name]}, name


def test_of_means_the_test_is_the_one_of_the_segments_mean_scores():
    values = noise()
    row = effects(values, {"p": AT_ONE})["p", 0]
    of_segments = values.mean(axis=1)
    error = np.sqrt(of_segments[:60].var(ddof=1) / 60 + of_segments[60:].var(ddof=1) / 180)
    assert row["standard_error"] == pytest.approx(error)
    # More systems on the same segments are no more segments.
    alone = effects(values[:, :1], {"p": AT_ONE})["p", 0]
    assert row["standard_error"] > 0.8 * alone["standard_error"]
    assert row["units"] == 60
    assert row["difference_low"] < row["difference"] < row["difference_high"]
    assert row["signature"] == "m|x|se:jackknife.segments"


def test_systems_that_depart_are_counted_and_do_not_hide_in_the_mean():
    values = noise()
    values[:60] -= 1
    values[:60, 2] -= 1.5
    conclusions = found(values, {"p": AT_ONE, "q": dict.fromkeys(range(60, 120), 1)})
    row = effects(values, {"p": AT_ONE, "q": dict.fromkeys(range(60, 120), 1)})["p", 0]
    assert row["p_bh"] < 0.001
    assert row["below"] == row["systems"] == 4
    departed = {
        other["system"]: other["departure_p_bh"]
        for other in conclusions.scores.to_pylist()
        if (other["phenomenon"], other["minimum_distance"]) == ("p", 0)
    }
    assert row["departing"] == sum(p < 0.05 for p in departed.values()) >= 1
    assert departed["s2"] < 0.001
    others = effects(noise(), {"p": AT_ONE})["p", 0]
    assert others["departing"] == 0


def test_sets_of_the_same_segments_are_one_test_and_twins_of_the_paper_another_family():
    half = dict.fromkeys(range(60, 120), 1)
    rows = effects(noise(), {"p": AT_ONE, "q": half, "p_paper": dict.fromkeys(range(50), 1)})
    assert rows["p", 0]["p"] == rows["p", 1]["p"]
    assert rows["p", 0]["p_bh"] == rows["p", 1]["p_bh"]
    assert [rows[name, 0]["family"] for name in ("p", "q", "p_paper")] == [2, 2, 1]
    assert rows["p_paper", 0]["p_bh"] == rows["p_paper", 0]["p"]
    # No hit is at distance 3.
    assert rows["p", 3]["family"] is rows["p", 3]["level"] is rows["p", 3]["difference"] is None


def test_detectable_is_for_the_level_of_the_corrected_test():
    rows = effects(noise(), {name: dict.fromkeys(range(k, k + 60), 1) for k, name in enumerate("abcdefgh")})
    row = rows["a", 0]
    assert row["family"] == 8
    assert row["level"] == pytest.approx(0.05 / 8)
    quantiles = stats.t.ppf([1 - 0.05 / 16, 0.8], 59)
    assert row["detectable"] == pytest.approx(quantiles.sum() * row["standard_error"])


def test_what_a_set_of_right_hits_would_show_is_there_for_the_widest_set_alone():
    values = noise()
    values[:60] -= 1
    sets = {"p": {i: i % 5 for i in range(60)}, "q": dict.fromkeys(range(100, 160), 4)}
    precision = Precision(0.8, 96, READING)
    rows = effects(values, sets, precisions={"p": precision})
    row = rows["p", 0]
    assert (row["precision"], row["precision_of"]) == (0.8, "reading")
    assert row["clean_difference"] == pytest.approx(row["difference"] / 0.8)
    # By Agresti and Coull: 78.8 right ones of 100.
    of_precision = np.sqrt(0.788 * 0.212 / 100)
    of_clean = np.hypot(row["standard_error"] / 0.8, row["clean_difference"] * of_precision / 0.8)
    margin = stats.t.ppf(0.975, 59) * of_clean
    assert row["clean_high"] - row["clean_difference"] == pytest.approx(margin)
    assert row["clean_difference"] - row["clean_low"] == pytest.approx(margin)
    for key in (("p", 1), ("p", 3), ("q", 0)):
        assert rows[key]["clean_difference"] is rows[key]["precision"] is rows[key]["precision_of"] is None, key


def test_without_precision_or_a_difference_nothing_is_cleaned():
    for precisions in ({}, {"p": Precision(0.0, 10, READING)}):
        assert effects(noise(), {"p": AT_ONE}, precisions=precisions)["p", 0]["clean_difference"] is None
    alone = effects(noise(), {"p": {5: 1}}, precisions={"p": Precision(0.8, 96, READING)})["p", 0]
    assert alone["clean_difference"] is None
    assert alone["difference"] is not None


@pytest.mark.parametrize(
    ("lengths", "unmatched", "small"),
    [
        ([9] * N, 0, False),
        # 31 of the 60 have no other segment of their length.
        ([*range(100, 131), *[9] * (N - 31)], 31, True),
        ([*range(100, 130), *[9] * (N - 30)], 30, False),
        # Nearly all segments of the length of 45 are in the set, so that these weigh little beside the other 15.
        ([5] * 45 + [9] * 15 + [5, 5] + [9] * (N - 62), 0, True),
        ([5] * 25 + [9] * 35 + [5, 5] + [9] * (N - 62), 0, False),
        # Of the segments outside the set 29 are as long as it.
        ([9] * 89 + [50] * (N - 89), 0, True),
        ([9] * 90 + [50] * (N - 90), 0, False),
    ],
)
def test_too_small_are_sets_of_which_little_is_compared(lengths, unmatched, small):
    pool = pool_of(np.array(lengths), tolerance=0)
    row = effects(noise(), {"p": AT_ONE}, pool=pool)["p", 0]
    assert (row["n"], row["unmatched"], row["too_small"], row["units"]) == (60, unmatched, small, 60 - unmatched)
    assert (row["p_bh"] is None) == (row["family"] is None) == (row["detectable"] is None) == small
    assert row["p"] is not None


def test_documents_are_what_is_independent_where_they_are_known():
    rng = np.random.default_rng(2)
    documents = np.arange(N) // 12
    values = noise() + rng.normal(scale=2, size=20)[documents, None]
    sets = {"p": {i: 1 for i in range(N) if documents[i] % 2 and i % 3}}
    plain = found(values, sets)
    grouped = found(values, sets, documents=documents)
    for before, after in (
        (plain.effects.to_pylist()[0], grouped.effects.to_pylist()[0]),
        (plain.scores.to_pylist()[0], grouped.scores.to_pylist()[0]),
    ):
        assert after["difference"] == before["difference"]
        assert after["standard_error"] > 1.5 * before["standard_error"]
        assert after["p"] > before["p"]
    assert (plain.effects.to_pylist()[0]["units"], grouped.effects.to_pylist()[0]["units"]) == (80, 10)
    assert grouped.effects.to_pylist()[0]["signature"].endswith("|se:jackknife.documents")
    interactions = [one.comparisons.to_pylist()[0]["interaction_p"] for one in (plain, grouped)]
    assert interactions[0] != interactions[1]


def test_blocks_of_lines_are_tested_beside():
    blocks = np.arange(N) // 20
    values = noise() + np.random.default_rng(3).normal(scale=2, size=12)[blocks, None]
    values[blocks % 2 == 1] -= 1
    sets = {"p": {i: 1 for i in range(N) if blocks[i] % 2}}
    row = effects(values, sets)["p", 0]
    # What lines of a block share is no evidence.
    assert row["p_blocks"] > 10 * row["p"]
    as_documents = effects(values, sets, documents=blocks)["p", 0]
    assert row["p_blocks"] == pytest.approx(as_documents["p"])
    lines = effects(values, sets, settings=StatisticsSettings(resamples=20, trials=10, block=1))["p", 0]
    assert lines["p_blocks"] == pytest.approx(lines["p"], rel=0.2, abs=1e-6)


def test_systems_without_scores_on_the_set_are_not_of_the_mean():
    values = noise()
    values[:60, 1] = np.nan
    row = effects(values, {"p": AT_ONE})["p", 0]
    three = effects(np.delete(values, 1, axis=1), {"p": AT_ONE})["p", 0]
    assert row["systems"] == 3
    for name in ("difference", "standard_error", "p", "below", "units"):
        assert row[name] == pytest.approx(three[name]), name


def test_sets_without_segments_or_controls_are_rows_without_numbers():
    rows = effects(noise(), {"p": AT_ONE}, pool=pool_of(np.arange(N) * 9))
    row, empty = rows["p", 0], rows["p", 3]
    assert (row["n"], row["unmatched"], row["systems"]) == (60, 60, 0)
    assert (empty["n"], empty["unmatched"], empty["systems"]) == (0, 0, 0)
    for one in (row, empty):
        assert one["too_small"]
        assert one["difference"] is one["p"] is one["p_blocks"] is one["units"] is one["family"] is None
