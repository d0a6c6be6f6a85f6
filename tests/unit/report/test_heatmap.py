import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.report import chart_rows
from extractors.report.heatmap import SHADES, heat_map, shade, signed, strongest, widest
from tests.builders import toy_results


def found(shown):
    return {
        (system, phenomenon.id): (cell.state, cell.shade, cell.significant)
        for system, cells in shown.rows.items()
        for phenomenon, cell in zip(shown.phenomena, cells, strict=True)
    }


def test_every_tested_cell_has_the_colour_of_its_effect_and_the_significant_ones_a_mark():
    cells = found(heat_map(toy_results.results()))
    assert cells["alpha", "hard"] == ("worse", 4, True)
    assert cells["beta", "hard"] == ("worse", 2, True)
    assert cells["gamma", "hard"] == ("worse", 1, False)
    assert cells["alpha", "easy"] == ("better", 2, True)
    assert cells["gamma", "easy"] == ("worse", 0, False)


def test_the_worst_that_can_be_tested_comes_first_and_what_is_too_small_is_left_out():
    shown = heat_map(toy_results.results())
    assert [phenomenon.id for phenomenon in shown.phenomena] == ["hard", "easy"]
    assert (shown.hidden, shown.sizes) == (1, [40, 40])
    assert list(shown.rows) == ["beta", "gamma", "alpha"], "by the score of the whole corpus"
    assert shown.corpus_scores == {"beta": "30.0", "gamma": "25.0", "alpha": "20.0"}


def test_all_systems_together_are_the_cells_of_the_table_of_effects():
    results = toy_results.results()
    shown = heat_map(results)
    rows = {(r["phenomenon"], r["minimum_distance"]): r for r in results.effects if r["metric"] == "bleu"}
    for phenomenon, cell in zip(shown.phenomena, shown.together, strict=True):
        row = rows[phenomenon.id, shown.distances[phenomenon.id]]
        assert cell.text == signed(row["difference"], 1)
        assert cell.significant is (row["p_bh"] < 0.05)
    assert shown.together[0].title.startswith("all systems, hard, distance \u2265 0: BLEU \u22122.3 [")


def test_a_system_that_departs_from_the_mean_is_marked():
    rows = [dict(row) for row in toy_results.results().scores]
    for row in rows:
        row["departure_p_bh"] = 0.01 if (row["system"], row["phenomenon"]) == ("beta", "hard") else 0.5
    results = dataclasses.replace(toy_results.results(), scores=rows)
    shown = heat_map(results)
    assert [cells[0].departs for cells in shown.rows.values()] == [True, False, False]
    assert shown.rows["beta"][0].classes == "worse shade-2 significant departs"


def test_where_lower_is_better_a_rise_is_worse():
    shown = heat_map(toy_results.results(metrics={"ter": toy_results.TER}))
    cells = found(shown)
    assert cells["alpha", "hard"][0] == "worse"
    assert cells["beta", "hard"][0] == "better"
    assert cells["gamma", "hard"] == ("none", 0, False)
    assert list(shown.rows) == ["beta", "gamma", "alpha"]


def test_a_cell_says_what_its_number_means():
    row = heat_map(toy_results.results()).rows["alpha"]
    assert row[0].text == "\u22124.0"
    assert (
        row[0].title
        == "alpha, hard, distance \u2265 0: BLEU \u22124.0 [\u22125.0, \u22123.0], 40 segments, p (BH) 0.001"
    )


def test_where_nothing_can_be_tested_the_small_sets_are_shown():
    shown = heat_map(toy_results.results(), distance=1)
    assert shown.distances == {"hard": 2}
    assert found(shown)["alpha", "hard"] == ("small", 0, False)
    assert (shown.limit, shown.hidden) == (0, 0)


def test_a_phenomenon_is_shown_at_its_smallest_distance_that_is_tested():
    # Nearly every segment has a hit at distance 0, and too few are left as controls.
    scores = [
        *(toy_results.row(system, "hard", -1.0, None, n=98) for system in toy_results.SYSTEMS),
        *(toy_results.row(system, "hard", -2.0, 0.01, distance=2, n=60) for system in toy_results.SYSTEMS),
    ]
    results = toy_results.results(scores=scores)
    shown = heat_map(results)
    assert (shown.distances, shown.sizes) == ({"hard": 2}, [60])
    assert found(shown)["alpha", "hard"][0] == "worse"
    forest = chart_rows.of_phenomenon(results, "hard")["systems"]
    assert {row["difference"] for row in forest if not row["all"]} == {-2.0}


@pytest.mark.parametrize(("distance", "expected"), [(0, 1), (1, 1), (2, 5), (6, None)])
def test_the_widest_set_from_a_distance_on(distance, expected):
    phenomenon = dataclasses.replace(toy_results.phenomenon("x", distances=(5, 1)))
    assert widest(phenomenon, distance) == expected


@given(st.floats(0.001, 100), st.floats(0, 1))
def test_shades_rise_to_the_limit(limit, share):
    assert 0 <= shade(share * limit, limit) <= shade(limit, limit) == SHADES
    assert shade(-share * limit, limit) == shade(share * limit, limit)


def test_one_wild_system_does_not_bleach_the_others():
    assert strongest([*([-1.0] * 10), *([2.0] * 9), 50.0]) == 2.0
    assert strongest([]) == 0.0


@pytest.mark.parametrize(("value", "text"), [(-0.04, "0.0"), (0.0, "0.0"), (1.25, "+1.2"), (-3.0, "\u22123.0")])
def test_signs(value, text):
    assert signed(value, 1) == text


def test_a_difference_without_an_interval_has_no_empty_brackets():
    rows = [toy_results.row("alpha", "rare", -9.0, None, n=1, difference_low=None, difference_high=None)]
    title = heat_map(toy_results.results(scores=rows)).rows["alpha"][0].title
    assert title == "alpha, rare, distance \u2265 0: BLEU \u22129.0, 1 segments, too few to be tested"
