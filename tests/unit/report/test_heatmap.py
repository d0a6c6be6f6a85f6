import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.report.heatmap import SHADES, heat_map, shade, signed, widest
from tests.builders import toy_results


def states(shown):
    return {
        (system, phenomenon.id): (cell.state, cell.shade)
        for system, cells in shown.rows.items()
        for phenomenon, cell in zip(shown.phenomena, cells, strict=True)
    }


def test_what_is_not_significant_or_too_small_is_shown_as_such():
    found = states(heat_map(toy_results.results()))
    assert found["alpha", "hard"] == ("worse", 4)
    assert found["beta", "hard"] == ("worse", 2)
    assert found["gamma", "hard"] == ("unclear", 0)
    assert found["alpha", "easy"] == ("better", 2)
    assert found["alpha", "rare"] == ("small", 0)
    assert found["beta", "rare"] == ("none", 0)


def test_the_hardest_that_can_be_tested_comes_first_and_what_has_no_segments_not_at_all():
    shown = heat_map(toy_results.results())
    assert [phenomenon.id for phenomenon in shown.phenomena] == ["hard", "easy", "rare"]
    assert shown.small == {"rare"}
    assert shown.worse == [2, 0, 0]
    assert list(shown.rows) == ["beta", "gamma", "alpha"], "by the score of the whole corpus"
    assert shown.corpus_scores == {"beta": "30.0", "gamma": "25.0", "alpha": "20.0"}


def test_where_lower_is_better_a_rise_is_worse():
    shown = heat_map(toy_results.results(metrics={"ter": toy_results.TER}))
    found = states(shown)
    assert found["alpha", "hard"][0] == "worse"
    assert found["beta", "hard"][0] == "better"
    assert list(shown.rows) == ["beta", "gamma", "alpha"]


def test_a_cell_says_what_its_number_means():
    row = heat_map(toy_results.results()).rows["alpha"]
    assert row[0].text == "\u22124.0"
    assert row[0].title == (
        "alpha, hard, distance \u2265 0: BLEU \u22124.0 [\u22125.0, \u22123.0] beside controls, 40 segments,"
        " p = 0.001, worse"
    )
    assert row[2].title.endswith("4 segments, too few to be tested")


def test_a_larger_distance_shows_the_sets_there():
    shown = heat_map(toy_results.results(), distance=1)
    assert shown.distances == {"hard": 2}
    assert states(shown)["alpha", "hard"] == ("small", 0)
    assert shown.limit == 0


@pytest.mark.parametrize(("distance", "expected"), [(0, 1), (1, 1), (2, 5), (6, None)])
def test_the_widest_set_from_a_distance_on(distance, expected):
    phenomenon = dataclasses.replace(toy_results.phenomenon("x", distances=(5, 1)))
    assert widest(phenomenon, distance) == expected


@given(st.floats(0.001, 100), st.floats(0, 1))
def test_shades_rise_to_the_limit(limit, share):
    assert 1 <= shade(share * limit, limit) <= shade(limit, limit) == SHADES
    assert shade(-share * limit, limit) == shade(share * limit, limit)


@pytest.mark.parametrize(("value", "text"), [(-0.04, "0.0"), (0.0, "+0.0"), (1.25, "+1.2"), (-3.0, "\u22123.0")])
def test_signs(value, text):
    assert signed(value, 1) == text


def test_a_difference_without_an_interval_has_no_empty_brackets():
    rows = [toy_results.row("alpha", "rare", -9.0, None, n=1, difference_low=None, difference_high=None)]
    title = heat_map(toy_results.results(scores=rows)).rows["alpha"][0].title
    assert title == "alpha, rare, distance \u2265 0: BLEU \u22129.0 beside controls, 1 segments, too few to be tested"
