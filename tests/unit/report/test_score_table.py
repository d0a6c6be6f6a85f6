"""Scores by challenge set and distance, beside controls of the same compared segments."""

import dataclasses
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.report.corpus_table import systems_first
from extractors.report.numbers import many
from extractors.report.score_table import headline, metrics_first, score_lines, score_rows
from tests.builders import toy_results
from tests.builders.finding_rows import conclusion, corpus_score, departure, finding, set_score, word_departure

CORPUS = [corpus_score("good", 41.26), corpus_score("bad", 30.0)]
LABELS = {"p": "particle verbs", "q": "reflexive verbs"}
SYSTEMS = ["good", "bad"]


def lines(scores, *, corpus=CORPUS, metric="bleu", systems=SYSTEMS, phenomena=("p", "q"), tested=None):
    rows = score_rows(scores, corpus, LABELS, metric, phenomena, tested or {})
    return score_lines(rows, corpus, metric, systems, "tables")


def test_a_line_has_the_score_of_each_system_and_in_brackets_that_of_the_controls():
    scores = [
        set_score("good", "p", 38.0, 41.0),
        set_score("bad", "p", 29.94, 31.5),
        set_score("good", "p", 36.0, 41.0, distance=3, n=12),
        set_score("bad", "p", 22.5, 31.5, distance=3, n=12),
        set_score("good", "q", 9.0, 8.0, n=9),
        set_score("bad", "q", 7.0, 8.0, n=9),
    ]
    assert lines(scores) == [
        "BLEU                   d >=     n         good          bad",
        "whole corpus                1,000  41.3         30.0",
        "particle verbs            0    60  38.0 (41.0)  29.9 (31.5)",
        "                          3    12  36.0 (n 12)  22.5 (n 12)",
        "reflexive verbs           0     9",
    ]


@pytest.mark.parametrize(
    ("n", "cell"), [(30, "20.0 (25.0)"), (29, "20.0 (n 29)"), (10, "20.0 (n 10)"), (9, ""), (1, "")]
)
def test_few_segments_are_said_and_of_very_few_there_is_no_score(n, cell):
    scores = [set_score(system, "p", 20.0, 25.0, n=n) for system in SYSTEMS]
    *_, last = lines(scores)
    assert last.split() == ["particle", "verbs", "0", str(n), *cell.split(), *cell.split()]


@given(st.floats(0, 100), st.floats(0, 100), st.floats(0, 100))
def test_the_two_scores_of_a_cell_differ_by_the_difference(score, control, of_all):
    row = set_score("good", "p", score, control, n=60, compared=50, of_all=of_all)
    _, shown = score_rows([row], CORPUS, LABELS, "bleu", ["p"], {})
    assert shown.n == 50, "the segments that are compared"
    assert shown.scores["good"] - shown.controls["good"] == pytest.approx(row["difference"], abs=1e-9)
    assert shown.controls["good"] == control


@pytest.mark.parametrize(
    ("compared", "n", "cell"), [(80, 80, "30.0 (35.0)"), (79, 100, "28.0"), (2, 100, "28.0"), (0, 100, "28.0")]
)
def test_a_set_that_is_most_of_the_corpus_has_the_score_of_all_of_it_and_no_controls(compared, n, cell):
    control = 35.0 if compared else None
    row = set_score("good", "p", 30.0, control, n=100, compared=compared, of_all=28.0)
    if not compared:
        row |= {"score": 28.0}
    *_, last = lines([row], systems=["good"])
    assert last.split() == ["particle", "verbs", "0", str(n), *cell.split()]


def test_a_system_without_a_score_has_an_empty_cell():
    scores = [set_score("good", "p", 38.0, 41.0), set_score("bad", "p", 30.0, None) | {"score": None}]
    *_, last = lines(scores, systems=["bad", "good"])
    assert last == "particle verbs            0    60               38.0 (41.0)"


def test_distances_are_those_of_the_table_and_that_of_the_test():
    scores = [set_score("good", "p", 38.0, 41.0, distance=d) for d in (0, 1, 2, 3, 5, 7)]
    scores.append(set_score("good", "p", 38.0, 41.0, distance=9, n=0))
    at = [line[22:27].strip() for line in lines(scores, systems=["good"])[2:]]
    assert at == ["0", "1", "3"]
    at = [line[22:27].strip() for line in lines(scores, systems=["good"], tested={"p": 5})[2:]]
    assert at == ["0", "1", "3", "5"]
    assert len(lines(scores, systems=["good"], tested={"p": 9})) == 5, "no segments, no line"


def test_sets_of_other_kinds_and_metrics_have_no_line():
    exact = set_score("good", "p", 1.0, 2.0) | {"kind": "exact", "distance_below": 1}
    other = set_score("good", "p", 1.0, 2.0, metric="ribes")
    assert len(lines([exact, other])) == 2


NAMES = [f"{'online-system-with-a-long-name-' * 2}{i}" for i in range(8)]


@pytest.mark.parametrize(
    ("metric", "score", "control", "cell", "shown"),
    [
        ("ribes", 0.8123, 0.8349, ".812 (.835)", 5),
        ("ribes", 1.0, 1.0, "1.000 (1.000)", 4),
        ("bleu", 31.25, 33.75, "31.2 (33.8)", 5),
        ("bleu", 100.0, 100.0, "100.0 (100.0)", 4),
        ("mqm", -12.3, -10.4, "-12.3 (-10.4)", 4),
        ("mqm", -1234.5, -1234.5, "-1234.5 (-1234.5)", 3),
    ],
)
@pytest.mark.parametrize("n", [60, 123_456])
def test_long_names_and_numbers_fit_100_columns(metric, score, control, cell, shown, n):
    name = "p" * 40
    corpus = [corpus_score(system, score, metric=metric, n=123_456) for system in NAMES[:5]]
    scores = [set_score(system, name, score, control, metric=metric, n=n) for system in NAMES[:5]]
    head, whole, row, *more = made = lines(scores, corpus=corpus, metric=metric, systems=NAMES[:5], phenomena=[name])
    assert max(map(len, made)) <= 100
    assert head.count("\u2026") == row.count(cell) == whole.count(cell.partition(" ")[0]) == shown
    assert more == [f"{many(5 - shown, 'more system')}: tables/scores_{metric}.md"] * (shown < 5)


def test_names_that_begin_alike_are_told_apart_by_their_ends():
    systems = ["opus-mt-en-de-base", "opus-mt-en-de-big", "nllb"]
    (head, *_) = lines([], corpus=[corpus_score(system, 30.0) for system in systems], systems=systems)
    assert head.split()[-3:] == ["\u2026-en-de-base", "\u2026t-en-de-big", "nllb"]
    (head, *_) = lines([], corpus=CORPUS, systems=["a-system-of-some-length", "good"])
    assert head.split()[-2:] == ["a-system-of\u2026", "good"]


def test_no_more_than_five_systems_have_a_column_and_the_others_are_counted():
    corpus = [corpus_score(name, 30.0) for name in NAMES]
    scores = [set_score(name, "p", 29.9, 31.5) for name in NAMES]
    made = lines(scores, corpus=corpus, systems=NAMES)
    assert made[2].count("29.9 (31.5)") == 5
    assert made[-1] == "3 more systems: tables/scores_bleu.md"
    assert lines(scores[:6], corpus=corpus, systems=NAMES[:6])[-1] == "1 more system: tables/scores_bleu.md"
    assert "more" not in lines(scores[:5], corpus=corpus, systems=NAMES[:5])[-1]


@pytest.mark.parametrize(
    ("known", "first"),
    [
        (["chrf", "ribes", "bleu"], ["bleu", "ribes"]),
        (["chrf", "bleu"], ["bleu"]),
        (["chrf", "ter", "comet"], ["chrf", "ter"]),
        (["mqm"], ["mqm"]),
    ],
)
def test_bleu_and_ribes_come_first_or_the_first_two_of_the_run(known, first):
    assert metrics_first([corpus_score("a", 1.0, metric=name) for name in known]) == first


def test_the_best_system_of_the_whole_corpus_has_the_first_column():
    corpus = [corpus_score(name, score, metric="ter") for name, score in (("a", 60.0), ("b", 40.0), ("c", 50.0))]
    corpus.append(corpus_score("judged", 3.0, metric="mqm"))
    assert systems_first(corpus, "ter", higher_is_better=False) == ["b", "c", "a", "judged"]
    assert systems_first(corpus, "ter") == ["a", "c", "b", "judged"]
    assert systems_first([*CORPUS, corpus_score("also", 30.0)], "bleu") == ["good", "also", "bad"]


FOUND = [finding(name, -1.0, p) for name, p in (("w", 0.01), ("x", 0.5), ("y", 0.5), ("z", 0.5), ("p", 0.01))]
CONCLUSIONS = {
    row["phenomenon"]: row
    for row in (
        *map(conclusion, ("w", "p")),
        conclusion("x", -0.2, 0.01),
        conclusion("y", marked_p_bh=0.01),
        conclusion("z", -0.2, 0.2),
    )
}


def first_of(departures=(), alpha=0.05, **report):
    made = toy_results.manifest(report=report)
    return headline(made, FOUND, CONCLUSIONS, list(departures), alpha)


def test_the_config_s_headline_comes_first_and_then_every_phenomenon_with_a_finding():
    assert first_of(headline=["z", "p"]) == ["z", "p", "w", "x", "y"]
    assert first_of(headline=[]) == ["w", "x", "y", "p"]
    assert first_of([departure("good", "z", -1.0, 0.01)], headline=[]) == ["w", "x", "y", "z", "p"]
    assert first_of([word_departure("good", "z", -0.1, 0.01)], headline=[]) == ["w", "x", "y", "z", "p"]
    by_distance = word_departure("good", "z", -0.1, 0.9, slope=-0.3, slope_p=0.01)
    assert first_of([by_distance], headline=[]) == ["w", "x", "y", "z", "p"]
    assert first_of([departure("good", "z", -1.0, 0.2)], headline=[], alpha=0.001) == []


def test_without_a_headline_in_the_config_the_default_one_is_shown():
    default = ["particle_verb", "reflexive", "preposition_stranding", "reordering"]
    assert first_of()[:4] == headline(None, [], {}, [], 0.05) == default
    older = dataclasses.replace(toy_results.manifest(), config={})
    assert headline(older, [], {}, [], 0.05) == default


def test_a_phenomenon_of_the_headline_without_sets_is_left_out():
    assert not re.search("reordering", "\n".join(lines([], phenomena=["reordering"])))
