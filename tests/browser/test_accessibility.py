"""The page by the rules of axe-core: the file axe.min.js of its npm package, which the variable AXE_CORE names."""

import os
from pathlib import Path

import pytest

from tests.browser.conftest import written

AXE = os.environ.get("AXE_CORE")
PLACES = {
    "the findings": "",
    "the heat map with a box": "#overview?small=1&system=weak&cell=particle_verb",
    "a phenomenon": "#phenomenon-particle_verb?system=weak",
    "an example": "#segment-12",
}


@pytest.fixture(scope="module")
def report(browser, small_folder):  # noqa: ARG001 - no report is written where no browser can show it
    return written(small_folder, "accessible.html")


@pytest.mark.skipif(not AXE, reason="AXE_CORE names no axe.min.js (npm pack axe-core)")
@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("place", PLACES)
def test_no_rule_is_broken(page_at, report, place, scheme, width):
    opened = page_at(report, PLACES[place], width=width, color_scheme=scheme, bypass_csp=True)
    for tree in opened.get_by_role("button", name="Dependency tree").all():
        tree.click()
    for details in opened.locator("details.phenomenon[open] details").all():
        details.evaluate("element => { element.open = true; }")
    opened.evaluate(Path(AXE).read_text(encoding="utf-8"))
    violations = opened.evaluate(
        """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
          .map(rule => [rule.id, ...rule.nodes.map(node => node.html)])"""
    )
    assert violations == []
