"""Text that tries to be more than text: it is shown as it is, and does nothing."""

import pytest

from tests.browser import small_results
from tests.browser.conftest import written
from tests.browser.small_results import Segment

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
    "controls": "bell\u0007escape\u001b[31mred",
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


@pytest.fixture(scope="module")
def report(browser, tmp_path_factory):  # noqa: ARG001
    return written(small_results.make(tmp_path_factory.mktemp("hostile"), more=SEGMENTS))


@pytest.mark.parametrize("number", range(len(NASTY)), ids=list(NASTY))
def test_it_is_shown_as_it_is(page_at, report, number):
    page = page_at(report, f"#segment-{FIRST + number}")
    example = page.locator(".example")
    example.wait_for()
    example.locator("summary").click()
    example.get_by_role("button", name="Dependency tree").click()
    segment = SEGMENTS[number]
    shown = example.locator("dd .text").evaluate_all("texts => texts.map(text => text.textContent)")
    assert shown == [segment.text, segment.english, segment.english, segment.weak]
    marks = example.locator("dd").nth(0).locator("mark").evaluate_all("marks => marks.map(mark => mark.textContent)")
    assert marks == ["kam", "an"]
    marks = example.locator("dd").nth(1).locator("mark").evaluate_all("marks => marks.map(mark => mark.textContent)")
    assert marks == ["arrived"]
    # Nothing but what the page itself makes; page_at sees to it that nothing ran.
    inside = example.locator("dd *").evaluate_all("found => [...new Set(found.map(one => one.localName))]")
    assert set(inside) <= {"bdi", "mark", "span", "button"}
    assert page.locator("img, iframe, object, embed, #examples script").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_turns_the_direction_is_named_and_acts_on_nothing(page_at, report):
    number = list(NASTY).index("override")
    page = page_at(report, f"#segment-{FIRST + number}")
    text = page.locator(".example dd .text").first
    text.wait_for()
    codes = text.locator(".unseen").evaluate_all("all => all.map(one => one.dataset.code)")
    assert codes == ["U+202E", "U+202D", "U+2066", "U+2067", "U+2068"]
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


@pytest.mark.parametrize(
    ("name", "unseen"),
    [
        ("no width", ["U+200B", "U+2060", "U+FEFF", "U+00AD", "U+200D"]),
        ("controls", ["U+0007", "U+001B"]),
        ("separators", ["U+2028", "U+2029"]),
        ("beyond the basic plane", []),
    ],
)
def test_what_cannot_be_seen_is_named(page_at, report, name, unseen):
    page = page_at(report, f"#segment-{FIRST + list(NASTY).index(name)}")
    text = page.locator(".example dd .text").first
    text.wait_for()
    assert text.locator(".unseen").evaluate_all("all => all.map(one => one.dataset.code)") == unseen


def test_a_text_from_right_to_left_runs_so(page_at, tmp_path, browser):  # noqa: ARG001
    hebrew = Segment("הוא kam/V היום an/P .", "He arrived/V today .", "He went today .")
    page = page_at(written(small_results.make(tmp_path, more=[hebrew])), f"#segment-{FIRST}")
    text = page.locator(".example dd .text").first
    text.wait_for()
    assert text.evaluate("text => getComputedStyle(text).direction") == "rtl"
    page.get_by_role("button", name="Dependency tree").click()
    places = page.locator(".tree .word").evaluate_all("words => words.map(word => Number(word.getAttribute('x')))")
    assert places == sorted(places, reverse=True)


def test_a_long_text_is_cut_short_until_it_is_opened(page_at, report):
    page = page_at(report, f"#segment-{FIRST + list(NASTY).index('long')}")
    box = page.locator(".example .clamped").first
    box.wait_for()
    height = "box => box.getBoundingClientRect().height"
    assert box.evaluate(height) < 300
    page.get_by_role("button", name="show all").first.click()
    assert box.evaluate(height) > 1000
    page.get_by_role("button", name="show less").first.click()
    assert box.evaluate(height) < 300


def test_the_tree_of_a_long_sentence_is_a_table(page_at, report):
    page = page_at(report, f"#segment-{FIRST + list(NASTY).index('long')}")
    page.get_by_role("button", name="Dependency tree").click()
    table = page.locator(".tree-table")
    assert "as a table: at 1204 words" in table.locator("caption").text_content()
    assert table.locator("tbody tr").count() == 1204
    assert table.locator("tbody tr").nth(1).locator("td").all_text_contents() == ["kam (head)", "VERB", "root", "root"]
