import dataclasses

import pytest

from extractors.report import chart_rows
from extractors.report.measures import numbers_of
from tests.builders import toy_results


def charts_of(results, name):
    return chart_rows.of_phenomenon(results, numbers_of(results), name)


def test_the_rows_of_a_forest_plot():
    rows = charts_of(toy_results.results(), "hard")["systems"]
    assert [(r["system"], r["all"], r["place"], r["state"]) for r in rows] == [
        ("all systems", True, 0, "significantly worse"),
        ("alpha", False, 1, "not tested"),
        ("beta", False, 2, "not tested"),
        ("gamma", False, 3, "not tested"),
    ]
    assert (rows[0]["difference"], rows[1]["low"], rows[1]["high"]) == (pytest.approx(-7 / 3), -5.0, -3.0)


def test_the_rows_of_a_plot_by_distance_are_of_disjoint_ranges():
    scores = [toy_results.row(name, "hard", value, n=12, below=1) for name, value in (("alpha", -1.0), ("beta", -3.0))]
    scores += [dict(row) | {"distance_from": 1} for row in toy_results.SCORES[:3]]
    kept = toy_results.phenomenon("hard", distances=(1,), sizes=(40,))
    results = toy_results.results(phenomena={"hard": kept}, scores=scores)
    rows = charts_of(results, "hard")["distances"]
    together = [r for r in rows if (r["part"], r["line"]) == ("point", "all")]
    assert [(r["set"], r["difference"], r["few"]) for r in together] == [
        ("0|n = 12", -2.0, True),
        ("\u2265 1|n = 40", pytest.approx(-7 / 3), False),
    ]
    pieces = [r for r in rows if r["part"] == "piece" and r["line"] == "all"]
    assert [(r["order"], r["few"]) for r in pieces] == [(0, True), (1, True)], "dashed: one of its ends is small"
    assert {r["system"] for r in rows if r["line"] == "other"} == {"alpha", "beta", "gamma"}
    assert [r["system"] for r in rows if r["part"] == "label" and r["line"] == "all"] == ["all systems"]


def test_a_set_of_fewer_than_10_segments_is_on_no_axis_and_the_interval_of_every_other_is_drawn():
    scores = [
        toy_results.row(name, "hard", value, n=n, distance=distance, below=below)
        for name in toy_results.SYSTEMS
        for distance, below, n, value in ((0, 1, 9, -90.0), (1, 2, 10, -2.0), (2, None, 40, -1.0))
    ]
    results = toy_results.results(phenomena={"hard": with_spans((0, 1), (1, 2))}, scores=scores)
    rows = charts_of(results, "hard")["distances"]
    assert {r["set"] for r in rows} == {"1|n = 10", "\u2265 2|n = 40"}
    assert min(r["low"] for r in rows) == -3.0


def with_spans(*spans):
    """A phenomenon with sets of exact distances, and one from where they end."""
    made = toy_results.phenomenon("hard", distances=(0, spans[-1][1]), sizes=(59, 40))
    exact = [made.sets[-1] | {"distance_from": start, "distance_below": below} for start, below in spans]
    return dataclasses.replace(made, sets=(*made.sets[:2], *exact))


@pytest.mark.parametrize(("n", "kinds"), [(10, {"systems", "distances"}), (9, set())])
def test_a_phenomenon_of_fewer_than_10_segments_has_no_chart(n, kinds):
    scores = [toy_results.row(name, "rare", -9.0, n=n) for name in toy_results.SYSTEMS]
    kept = {"rare": toy_results.phenomenon("rare", distances=(0,), sizes=(n,))}
    results = toy_results.results(phenomena=kept, scores=scores, accuracy=[], accuracy_effects=[])
    assert set(charts_of(results, "rare")) == kinds


def test_the_heat_map_that_is_drawn_has_no_cell_of_fewer_than_10_segments():
    scores = [
        toy_results.row(system, name, -4.0, n=n)
        for system in toy_results.SYSTEMS
        for name, n in (("hard", 40), ("easy", 12), ("rare", 9))
    ]
    made = toy_results.manifest(report={"headline": ["rare", "easy"]})
    rows = chart_rows.of_overview(toy_results.results(scores=scores, manifest=made))
    assert {row["phenomenon"] for row in rows} == {"easy", "hard"}


def test_nothing_is_drawn_where_there_is_nothing():
    assert charts_of(toy_results.results(), "absent") == {}


def test_where_lower_is_better_the_highest_is_the_worst():
    rows = charts_of(toy_results.results(metrics={"ter": toy_results.TER}), "hard")["systems"]
    assert [(r["system"], r["difference"]) for r in rows[1:]] == [("alpha", 3.0), ("beta", -3.0)]


def test_the_overview_holds_the_findings_and_what_is_tested():
    rows = chart_rows.of_overview(toy_results.results())
    assert {r["phenomenon"] for r in rows} == {"hard", "easy"}
    hard = [r for r in rows if r["phenomenon"] == "hard"]
    assert [(r["system"], r["significant"]) for r in hard] == [
        ("all systems", True),
        ("beta", False),
        ("gamma", False),
        ("alpha", False),
    ]
    assert {r["column"] for r in hard} == {"hard words|d \u2265 0, n = 40"}
    ter = next(
        r
        for r in chart_rows.of_overview(toy_results.results(metrics={"ter": toy_results.TER}))
        if r["system"] == "alpha"
    )
    assert (ter["difference"], ter["better"]) == (3.0, -3.0)
