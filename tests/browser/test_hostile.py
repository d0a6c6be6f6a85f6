"""Text that tries to be more than text: it is shown as it is, and does nothing."""

import pytest

from tests.browser.conftest import written
from tests.builders import small_results
from tests.builders.small_results import Segment

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

LONG = " ".join(f"wort{n}" for n in range(1200))
NASTY = {
    "script": "<script>alert('text')</script>",
    "end of script": "</script><script>alert('end')</script>",
    "image": "<img src=x onerror=alert('image')>",
    "quotes": "\"'><svg/onload=alert('quotes')>",
    "entities": "&lt;b&gt;&amp;amp;&#x3c;",
    "template": "{{7*7}}${7*7}#{alert(1)}",
    "override": "\u202eevil\u202d\u2066\u2067\u2068",
    "no width": "a\u200bb\u2060c\ufeffd\u00ade\u200df",
    "combining": "\u0301\u0489 z\u0310\u0310\u0310\u0310\u0310\u0310\u0310\u0310\u0310\u0310\u0310\u0310",
    "controls": "nul\u0000bell\u0007escape\u001b[31mred",
    "separators": "line\u2028paragraph\u2029end",
    "right to left": "שלום עולם",
    "beyond the basic plane": "😀👩\u200d👩\u200d👧𝒳",
    "one word": "W" * 10_000,
    "long": LONG,
}
SEGMENTS = [
    Segment(f"Sie kam/V {text} an/P .", f"She arrived/V {text} .", f"She went {text} .") for text in NASTY.values()
]
FIRST = len(small_results.ordinary())
HEBREW = Segment("הוא kam/V היום an/P .", "He arrived/V today .", "He went today .")


@pytest.fixture(scope="module")
def report(browser, tmp_path_factory):  # noqa: ARG001 - no report is written where no browser can show it
    place = tmp_path_factory.mktemp("hostile")
    return written(small_results.make(place, more=[*SEGMENTS, HEBREW]))


def show(page, name):
    """Goes to one of the segments by its link, and gives its place in the page."""
    number = FIRST + (len(SEGMENTS) if name == "hebrew" else list(NASTY).index(name))
    page.evaluate("number => { location.hash = `#segment-${number}`; }", number)
    example = page.locator(".example", has=page.get_by_role("heading", name=f"Segment {number}", exact=True))
    example.wait_for()
    return example


def words(locator):
    return locator.evaluate_all("all => all.map(one => one.textContent)")


def codes(example):
    return example.locator("dd .text").first.locator(".unseen").evaluate_all("all => all.map(one => one.dataset.code)")


def test_it_is_shown_as_it_is(page_at, report):
    page = page_at(report)
    for name, segment in zip(NASTY, SEGMENTS, strict=True):
        example = show(page, name)
        example.get_by_role("button", name="Dependency tree").click()
        shown = words(example.locator("dd .text"))
        assert shown == [segment.text, segment.english, segment.weak, segment.english], name
        assert words(example.locator("dd").nth(0).locator("mark")) == ["kam", "an"], name
        assert words(example.locator("dd").nth(1).locator("mark")) == ["arrived"], name
        # Nothing but what the page itself makes; page_at sees to it that nothing ran.
        inside = example.locator("dd *").evaluate_all("found => [...new Set(found.map(one => one.localName))]")
        assert set(inside) <= {"bdi", "mark", "span", "button"}, name
        assert page.locator("img, iframe, object, embed, #examples script").count() == 0, name
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name


def test_what_turns_the_direction_is_named_and_acts_on_nothing(page_at, report):
    page = page_at(report)
    example = show(page, "override")
    assert codes(example) == ["U+202E", "U+202D", "U+2066", "U+2067", "U+2068"]
    text = example.locator("dd .text").first
    # The letters after the override still stand from left to right.
    places = text.evaluate(
        """text => {
          const walk = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), found = [];
          for (let node = walk.nextNode(); node; node = walk.nextNode()) {
            const at = node.data.indexOf("evil");
            for (const k of at < 0 ? [] : [0, 1, 2, 3]) {
              const range = document.createRange();
              range.setStart(node, at + k);
              range.setEnd(node, at + k + 1);
              found.push(range.getBoundingClientRect().left);
            }
          }
          return found;
        }"""
    )
    assert len(places) == 4
    assert places == sorted(places)
    assert page.evaluate("getComputedStyle(document.querySelector('.unseen')).unicodeBidi") == "isolate"


def test_what_cannot_be_seen_is_named(page_at, report):
    page = page_at(report)
    assert codes(show(page, "no width")) == ["U+200B", "U+2060", "U+FEFF", "U+00AD", "U+200D"]
    assert codes(show(page, "controls")) == ["U+0000", "U+0007", "U+001B"]
    assert codes(show(page, "separators")) == ["U+2028", "U+2029"]
    assert codes(show(page, "beyond the basic plane")) == []
    assert words(show(page, "combining").locator("dd .text").first.locator(".lone")) == ["\u0301"]


def test_a_text_from_right_to_left_runs_so(page_at, report):
    page = page_at(report)
    example = show(page, "hebrew")
    assert example.locator("dd .text").first.evaluate("text => getComputedStyle(text).direction") == "rtl"
    page.get_by_role("button", name="Dependency tree").click()
    places = page.locator(".tree .word").evaluate_all("words => words.map(word => Number(word.getAttribute('x')))")
    assert places == sorted(places, reverse=True)


def test_a_long_text_scrolls_in_a_box_and_its_tree_is_not_drawn(page_at, report):
    page = page_at(report)
    box = show(page, "long").locator(".clamped").first
    assert box.evaluate("box => box.getBoundingClientRect().height") < 300
    assert box.evaluate("box => box.scrollHeight") > 1000
    page.get_by_role("button", name="Dependency tree").click()
    expect(page.locator(".trees")).to_have_text("The tree is not drawn: nobody can follow the arcs of 1204 words.")
