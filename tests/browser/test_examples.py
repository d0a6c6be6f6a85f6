"""The browser of examples, as a reader uses it."""

import re
import shutil

import pytest

from extractors.formats import tables
from extractors.formats.hits import HITS
from extractors.formats.human_errors import HUMAN_ERROR_HITS
from extractors.formats.segments import HYPOTHESES
from tests.browser.conftest import written
from tests.builders import small_results
from tests.builders.rows import table_of

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

CORPUS = small_results.ordinary()
DISTANCES = [(0, 1, 2, 3, 5)[n // 3 % 5] for n in range(len(CORPUS))]
PARTICLES = {n: DISTANCES[n] for n, segment in enumerate(CORPUS) if "/P" in segment.source}
"""The segments with a particle verb, and its distance."""


@pytest.fixture
def examples(page_at, small_report):
    """A function that opens the report at a fragment, when its examples are there."""

    def open_at(fragment="#examples", **options):
        opened = page_at(small_report, fragment, **options)
        opened.wait_for_selector("#examples-root .status", state="attached")
        return opened

    return open_at


def filters(page):
    return page.locator("#examples-root form")


def status(page, said):
    """Waits until the page says this of what it shows."""
    expect(page.locator("#examples-root .status")).to_have_text(re.compile(f"^{re.escape(said)}"))


def segments(page):
    """The numbers of the segments that the list shows."""
    return [int(text.removeprefix("Segment ")) for text in page.locator(".example h3").all_text_contents()]


def telling(numbers):
    """The numbers in the order of the page: where the two systems disagree, far ones first."""
    return sorted(numbers, key=lambda n: (n % 2 == 0, -DISTANCES[n], n))


def marked(locator):
    """The marked words of a text with their roles."""
    return [(mark.get_attribute("data-role"), mark.text_content()) for mark in locator.locator("mark").all()]


def test_all_hits_are_there_25_a_page(examples):
    page = examples()
    status(page, "60 segments match, with 60 hits, page 1 of 3.")
    assert "all 60 hits, in 60 segments" in page.locator(".scope").text_content()
    order = telling(range(60))
    assert segments(page) == order[:25]
    page.get_by_role("button", name="Last").click()
    status(page, "60 segments match, with 60 hits, page 3 of 3.")
    assert segments(page) == order[50:]
    assert page.evaluate("location.hash") == "#examples?page=3"
    assert page.evaluate("document.activeElement.textContent") == f"Segment {order[50]}"
    page.go_back()
    expect(page.locator(".example h3").first).to_have_text(f"Segment {order[0]}")


def test_the_filters_leave_what_the_tables_say_and_stand_in_the_address(examples):
    page = examples()
    filters(page).get_by_label("Phenomenon").select_option("particle_verb")
    filters(page).get_by_label("Distance at least").fill("3")
    far = [n for n, distance in PARTICLES.items() if distance >= 3]
    status(page, f"{len(far)} segments match")
    assert segments(page) == telling(far)
    filters(page).get_by_label("System", exact=True).select_option("weak")
    filters(page).get_by_label("Its words are").select_option("not found")
    assert segments(page) == telling(n for n in far if n % 2)
    assert page.evaluate("location.hash").endswith("&verdict=not%20found")
    filters(page).get_by_label("Its words are").select_option("found")
    assert segments(page) == telling(n for n in far if not n % 2)
    wanted = "#examples?phenomenon=particle_verb&distance=3&system=weak&verdict=found"
    assert page.evaluate("location.hash") == wanted
    page.get_by_role("button", name="Reset").click()
    status(page, "60 segments match")
    assert segments(examples(wanted)) == telling(n for n in far if not n % 2)


def test_a_text_is_found_whatever_its_case_and_composition(examples):
    page = examples()
    filters(page).get_by_label("Text").fill("SOMEBODY CANCELLED")
    wanted = [n for n, one in enumerate(CORPUS) if one.english.startswith("Somebody cancelled")]
    status(page, f"{len(wanted)} segments match")
    assert segments(page) == telling(wanted)
    filters(page).get_by_label("Text").fill("no such words")
    status(page, "No segment of this page matches.")
    assert segments(page) == []


def test_sorting(examples):
    page = examples("#examples?phenomenon=particle_verb&sort=distance")
    assert [PARTICLES[n] for n in segments(page)] == sorted(PARTICLES.values(), reverse=True)[:25]
    filters(page).get_by_label("Sort by").select_option("missed")
    assert segments(page)[:20] == [n for n in PARTICLES if n % 2]
    filters(page).get_by_label("Sort by").select_option("segment")
    assert segments(page) == list(PARTICLES)[:25]
    assert page.evaluate("location.hash") == "#examples?phenomenon=particle_verb&sort=segment"


def test_marks_are_on_the_words_of_the_hit_and_what_became_of_them(examples):
    page = examples("#segment-9")
    example = page.locator(".example")
    texts = example.locator("dl.texts").first.locator("dd").all()
    assert CORPUS[9].text == "Otto fing gestern leider allein an ."
    assert marked(texts[0]) == [("verb", "fing"), ("particle", "an")]
    assert marked(texts[1]) == [("verb and particle", "began")]
    weak, good = texts[-2:]
    assert marked(good) == [("verb and particle", "began")]
    assert marked(weak) == []
    said = example.locator("dl.texts dt").all_text_contents()[-2:]
    assert said == ["weak ✗ not found: began (verb), began (particle)", "good ✓ found"]
    assert example.locator("details.outputs").count() == 0, "both stand open"
    assert "verb: fing · particle: an · distance 3" in example.locator(".facts").text_content()


def test_the_output_of_the_chosen_system_is_shown_at_once(examples):
    page = examples("#examples?system=weak&verdict=not+found&phenomenon=reflexive")
    first = page.locator(".example").first
    assert first.locator("dl.texts").first.locator("dt").all_text_contents()[2].startswith("weak ✗ not found: rejoices")
    assert not first.locator("details").evaluate("details => details.open")


def test_a_segment_by_its_link(examples):
    page = examples()
    fourth = telling(range(60))[3]
    page.locator(".example h3 a").nth(3).click()
    status(page, f"Segment {fourth} alone, with 1 hit.")
    assert page.evaluate("location.hash") == f"#segment-{fourth}"
    assert segments(page) == [fourth]
    page.get_by_role("link", name="All examples of this page").click()
    status(page, "60 segments match")


QUESTIONS = {
    "#segment-60": "There is no segment 60: the corpus has 60 segments, counted from 0.",
    "#examples?phenomenon=stranding": 'This page knows no phenomenon "stranding".',
    "#examples?system=best": 'This page knows no system "best".',
    "#examples?verdict=found": "Found or not found is a question about one system: choose one.",
    "#examples?distance=far": 'The distance "far" is not a number from 0 on.',
}


def test_a_question_that_the_page_cannot_answer_is_named(examples):
    page = examples()
    for fragment, said in QUESTIONS.items():
        page.evaluate("fragment => { location.hash = fragment; }", fragment)
        expect(page.locator("#examples-root .notice")).to_have_text(said)


def test_the_tree(examples):
    page = examples("#segment-12")
    assert CORPUS[12].text == "Anna kam gestern leider allein zum Fest an ."
    button = page.get_by_role("button", name="Dependency tree")
    button.click()
    tree = page.get_by_role("img")
    words = ["Anna", "kam", "gestern", "leider", "allein", "zu", "dem", "Fest", "an", "."]
    assert tree.locator(".word").all_text_contents() == words
    assert sorted(tree.locator(".label").all_text_contents()) == sorted(["advmod"] * 7 + ["compound:prt", "punct"])
    assert tree.locator(".role").all_text_contents() == ["verb", "particle"]
    arcs = tree.locator(".arc.hit")
    assert arcs.locator(".label").all_text_contents() == ["compound:prt"], "the arc of the hit, and no other"
    fills = tree.locator(".token rect").evaluate_all("found => found.map(rect => getComputedStyle(rect).fill)")
    marks = page.locator("dd mark").evaluate_all("found => found.map(mark => getComputedStyle(mark).backgroundColor)")
    assert fills == marks[:2]
    assert "an is compound:prt of kam" in tree.get_attribute("aria-label")
    # Each arrow stands at its dependent, that is, under the column of the word.
    tips = tree.locator(".arrow").evaluate_all(
        "paths => paths.map(p => Number(/^M([\\d.]+)/.exec(p.getAttribute('d'))[1]))"
    )
    middles = tree.locator(".word").evaluate_all("words => words.map(w => Number(w.getAttribute('x')))")
    nearest = sorted(min(range(10), key=lambda n: abs(middles[n] - tip)) for tip in tips)
    assert nearest == [n for n in range(10) if n != 1]
    button.click()
    assert tree.is_hidden()


def test_it_is_usable_by_keyboard_and_at_the_width_of_a_phone(examples):
    page = examples("#examples?system=weak", width=360, height=700)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    filters(page).get_by_label("Phenomenon").focus()
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile("phenomenon=reflexive"))
    page.locator(".outputs summary").first.focus()
    page.keyboard.press("Enter")
    page.locator(".example").first.get_by_role("button", name="Dependency tree").focus()
    page.keyboard.press("Enter")
    assert page.get_by_role("img").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_fewer_examples_than_hits(page_at, browser, small_folder):  # noqa: ARG001
    page = page_at(written(small_folder, "few.html", examples=4), "#examples")
    page.locator(".scope").wait_for()
    scope = page.locator(".scope").text_content()
    assert "8 hits of 60, in 8 segments of 60." in scope
    assert (
        "up to 4 segments were chosen from all distances, 3 in 4 where systems disagree most on the words, then where"
        " their chrF2 of the segment differs most, 1 in 4 at random." in scope
    )
    there = segments(page)
    missing = next(n for n in range(60) if n not in there)
    page.goto(page.url.partition("#")[0] + f"#segment-{missing}")
    said = page.locator("#examples-root .notice")
    expect(said).to_contain_text(f"Segment {missing} is not among the examples of this page")
    expect(said).to_contain_text("results/small/sets")


def test_without_accuracy_nothing_is_called_found(page_at, browser, small_folder, tmp_path):  # noqa: ARG001
    folder = shutil.copytree(small_folder, tmp_path / "small")
    (folder / "accuracy_hits.parquet").unlink()
    page = page_at(written(folder), "#examples?system=weak&verdict=found")
    status(page, "60 segments match")
    assert (
        "Whether outputs have the words of hits was not measured"
        in page.locator("#examples-root .notice").text_content()
    )
    assert filters(page).get_by_label("Its words are").count() == 0
    assert segments(page) == list(range(25)), "what systems disagree on is not known"
    example = page.locator(".example").first
    assert example.locator("dl.texts").first.locator("dt").last.text_content().strip() == "weak"
    assert example.locator("summary").text_content() == "All 2 outputs"


def test_a_reader_sees_a_segment_in_its_document_and_filters_by_it(page_at, small_folder, tmp_path):
    folder = shutil.copytree(small_folder, tmp_path / "small")
    small_results.name_documents(
        folder,
        [f"talk {n // 20}" for n in range(len(CORPUS))],
        ["news" if n < 20 else "talks" for n in range(len(CORPUS))],
    )
    page = page_at(written(folder), "#examples?domain=talks")
    status(page, "40 segments match")
    assert set(segments(page)) <= set(range(20, 60))
    filters(page).get_by_label("Document").fill("ALK 2")
    status(page, "20 segments match")
    assert set(segments(page)) == set(range(40, 60))
    filters(page).get_by_label("Domain").select_option("news")
    expect(page.locator("#examples-root .status")).to_have_text("No segment of this page matches.")
    page.evaluate("location.hash = '#segment-20'")
    status(page, "Segment 20 alone")
    example = page.locator(".example")
    assert example.locator("dt.beside").all_text_contents() == ["line after"]
    assert example.locator("dd.beside").text_content() == CORPUS[21].text
    example.get_by_role("link", name="talk 1").click()
    status(page, "20 segments match")
    assert set(segments(page)) == set(range(20, 40))


def test_what_people_marked_is_boxed_in_the_output(page_at, small_folder, tmp_path):
    folder = shutil.copytree(small_folder, tmp_path / "small")
    system = small_results.SYSTEMS[0]
    hit = next(row for row in tables.read(HITS, folder / HITS.file).to_pylist() if row["segment_id"] == 9)
    outputs = tables.read(HYPOTHESES, folder / f"systems/{system}.parquet").to_pylist()
    output = next(row["hypothesis"] for row in outputs if row["segment_id"] == 9)
    row = {name: hit[name] for name in ("segment_id", "phenomenon", "head", "dependent", "distance_set")}
    row |= {"annotation": "mqm", "system": system, "words": [output[1:3]], "raters": 2, "marked": 1.0}
    row |= {"errors": ["major accuracy"] * 2, "spans": [output[1:6]] * 2, "starts": [1, 1]}
    tables.write(table_of(HUMAN_ERROR_HITS, [row]), folder / HUMAN_ERROR_HITS.file)
    page = page_at(written(folder), "#examples?segment=9")
    expect(page.locator("#examples-root .marks-legend mark.error")).to_have_text("this")
    page.evaluate("location.hash = '#segment-9'")
    status(page, "Segment 9 alone")
    outputs = page.locator(".example dl.texts")
    assert outputs.locator("dd").last.text_content() == output
    boxed = outputs.locator("dd").last.locator("mark.error").all_text_contents()
    assert "".join(boxed) == output[1:6]
    said = outputs.locator("dt").last.text_content()
    assert said.endswith(f"people marked: major accuracy: {output[1:6]}"), "two raters who agree are quoted once"
    assert outputs.locator("dd").nth(-2).locator("mark.error").count() == 0
