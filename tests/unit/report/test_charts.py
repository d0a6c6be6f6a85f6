import csv
import re

import pytest

from extractors.report import chart_files, charts
from tests.builders import effects, toy_results


def test_the_rows_of_a_forest_plot():
    rows = charts.of_phenomenon(toy_results.results(), "hard")["systems"]
    assert [(r["system"], r["all"], r["place"], r["state"]) for r in rows] == [
        ("all systems", True, 0, "significantly worse"),
        ("alpha", False, 1, "significantly worse"),
        ("beta", False, 2, "significantly worse"),
        ("gamma", False, 3, "not significant"),
    ]
    assert (rows[0]["difference"], rows[1]["low"], rows[1]["high"]) == (pytest.approx(-7 / 3), -5.0, -3.0)


def test_the_rows_of_a_plot_by_distance_are_of_disjoint_ranges():
    bucket = [
        toy_results.row(system, "hard", value, None, n=5) | {"distance_from": 0, "distance_below": 1}
        for system, value in (("alpha", -1.0), ("beta", -3.0))
    ]
    for row in bucket:
        del row["minimum_distance"]
    pooled = effects.effects(bucket, effects.BY_BUCKET)
    kept = toy_results.phenomenon("hard", distances=(1,), sizes=(40,))
    scores = [dict(row) | {"minimum_distance": 1} for row in toy_results.SCORES[:3]]
    results = toy_results.results(phenomena={"hard": kept}, scores=scores, bucket_scores=bucket, bucket_effects=pooled)
    rows = charts.of_phenomenon(results, "hard")["distances"]
    together = [r for r in rows if (r["part"], r["line"]) == ("point", "all")]
    assert [(r["set"], r["difference"], r["few"]) for r in together] == [
        ("0|n = 5", -2.0, True),
        ("\u2265 1|n = 40", pytest.approx(-7 / 3), False),
    ]
    pieces = [r for r in rows if r["part"] == "piece" and r["line"] == "all"]
    assert [(r["order"], r["few"]) for r in pieces] == [(0, True), (1, True)], "dashed: one of its ends is small"
    assert {r["system"] for r in rows if r["line"] == "other"} == {"alpha", "beta", "gamma"}
    assert [r["system"] for r in rows if r["part"] == "label" and r["line"] == "all"] == ["all systems"]


def test_nothing_is_drawn_where_there_is_nothing():
    assert charts.of_phenomenon(toy_results.results(), "absent") == {}


def test_where_lower_is_better_the_highest_is_the_worst():
    rows = charts.of_phenomenon(toy_results.results(metrics={"ter": toy_results.TER}), "hard")["systems"]
    assert [(r["system"], r["state"]) for r in rows[1:]] == [
        ("alpha", "significantly worse"),
        ("beta", "significantly better"),
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


def data_of(node):
    """The names of the data anywhere in a specification."""
    if isinstance(node, list):
        return [name for part in node for name in data_of(part)]
    if not isinstance(node, dict):
        return []
    own = [node["data"]["name"]] if "data" in node else []
    return own + [name for part in node.values() for name in data_of(part)]


def test_specifications_name_no_address_and_no_data():
    for made_of in (*charts.specifications().values(), charts.overview(charts.of_overview(toy_results.results()))):
        assert set(data_of(made_of)) == {charts.ROWS}
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
    assert all(
        text in svg for text in ("alpha", "hard: BLEU of each system", "significantly worse", "minus length-matched")
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
