"""The page by the rules of axe-core, which the package axe-playwright-python brings."""

from importlib import resources

import pytest

from challenge_sets_suites.report import suite_page
from extractors.config.output_settings import ReportSettings
from tests.browser.conftest import written
from tests.builders import suite_results

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
PLACES = {
    "the findings": "",
    "the heat map": "#overview?small=1",
    "a phenomenon": "#phenomenon-particle_verb?system=weak",
    "an example": "#segment-12",
}


@pytest.fixture(scope="module")
def report(browser, small_folder):  # noqa: ARG001 - no report is written where no browser can show it
    return written(small_folder, "accessible.html")


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", PLACES)
def test_no_rule_is_broken(page_at, report, place, scheme, width):
    opened = page_at(report, PLACES[place], width=width, color_scheme=scheme, bypass_csp=True)
    for tree in opened.get_by_role("button", name="Dependency tree").all():
        tree.click()
    for details in opened.locator("details.phenomenon[open] details").all():
        details.evaluate("element => { element.open = true; }")
    assert violations(opened) == []


def violations(opened):
    opened.evaluate(AXE)
    return opened.evaluate(
        """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
          .map(rule => [rule.id, ...rule.nodes.map(node => node.html)])"""
    )


@pytest.fixture(scope="module")
def suite_report(browser, tmp_path_factory):  # noqa: ARG001 - as above
    folder = suite_results.large(tmp_path_factory.mktemp("suite") / "large", items=60, phenomena=6, categories=3)
    suite_page.write(folder, folder / "report.html", ReportSettings())
    return folder / "report.html"


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", ["#map?by=phenomenon", "#map?sort=Online-B", "#plots", "#items", "#triage"])
def test_no_rule_is_broken_on_the_page_of_a_suite(page_at, suite_report, place, scheme, width):
    opened = page_at(suite_report, place, width=width, color_scheme=scheme, bypass_csp=True)
    if place.startswith("#map"):
        opened.locator("#heatmap button.cell").first.focus()
    for details in opened.locator("details").all():
        details.evaluate("element => { element.open = true; }")
    assert violations(opened) == []
