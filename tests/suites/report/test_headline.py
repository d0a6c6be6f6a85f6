"""What a small suite's results say, worked out by hand."""

import pytest

from challenge_sets_suites.report.headline import headline, percent
from challenge_sets_suites.report.suite_results import read_suite_results
from challenge_sets_suites.report.suite_summary import summary
from challenge_sets_suites.tables.annotations import CONFLICTS
from challenge_sets_suites.tables.judgments import JUDGMENTS, OUTPUTS_FOUND
from extractors.formats import tables
from tests.builders import suite_results
from tests.builders.rows import table_of
from tests.builders.suites import items_of, judgments_of


def said(folder):
    return [f"{sentence.number} {sentence.text}" for sentence in headline(read_suite_results(folder))]


def made(place, items, **letters):
    return suite_results.make(place / "suite", items, judgments_of(items, **letters))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return suite_results.small(tmp_path_factory.mktemp("small") / "small")


def test_the_best_system_comes_first_with_its_interval(small):
    assert said(small)[0] == (
        "100.0 % of 3 items decided for every system are right in alpha, the most of 3 systems (micro average; 95 %"
        " interval 43.9 to 100.0)."
    )


def test_accuracies_by_a_language_model_are_uncalibrated_in_the_headline_and_the_summary(tmp_path):
    items = items_of(*["x"] * 4)
    rows = judgments_of(items, A="RRWR", B="RWWR").to_pylist()
    folder = suite_results.make(tmp_path / "s", items, table_of(JUDGMENTS, [{**row, "judge": "llm"} for row in rows]))
    assert said(folder)[1].startswith("2 systems have uncalibrated accuracies: a language model gave verdicts.")
    assert "uncalibrated: verdicts of a language model" in summary(folder).splitlines()


def test_the_best_is_named_by_the_items_of_the_ranks(tmp_path):
    """B has left out all that is hard, and has the higher accuracy of what it decided."""
    items, letters = items_of(*["x"] * 30), {"A": "R" * 10 + "W" * 20, "B": "RRRRRRWWWW" + "U" * 20}
    folder = made(tmp_path, items, **letters)
    assert said(folder)[0].startswith("100.0 % of 10 items decided for every system are right in A, the most of 2")
    assert read_suite_results(folder).systems == ["A", "B"]
    folder = suite_results.make(tmp_path / "own", items, judgments_of(items, **letters), compare_on="own")
    assert said(folder)[0].startswith("60.0 % of 10 items decided for it are right in B, the most of 2 systems")
    assert read_suite_results(folder).systems == ["B", "A"]


def test_without_common_items_nobody_is_ranked(tmp_path):
    folder = made(tmp_path, items_of("x", "x"), A="RU", B="UR")
    assert said(folder)[0] == (
        "0 items are decided for every system, so systems are not ranked; `compare_on: own` ranks each by its own"
        " items."
    )


def test_each_test_names_those_that_are_not_worse(small):
    # alpha and gamma have four items in common, of which alpha alone has three right: p = 1/8.
    assert said(small)[1] == (
        "2 of 2 other systems are not significantly worse by the exact paired test on shared items (one-tailed,"
        " p (BH) >= 0.05): beta, gamma. By the Z-test of the literature, which takes no notice of shared items and is"
        " uncorrected, 1 is not: beta."
    )


def test_what_is_undecided_bounds_the_best(small):
    assert (
        "17.6 % of the outputs (3 of 17) are undecided, from 16.7 % (alpha) to 20.0 % (gamma). The best system is alpha"
        " in any case: 83.3 % if all of them are wrong, 100.0 % if all are right."
    ) in said(small)


def test_the_best_may_be_another_if_all_undecided_were_right(tmp_path):
    items = items_of(*["x"] * 10)
    folder = made(tmp_path, items, A="RRRRRRRWWW", B="RRRUUUUUUW")
    assert any(
        "The best system is A (70.0 %) if all of them are wrong, B (90.0 %) if all are right." in text
        for text in said(folder)
    )


def test_averages_that_disagree_are_named(tmp_path):
    items = items_of("a/x", "a/x", "a/x", "b/y")
    sentences = said(made(tmp_path, items, A="RRRW", B="RWWR"))
    assert (
        "2 different systems are the best by 3 averages: micro (over items) A, 75.0 %; macro (over categories) B,"
        " 66.7 %; macro (over phenomena) B, 66.7 %."
    ) in sentences


def test_near_identical_and_placeholder_systems_are_pointed_out(tmp_path):
    folder = suite_results.large(tmp_path / "large", items=40, phenomena=4, systems=4)
    found = {sentence.number: sentence for sentence in headline(read_suite_results(folder)) if sentence.warns}
    assert found["40 of 40"].text.startswith("items have one and the same output from Placeholder-X, “####”, and no")
    same = next(sentence for sentence in found.values() if "hardly two systems" in sentence.text)
    assert "from Online-A and Online-B" in same.text
    assert not any("missing:" in sentence.text for sentence in found.values())


def test_items_without_any_output_are_counted_once(tmp_path):
    items = items_of("x", "x", "x", "x")
    sentences = said(made(tmp_path, items, A="RR--", B="R---"))
    assert "2 items have no output of any system and count as missing." in sentences
    assert "1 more output is missing: B 1." in sentences


def test_missing_and_ambiguous_outputs_and_conflicts_are_counted(small, tmp_path):
    assert "1 output is missing: gamma 1." in said(small)
    items = items_of("x", "x")
    folder = made(tmp_path, items, A="RR", B="R-")
    rows = tables.read(OUTPUTS_FOUND, folder / "outputs_found.parquet").to_pylist()
    rows[0]["ambiguous"] = 2
    tables.write(table_of(OUTPUTS_FOUND, rows), folder / "outputs_found.parquet")
    conflict = dict.fromkeys([column.name for column in CONFLICTS.columns], "two\nlines")
    conflict |= {"systems": ["A"], "answers": ["anna=yes"], "yes": 1, "no": 1, "na": 0}
    tables.write(table_of(CONFLICTS, [conflict, conflict]), folder / CONFLICTS.file)
    numbers = [text.partition(" ")[0] for text in said(folder) if "several outputs" in text or "conflicts" in text]
    assert numbers == ["2", "2"]


def test_nothing_decided_is_said(tmp_path):
    items = items_of("x", "x")
    assert said(made(tmp_path, items, A="UU"))[0] == "0 judgments are decided, so no system has an accuracy."


def test_one_system_alone_is_compared_with_nobody(tmp_path):
    items = items_of("x", "x")
    sentences = said(made(tmp_path, items, A="RW"))
    assert len(sentences) == 2
    assert sentences[1].startswith("0 % of the outputs are undecided")


def test_a_judgment_of_an_item_that_is_not_there_is_refused(tmp_path):
    from extractors.core.errors import InputError

    folder = suite_results.small(tmp_path / "small")
    stray = suite_results.judgment("nowhere", "alpha", "x", "right", "")
    tables.write(table_of(JUDGMENTS, [stray]), folder / "judgments.parquet")
    with pytest.raises(InputError, match="nowhere"):
        read_suite_results(folder)


def test_shares_are_rounded_up_as_on_the_page():
    assert [percent(value) for value in (None, 0.8125, 1, 0)] == ["–", "81.3", "100.0", "0.0"]
