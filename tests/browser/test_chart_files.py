"""No text of a chart reaches beyond its figure: each one's box, as a browser lays it out."""

import pytest

from extractors.report import chart_files
from extractors.report.results import read_results
from tests import ROOT

PIXELS = 1.5
"""By how much the fonts of the browser and of the converter may differ."""
CUT = """(pixels) => {
  const figure = document.documentElement.getBoundingClientRect();
  return [...document.querySelectorAll("text")].filter((text) => text.textContent.trim()).filter((text) => {
    const box = text.getBoundingClientRect();
    return box.left < figure.left - pixels || box.right > figure.right + pixels
      || box.top < figure.top - pixels || box.bottom > figure.bottom + pixels;
  }).map((text) => text.textContent);
}"""


@pytest.fixture(scope="module")
def charts(small_folder, tmp_path_factory):
    folder = tmp_path_factory.mktemp("figures") / "charts"
    chart_files.draw_all(read_results(small_folder, ROOT / "config/phenomena.yaml"), folder)
    return folder


def cut_texts(browser, file):
    page = browser.new_page(viewport={"width": 2000, "height": 2000})
    page.goto(file.as_uri())
    found = page.evaluate(CUT, PIXELS)
    page.close()
    return found


def test_no_text_of_a_figure_is_cut(browser, charts):
    files = sorted(charts.rglob("*.svg"))
    assert {file.stem for file in files} >= {"heatmap", "heatmap_column", "systems", "systems_column"}
    assert {file.name: cut for file in files if (cut := cut_texts(browser, file))} == {}


def test_a_cut_text_is_noticed(browser, charts, tmp_path):
    svg = (charts / "overview/heatmap.svg").read_text()
    (tmp_path / "narrow.svg").write_text(svg.replace(">all systems<", ">the mean of all systems of the whole corpus<"))
    assert cut_texts(browser, tmp_path / "narrow.svg") == ["the mean of all systems of the whole corpus"]
