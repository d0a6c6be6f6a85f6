"""Two systems on several runs: by test set, pooled, and what is refused."""

import re

import pytest

import extractors as cs
from extractors.api.comparing_runs import compare_runs
from extractors.core.errors import InputError
from tests.builders import small_results

OTHERS = (("Paul", "Paul"), ("Karin", "Karin"), ("Niemand", "Nobody"), ("Olga", "Olga"), ("Wir", "We"))


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Two runs of the same systems on other sentences."""
    place = tmp_path_factory.mktemp("runs")
    with pytest.MonkeyPatch.context() as patch:
        first = small_results.make(place / "one", more=small_results.plain(90))
        patch.setattr(small_results, "SUBJECTS", OTHERS)
        patch.setattr(
            small_results, "BETWEEN", (("heute", "today"), ("gern", "gladly"), ("sehr", "very"), ("da", "there"))
        )
        second = small_results.make(place / "two", more=small_results.plain(90))
    return [first, second]


def test_hits_and_segments_of_both_runs_count(folders):
    both = compare_runs(folders, "good", "weak")
    alone = [cs.compare(cs.Results(folder), "good", "weak") for folder in folders]
    row = next(row for row in both.words.to_pylist() if row["phenomenon"] == "particle_verb")
    assert row["n"] == sum(one.at_words[0]["n"] for one in alone) == 80
    assert row["lost"] == sum(one.at_words[0]["lost"] for one in alone)
    assert both.pair_gate.whole.n == 240
    assert [whole.difference for whole in both.by_run.values()] == [one.whole.difference for one in alone]
    wholes = [one.whole for one in alone]
    assert min(w.difference for w in wholes) <= both.pair_gate.whole.difference <= max(w.difference for w in wholes)
    verbs = [row for row in both.rows if row["phenomenon"] == "particle_verb"]
    assert {(row["question"], row["test_sets"], row["n"]) for row in verbs} == {
        ("difference", 2, 80),
        ("interaction", 2, 80),
    }


def test_the_interval_is_narrower_than_that_of_one_run(folders):
    both = compare_runs(folders, "good", "weak")
    widths = [whole.high - whole.low for whole in both.by_run.values()]
    assert both.pair_gate.whole.high - both.pair_gate.whole.low < min(widths)


def test_the_command_prints_one_table_by_test_set_and_pooled(folders, call):
    options = [str(folder) for folder in folders]
    status, said, complaint = call("compare", *options, "good", "weak", "--fail-if-worse")
    assert status == 3
    lines = said.splitlines()
    assert max(map(len, lines)) <= 100 + max(map(len, map(str, folders)))
    assert re.search(r"^all together +240 ", said, re.MULTILINE)
    assert "of 80 hits lost" in complaint
    status, _, _ = call("compare", *options, "weak", "good", "--fail-on", "whole")
    assert status == 0


def test_the_family_is_that_of_all_runs(folders):
    assert compare_runs(folders, "good", "weak", phenomena=["reflexive"]).family == ["reflexive"]
    with pytest.raises(InputError, match="unknown phenomenon 'reflexiv'"):
        compare_runs(folders, "good", "weak", phenomena=["reflexiv"])


def test_one_source_twice_is_refused(folders, tmp_path):
    again = small_results.make(tmp_path / "again", more=small_results.plain(90))
    with pytest.raises(InputError, match="most of its source with"):
        compare_runs([folders[0], again], "good", "weak")
    with pytest.raises(InputError, match="the same run is given twice"):
        compare_runs([folders[0], folders[0]], "good", "weak")


@pytest.mark.parametrize(
    ("systems", "how", "words"),
    [
        (("good", "good"), {}, "good is named twice"),
        (("good", "week"), {}, "unknown system 'week'"),
        (("good", "weak"), {"metric": "bleu"}, "unknown metric 'bleu'"),
    ],
)
def test_what_is_refused(folders, systems, how, words):
    with pytest.raises(InputError, match=words):
        compare_runs(folders, *systems, **how)


def test_the_page_is_of_one_run(folders, call):
    options = [str(folder) for folder in folders]
    status, _, complaint = call("compare", *options, "good", "weak", "-o", "page.html")
    assert status == 1
    assert "a page is of one set or run" in complaint
