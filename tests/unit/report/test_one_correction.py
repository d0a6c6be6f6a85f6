"""Terminal, tables, page and charts mark the same systems on the same sets, by one correction, and name it."""

import csv
import json
import re

import pytest

from extractors import __main__ as cli
from extractors.core import jsonfile
from extractors.formats import tables
from extractors.formats.scores import SCORES
from extractors.report import chart_files, paper_tables, terminal_summary
from extractors.report.numbers import significance
from extractors.report.results import read_results
from extractors.report.sections import render
from tests import ROOT
from tests.builders import small_results
from tests.builders.small_results import Segment

NAMED = "p < 0.05 after Benjamini and Hochberg's correction"
METRIC = "chrf"


def plain(count):
    """Segments without a phenomenon, of the same lengths, which every system has right."""
    kept = [segment for segment in small_results.ordinary(count) if "/P" in segment.source]
    for segment in kept:
        source = segment.source.replace("/P", "").replace("/V", "")
        english = segment.english
        yield Segment(source, english, english)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A corpus on which the weak system is worse on verbs with a particle, and the good one is not."""
    return small_results.make(tmp_path_factory.mktemp("marked"), more=plain(120), accuracy=False)


@pytest.fixture(scope="module")
def marked(folder):
    """The systems that are marked on the largest set of a phenomenon, by the table of scores itself."""
    rows = tables.read(SCORES, folder / "scores.parquet").to_pylist()
    found = {
        (row["system"], row["phenomenon"])
        for row in rows
        if row["metric"] == METRIC and not row["minimum_distance"] and row["p_bh"] is not None and row["p_bh"] < 0.05
    }
    assert found == {("weak", "particle_verb")}
    return found


def test_the_terminal(folder, marked):
    rows = tables.read(SCORES, folder / "scores.parquet").to_pylist()
    text = terminal_summary.set_table(rows, metric=METRIC, alpha=0.05)
    cells = re.findall(r"^(\w+) +all +\d+ .* (\d+)/\d+ ", text, re.MULTILINE)
    assert sum(int(count) for _, count in cells) == len(marked)
    assert NAMED in " ".join(text.split())


def test_the_tables(folder, marked, tmp_path):
    files = ("sets.parquet", "scores.parquet", "phenomenon_effects.parquet", "distance_trends.parquet")
    paper_tables.write(*(folder / name for name in files), tmp_path, alpha=0.05)
    with (tmp_path / f"systems_{METRIC}.csv").open(newline="") as file:
        of_systems = {
            (system, row["phenomenon"])
            for row in csv.DictReader(file)
            for system in small_results.SYSTEMS
            if row[system].endswith("*")
        }
    with (tmp_path / f"scores_{METRIC}.csv").open(newline="") as file:
        of_scores = {(r["system"], r["phenomenon"]) for r in csv.DictReader(file) if r["difference"].endswith("*")}
    assert of_systems == of_scores == marked
    for name in ("effects", "systems", "scores", "distances"):
        assert NAMED in " ".join((tmp_path / f"{name}_{METRIC}.md").read_text().split())


def test_the_page(folder, marked):
    results = read_results(folder, ROOT / "config/phenomena.yaml")
    overview = next(section for section in render(results) if section.id == "overview").html
    body = overview.rpartition("<tbody>")[2]
    cells = re.findall(r'<td class="([^"]*)"', body)
    assert sum("significant" in names.split() for names in cells) == len(marked)
    assert NAMED.replace("<", "&lt;").replace("'", "&#39;") in overview


def test_the_charts(folder, marked, tmp_path):
    results = read_results(folder, ROOT / "config/phenomena.yaml")
    chart_files.draw_all(results, tmp_path / "charts")
    with (tmp_path / "charts/overview/heatmap.csv").open(newline="") as file:
        of_map = {(r["system"], r["phenomenon"]) for r in csv.DictReader(file) if r["significant"] == "True"}
    assert of_map == marked
    forest = (tmp_path / "charts/particle_verb/systems.csv").read_text()
    assert len(re.findall(r"^weak,.*,significantly worse,", forest, re.MULTILINE)) == 1
    assert "significantly" not in "".join(re.findall(r"^good,.*$", forest, re.MULTILINE))
    for name in ("overview/heatmap", "particle_verb/systems", "particle_verb/systems_column"):
        svg = (tmp_path / f"charts/{name}.svg").read_text()
        assert NAMED.replace("<", "&lt;") in svg.partition("<title>")[2].partition("</title>")[0]
        assert NAMED.partition("after ")[2] in svg.partition("</title>")[2], "in the drawing too"


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
        assert significance(0.001) in " ".join((tmp_path / f"effects_{METRIC}.md").read_text().split())
    finally:
        manifest.write_text(text)
