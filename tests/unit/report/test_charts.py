import csv
import re

import pytest

from extractors.report import chart_files, chart_looks, chart_rows, charts
from extractors.report.chart_looks import ROWS
from tests import ROOT
from tests.builders import toy_results


def data_of(node):
    """The names of the data anywhere in a specification."""
    if isinstance(node, list):
        return [name for part in node for name in data_of(part)]
    if not isinstance(node, dict):
        return []
    own = [node["data"]["name"]] if "data" in node else []
    return own + [name for part in node.values() for name in data_of(part)]


def test_specifications_name_no_address_and_no_data():
    for made_of in (*charts.specifications().values(), charts.overview(chart_rows.of_overview(toy_results.results()))):
        assert set(data_of(made_of)) == {ROWS}
        assert "url" not in str(made_of)
        assert "datasets" not in made_of


def test_pages_have_the_specifications_as_they_are():
    written = (ROOT / "extractors/report/assets/charts.json").read_text(encoding="utf-8")
    assert written == charts.of_pages(), "write them: python -m extractors.report.charts"
    assert chart_looks.of_page("distances") == charts.by_distance()


def test_charts_are_drawn_with_their_rows_beside_them(tmp_path):
    folder = tmp_path / "charts"
    (folder / "old").mkdir(parents=True)
    names = chart_files.draw_all(toy_results.results(), folder)
    both = {f"{phenomenon}/{kind}" for phenomenon in ("easy", "hard") for kind in ("systems", "distances")}
    # Of rare there are only 4 segments.
    assert set(names) == {"overview/findings", "overview/heatmap", "hard/accuracy"} | both
    assert not (folder / "old").exists()
    wanted = {f"{name}{end}" for end in (".csv", ".svg", ".pdf", "_column.svg", "_column.pdf") for name in names}
    assert {str(path.relative_to(folder)) for path in folder.glob("*/*")} == wanted
    svg = (folder / "hard/systems.svg").read_text(encoding="utf-8")
    assert all(
        text in svg
        for text in ("alpha", "hard words: BLEU of each system", "significantly worse", "minus length-matched")
    )
    assert (folder / "hard/systems.pdf").read_bytes().startswith(b"%PDF")
    rows = list(csv.DictReader((folder / "hard/systems.csv").open(encoding="utf-8", newline="")))
    assert [row["system"] for row in rows] == ["all systems", "alpha", "beta", "gamma"]
    assert not [path for path in tmp_path.iterdir() if path != folder]


@pytest.mark.parametrize("values", [(65.0, 12.0), (0.82, 0.79), (61.2, 61.9)])
def test_scores_are_written_as_people_write_them(tmp_path, values):
    keys = {"line": "all", "system": "all systems", "part": "point", "piece": None, "low": None, "high": None}
    rows = [
        {**keys, "set": str(at), "order": at, "difference": value, "few": False, "n": 40}
        for at, value in enumerate(values)
    ]
    chart_files.draw(charts.filled(charts.by_distance(), rows, "BLEU"), rows, tmp_path / "distances")
    svg = (tmp_path / "distances.svg").read_text(encoding="utf-8")
    ticks = [float(text) for text in re.findall(r">([0-9.]+)</text>", svg)]
    assert len(ticks) > 2
    assert max(ticks) >= 0.8 * max(values)
    assert "e+" not in svg
    assert "e-" not in "".join(re.findall(r">([^<]*)</text>", svg))


def test_a_chart_of_an_error_rate_says_that_lower_is_better(tmp_path):
    chart_files.draw_all(toy_results.results(metrics={"ter": toy_results.TER}), tmp_path / "charts")
    for name in ("hard/systems", "overview/heatmap"):
        svg = (tmp_path / f"charts/{name}.svg").read_text(encoding="utf-8")
        assert "TER minus length-matched sentences (lower is better)" in svg


def test_the_heat_map_that_is_drawn_names_the_metric_that_it_is_of(tmp_path):
    metrics = {"ter": toy_results.TER, "bleu": toy_results.BLEU}
    chart_files.draw_all(toy_results.results(metrics=metrics), tmp_path / "charts")
    title = (tmp_path / "charts/overview/heatmap.svg").read_text(encoding="utf-8").partition("</title>")[0]
    assert "BLEU minus length-matched sentences" in title
    rows = csv.DictReader((tmp_path / "charts/overview/heatmap.csv").open(encoding="utf-8", newline=""))
    of_alpha = [float(row["difference"]) for row in rows if (row["system"], row["phenomenon"]) == ("alpha", "hard")]
    assert of_alpha == [-4.0]
