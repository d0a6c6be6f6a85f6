"""What the page says of a measure: which way is better, what was not tested, and where it has no value."""

import dataclasses

import pytest

from extractors.config.output_settings import ReportSettings
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.report import page
from extractors.report.heatmap import signed
from extractors.report.results import read_results
from tests import ROOT

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

NO_ACCURACY = dict.fromkeys(
    ("accuracy", "low", "high", "control", "difference", "difference_low", "difference_high", "p")
)


@pytest.fixture(scope="module")
def report(browser, small_folder, tmp_path_factory):  # noqa: ARG001 - nothing is read where no browser can show it
    """Reflexive verbs have no accuracy, and the good system a single tested set."""
    found = read_results(small_folder, ROOT / "config/phenomena.yaml")
    accuracy = []
    for row in found.accuracy:
        accuracy.append(row if row["phenomenon"] == "particle_verb" else dict(row) | NO_ACCURACY)
    finding = found.findings["particle_verb"] | {"status": "tested", "p": 0.5, "p_bh": 0.5, "detectable": 2.0}
    finding |= {"beyond": finding["systems"]}
    # Scores of somebody else's, called as the page calls a measure of its own.
    scores = found.scores + [
        dict(row) | {"metric": "accuracy", "score": 7.5, "difference": 0.5}
        for row in found.scores
        if row["metric"] == "chrf"
    ]
    # Two sets of exact distances get 12 segments, and one keeps its 8.
    scores, effects = ([dict(row) | sizes(row) for row in rows] for rows in (scores, found.effects))
    brought = dataclasses.replace(found.metrics["chrf"], name="accuracy", label="judges")
    metrics = {**found.metrics, "accuracy": brought}
    output = tmp_path_factory.mktemp("measures") / "report.html"
    results = dataclasses.replace(
        found,
        accuracy=accuracy,
        scores=scores,
        effects=effects,
        findings=found.findings | {"particle_verb": finding},
        metrics=metrics,
    )
    page.write(results, small_folder, output, ReportSettings())
    return output


def sizes(row):
    """Of a row of a set of an exact distance, how many segments it is to have."""
    is_larger = (row["phenomenon"], row["kind"]) == ("particle_verb", "exact") and row["distance_from"] in (0, 2)
    return (
        {"n": 12, "not_compared" if "not_compared" in row else "compared": 0 if "units" in row else 12}
        if is_larger
        else {}
    )


def test_a_phenomenon_of_fewer_than_10_segments_has_numbers_and_no_chart(page_at, report):
    section = page_at(report, "#phenomenon-reflexive?distance=3").locator("#phenomenon-reflexive")
    expect(section.locator(".live")).to_contain_text("n = 8. Under 10, nothing is drawn.")
    expect(section.locator(".chart-systems")).to_have_count(0)
    section.get_by_text("Numbers by system").click()
    expect(section.locator("table", has_text="of each system").first.locator("tbody tr")).to_have_count(3)


def section_of(opened, phenomenon, measure):
    section = opened.locator(f"#phenomenon-{phenomenon}")
    section.get_by_label("metric").select_option(measure)
    return section


def test_it_says_where_lower_is_better(page_at, report):
    opened = page_at(report, "#phenomenon-particle_verb")
    opened.get_by_label("metric").first.select_option("ter")
    caption = opened.locator("#heatmap caption")
    expect(caption).to_contain_text("TER (lower is better)")
    opened.get_by_label("show").first.select_option("difference")
    expect(caption).to_contain_text("TER minus length-matched sentences (lower is better)")
    section = section_of(opened, "particle_verb", "ter")
    expect(section.locator("figcaption").first).to_contain_text("TER minus length-matched sentences (lower is better)")
    expect(section.locator(".chart-systems svg")).to_contain_text(
        "TER minus length-matched sentences (lower is better)"
    )


def test_what_was_not_tested_is_not_said_to_be_no_worse(page_at, report):
    opened = page_at(report, "#phenomenon-particle_verb")
    said = section_of(opened, "particle_verb", "ter").locator("figcaption").first
    expect(said).to_contain_text("not tested, n = 40.")
    said = section_of(opened, "particle_verb", "chrf").locator("figcaption").first
    expect(said).to_contain_text("p (BH) 0.500, n = 40.")


def test_a_measure_without_values_is_no_phenomenon_without_segments(page_at, report):
    section = section_of(page_at(report, "#phenomenon-reflexive"), "reflexive", ":accuracy")
    expect(section).to_contain_text("No system has a value of hits found (%) at distance any.")
    assert "No segment has it" not in section.inner_text()


def test_accuracy_has_the_test_of_all_systems_together(page_at, report, small_folder):
    table = tables.read(ACCURACY, small_folder / "accuracy.csv").to_pylist()
    wanted = (None, "particle_verb", "minimum", 0)
    keys = ("system", "phenomenon", "kind", "distance_from")
    row = next(row for row in table if tuple(row[key] for key in keys) == wanted)
    section = section_of(page_at(report, "#phenomenon-particle_verb"), "particle_verb", ":accuracy")
    difference = signed(100 * row["difference"], 1)
    expect(section.locator("figcaption").first).to_contain_text(f"All systems: {difference}")
    expect(section.locator("figcaption").first).to_contain_text(f"n = {row['n']}.")
    section.get_by_text("Numbers by system").click()
    first = section.locator("table", has_text="control words").first.locator("tbody tr").first
    expect(first).to_contain_text("all systems")
    expect(first).to_contain_text(difference)
    assert "not tested)" not in section.locator(".charts").inner_text()


def test_a_metric_may_be_called_accuracy(page_at, report):
    opened = page_at(report, "#overview?show=difference")
    metric = opened.get_by_label("metric").first
    metric.select_option("accuracy")
    expect(opened.locator("#heatmap caption")).to_contain_text("judges minus length-matched sentences")
    cell = opened.locator("#heatmap tbody").last.locator("[data-phenomenon=particle_verb]").first
    expect(cell).to_contain_text("+0.5")
    metric.select_option(":accuracy")
    expect(opened.locator("#heatmap caption")).to_contain_text("% of hits found minus % of control words found")
    expect(opened.locator("#heatmap tbody .all")).to_have_count(1)


def test_a_plot_by_distance_shows_disjoint_ranges_and_marks_small_ones(page_at, report):
    section = section_of(page_at(report, "#phenomenon-particle_verb"), "particle_verb", "chrf")
    axis = section.locator(".chart-distances svg .role-axis-label", has_text="n = ")
    expect(axis).to_have_text("0n = 122n = 12\u2265 3n = 16")
    expect(section.locator("figcaption").last).to_contain_text(
        "Hollow and dashed: under 30; under 10, nothing is drawn."
    )
    section.get_by_text("Numbers by distance").click()
    heads = section.locator("table", has_text="by distance").last.locator("thead th").all_text_contents()
    assert heads == ["system", "0", "2", "\u2265 3"]
    expect(section.locator(".chart-distances svg")).to_contain_text("distance (n: segments)")
    expect(section.locator(".chart-distances svg")).to_contain_text("chrF2 minus length-matched sentences")
    dashed = section.locator(".chart-distances .mark-line path[stroke-dasharray]").evaluate_all(
        "found => found.map(path => path.getAttribute('stroke-dasharray'))"
    )
    assert dashed
    assert set(dashed) == {"3,3"}, "every set has fewer than 30 segments"


def test_a_system_is_picked_out_of_a_plot(page_at, report):
    opened = page_at(report, "#phenomenon-particle_verb?metric=chrf&system=weak")
    section = opened.locator("#phenomenon-particle_verb")
    labels = section.locator(".chart-distances .mark-text.role-mark text")
    expect(labels).to_have_text(["all systems", "weak"])
    section.get_by_label("pick out a system").select_option("good")
    expect(labels).to_have_text(["all systems", "good"])
    assert opened.url.endswith("#phenomenon-particle_verb?metric=chrf&system=good")
    expect(section.locator(".charts .mark-rect path, .charts .mark-rect rect").first).to_be_attached()


@pytest.mark.parametrize("humans", [None, -0.5])
def test_a_phenomenon_speaks_of_human_translations_where_there_are_some(page_at, small_folder, tmp_path, humans):
    found = read_results(small_folder, ROOT / "config/phenomena.yaml")
    row = found.findings["particle_verb"] | {"status": "tested", "p": 0.5, "p_bh": 0.5, "detectable": 2.0}
    row |= {"humans": humans, "beyond": row["systems"]}
    found = dataclasses.replace(found, findings=found.findings | {"particle_verb": row})
    page.write(found, small_folder, tmp_path / "report.html", ReportSettings())
    opened = page_at(tmp_path / "report.html", "#phenomenon-particle_verb")
    section = section_of(opened, "particle_verb", "chrf")
    said = section.locator(".live").text_content()
    assert "All systems: " in said
    assert ("human translations" in said) == (humans is not None)


def test_one_system_stands_once_by_its_name(page_at, small_folder, tmp_path):
    found = read_results(small_folder, ROOT / "config/phenomena.yaml")
    scores, corpus, accuracy = (
        [row for row in rows if row["system"] in ("good", None)]
        for rows in (found.scores, found.corpus_scores, found.accuracy)
    )
    found = dataclasses.replace(
        found,
        systems=["good"],
        scores=scores,
        corpus_scores=corpus,
        accuracy=accuracy,
        departures={},
        word_departures=[],
    )
    page.write(found, small_folder, tmp_path / "report.html", ReportSettings())
    opened = page_at(tmp_path / "report.html", "#phenomenon-particle_verb")
    heads = opened.locator("#heatmap thead th").all_text_contents()
    assert [head for head in heads if head in ("good", "mean", "all systems")] == ["good"]
    assert opened.locator("#heatmap .whole td.all").text_content()
    section = section_of(opened, "particle_verb", "chrf")
    assert "good: " in section.locator(".live").text_content()
    tables = section.locator(".live table")
    for number in range(tables.count()):
        names = tables.nth(number).locator("tbody tr > :first-child").all_text_contents()
        assert names == ["good"]
    assert "all systems" not in section.locator(".live").text_content()
