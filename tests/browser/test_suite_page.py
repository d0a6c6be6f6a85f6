"""The page of a suite: systems and map by average and items, cells, pairs, plots, items, triage, hostile text."""

import pytest

from challenge_sets_suites.report import suite_page
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import JUDGMENTS
from extractors.config.output_settings import ReportSettings
from tests.browser.test_hostile import NASTY
from tests.builders import suite_results
from tests.builders.rows import table_of

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def written(folder, **settings):
    suite_page.write(folder, folder / "report.html", ReportSettings(**settings))
    return folder / "report.html"


@pytest.fixture(scope="module")
def small(browser, tmp_path_factory):  # noqa: ARG001 - no page is written where no browser can show it
    return written(suite_results.small(tmp_path_factory.mktemp("suite") / "small"))


@pytest.fixture(scope="module")
def large(browser, tmp_path_factory):  # noqa: ARG001
    folder = tmp_path_factory.mktemp("suite") / "large"
    return written(suite_results.large(folder, items=120, phenomena=12, categories=4))


def shows(locator, wanted):
    """Waits until these elements, and no others, show these texts."""
    expect(locator).to_have_text(wanted, use_inner_text=True)


def are_items(page, *names):
    """Waits until these are the items; a browser lays out only those in sight, and the others have no inner text."""
    expect(page.locator(".suite-item h3")).to_have_text([f"Item {name}" for name in names])


def addressed(page, fragment):
    """Waits until the address has this fragment."""
    page.wait_for_function("wanted => decodeURIComponent(location.hash) === wanted", arg=fragment)


def texts(locator):
    """The texts that elements show at this moment; where it may not have been drawn, `shows` waits."""
    return [" ".join(text.split()) for text in locator.all_inner_texts()]


def cell(page, row, system):
    line = page.locator("#heatmap tr", has=page.get_by_role("rowheader", name=row, exact=True))
    place = texts(page.locator("#heatmap thead th")).index(system) - 2
    return line.locator("button.cell").nth(place)


def hash_of(page):
    return page.evaluate("decodeURIComponent(location.hash)")


def test_systems_stand_with_interval_bounds_and_tests(page_at, small):
    page = page_at(small)
    heads = texts(page.locator(".suite-systems thead th"))
    row = dict(zip(heads, texts(page.locator(".suite-systems tbody tr").nth(1).locator("th, td")), strict=True))
    assert row["system"] == "beta"
    assert row["accuracy"] == "66.7"
    assert row["95 % interval"] == "15.9 to 95.5"
    assert row["bounds"] == "50.0 to 66.7"
    assert [row[name] for name in ("judged", "right", "wrong", "undecided", "missing")] == ["6", "3", "2", "1", "0"]
    assert row["rank"] == "2 (1 to 3)"
    shows(page.locator(".suite-systems strong"), ["100.0", "66.7"])


def test_average_and_items_are_kept_in_the_address_and_restored(page_at, small):
    page = page_at(small)
    page.locator("#systems select").first.select_option("macro over phenomena")
    page.locator("#systems select").last.select_option("own")
    addressed(page, "#systems?average=macro over phenomena&items=own")
    expect(page.locator(".suite-systems caption")).to_contain_text("macro over phenomena average, own items")
    shows(page.locator(".suite-systems tbody td:nth-child(4)"), ["100.0", "50.0", "33.3"])
    again = page_at(small, page.evaluate("location.hash"))
    assert again.locator("#systems select").first.input_value() == "macro over phenomena"
    shows(again.locator(".suite-systems tbody td:nth-child(4)"), ["100.0", "50.0", "33.3"])
    shows(again.locator("#heatmap tbody.together th"), ["all items, macro over phenomena"])


def test_the_map_shows_accuracy_n_and_bounds_and_tells_the_rest_in_a_box(page_at, small):
    page = page_at(small, "#map?items=own")
    at = cell(page, "nouns", "beta")
    shows(at.locator(".accuracy, .bounds"), ["100.0", "n 2 · 67–100"])
    at.click()
    box = page.get_by_role("dialog")
    facts = dict(zip(texts(box.locator("dt")), texts(box.locator("dd")), strict=True))
    expect(box.locator(".title")).to_have_text("beta, nouns")
    assert facts["accuracy"] == "100.0 %"
    assert facts["undecided all wrong, all right"] == "66.7 to 100.0"
    assert facts["p against the best, paired"] == "the best"
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()
    cell(page, "verbs", "gamma").click()
    page.get_by_role("dialog").get_by_role("link", name="wrong items").click()
    page.wait_for_selector(".suite-item")
    addressed(page, "#items?category=verbs&system=gamma&verdict=wrong")
    are_items(page, "m1")


def test_phenomena_take_the_place_of_categories(page_at, small):
    page = page_at(small, "#map?items=own")
    page.get_by_label("rows").first.select_option("phenomenon")
    addressed(page, "#map?items=own&by=phenomenon")
    shows(page.locator("#heatmap tbody:not(.together) th"), ["verbs", "tense", "mood", "nouns", "case", "mood"])
    page.locator("#heatmap thead").get_by_role("button", name="sort by the accuracy of gamma").click()
    addressed(page, "#map?items=own&by=phenomenon&sort=gamma")
    shows(page.locator("#heatmap tbody:not(.together) th"), ["mood verbs", "case nouns", "mood nouns", "tense verbs"])
    expect(page.locator("#heatmap thead th").nth(4)).to_have_attribute("aria-sort", "ascending")


def test_the_map_is_walked_by_keys(page_at, large):
    page = page_at(large)
    first = page.locator("#heatmap button.cell").first
    first.focus()
    assert page.locator('#heatmap button.cell[tabindex="0"]').count() == 1
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.system") == "1"
    assert page.evaluate("document.activeElement.dataset.group") != first.get_attribute("data-group")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('.popover') !== null")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.system") == "1"


def test_two_systems_are_compared_both_ways(page_at, small):
    page = page_at(small, "#pairs?a=beta&b=gamma&by=phenomenon")
    status = page.locator("#pairs [role=status]")
    # Both have m1, c1 and c2 decided: beta has the last two right.
    expect(status).to_contain_text("+66.7 points separate A (beta) from B (gamma) on 3 items decided for both")
    page.get_by_label("system A").select_option("gamma")
    expect(status).to_contain_text("−66.7 points separate A (gamma) from B (beta)")
    addressed(page, "#pairs?a=gamma&b=beta&by=phenomenon")
    row = page.locator("#pairs tbody tr", has=page.get_by_role("rowheader", name="nouns: case"))
    row.get_by_role("link").click()
    are_items(page, "c1", "c2")
    assert "system=beta&verdict=right&other=gamma&other_verdict=wrong" in hash_of(page)


def test_accuracies_by_distance_and_frequency_are_drawn_and_stand_in_tables(page_at, large):
    page = page_at(large, "#plots")
    expect(page.locator("#plots .chart svg")).to_have_count(2)
    assert len(texts(page.locator("#plots .drawn"))) == 4
    page.get_by_text("The numbers").last.click()
    systems = set(texts(page.locator("#plots details[open] tbody th")))
    assert systems == {f"Online-{letter}" for letter in "ABCDE"}
    page.locator("#plots").get_by_label("distances of").select_option(index=1)
    expect(page.locator("#plots figcaption").first).to_contain_text("Category 1: Phenomenon 1")


def test_items_show_outputs_together_with_verdict_and_reason(page_at, small):
    page = page_at(small, "#items?item=t1")
    item = page.locator(".suite-item")
    expect(item).to_have_count(1)
    shows(item.locator("dl:not(.judged) dt"), ["source", "right if it matches"])
    shows(item.locator(".judged dt"), ["✓ right alpha, beta", "? undecided gamma"])
    shows(item.locator(".judged dd"), ["He was there. matches what is right", "It was him. no expression matches"])


def test_items_are_filtered_by_text_and_verdict(page_at, small):
    page = page_at(small, "#items")
    status = page.locator("#items .status")
    expect(status).to_have_text("6 items match.")
    page.locator("#items-verdict").select_option("undecided")
    expect(status).to_have_text("2 items match.")
    page.locator("#items-system").select_option("beta")
    expect(status).to_have_text("1 item matches.")
    page.get_by_role("button", name="Reset").click()
    page.locator("#items-text").fill("KÖCHIN")
    expect(status).to_have_text("1 item matches.")
    addressed(page, "#items?text=KÖCHIN")
    page.locator("#items-text").fill("")
    page.locator("#items-category").select_option("nouns")
    page.locator("#items-phenomenon").select_option("mood")
    expect(status).to_have_text("1 item matches.")


def test_an_address_that_asks_for_what_is_not_there_is_answered(page_at, small):
    page = page_at(small, "#items?system=nobody&item=zzz")
    expect(page.locator("#items .notice")).to_contain_text('knows no system "nobody"')
    expect(page.locator("#items .notice")).to_contain_text('does not hold the item "zzz"')
    page.evaluate("location.hash = '#map?average=harmonic'")
    expect(page.locator("#map-problems")).to_have_text('This page knows no average "harmonic".')


def test_pages_of_items_turn(page_at, large):
    page = page_at(large, "#items")
    expect(page.locator("#items .status")).to_contain_text("120 items match, page 1 of 5.")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#items .status")).to_contain_text("page 2 of 5")
    addressed(page, "#items?page=2")
    page.wait_for_function("document.activeElement.localName === 'h3'")


def test_a_sample_of_items_says_that_it_is_one(page_at, large):
    sample = large.with_name("sample.html")
    suite_page.write(large.parent, sample, ReportSettings(examples=2))
    page = page_at(sample, "#items")
    expect(page.locator("#items .scope")).to_contain_text("This page holds 24 of 120 items: up to 2 of a phenomenon.")


def test_contrastive_pairs_mark_what_differs_and_show_scores(page_at, tmp_path):
    items = [Item(item="1", sentence=0, source="Ein Satz.", phenomenon="x", reference="A dog.", contrastive="A cat.")]
    rows = [
        suite_results.judgment("1", "A", None, "right", "the reference is better", judge="contrastive", score=0.25),
        suite_results.judgment("1", "B", None, "right", "the reference is better", judge="contrastive", score=1.5),
    ]
    page = page_at(
        written(suite_results.make(tmp_path / "s", items, table_of(JUDGMENTS, rows), judge="contrastive")), "#items"
    )
    item = page.locator(".suite-item")
    shows(item.locator("mark"), ["dog", "cat"])
    shows(item.locator(".judged dt"), ["✓ right A (0.250), B (1.500)"])
    assert page.locator("#plots").count() == 0


def test_what_a_person_should_judge_first_leads_to_its_item(page_at, small):
    page = page_at(small)
    rows = page.locator("#triage tbody tr")
    assert texts(rows.first.locator("th, td"))[:2] == ["g1", "nouns: mood"]
    assert texts(rows.first.locator("td"))[3:5] == ["2", "2"]
    rows.first.get_by_role("link", name="g1").click()
    are_items(page, "g1")


@pytest.fixture(scope="module")
def hostile(browser, tmp_path_factory):  # noqa: ARG001
    items, rows = [], []
    for number, (name, text) in enumerate(NASTY.items()):
        fields = {"reference": text, "contrastive": f"{text} x", "question": text, "positive_regex": text, "word": text}
        lists = {"right_words": (text,), "wrong_words": (text,), "positive_tokens": (text,), "negative_tokens": (text,)}
        short = text[:60]
        items.append(
            Item(
                item=f"{name} {short}",
                sentence=number,
                source=text,
                category=short,
                phenomenon=short,
                **fields,
                **lists,
            )
        )
        for system, verdict in (("<b>bold</b>", "undecided"), ("</script><img src=x onerror=alert(1)>", "wrong")):
            rows.append(suite_results.judgment(items[-1].item, system, text, verdict, text, judge=short))
    folder = tmp_path_factory.mktemp("suite") / "hostile <img src=x>"
    return written(suite_results.make(folder, items, table_of(JUDGMENTS, rows)))


@pytest.mark.parametrize("width", [390, 1440])
def test_text_that_tries_to_be_more_is_shown_as_it_is(page_at, hostile, width):
    page = page_at(hostile, "#items", width=width)
    page.wait_for_selector(".suite-item")
    expect(page.locator(".suite-item")).to_have_count(len(NASTY))
    sources = page.locator(".suite-item dl:not(.judged) dd:first-of-type .text").evaluate_all(
        "all => all.map(one => one.textContent)"
    )
    assert sorted(sources) == sorted(NASTY.values())
    page.get_by_label("rows").first.select_option("phenomenon")
    page.locator("#heatmap button.cell").nth(3).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.locator("img, iframe, object, embed, svg, main script, b:not(.legend b)").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_no_part_is_wider_than_the_window_and_text_stands_out(page_at, large, width, scheme):
    page = page_at(large, "#map?by=phenomenon", width=width, color_scheme=scheme)
    for place in ("#items", "#plots", "#pairs", "#triage"):
        page.evaluate("place => { location.hash = place; }", place)
        page.wait_for_selector(f"{place} table, {place} .suite-item, {place} svg", state="attached")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), place
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (dark == "rgb(22, 24, 27)") == (scheme == "dark")


def test_without_scripts_the_numbers_are_there(browser, small):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(small.as_uri())
    assert "78" not in page.locator("#systems").inner_text()
    expect(page.locator("#unscripted")).to_be_visible()
    assert page.locator("#heatmap tbody tr").count() == 2
    context.close()


def test_words_that_two_texts_do_not_share(page_at, small):
    opened = page_at(small)
    runs = "([left, right]) => window.ChallengeSets.wordDiff(left, right)"
    assert opened.evaluate(runs, ["the cat sat.", "the dog sat."]) == [[4, 7, 1], [4, 7, 1]]
    assert opened.evaluate(runs, ["same", "same"]) == [[], []]
    assert opened.evaluate(runs, ["", "a b"]) == [[], [0, 3, 1]]
    assert opened.evaluate(runs, ["a \U0001f600 b c", "a \U0001f601 c"]) == [[2, 5, 1], [2, 3, 1]]
    assert opened.evaluate(runs, ["x a y b z", "a b"]) == [[0, 1, 1, 4, 5, 1, 8, 9, 1], []]
