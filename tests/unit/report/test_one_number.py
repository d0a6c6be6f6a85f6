"""Terminal, page, heat map, charts, tables and card say the same number, interval and n of a finding."""

import csv
import html
import json
import re

import pytest

from extractors import __main__ as cli
from extractors.config.output_settings import PublishSettings
from extractors.core import jsonfile
from extractors.formats import tables
from extractors.formats.conclusions import LOWER
from extractors.formats.findings import FINDINGS
from extractors.publish import layout, run_results, write
from extractors.report import chart_files, paper_tables, summary
from extractors.report.numbers import significance
from extractors.report.results import read_results
from extractors.report.sections import render
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests import ROOT
from tests.builders import small_results
from tests.builders.small_results import Segment

NAMED = "p < 0.05 after Benjamini and Hochberg's correction"
LABEL = "particle verbs"


def plain(count):
    """Segments without a phenomenon, of the same lengths, which every system has right."""
    kept = [segment for segment in small_results.ordinary(count) if "/P" in segment.source]
    for segment in kept:
        source = segment.source.replace("/P", "").replace("/V", "")
        english = segment.english
        yield Segment(source, english, english)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A corpus on which the systems are worse on verbs with a particle."""
    return small_results.make(tmp_path_factory.mktemp("marked"), more=plain(120), accuracy=False, humans=True)


@pytest.fixture(scope="module")
def expected(folder):
    """What is of the systems with its interval, n, and the systems' own, of the one finding, as the table has them."""
    rows = {row["phenomenon"]: row for row in tables.read(FINDINGS, folder / FINDINGS.file).to_pylist()}
    row = rows["particle_verb"]
    assert row["p_bh"] < 0.05
    assert rows["reflexive"]["status"].startswith("too small: 20 of 20")
    numbers = [f"{row[name]:+.1f}" for name in ("beyond", "low", "high")]
    return [*numbers, str(row["n"]), f"{row['systems']:+.1f}"]


def numbers(text):
    """All numbers of a text, with hyphens for minus signs."""
    return re.findall(r"[+-]?[0-9]+(?:\.[0-9]+)?", text.replace("\u2212", "-"))


def the_four(row):
    """Difference, ends and n of a CSV row of a chart."""
    return [*(f"{float(row[name]):+.1f}" for name in ("difference", "low", "high")), row["n"]]


def test_the_terminal(folder, expected):
    text = summary.summary(folder)
    (line,) = (line for line in text.splitlines() if line.startswith("particle_verb"))
    beyond, low, high, n, systems = expected
    assert numbers(line)[0] == n
    assert numbers(line)[1] == systems
    assert numbers(line)[3:6] == [beyond, low, high]
    assert "1 of 1 tested differ (p (BH) < 0.05); not tested: 1; not found: 0" in text


def test_the_page(folder, expected):
    results = read_results(folder, ROOT / "config/phenomena.yaml")
    overview = next(section for section in render(results) if section.id == "overview").html
    (sentence,) = re.findall(r'<p class="claim">.*?</p>\s*<p class="more">.*? segments', overview, re.DOTALL)
    plain_text = " ".join(re.sub("<[^>]*>", " ", sentence).split())
    assert f"on segments with {LABEL} than on" in plain_text
    beyond, low, high, n, systems = expected
    assert f"{beyond[1:]} [{high[1:]}, {low[1:]}] of it is the systems&#39;" in plain_text
    assert f"{systems[1:]} chrF2 lower" in plain_text
    assert plain_text.endswith(f"{n} segments")
    (title,) = re.findall(r'title="(all systems[^"]*)"', overview)
    assert numbers(title.replace("chrF2", ""))[:2] == ["0", systems]
    assert NAMED.replace("<", "&lt;").replace("'", "&#39;") in overview
    cells = re.findall(r'<td class="([^"]*)"', overview)
    assert sum("significant" in names.split() for names in cells) == 1


def test_the_charts(folder, expected, tmp_path):
    results = read_results(folder, ROOT / "config/phenomena.yaml")
    chart_files.draw_all(results, tmp_path / "charts")
    for name in ("overview/heatmap", "particle_verb/systems"):
        with (tmp_path / f"charts/{name}.csv").open(newline="") as file:
            (row,) = (row for row in csv.DictReader(file) if row["system"] == "all systems")
        assert f"{float(row['difference']):+.1f}" == expected[-1]
    with (tmp_path / "charts/overview/findings.csv").open(newline="") as file:
        *_, row = csv.DictReader(file)
    assert [row["whose"], *the_four(row)] == ["systems minus human translations: a finding", *expected[:-1]]
    forest = (tmp_path / "charts/particle_verb/systems.csv").read_text()
    assert len(re.findall(",significantly worse,", forest)) == 1
    for name in ("overview/heatmap", "particle_verb/systems", "particle_verb/systems_column"):
        svg = (tmp_path / f"charts/{name}.svg").read_text()
        assert NAMED.replace("<", "&lt;") in svg.partition("<title>")[2].partition("</title>")[0]
        assert NAMED.partition("after ")[2] in svg.partition("</title>")[2], "in the drawing too"
        assert LABEL in svg


def test_the_tables(folder, expected, tmp_path):
    paper_tables.write(folder, tmp_path)
    with (tmp_path / "findings.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["phenomenon"] == LABEL
    beyond, low, high, n, systems = expected
    assert (row["systems"], row["beyond"]) == (systems, f"{beyond}*")
    assert (row["95 % interval"], row["n"]) == (f"[{low}, {high}]", n)
    with (tmp_path / "systems.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["beyond"], row["n"]) == (f"{beyond}*", n)
    assert f"${beyond}$*" in (tmp_path / "findings.tex").read_text()
    for name in ("findings", "systems"):
        assert NAMED in " ".join((tmp_path / f"{name}.md").read_text().split())


def test_the_card(folder, expected, tmp_path):
    contents = run_results.contents(
        name="small",
        **run_results.files_of(folder),
        scores=[folder / form.file for form in layout.SCORES.values()],
        phenomena_file=ROOT / "config/phenomena.yaml",
        metrics={"chrf": {}},
        statistics=StatisticsSettings(),
        settings=PublishSettings(licence="cc0-1.0", attribution="Written for these tests."),
    )
    write.write(contents, tmp_path / "set")
    card = (tmp_path / "set" / layout.CARD).read_text()
    (line,) = (line for line in card.splitlines() if line.startswith(f"| {LABEL}, 0 or more"))
    beyond, low, high, n, systems = expected
    assert line.startswith(f"| {LABEL}, 0 or more | {n} | {systems} | ")
    assert line.endswith(f"| {beyond}* | [{low}, {high}] | systems lose more |")


def test_the_page_has_the_text_for_a_paper_that_the_command_prints(folder, expected, capsys):
    assert cli.main(["show", str(folder), "--paper"]) == 0
    said = capsys.readouterr().out
    results = read_results(folder, ROOT / "config/phenomena.yaml")
    overview = next(section for section in render(results) if section.id == "overview").html
    (shown,) = re.findall(r'<details class="data" id="paper">.*?<pre>(.*?)</pre>', overview, re.DOTALL)
    assert html.unescape(shown) == said
    sentence = said.partition("\n")[0]
    beyond, low, high, n, systems = expected
    assert f"{systems[1:]} chrF2 lower on segments with {LABEL} than on" in sentence
    assert f"{beyond[1:]} [{high[1:]}, {low[1:]}] of it is the systems' ({n} segments" in sentence
    assert f"In this test set: {LOWER}." in sentence


def test_the_terminal_and_the_tables_take_the_level_of_the_run(folder, tmp_path, capsys):
    def named(*arguments):
        assert cli.main(["show", str(folder), *arguments]) == 0
        return " ".join(capsys.readouterr().out.split())

    manifest = folder / "manifest.json"
    text = manifest.read_text()
    assert significance(0.05) in named()
    jsonfile.write_checked(json.loads(text.replace('"alpha": 0.05', '"alpha": 0.001')), manifest)
    try:
        assert significance(0.001) in named()
        assert significance(0.1) in named("--alpha", "0.1")
        assert significance(0.001) in named("--pairs", "particle_verb")
        assert cli.main(["report", str(folder), "--tables", str(tmp_path)]) == 0
        assert significance(0.001) in " ".join((tmp_path / "findings.md").read_text().split())
    finally:
        manifest.write_text(text)
