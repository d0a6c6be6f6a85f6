"""The section on two systems as a reader uses it: the choice and its address, plots, ranks, examples, confounds."""

import shutil

import pytest

from extractors.formats import tables
from extractors.formats.confounds import CONFOUNDS
from extractors.formats.scores import SYSTEM_COMPARISONS
from extractors.report.heatmap import signed
from tests.browser.conftest import written
from tests.builders import small_results
from tests.builders.rows import table_of

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

LOSS = ("Which phenomena cost one system more than the other", "A minus B on each set")


@pytest.fixture(scope="module")
def report(browser, small_folder, tmp_path_factory):  # noqa: ARG001 - none is written where no browser can show it
    """The report on the small corpus, with a table of confounds."""
    folder = tmp_path_factory.mktemp("systems") / small_results.CORPUS
    shutil.copytree(small_folder, folder)
    row = {column.name: None for column in CONFOUNDS.columns}
    row |= {"phenomenon": "particle_verb", "minimum_distance": 0, "metric": "chrf", "n": 40, "overlap": 0.2}
    rows = [
        row
        | {"system": system, "matched_on": matched, "unmatched": unmatched, "signature": "s"}
        | {"difference": change + shift, "difference_low": change + shift - 1, "difference_high": change + shift + 1}
        for system, shift in (("good", 0.0), ("weak", -6.0))
        for matched, change, unmatched in (("length", -4.0, 0), ("length+rare_words", -1.5, 3))
    ]
    tables.write(table_of(CONFOUNDS, rows), folder / CONFOUNDS.file)
    return written(folder)


@pytest.fixture
def systems(page_at, report):
    """A function that opens the section at an address."""

    def opened(fragment="", **options):
        page = page_at(report, fragment, **options)
        page.wait_for_selector("#systems[data-ready]")
        return page

    return opened


def numbers(opened, heading):
    """The rows of the table under a heading: set, value, p, finding, class of the plot."""
    part = {LOSS[0]: ".pair-losses", LOSS[1]: ".pair-differences"}[heading]
    return opened.eval_on_selector_all(
        f"{part} tbody tr",
        "rows => rows.map(row => [row.cells[0].textContent, row.cells[2].textContent, row.cells[5].textContent,"
        " row.querySelector('.pair-plot').className])",
    )


def field(opened, name):
    return opened.locator(".pair-controls").get_by_label(name)


def compared(folder, metric):
    return next(
        row
        for row in tables.read(SYSTEM_COMPARISONS, folder / "system_comparisons.parquet").to_pylist()
        if (row["phenomenon"], row["minimum_distance"], row["metric"]) == ("particle_verb", 0, metric)
    )


def test_differences_are_those_of_the_table_turned_to_a_minus_b(systems, small_folder):
    row = compared(small_folder, "chrf")
    assert row["system_a"] == "good"
    opened = systems("#systems?a=weak&b=good")
    assert numbers(opened, LOSS[1]) == [
        ["particle_verb", signed(-row["difference"], 1), "A is worse", "pair-plot worse"]
    ]
    ((_, interaction, _, _),) = numbers(opened, LOSS[0])
    assert interaction == signed(-row["interaction"], 1)
    expect(opened.locator(".pair-summary")).to_contain_text(
        "A (weak) is significantly worse than B (good) on 1 of 1 set"
    )
    opened.get_by_role("button", name="swap A and B").click()
    assert numbers(opened, LOSS[1]) == [
        ["particle_verb", signed(row["difference"], 1), "A is better", "pair-plot better"]
    ]
    expect(opened.locator("#systems :focus")).to_have_text("swap A and B")


def test_of_an_error_rate_the_higher_one_is_worse(systems, small_folder):
    opened = systems("#systems?a=weak&b=good")
    opened.locator("#systems").get_by_label("metric").select_option(label="TER")
    value = -compared(small_folder, "ter")["difference"]
    assert value > 0
    assert numbers(opened, LOSS[1]) == [["particle_verb", signed(value, 1), "A is worse", "pair-plot worse"]]
    expect(opened.locator(".pair-losses .note")).to_contain_text("Above 0, A loses more")


def test_the_plot_has_its_point_on_the_side_of_its_sign(systems):
    opened = systems("#systems?a=weak&b=good")
    zero, point, interval = opened.eval_on_selector(
        ".pair-differences .pair-plot",
        "plot => ['zero', 'point', 'interval'].map("
        "name => plot.querySelector('.' + name).getBoundingClientRect().left)",
    )
    assert interval < point < zero


def test_the_choice_stands_in_the_address_beside_what_is_not_its_own(systems):
    opened = systems("#systems?a=weak&b=good&other=1%202")
    expect(opened.get_by_label("system A")).to_have_value("weak")
    expect(opened.locator("#systems-title")).to_be_in_viewport()
    opened.get_by_label("system B").select_option("weak")
    expect(opened.get_by_label("system A")).to_have_value("good")
    assert opened.url.endswith("#systems?a=good&b=weak&other=1%202")
    opened.evaluate("location.hash = '#systems?a=weak&b=good'")
    expect(opened.get_by_label("system A")).to_have_value("weak")


def test_metric_and_distance_stand_in_the_address_and_come_back_from_it(systems):
    opened = systems("#systems?a=weak&b=good&other=1%202")
    field(opened, "metric").select_option(label="TER")
    field(opened, "distance").select_option("every")
    assert opened.url.endswith("#systems?a=weak&b=good&metric=ter&distance=every&other=1%202")
    shown = numbers(opened, LOSS[1])
    link = opened.url[opened.url.index("#") :]
    again = systems(link)
    expect(field(again, "metric")).to_have_value("1")
    expect(field(again, "distance")).to_have_value("every")
    assert numbers(again, LOSS[1]) == shown
    # What is as at first is left out, and an address without it shows the first again.
    field(again, "metric").select_option(label="chrF2")
    assert again.url.endswith("#systems?a=weak&b=good&distance=every&other=1%202")
    again.evaluate("location.hash = '#systems?a=weak&b=good&metric=ter'")
    expect(field(again, "metric")).to_have_value("1")
    expect(field(again, "distance")).to_have_value("0")
    again.evaluate("location.hash = '#systems?a=weak&b=good'")
    expect(field(again, "metric")).to_have_value("0")


def test_the_choices_of_another_section_are_not_those_of_this_one(systems):
    opened = systems("#overview?metric=ter")
    expect(field(opened, "metric")).to_have_value("0")
    opened.get_by_role("button", name="swap A and B").click()
    assert opened.url.endswith("#systems?a=weak&b=good")


def test_an_address_with_what_the_page_does_not_know_says_so(systems):
    opened = systems("#systems?a=nobody&b=good&metric=comet&distance=99")
    notice = opened.locator(".pair-problems[role=alert]")
    expect(notice.locator("p")).to_have_text(
        [
            f'This section knows no {name} "{value}".'
            for name, value in (("a", "nobody"), ("metric", "comet"), ("distance", "99"))
        ]
    )
    expect(field(opened, "distance")).to_have_value("0")
    expect(opened.get_by_label("system A")).to_have_value("good")
    opened.get_by_role("button", name="swap A and B").click()
    expect(notice.locator("p")).to_have_count(0)


@pytest.mark.parametrize("fragment", ["#systems?a=good&b=good", ""])
def test_an_address_without_two_systems_of_the_page_shows_the_best_two(systems, fragment):
    opened = systems(fragment)
    expect(opened.get_by_label("system A")).to_have_value("good")
    expect(opened.get_by_label("system B")).to_have_value("weak")


def test_ranks_with_a_line_between_clusters(systems):
    opened = systems()
    groups = opened.eval_on_selector_all(
        ".pair-ranking tbody", "found => found.map(body => [...body.rows].map(row => row.textContent))"
    )
    assert [[text.split()[0][:5] for text in group] for group in groups] == [["1good"], ["2weak"]]
    expect(opened.locator(".pair-ranking caption")).to_contain_text("particle_verb, 40 segments: systems by chrF2")


def test_examples_that_one_system_has_and_the_other_has_not(systems):
    opened = systems("#systems?a=good&b=weak")
    opened.locator(".pair-examples").scroll_into_view_if_needed()
    examples = opened.locator(".pair-examples .pair-example")
    expect(examples).to_have_count(5)
    status = opened.locator(".pair-examples [role=status]")
    expect(status).to_contain_text("with words found in A and not in B, the largest difference of chrF2 first")
    first = examples.first
    expect(first.locator("mark.differs")).to_have_count(2)
    words = first.locator("mark.differs").all_text_contents()
    assert (words[0] in {verb[2] for verb in small_results.VERBS}, words[1]) == (True, "went")
    expect(first.locator("p.note")).to_contain_text("chrF2 100.0 and")
    expect(first.locator("p.note")).to_contain_text("TER 0.0 and")
    opened.get_by_role("button", name="more examples").click()
    expect(examples).to_have_count(10)
    expect(examples.nth(5)).to_be_focused()
    opened.locator(".pair-examples").get_by_label("show").select_option("b")
    expect(status).to_have_text("0 segments of this page's examples with words found in B and not in A")
    opened.get_by_role("button", name="swap A and B").click()
    expect(examples).to_have_count(5)


def test_what_a_difference_becomes_with_other_controls(systems):
    opened = systems("#systems?a=weak&b=good")
    part = opened.locator(".pair-confounds")
    expect(part.locator("thead th")).to_have_text(["set", "length", "length + rare words"])
    expect(part.locator("tbody td")).to_have_text(["\u22126.0", "\u22126.0 (n = 37)"])
    part.get_by_label("difference of").select_option(label="A")
    expect(part.locator("tbody td")).to_have_text(
        ["\u221210.0 [\u221211.0, \u22129.0]", "\u22127.5 [\u22128.5, \u22126.5] (n = 37)"]
    )
    part.get_by_label("difference of").select_option(label="mean of all systems")
    expect(part.locator("tbody td")).to_have_text(["\u22127.0", "\u22124.5 (n = 37)"])


def test_a_phone_scrolls_one_way_only(systems):
    opened = systems("#systems?a=good&b=weak", width=360, height=740)
    opened.locator(".pair-examples").scroll_into_view_if_needed()
    expect(opened.locator(".pair-examples .pair-example").first).to_be_visible()
    assert opened.evaluate("document.documentElement.scrollWidth") == 360
    plot = opened.locator(".pair-differences .pair-plot").first
    assert plot.evaluate("place => place.getBoundingClientRect().right") <= 360


def test_words_that_two_texts_do_not_share(systems):
    opened = systems()
    runs = "([left, right]) => window.ChallengeSets.wordDiff(left, right)"
    assert opened.evaluate(runs, ["the cat sat.", "the dog sat."]) == [[4, 7, 1], [4, 7, 1]]
    assert opened.evaluate(runs, ["same", "same"]) == [[], []]
    assert opened.evaluate(runs, ["", "a b"]) == [[], [0, 3, 1]]
    assert opened.evaluate(runs, ["a \U0001f600 b c", "a \U0001f601 c"]) == [[2, 5, 1], [2, 3, 1]]
    assert opened.evaluate(runs, ["x a y b z", "a b"]) == [[0, 1, 1, 4, 5, 1, 8, 9, 1], []]
