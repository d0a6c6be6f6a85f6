import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.report.charts import ALL
from extractors.report.heatmap import SHADES, heat_map, shade, signed, strongest, views
from extractors.report.measures import numbers_of
from tests.builders import toy_results
from tests.builders.finding_rows import word_departure


def lines(shown):
    return {line.phenomenon: line for line in shown.lines}


def cells(shown, name):
    """By system, those of a phenomenon."""
    line = lines(shown)[name]
    return dict(zip((ALL, *shown.systems), (line.together, *line.cells), strict=True))


def classes(shown, name):
    return {system: cell.classes for system, cell in cells(shown, name).items()}


def with_headline(*names, **changes):
    return toy_results.results(manifest=toy_results.manifest(report={"headline": list(names)}), **changes)


def test_phenomena_are_rows_and_systems_columns_with_score_and_controls():
    shown = heat_map(toy_results.results())
    assert shown.systems == ["beta", "gamma", "alpha"], "by the score of the whole corpus"
    assert (shown.corpus_scores, shown.corpus_mean) == (["30.0", "25.0", "20.0"], "25.0")
    hard = lines(shown)["hard"]
    assert (hard.label, hard.distance, hard.n) == ("hard words", 0, 40)
    assert [(cell.text, cell.beside) for cell in hard.cells] == [
        ("28.0", "(30.0)"),
        ("29.0", "(30.0)"),
        ("26.0", "(30.0)"),
    ]
    assert (hard.together.text, hard.together.beside) == ("27.7", "(30.0)")


def test_every_cell_has_the_colour_of_its_difference_and_none_of_a_system_is_a_finding():
    shown = heat_map(toy_results.results(departures={}))
    assert classes(shown, "hard") == {
        ALL: "worse shade-2 significant",
        "alpha": "worse shade-4",
        "beta": "worse shade-2",
        "gamma": "worse shade-1",
    }
    assert classes(shown, "easy") == {
        ALL: "better shade-1",
        "alpha": "better shade-2",
        "beta": "better shade-1",
        "gamma": "worse shade-0",
    }


def test_first_come_those_of_the_headline_then_findings_then_the_hardest_that_is_tested():
    order = lambda results: [line.phenomenon for line in heat_map(results).lines]  # noqa: E731
    assert order(with_headline("rare", "easy", "unheard_of")) == ["rare", "easy", "hard"]
    assert order(with_headline()) == ["easy", "hard"], "both have a finding: in the order of the table"
    assert order(with_headline(departures={})) == ["hard", "easy"]
    assert heat_map(with_headline()).hidden == 1
    assert heat_map(with_headline("rare")).hidden == 0


def test_all_systems_together_are_the_finding_of_the_primary_metric():
    results = toy_results.results()
    shown = heat_map(results)
    for name, row in results.findings.items():
        if row["status"] == "tested":
            together = cells(shown, name)[ALL]
            assert together.row["difference"] == pytest.approx(row["systems"])
            assert together.significant is (row["p_bh"] < 0.05)
    assert cells(shown, "hard")[ALL].title == (
        "all systems, hard words, distance \u2265 0: BLEU 27.7, n = 40, controls 30.0, difference \u22122.3 [\u22123.3,"
        " \u22121.3], p (BH), beyond people, <0.001"
    )


def test_the_first_map_is_of_bleu_as_in_the_paper_whatever_phenomena_are_tested_by():
    shown = heat_map(toy_results.results(metrics={"ter": toy_results.TER, "bleu": toy_results.BLEU}))
    assert shown.metric.name == "bleu"
    assert not any(line.together.significant for line in shown.lines), "the tests are by another metric"
    assert heat_map(toy_results.results(metrics={"ter": toy_results.TER})).metric.name == "ter"


SCORES_OF_SYSTEMS = st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=3, max_size=3)


@given(SCORES_OF_SYSTEMS, SCORES_OF_SYSTEMS)
def test_a_mean_lies_within_its_members(of_hard, of_easy):
    """Score, controls and difference of all systems, each between the smallest and the largest of the systems'."""
    scores = [
        toy_results.row(system, name, score - control) | {"score": score, "control_score": control}
        for name, values in (("hard", of_hard), ("easy", of_easy))
        for system, (score, control) in zip(toy_results.SYSTEMS, values, strict=True)
    ]
    shown = heat_map(toy_results.results(scores=scores))
    for line in shown.lines:
        for name in ("value", "control", "difference"):
            members = [cell.row[name] for cell in line.cells]
            assert min(members) - 1e-9 <= line.together.row[name] <= max(members) + 1e-9
        for cell in (line.together, *line.cells):
            assert cell.row["value"] - cell.row["control"] == pytest.approx(cell.row["difference"], abs=1e-9)


def test_the_mean_is_of_the_systems_that_have_a_difference():
    scores = [toy_results.row("alpha", "hard", -4.0), toy_results.row("beta", "hard", None, n=0)]
    together = cells(heat_map(toy_results.results(scores=scores)), "hard")[ALL]
    assert [together.row[name] for name in ("value", "control", "difference")] == [26.0, 30.0, -4.0]


def test_a_system_that_departs_from_the_mean_is_marked():
    made = toy_results.results()
    rows = {key: row | {"p_bh": 0.01 if key == ("beta", "hard") else 0.5} for key, row in made.departures.items()}
    shown = classes(heat_map(dataclasses.replace(made, departures=rows)), "hard")
    assert shown["beta"] == "worse shade-2 departs"
    assert "departs" not in shown["alpha"] + shown["gamma"]


def test_where_lower_is_better_a_rise_is_worse():
    shown = heat_map(toy_results.results(metrics={"ter": toy_results.TER}))
    of_hard = cells(shown, "hard")
    assert [of_hard[system].row["state"] for system in ("alpha", "beta", "gamma")] == ["worse", "better", "none"]
    assert (of_hard["gamma"].text, of_hard["gamma"].title) == ("", "no segments or no controls")
    assert shown.systems == ["beta", "gamma", "alpha"]


def test_a_cell_says_what_its_number_means():
    assert cells(heat_map(toy_results.results()), "hard")["alpha"].title == (
        "alpha, hard words, distance \u2265 0: BLEU 26.0, n = 40, controls 30.0, difference \u22124.0"
        " [\u22125.0, \u22123.0]"
    )
    rows = [toy_results.row("alpha", "hard", -9.0, n=12, difference_low=None, difference_high=None)]
    title = cells(heat_map(toy_results.results(scores=rows)), "hard")["alpha"].title
    assert title.endswith("n = 12, controls 30.0, difference \u22129.0"), "without an interval, no empty brackets"


@pytest.mark.parametrize(
    ("n", "text", "beside", "classes"),
    [
        (30, "26.0", "(30.0)", "worse shade-4"),
        (29, "26.0", "(n 29)", "small"),
        (10, "26.0", "(n 10)", "small"),
        (9, "", "", "none"),
    ],
)
def test_a_small_cell_is_marked_with_its_segments_and_a_very_small_one_is_empty(n, text, beside, classes):
    scores = [toy_results.row(system, "rare", -4.0, n=n) for system in toy_results.SYSTEMS]
    shown = heat_map(with_headline("rare", scores=scores, departures={}))
    (line,) = shown.lines
    assert line.n == n
    for cell in line.cells:
        assert (cell.text, cell.beside, cell.classes) == (text, beside, classes)
    assert (line.together.text, line.together.beside) == (text, beside)
    if not text:
        assert line.together.title == "fewer than 10 segments with controls"


def test_where_nothing_is_tested_all_sets_are_shown_with_the_reason():
    scores = [dict(row) | {"n": 14, "compared": 14 * bool(row["n"])} for row in toy_results.SCORES[6:9]]
    shown = heat_map(with_headline(scores=scores))
    assert classes(shown, "rare")["alpha"] == "small"
    assert (shown.limit, shown.hidden) == (0, 0)
    assert cells(shown, "rare")[ALL].title.endswith(", too small: 14 segments")


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


@pytest.mark.parametrize(("p", "first"), [(0.001, ":others"), (0.4, "bleu")])
def test_words_beside_other_systems_come_first_where_a_system_departs(p, first):
    rows = [word_departure("alpha", "hard", -0.3, p), word_departure("beta", "hard", 0.1, 0.7)]
    results = with_headline(word_departures=rows)
    assert views(results, numbers_of(results))["first"] == first
    shown = heat_map(results)
    assert shown.metric.name == first
    if first == ":others":
        (line,) = [line for line in shown.lines if line.phenomenon == "hard"]
        cell = line.cells[shown.systems.index("alpha")]
        assert (cell.text, cell.beside, cell.significant) == ("30", "(60)", True)
        assert shown.corpus_mean == ""


def test_the_views_of_every_measure_and_distance_that_a_reader_can_choose():
    results = with_headline(departures={})
    made = views(results, numbers_of(results))
    first, widest, far = made["choices"]
    assert made["first"] == "bleu"
    assert [choice["distance"] for choice in made["choices"]] == [None, 0, 2]
    assert far["at"] == {"hard": 2}
    assert first["views"]["bleu"] == {"phenomena": ["hard", "easy", "rare"], "first": 2, "limits": (4.0, 4.0)}
    assert first["views"]["ter"] == {"phenomena": ["hard"], "first": 1, "limits": (3.0, 3.0)}
    assert first["views"][":accuracy"]["limits"] == pytest.approx((20, 20))
    assert far["views"]["bleu"] == {"phenomena": ["hard"], "first": 1, "limits": (0.0, 0.0)}, "too few segments"
    assert far["views"]["ter"] == {"phenomena": [], "first": 0, "limits": (0.0, 0.0)}
    assert widest["views"] == first["views"]
    assert made["systems"]["ter"] == ["beta", "gamma", "alpha"]
    assert made["systems"][":accuracy"] == made["systems"][results.metric.name], "words as the primary metric"
