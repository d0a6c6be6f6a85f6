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
from extractors.formats.corpus_folder import CorpusFolder
from extractors.formats.findings import FINDINGS
from extractors.publish import layout, run_results, write
from extractors.report import chart_files, paper_tables, summary
from extractors.report.numbers import significance
from extractors.report.results import read_results
from extractors.report.sections import render
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests import ROOT
from tests.builders import small_results

NAMED = "p < 0.05 after Benjamini and Hochberg's correction"
LABEL = "particle verbs"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A corpus on which the systems are worse on verbs with a particle."""
    return small_results.make(
        tmp_path_factory.mktemp("marked"), more=small_results.plain(120), accuracy=False, humans=True
    )


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
    assert "== small: 140 segments, 2 systems, 2 references ==\nparser conllu" in text
    assert "in brackets, the score of controls: other sentences of that length (within 3 tokens)" in " ".join(
        text.split()
    )
    beyond, low, high, n, _ = expected
    said = " ".join(text.partition("Findings (")[2].split())
    start = f"Particle verbs ({n} segments): systems score {beyond[1:]} chrF2 lower than human translations do"
    assert f"{start}, each beside its controls and by one reference at a time [{low}, {high}], p " in said
    assert "Others: 1 too small to test." in said


def test_the_command_that_shows_all_phenomena(folder, expected, capsys):
    assert cli.main(["show", str(folder)]) == 0
    text = capsys.readouterr().out
    table = text.partition("All phenomena, by chrF2 (the metric of the tests)\n")[2]
    (line,) = (line for line in table.splitlines() if line.startswith("particle_verb"))
    beyond, low, high, n, systems = expected
    assert numbers(line)[:2] == [n, systems]
    assert numbers(line)[3:6] == [beyond, low, high]
    assert "too small (n): reflexive 20" in table


def test_the_page(folder, expected):
    results = read_results(folder, ROOT / "config/phenomena.yaml")
    overview = next(section for section in render(results) if section.id == "overview").html
    text = html.unescape(" ".join(re.sub("<[^>]*>", " ", overview).split()))
    beyond, low, high, n, systems = expected
    start = f"Particle verbs ({n} segments): systems score {beyond[1:]} chrF2 lower than human translations do"
    assert f"{start}, each beside its controls and by one reference at a time [{low}, {high}], p " in text
    below = f"by one reference at a time, {beyond[1:]} lower than human translations do"
    claim = (
        f"{systems[1:]} chrF2 lower on segments with {LABEL} than on other sentences of that length (within 3 tokens)"
    )
    assert f"{claim}; {below} (95 % CI {high[1:]} to {low[1:]}); minimum detectable difference" in text
    (title,) = re.findall(rf'title="(all systems, {LABEL}[^"]*)"', overview)
    told = numbers(title.replace("chrF2", ""))
    assert (told[2], told[4]) == (n, systems)
    assert NAMED.replace("<", "&lt;").replace("'", "&#39;") in overview
    cells = re.findall(r'<td class="([^"]*)"', overview)
    assert sum("significant" in names.split() for names in cells) == 1


def test_the_charts(folder, expected, tmp_path):
    results = read_results(folder, ROOT / "config/phenomena.yaml")
    chart_files.draw_all(results, tmp_path / "charts")
    for name in ("overview/heatmap", "particle_verb/systems"):
        with (tmp_path / f"charts/{name}.csv").open(newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["system"] == "all systems"]
        (row,) = (row for row in rows if row.get("phenomenon", "particle_verb") == "particle_verb")
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
        CorpusFolder(folder),
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
    below = f"by one reference at a time, {beyond[1:]} lower than human translations do"
    assert f"{below} (95 % CI {high[1:]} to {low[1:]}) ({n} segments" in sentence
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
