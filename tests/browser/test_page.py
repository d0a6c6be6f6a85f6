"""The page as a reader uses it: the heat map, the phenomena, colours, keyboard, phone and paper."""

import dataclasses
import itertools

import pytest

from extractors.config.output_settings import ReportSettings
from extractors.report import heatmap, page
from extractors.report.results import read_results
from tests import ROOT

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

# What the small corpus is too small to show: by chrF the weak system is worse on particles, the good one better.
CHANGED = {
    ("weak", "particle_verb", 0, "chrf"): {"difference": -4.0},
    ("good", "particle_verb", 0, "chrf"): {"difference": 1.0},
    ("weak", "particle_verb", 0, "ter"): {"difference": 5.0},
}
FINDING = {
    "status": "tested",
    "systems": -1.5,
    "humans": 0.2,
    "beyond": -1.5,
    "p": 0.004,
    "p_bh": 0.004,
    "below": 1,
    "detectable": 2.0,
}
SELECTED = {"low": -2.6, "high": -0.4}
"""The interval of the finding, which is not that of the same effect as one number."""
DEPARTURE = {
    "distance": 0,
    "departure": -2.5,
    "departure_low": -3.5,
    "departure_high": -1.5,
    "p": 0.01,
    "p_bh": 0.01,
    "artefacts": 0,
    "p_bh_without": None,
}
LARGEST = ("particle_verb", 0, "chrf")
"""The tested set."""


def at(row):
    """Phenomenon, minimum distance and metric of a row; None for a range of distances."""
    return (row["phenomenon"], row["distance_from"], row["metric"]) if row["kind"] == "minimum" else None


@pytest.fixture(scope="module")
def results(browser, small_folder):  # noqa: ARG001 - nothing is read where no browser can show it
    found = read_results(small_folder, ROOT / "config/phenomena.yaml")
    rows = [dict(row) | CHANGED.get((row["system"], *(at(row) or ())), {}) for row in found.scores]
    effects = [dict(row) | ({"difference": -1.5, "below": 1} if at(row) == LARGEST else {}) for row in found.effects]
    findings = found.findings | {"particle_verb": found.findings["particle_verb"] | FINDING | SELECTED}
    departures = {("weak", "particle_verb"): {"system": "weak", "phenomenon": "particle_verb", **DEPARTURE}}
    # Of the default headline, reflexive verbs would be shown at first.
    config = {**found.manifest.config, "report": {"headline": []}}
    manifest = dataclasses.replace(found.manifest, config=config)
    return dataclasses.replace(
        found, manifest=manifest, scores=rows, effects=effects, findings=findings, departures=departures
    )


@pytest.fixture(scope="module")
def report(results, small_folder, tmp_path_factory):
    output = tmp_path_factory.mktemp("page") / "report.html"
    page.write(results, small_folder, output, ReportSettings())
    return output


def cells(opened):
    """The rows of the heat map: phenomenon, distance, n, then system, class and text of each cell."""
    return opened.eval_on_selector(
        "#heatmap",
        "table => { const heads = [...table.tHead.rows[0].cells].map(cell => cell.textContent.trim());"
        " return [...table.tBodies[1].rows].map(row => [row.cells[0].textContent.replace('\u2193', '').trim(),"
        " ...[1, 2].map(place => row.cells[place].textContent), ...[...row.cells].slice(3).map((cell, place) =>"
        " [heads[place + 3], cell.className.trim(), cell.textContent.trim()])]); }",
    )


def of_each(opened, phenomenon="particle verbs"):
    """Class and text of each cell of a phenomenon, by system."""
    (row,) = (row for row in cells(opened) if row[0] == phenomenon)
    return {system: [name, text] for system, name, text in row[3:]}


def around(opened):
    """The heat map: caption, legend of shades, the row of the whole corpus, and what is left out."""
    return opened.eval_on_selector(
        "#heatmap",
        "table => [table.caption.textContent, document.getElementById('heatmap-limit').textContent,"
        " [...table.querySelector('.whole').cells].map(cell => cell.textContent),"
        " document.getElementById('heatmap-hidden').textContent]",
    )


def systems(opened):
    """Those of the columns, without the mean."""
    return opened.locator("#heatmap thead th").all_text_contents()[3:-1]


def cell(opened, system, phenomenon="particle_verb"):
    return opened.locator(f"button.cell[data-system='{system}'][data-phenomenon='{phenomenon}']")


def shown(opened):
    """The field that says whether differences or scores stand in the cells."""
    return opened.locator("#heatmap-controls select").nth(1)


def phenomena(opened):
    return [row[0] for row in cells(opened)]


def score_of(results, system, *, distance=0, metric="chrf"):
    """The score and that of the controls, as a cell has them."""
    row = next(r for r in results.scores if (r["system"], at(r)) == (system, ("particle_verb", distance, metric)))
    return f"{row['control_score'] + row['difference']:.1f}", f"{row['control_score']:.1f}"


def test_scripts_show_what_the_page_shows_without_them(browser, page_at, report, results):
    scripted = page_at(report)
    with_scripts, around_with_scripts = cells(scripted), around(scripted)
    context = browser.new_context(java_script_enabled=False, offline=True)
    opened = context.new_page()
    opened.goto(report.as_uri())
    without_scripts, around_without_scripts = cells(opened), around(opened)
    expect(opened.get_by_text("Without scripts this page shows the finding")).to_be_visible()
    context.close()
    assert with_scripts == without_scripts
    assert around_with_scripts == around_without_scripts
    shown = heatmap.heat_map(results)
    assert [row[:3] for row in with_scripts] == [[line.label, str(line.distance), str(line.n)] for line in shown.lines]
    for row, line in zip(with_scripts, shown.lines, strict=True):
        assert [system for system, _, _ in row[3:]] == [*shown.systems, "mean"]
        told = [f"{one.text} {one.beside}" for one in (*line.cells, line.together)]
        assert [text.split(",")[0] for _, _, text in row[3:]] == told
        names = [one.classes for one in line.cells] + [f"{line.together.classes} all"]
        assert [name for _, name, _ in row[3:]] == names


def test_a_cell_has_score_and_controls_and_the_colour_of_their_difference(page_at, report, results):
    opened = page_at(report)
    found = of_each(opened)
    score, control = score_of(results, "weak")
    assert found["weak"] == ["worse shade-4 departs", f"{score} ({control}), departs from the mean"]
    assert found["good"][0] == "better shade-1"
    assert found["mean"][0] == "worse shade-2 significant all"
    assert found["mean"][1].endswith("), significant")
    outline = "cell => getComputedStyle(cell.parentElement, '::before').borderTopWidth"
    assert cell(opened, "all systems").evaluate(outline) == "2px"
    dot = "cell => getComputedStyle(cell.parentElement, '::after').width"
    assert (cell(opened, "weak").evaluate(dot), cell(opened, "good").evaluate(dot)) == ("5px", "auto")


def test_differences_stand_in_the_cells_where_they_are_asked_for(page_at, report):
    opened = page_at(report)
    shown(opened).select_option("difference")
    found = {system: text for system, (_, text) in of_each(opened).items()}
    assert found == {
        "weak": "\u22124.0, departs from the mean",
        "good": "+1.0",
        "mean": "\u22121.5, significant",
    }
    expect(opened.locator("#heatmap caption")).to_contain_text("chrF2 minus length-matched sentences")


def test_an_error_rate_that_rises_is_worse(page_at, report):
    opened = page_at(report, "#overview?show=difference")
    opened.get_by_label("metric").first.select_option("ter")
    assert of_each(opened)["weak"] == ["worse shade-4", "+5.0"]


def test_what_is_not_tested_is_hidden_until_it_is_asked_for_and_marked_with_its_segments(page_at, report, results):
    opened = page_at(report)
    assert phenomena(opened) == ["particle verbs"]
    expect(opened.locator("#heatmap-hidden")).to_have_text("1 more phenomena.")
    opened.get_by_label("all phenomena").check()
    assert phenomena(opened) == ["particle verbs", "reflexive verbs"]
    name, text = of_each(opened, "reflexive verbs")["weak"]
    assert (name, text.partition(" ")[2]) == ("small", "(n 20)")
    opened.get_by_label("distance").first.select_option("2")
    score, _ = score_of(results, "weak", distance=2)
    assert of_each(opened)["weak"] == ["small", f"{score} (n 24)"]


def test_a_set_of_fewer_than_10_segments_has_an_empty_cell(page_at, report):
    opened = page_at(report, "#overview?distance=3&small=1")
    row = next(row for row in cells(opened) if row[0] == "reflexive verbs")
    assert row[1:3] == ["3", "8"]
    assert [[name, text] for _, name, text in row[3:]] == [["none", ""]] * 3


CHOICES = "#overview?metric=ter&show=difference&distance=1&small=1&rows=-weak"


def test_what_is_chosen_stands_in_the_address_and_comes_back_from_it(page_at, report):
    opened = page_at(report)
    opened.get_by_label("metric").first.select_option("ter")
    shown(opened).select_option("difference")
    opened.get_by_label("distance").first.select_option("1")
    opened.get_by_label("all phenomena").check()
    opened.get_by_role("button", name="sort phenomena by weak").click()
    assert opened.evaluate("location.hash") == CHOICES
    again = page_at(report, CHOICES)
    assert (cells(again), around(again)) == (cells(opened), around(opened))
    assert again.get_by_label("metric").first.input_value() == "ter"
    assert shown(again).input_value() == "difference"
    assert again.get_by_label("all phenomena").is_checked()


def test_phenomena_are_sorted_by_the_mean_of_the_systems(page_at, report):
    opened = page_at(report, "#overview?small=1&show=difference&rows=-all%20systems")
    expect(opened.locator("#heatmap thead th[aria-sort]")).to_have_text("mean")
    together = [row[-1][2].split(",")[0].split(" ")[0] for row in cells(opened)]
    values = [float(text.replace("\u2212", "-")) for text in together]
    assert values == sorted(values, reverse=True)


def test_what_an_address_names_and_the_page_does_not_know_is_said(page_at, report):
    opened = page_at(report, "#overview?metric=comet&small=1")
    expect(opened.locator("#heatmap-problems")).to_have_text('This page knows no metric "comet".')
    assert opened.get_by_label("all phenomena").is_checked()
    opened = page_at(report, "#phenomenon-particle_verb?system=strong")
    expect(opened.locator("#phenomenon-particle_verb .failure")).to_have_text('This phenomenon has no system "strong".')
    expect(page_at(report, "#phenomenon-unheard_of").locator("#heatmap tbody tr")).to_have_count(2)


def numbers_of(row):
    return f"[{row['difference_low']:+.1f}, {row['difference_high']:+.1f}]".replace("-", "\u2212")


def test_a_click_on_a_cell_tells_its_numbers(page_at, report, results):
    opened = page_at(report)
    box = opened.locator("#heatmap-popover")
    expect(box).to_be_hidden()
    cell(opened, "weak").click()
    row = next(r for r in results.scores if (r["system"], at(r)) == ("weak", LARGEST))
    expect(box).to_contain_text("chrF2 minus length-matched sentences\u22124.0")
    expect(box).to_contain_text(f"95 % interval, of this number alone{numbers_of(row)}")
    expect(box).to_contain_text("from the mean of systems\u22122.5")
    expect(box).to_contain_text("n40")
    box.get_by_role("link", name="examples of this system").click()
    expect(opened.locator("#examples-root .example").first).to_be_visible()
    assert opened.url.endswith("#examples?phenomenon=particle_verb&system=weak")
    expect(box).to_be_hidden()


def test_all_systems_have_a_box_too(page_at, report, results):
    opened = page_at(report)
    cell(opened, "all systems").click()
    box = opened.locator("#heatmap-popover")
    row = next(r for r in results.effects if at(r) == LARGEST)
    expect(box).to_contain_text("\u22121.5")
    expect(box).to_contain_text("human translations, one reference at a time+0.2")
    expect(box).to_contain_text("systems beyond these\u22121.5 [\u22122.6, \u22120.4]")
    expect(box).to_contain_text("minimum detectable difference (80 % power)2.0")
    expect(box).to_contain_text("p (BH), beyond people0.004, significant")
    expect(box).to_contain_text(f"systems below 0{row['below']} of {row['systems']}")


def test_a_touch_shows_the_box_and_a_touch_elsewhere_closes_it(page_at, report):
    opened = page_at(report, width=390, height=800, has_touch=True)
    cell(opened, "good").tap()
    box = opened.locator("#heatmap-popover")
    expect(box).to_contain_text("good, particle verbs")
    edges = box.evaluate("box => { const at = box.getBoundingClientRect(); return [at.left, at.right]; }")
    assert 0 <= edges[0] < edges[1] <= 390
    opened.locator("h1").tap()
    expect(box).to_be_hidden()


def test_the_cells_by_keyboard(page_at, report):
    opened = page_at(report, "#overview?small=1")
    assert opened.locator("button.cell[tabindex='0']").count() == 1, "one stop for the Tab key"
    box = opened.locator("#heatmap-popover")
    opened.locator("button.cell[tabindex='0']").focus()
    first, second = systems(opened)
    expect(cell(opened, first)).to_be_focused()
    opened.keyboard.press("ArrowDown")
    expect(cell(opened, first, "reflexive")).to_be_focused()
    opened.keyboard.press("ArrowRight")
    expect(cell(opened, second, "reflexive")).to_be_focused()
    opened.keyboard.press("ArrowLeft")
    opened.keyboard.press("ArrowUp")
    expect(cell(opened, first)).to_be_focused()
    opened.keyboard.press("Enter")
    expect(box).to_contain_text(f"{first}, particle verbs")
    expect(box.get_by_role("link", name="examples of this system")).to_be_focused()
    opened.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(cell(opened, first)).to_be_focused()


def test_rows_are_sorted_by_a_click_and_say_so(page_at, report):
    opened = page_at(report, "#overview?small=1&show=difference")
    first = phenomena(opened)
    button = opened.get_by_role("button", name="sort phenomena by weak")
    head = opened.locator("#heatmap thead th", has_text="weak")
    button.click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    expect(opened.locator("#heatmap-status")).to_have_text("sorted by weak")
    texts = [next(text for system, _, text in row[3:] if system == "weak") for row in cells(opened)]
    values = [float(text.split(",")[0].split(" ")[0].replace("\u2212", "-")) for text in texts]
    assert len(values) == 2
    assert values == sorted(values)
    button.click()
    expect(head).to_have_attribute("aria-sort", "descending")
    button.click()
    assert phenomena(opened) == first
    assert head.get_attribute("aria-sort") is None


def test_a_phenomenon_shows_charts_and_numbers(page_at, report, results):
    opened = page_at(report)
    opened.locator("#heatmap").get_by_role("link", name="particle verbs").click()
    section = opened.locator("#phenomenon-particle_verb")
    expect(section.locator("figure svg")).to_have_count(2)
    assert opened.url.endswith("#phenomenon-particle_verb")
    for figure in section.locator("figure").all():
        alternative = figure.get_by_role("img").get_attribute("aria-label")
        assert alternative == figure.locator("figcaption").text_content()
    section.get_by_text("Numbers by system").click()
    said = " ".join(section.locator("details.data tr", has_text="weak").first.all_inner_texts())
    score, control = score_of(results, "weak")
    assert f"40\t{score}\t{control}\t\u22124.0" in said
    assert "not tested; departs from the mean" in said
    heads = section.locator("table.sortable").first.locator("thead th").all_text_contents()
    for head in ("score minus length-matched sentences", "95 % interval", "p (BH)"):
        assert head in heads
    names = section.locator(".chart-systems .role-axis-label").last.locator("text").all_text_contents()
    points = section.locator(".chart-systems .mark-symbol.role-mark path")
    expect(points).to_have_count(3)
    assert names == ["all systems", "weak", "good"], "all together first, then the worst"


def test_a_reader_who_has_gone_on_can_come_back(page_at, report):
    opened = page_at(report)
    link = opened.locator("#heatmap").get_by_role("link", name="particle verbs")
    section = opened.locator("#phenomenon-particle_verb > summary")
    link.click()
    expect(section).to_be_focused()
    opened.get_by_role("button", name="sort phenomena by weak").focus()
    link.click()
    expect(section).to_be_focused()
    expect(section).to_be_in_viewport()


def test_a_section_follows_its_metric_and_leads_to_its_examples(page_at, report):
    opened = page_at(report, "#phenomenon-particle_verb")
    section = opened.locator("#phenomenon-particle_verb")
    section.locator("label", has_text="metric").locator("select").select_option("ter")
    expect(section.locator("figcaption").first).to_contain_text("of 2 systems, at distance any")
    section.locator("label", has_text="distance").locator("select").select_option("2")
    expect(section.locator("figcaption").first).to_contain_text("at distance 2 or more")
    assert opened.url.endswith("#phenomenon-particle_verb?metric=ter&distance=2")
    section.get_by_role("link", name="examples").click()
    expect(opened.locator("#examples-root .example").first).to_be_visible()
    assert opened.url.endswith("#examples?phenomenon=particle_verb")


def test_dark_colours_by_the_system(page_at, report):
    background = "getComputedStyle(document.body).backgroundColor"
    assert page_at(report).evaluate(background) == "rgb(255, 255, 255)"
    assert page_at(report, color_scheme="dark").evaluate(background) == "rgb(22, 24, 27)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_cell_can_be_read(page_at, report, scheme):
    opened = page_at(report, color_scheme=scheme)
    opened.evaluate(
        """() => document.querySelector("#heatmap tbody").innerHTML = ["worse", "better"].flatMap(side =>
          [1, 2, 3, 4].map(n => `<tr><td class="${side} shade-${n}">0</td></tr>`)).join("") +
          '<tr><td class="worse shade-0">0</td></tr><tr><td class="none">0</td></tr>'"""
    )
    ratios = opened.eval_on_selector_all(
        "#heatmap tbody:first-of-type td",
        """cells => {
          const rgb = text => text.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 :
            ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const page = getComputedStyle(document.body).backgroundColor;
          return cells.map(cell => {
            const style = getComputedStyle(cell);
            const own = rgb(style.backgroundColor);
            const [a, b] = [light(rgb(style.color)), light(own[3] === 0 ? rgb(page) : own)];
            return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          });
        }""",
    )
    assert len(ratios) == 10
    assert min(ratios) >= 4.5, "contrast of WCAG 2, level AA"


def test_by_keyboard_alone(page_at, report):
    opened = page_at(report)
    opened.keyboard.press("Tab")
    expect(opened.locator(":focus")).to_have_text("Skip to the findings")
    opened.keyboard.press("Enter")
    opened.get_by_role("button", name="sort phenomena by all systems").focus()
    opened.keyboard.press("Enter")
    focused = opened.locator(":focus")
    expect(focused).to_have_attribute("aria-label", "sort phenomena by all systems")
    assert focused.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"
    opened.keyboard.press("Tab")
    expect(opened.locator(":focus")).to_have_text("particle verbs")
    opened.keyboard.press("Enter")
    expect(opened.locator("#phenomenon-particle_verb figure svg")).to_have_count(2)
    expect(opened.locator("#phenomenon-particle_verb > summary")).to_be_focused()


def test_a_phone_scrolls_one_way_only(page_at, report):
    opened = page_at(report, "#phenomenon-particle_verb", width=360, height=740)
    expect(opened.locator("#phenomenon-particle_verb figure svg")).to_have_count(2)
    for details in opened.locator("#phenomenon-particle_verb details.data").all():
        details.evaluate("element => { element.open = true; }")
    assert opened.evaluate("document.documentElement.scrollWidth") == 360


def test_on_paper_controls_go_and_what_is_open_stays(page_at, report):
    opened = page_at(report, "#phenomenon-particle_verb", color_scheme="dark")
    expect(opened.locator("#phenomenon-particle_verb figure svg")).to_have_count(2)
    opened.emulate_media(media="print")
    assert opened.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    expect(opened.locator("#heatmap-controls")).to_be_hidden()
    expect(opened.locator("#phenomenon-particle_verb figure").first).to_be_visible()
    expect(opened.locator("#phenomenon-reflexive")).to_be_hidden()
    assert len(opened.pdf(prefer_css_page_size=True)) > 20_000


def test_landmarks_headings_and_tables_are_named(page_at, report):
    opened = page_at(report, "#phenomenon-particle_verb")
    expect(opened.locator("#phenomenon-particle_verb figure svg")).to_have_count(2)
    levels = opened.eval_on_selector_all("h1, h2, h3", "found => found.map(h => Number(h.tagName[1]))")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))
    for role in ("main", "banner", "contentinfo"):
        expect(opened.get_by_role(role)).to_have_count(1)
    expect(opened.get_by_role("navigation", name="Parts of the page")).to_have_count(1)
    assert opened.eval_on_selector_all("table", "found => found.every(t => t.caption && t.caption.textContent)")
    assert opened.eval_on_selector_all("th", "found => found.every(th => th.scope)")
    assert opened.eval_on_selector_all("select, input", "found => found.every(f => f.labels.length)")


HOSTILE = "<img src=x onerror=alert(1)></script>\"'&"


def test_a_name_is_text_wherever_it_stands(page_at, results, small_folder, tmp_path, monkeypatch):
    of_files = page.examples_data
    monkeypatch.setattr(
        page,
        "examples_data",
        lambda _, folder, **named: of_files(
            dataclasses.replace(results, systems=["weak"]), folder, **named | {"scores": None}
        ),
    )

    def renamed(rows):
        return [dict(row) | {"system": HOSTILE if row["system"] == "weak" else row["system"]} for row in rows]

    changed = dataclasses.replace(
        results,
        systems=["good", HOSTILE],
        **{
            name: renamed(getattr(results, name)) for name in ("corpus_scores", "scores", "accuracy", "word_departures")
        },
        departures={},
    )
    output = tmp_path / "report.html"
    page.write(changed, small_folder, output, ReportSettings())
    opened = page_at(output, "#phenomenon-particle_verb")
    figure = opened.locator("#phenomenon-particle_verb figure").first
    expect(figure.locator("svg")).to_contain_text("<img src=x onerror=alert(")
    assert HOSTILE in systems(opened)
    figure.locator("svg .mark-symbol path").first.hover()
    expect(opened.locator(".tip")).to_contain_text("system: ")
    opened.get_by_role("button", name=f"sort phenomena by {HOSTILE}").click()
    expect(opened.locator("#heatmap-status")).to_have_text(f"sorted by {HOSTILE}")
    expect(opened.locator("img")).to_have_count(0)


def test_the_menu_stays_in_sight_and_hides_nothing_that_is_gone_to(page_at, report):
    opened = page_at(report, "#phenomenon-particle_verb")
    menu = opened.get_by_role("navigation", name="Parts of the page")
    for link in menu.get_by_role("link").all():
        link.click()
        expect(menu).to_be_in_viewport()
    opened.get_by_role("link", name="Phenomena", exact=True).click()
    heading, foot = (opened.locator(name).bounding_box() for name in ("#phenomena-title", "nav.menu"))
    assert heading["y"] >= foot["y"] + foot["height"] - 1


def test_what_is_clicked_is_24_pixels_large(page_at, report):
    opened = page_at(report, "#phenomenon-particle_verb")
    sizes = opened.eval_on_selector_all(
        "#heatmap th a, #heatmap .cell, #heatmap .sorter, nav.menu a",
        "found => found.map(at => { const box = at.getBoundingClientRect(); return Math.min(box.width, box.height); })",
    )
    assert sizes
    assert min(sizes) >= 23.9
