"""A run with one system: the system and the mean of all are the same, and stand there once, by the system's name."""

import dataclasses

import pytest

from extractors.report import chart_rows
from extractors.report.heatmap import heat_map
from extractors.report.measures import numbers_of
from tests.builders import toy_results


@pytest.fixture
def alone():
    """The results of alpha without the other systems."""
    made = toy_results.results()
    scores = [{"control_score": 30.0, **row} for row in made.scores if row["system"] == "alpha"]
    corpus = [row for row in made.corpus_scores if row["system"] == "alpha"]
    return dataclasses.replace(made, systems=["alpha"], scores=scores, corpus_scores=corpus)


def test_the_heat_map_has_one_column_with_the_score_of_the_system(alone):
    shown = heat_map(alone)
    assert (shown.systems, shown.together_name) == ([], "alpha")
    assert (shown.corpus_scores, shown.corpus_mean) == ([], "20.0")
    assert all(line.cells == [] for line in shown.lines)
    assert {line.together.title.partition(",")[0] for line in shown.lines} == {"alpha"}


def test_charts_have_one_row_and_one_line(alone):
    charts = chart_rows.of_phenomenon(alone, numbers_of(alone), "hard")
    assert [(row["system"], row["all"]) for row in charts["systems"]] == [("alpha", True)]
    assert {row["system"] for row in charts["distances"]} == {"alpha"}
    assert {row["system"] for row in chart_rows.of_overview(alone)} == {"alpha"}
