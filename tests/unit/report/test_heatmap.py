import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.report.heatmap import SHADES, heat_map, shade, signed, strongest, views
from extractors.report.measures import numbers_of
from tests.builders import toy_results


def found(shown):
    return {
        (system, row["phenomenon"]): (cell.row["state"], cell.shade, cell.significant)
        for system, cells in shown.rows.items()
        for row, cell in zip(shown.findings, cells, strict=True)
    }


def test_every_cell_has_the_colour_of_its_difference_and_none_of_a_system_is_a_finding():
    cells = found(heat_map(toy_results.results()))
    assert cells["alpha", "hard"] == ("worse", 4, False)
    assert cells["beta", "hard"] == ("worse", 2, False)
    assert cells["alpha", "easy"] == ("better", 2, False)
    assert cells["gamma", "easy"] == ("worse", 0, False)


def test_the_worst_that_is_tested_comes_first_and_what_is_not_is_left_out():
    shown = heat_map(toy_results.results())
    assert [row["phenomenon"] for row in shown.findings] == ["hard", "easy"]
    assert shown.hidden == 1
    assert list(shown.rows) == ["beta", "gamma", "alpha"], "by the score of the whole corpus"
    assert shown.corpus_scores == {"beta": "30.0", "gamma": "25.0", "alpha": "20.0"}


def test_all_systems_together_are_the_findings():
    results = toy_results.results()
    shown = heat_map(results)
    for row, cell in zip(shown.findings, shown.together, strict=True):
        assert cell.text == signed(row["systems"], 1)
        assert cell.significant is (row["p_bh"] < 0.05)
    said = "all systems, hard words, distance \u2265 0: BLEU \u22122.3, n = 40, p (BH) <0.001"
    assert shown.together[0].title == said


def test_human_translations_have_a_row_where_they_are_known():
    made = toy_results.results()
    human = {"hard": -5.0, "easy": 1.0}
    findings = {name: row | {"humans": human.get(name)} for name, row in made.findings.items()}
    shown = heat_map(dataclasses.replace(made, findings=findings))
    assert [cell.text for cell in shown.humans] == ["\u22125.0", "+1.0"]
    assert [cell.row["state"] for cell in shown.humans] == ["worse", "better"]
    assert not any(cell.significant for cell in shown.humans)
    unknown = {name: row | {"humans": None} for name, row in made.findings.items()}
    assert heat_map(dataclasses.replace(made, findings=unknown)).humans == []


def test_a_system_that_departs_from_the_mean_is_marked():
    made = toy_results.results()
    rows = {key: row | {"p_bh": 0.01 if key == ("beta", "hard") else 0.5} for key, row in made.departures.items()}
    shown = heat_map(dataclasses.replace(made, departures=rows))
    assert [cells[0].row["departs"] for cells in shown.rows.values()] == [True, False, False]
    assert shown.rows["beta"][0].classes == "worse shade-2 departs"


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
    assert row[0].title == "alpha, hard words, distance \u2265 0: BLEU \u22124.0 [\u22125.0, \u22123.0], n = 40"


def test_where_nothing_is_tested_all_sets_are_shown_with_the_reason():
    shown = heat_map(toy_results.results(scores=toy_results.SCORES[6:9]))
    assert found(shown)["alpha", "rare"] == ("small", 0, False)
    assert (shown.limit, shown.hidden) == (0, 0)
    assert shown.together[0].title.endswith("n = 4, too small: 4 segments")


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
    rows = [toy_results.row("alpha", "rare", -9.0, n=1, difference_low=None, difference_high=None)]
    title = heat_map(toy_results.results(scores=rows)).rows["alpha"][0].title
    assert title == "alpha, rare words, distance \u2265 0: BLEU \u22129.0, n = 1"


def test_the_views_of_every_measure_and_distance_that_a_reader_can_choose():
    results = toy_results.results()
    made = views(results, numbers_of(results))
    first, widest, far = made["choices"]
    assert [choice["distance"] for choice in made["choices"]] == [None, 0, 2]
    assert far["at"] == {"hard": 2}
    assert first["views"]["bleu"] == {"phenomena": ["hard", "easy", "rare"], "tested": 2, "limits": (4.0, 4.0)}
    assert first["views"]["ter"] == {"phenomena": ["hard"], "tested": 1, "limits": (3.0, 3.0)}
    assert first["views"][":accuracy"]["limits"] == pytest.approx((20, 20))
    assert far["views"]["bleu"] == {"phenomena": ["hard"], "tested": 0, "limits": (0.0, 0.0)}, "too few segments"
    assert widest["views"] == first["views"]
    assert made["systems"]["ter"] == ["beta", "gamma", "alpha"]
    assert made["systems"][":accuracy"] == toy_results.SYSTEMS, "by name: these have no score of the corpus"
