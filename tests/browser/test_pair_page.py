"""The page of two systems: its tables, the hits lost and won with the words that differ, at two widths."""

import pytest

import extractors as cs
from tests.browser.test_hostile import NASTY
from tests.builders import small_results

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


@pytest.fixture(scope="module")
def path(browser, tmp_path_factory):  # noqa: ARG001 - no page is written where no browser can show it
    results = small_results.make(tmp_path_factory.mktemp("pair"), more=small_results.plain(90))
    page = results / "pair.html"
    cs.compare(cs.Results(results), "good", "weak").save(page)
    return page


def test_verdict_and_tables(page_at, path):
    page = page_at(path)
    expect(page.locator(".pair-verdict")).to_contain_text("20 of 40 hits lost, 0 won")
    expect(page.locator("#whole-root tbody tr")).to_have_count(1)
    expect(page.locator("#words-root tbody th")).to_have_text(["particle_verb"])
    expect(page.locator("#sets-root .pair-plot.worse")).to_have_count(2)
    expect(page.locator("#differences-root .pair-example")).to_have_count(10)


def test_the_failing_phenomenon_is_open_and_marks_the_words_that_differ(page_at, path):
    page = page_at(path)
    group = page.locator("#hits-particle_verb")
    expect(group).to_have_attribute("open", "")
    expect(group.locator(".pair-example")).to_have_count(10)
    first = group.locator(".pair-example").first
    expect(first.locator("mark.role-head").first).to_be_visible()
    assert len(set(first.locator("mark.differs").all_inner_texts())) == 2
    expect(first.locator(".pair-name").last).to_contain_text("not found (reference: ")


@pytest.mark.parametrize("width", [1400, 420])
def test_nothing_is_wider_than_the_window(page_at, path, width):
    page = page_at(path, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_outputs_are_text_and_no_markup(page_at, tmp_path):
    references = [f"{text} and the end" for text in NASTY.values()]
    sets = small_results.make(tmp_path / "run") / "sets.parquet"
    count = small_results.ordinary()
    lines = [references[number % len(references)] for number in range(len(count))]
    compared = cs.compare(
        cs.SetFiles(references={"A": lines}, sets=sets),
        [line.replace("the end", "end") for line in lines],
        lines,
        check_languages=False,
    )
    compared.save(tmp_path / "pair.html")
    page = page_at(tmp_path / "pair.html")
    expect(page.locator("#differences-root .pair-example")).to_have_count(10)
