import csv
import re

import pytest

from extractors.report import chart_files, charts
from tests.builders import toy_results


def test_the_rows_of_a_phenomenon():
    rows = charts.of_phenomenon(toy_results.results(), "hard")
    assert set(rows) == {"systems", "distances", "accuracy"}
    assert [(r["system"], r["place"], r["state"]) for r in rows["systems"]] == [
        ("gamma", 1, "not significant"),
        ("beta", 2, "worse than controls"),
        ("alpha", 3, "worse than controls"),
    ]
    lines = {(r["line"], r["system"], r["distance"]): (r["value"], r["n"]) for r in rows["distances"]}
    assert lines["mean of systems", None, 0] == (pytest.approx(30 - 7 / 3), 40)
    assert lines["mean of controls", None, 2] == (30.0, 12)
    assert lines["one system", "alpha", 2] == (24.0, 12)
    assert {r["set"] for r in rows["distances"]} == {"\u2265 0|n = 40", "\u2265 2|n = 12|too few"}


def test_nothing_is_drawn_where_there_is_nothing():
    assert charts.of_phenomenon(toy_results.results(), "absent") == {}


def test_where_lower_is_better_the_lowest_is_the_first():
    rows = charts.of_phenomenon(toy_results.results(metrics={"ter": toy_results.TER}), "hard")["systems"]
    assert [(r["system"], r["state"]) for r in rows] == [
        ("beta", "better than controls"),
        ("alpha", "worse than controls"),
    ]


def test_the_overview_holds_what_is_tested():
    rows = charts.of_overview(toy_results.results())
    assert {r["phenomenon"] for r in rows} == {"hard", "easy"}
    first = next(r for r in rows if (r["system"], r["phenomenon"]) == ("alpha", "hard"))
    assert (first["difference"], first["better"], first["significant"]) == (-4.0, -4.0, True)
    ter = next(
        r for r in charts.of_overview(toy_results.results(metrics={"ter": toy_results.TER})) if r["system"] == "alpha"
    )
    assert (ter["difference"], ter["better"]) == (3.0, -3.0)


def test_specifications_name_no_address_and_no_data():
    for made_of in (*charts.specifications().values(), charts.overview(charts.of_overview(toy_results.results()))):
        assert made_of["data"] == {"name": charts.ROWS}
        assert "url" not in str(made_of)
        assert "datasets" not in made_of


def test_charts_are_drawn_with_their_rows_beside_them(tmp_path):
    folder = tmp_path / "charts"
    (folder / "old").mkdir(parents=True)
    names = chart_files.draw_all(toy_results.results(), folder)
    both = {f"{phenomenon}/{kind}" for phenomenon in ("easy", "hard", "rare") for kind in ("systems", "distances")}
    assert set(names) == {"overview/heatmap", "hard/accuracy"} | both
    assert not (folder / "old").exists()
    wanted = {f"{name}{end}" for end in (".csv", ".svg", ".pdf", "_column.svg", "_column.pdf") for name in names}
    assert {str(path.relative_to(folder)) for path in folder.glob("*/*")} == wanted
    svg = (folder / "hard/systems.svg").read_text(encoding="utf-8")
    assert all(text in svg for text in ("alpha", "hard: BLEU of each system", "worse than controls"))
    assert (folder / "hard/systems.pdf").read_bytes().startswith(b"%PDF")
    rows = list(csv.DictReader((folder / "hard/systems.csv").open(encoding="utf-8", newline="")))
    assert [row["system"] for row in rows] == ["gamma", "beta", "alpha"]
    assert not [path for path in tmp_path.iterdir() if path != folder]


@pytest.mark.parametrize("values", [(65.0, 12.0), (0.82, 0.79), (61.2, 61.9)])
def test_scores_are_written_as_people_write_them(tmp_path, values):
    more = [("mean of systems", None, 0, values[0]), ("mean of systems", None, 1, values[1])]
    keys = ("line", "system", "distance", "value")
    rows = [dict(zip(keys, row, strict=True)) | {"set": f"\u2265 {row[2]}", "n": 40} for row in more]
    chart_files.draw(charts.filled(charts.by_distance("score"), rows, "BLEU"), rows, tmp_path / "distances")
    svg = (tmp_path / "distances.svg").read_text(encoding="utf-8")
    ticks = [float(text) for text in re.findall(r">([0-9.]+)</text>", svg)]
    assert len(ticks) > 2
    assert min(values) <= max(ticks)
    assert "e+" not in svg
    assert "e-" not in "".join(re.findall(r">([^<]*)</text>", svg))


def test_a_chart_of_an_error_rate_says_that_lower_is_better(tmp_path):
    chart_files.draw_all(toy_results.results(metrics={"ter": toy_results.TER}), tmp_path / "charts")
    for name in ("hard/systems", "overview/heatmap"):
        assert "TER (lower is better)" in (tmp_path / f"charts/{name}.svg").read_text(encoding="utf-8")
