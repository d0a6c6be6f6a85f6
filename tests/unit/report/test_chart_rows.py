import pytest

from extractors.report import chart_rows
from tests.builders import effects, toy_results


def test_the_rows_of_a_forest_plot():
    rows = chart_rows.of_phenomenon(toy_results.results(), "hard")["systems"]
    assert [(r["system"], r["all"], r["place"], r["state"]) for r in rows] == [
        ("all systems", True, 0, "significantly worse"),
        ("alpha", False, 1, "significantly worse"),
        ("beta", False, 2, "significantly worse"),
        ("gamma", False, 3, "not significant"),
    ]
    assert (rows[0]["difference"], rows[1]["low"], rows[1]["high"]) == (pytest.approx(-7 / 3), -5.0, -3.0)


def test_the_rows_of_a_plot_by_distance_are_of_disjoint_ranges():
    bucket = [
        toy_results.row(system, "hard", value, None, n=5) | {"distance_from": 0, "distance_below": 1}
        for system, value in (("alpha", -1.0), ("beta", -3.0))
    ]
    for row in bucket:
        del row["minimum_distance"]
    pooled = effects.effects(bucket, effects.BY_BUCKET)
    kept = toy_results.phenomenon("hard", distances=(1,), sizes=(40,))
    scores = [dict(row) | {"minimum_distance": 1} for row in toy_results.SCORES[:3]]
    results = toy_results.results(phenomena={"hard": kept}, scores=scores, bucket_scores=bucket, bucket_effects=pooled)
    rows = chart_rows.of_phenomenon(results, "hard")["distances"]
    together = [r for r in rows if (r["part"], r["line"]) == ("point", "all")]
    assert [(r["set"], r["difference"], r["few"]) for r in together] == [
        ("0|n = 5", -2.0, True),
        ("\u2265 1|n = 40", pytest.approx(-7 / 3), False),
    ]
    pieces = [r for r in rows if r["part"] == "piece" and r["line"] == "all"]
    assert [(r["order"], r["few"]) for r in pieces] == [(0, True), (1, True)], "dashed: one of its ends is small"
    assert {r["system"] for r in rows if r["line"] == "other"} == {"alpha", "beta", "gamma"}
    assert [r["system"] for r in rows if r["part"] == "label" and r["line"] == "all"] == ["all systems"]


def test_nothing_is_drawn_where_there_is_nothing():
    assert chart_rows.of_phenomenon(toy_results.results(), "absent") == {}


def test_where_lower_is_better_the_highest_is_the_worst():
    rows = chart_rows.of_phenomenon(toy_results.results(metrics={"ter": toy_results.TER}), "hard")["systems"]
    assert [(r["system"], r["state"]) for r in rows[1:]] == [
        ("alpha", "significantly worse"),
        ("beta", "significantly better"),
    ]


def test_the_overview_holds_what_is_tested():
    rows = chart_rows.of_overview(toy_results.results())
    assert {r["phenomenon"] for r in rows} == {"hard", "easy"}
    first = next(r for r in rows if (r["system"], r["phenomenon"]) == ("alpha", "hard"))
    assert (first["difference"], first["better"], first["significant"]) == (-4.0, -4.0, True)
    ter = next(
        r
        for r in chart_rows.of_overview(toy_results.results(metrics={"ter": toy_results.TER}))
        if r["system"] == "alpha"
    )
    assert (ter["difference"], ter["better"]) == (3.0, -3.0)
