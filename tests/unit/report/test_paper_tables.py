import csv
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from extractors import __main__ as cli
from extractors.extract import select
from extractors.formats import tables
from extractors.formats.accuracy import ACCURACY
from extractors.formats.conclusions import CONCLUSIONS
from extractors.formats.findings import FINDINGS
from extractors.formats.scores import CORPUS_SCORES, DEPARTURES, SCORES
from extractors.report import paper_tables
from extractors.scoring.segment_statistics import corpus_scores
from extractors.scoring.statistics.statistics_settings import StatisticsSettings
from tests.builders import toy_results
from tests.builders.finding_rows import conclusion, finding
from tests.builders.hits import hits
from tests.builders.latex import check_latex
from tests.builders.rows import blank, table_of
from tests.builders.scored import concluded, large
from tests.builders.sets import ranges

SETTINGS = StatisticsSettings(resamples=100, trials=50)
SHORT = ["findings", "words", "systems", "sizes"]
LONG = ["accuracy", "scores_bleu", "distances_bleu", "scores_chrf", "distances_chrf"]
NAMES = [*SHORT, *LONG]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """What a scored corpus leaves."""
    folder = tmp_path_factory.mktemp("results")
    systems, some, pool = large(worse=range(0, 60, 2))
    found = hits(*((i, "a", i % 5) for i in range(0, 60, 2)))
    table = select.select(found, {"a": ranges(minimum=[0, 3], exact=[0]), "b_1": ranges(minimum=[0, 5])})
    tables.write(table, folder / "sets.parquet")
    made = concluded(systems, some, {}, SETTINGS, pool=pool)
    tables.write(made.scores, folder / SCORES.file)
    tables.write(CORPUS_SCORES.table(corpus_scores(systems, {})), folder / CORPUS_SCORES.file)
    tables.write(made.departures, folder / DEPARTURES.file)
    # b_1 has no segments.
    rows = [*made.findings.to_pylist(), finding("b_1", None, None, metric="chrf", distance=0)]
    tables.write(table_of(FINDINGS, rows), folder / FINDINGS.file)
    tables.write(table_of(CONCLUSIONS, [conclusion("a", -0.2, 0.01), conclusion("b_1")]), folder / CONCLUSIONS.file)
    tables.write(
        table_of(ACCURACY, [toy_results.accuracy("even", "a", 0.6, -0.2, 0.01)]),
        folder / ACCURACY.file,
    )
    return folder


def at(distance, score, *, phenomenon="a", n):
    """A row of SCORES at a minimum distance."""
    place = {"system": "s", "phenomenon": phenomenon, "kind": "minimum", "distance_from": distance, "metric": "chrf"}
    return blank(SCORES) | place | {"n": n, "score": score, "signature": "chrF2|nrefs:1"}


WHOLE = {"s": 21.0}


def test_one_command_writes_all_tables(results, tmp_path, capsys):
    assert cli.main(["report", str(results), "--tables", str(tmp_path / "out")]) == 0
    assert f"{', '.join(NAMES)}, each as .csv, .md and .tex" in capsys.readouterr().out
    wanted = {f"{name}.{suffix}" for name in NAMES for suffix in ("csv", "md", "tex")}
    wanted |= {"tables.tex", "long_tables.tex"}
    assert {p.name for p in (tmp_path / "out").iterdir()} == wanted
    for file, inside in (("tables.tex", SHORT), ("long_tables.tex", LONG)):
        assert re.findall(r"\\input\{(\w+)\}", (tmp_path / "out" / file).read_text()) == inside
    for name in NAMES:
        check_latex((tmp_path / "out" / f"{name}.tex").read_text())
    with (tmp_path / "out/sizes.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [
            ["phenomenon", "d >= 0", "d >= 3", "d >= 5"],
            ["a", "30", "12", ""],
            ["b 1", "0", "", "0"],
        ]


def test_scores_stand_beside_their_controls(results):
    scores = tables.read(SCORES, results / SCORES.file).to_pylist()
    findings = tables.read(FINDINGS, results / FINDINGS.file).to_pylist()
    corpus = tables.read(CORPUS_SCORES, results / CORPUS_SCORES.file).to_pylist()
    of_sets = [r for r in scores if r["metric"] == "bleu" and r["kind"] == "minimum"]
    whole = {row["system"]: row["score"] for row in corpus if row["metric"] == "bleu"}
    sheet = paper_tables.score_sheet(of_sets, whole, findings, "bleu")
    even, uneven = (dict(zip(sheet.header, row, strict=True)) for row in sheet.rows)
    assert (even["system"], uneven["system"], even["n"]) == ("even", "uneven", "30 of 30")
    assert (even["corpus"], uneven["corpus"]) == tuple(f"{whole[system]:.1f}" for system in ("even", "uneven"))
    assert uneven["difference"].startswith("-")
    assert (uneven["d >="], uneven["95 % interval"][0]) == ("0", "[")
    controls, difference = float(uneven["controls"]), float(uneven["difference"])
    assert float(uneven["set"]) - controls == pytest.approx(difference, abs=0.15)
    assert sheet.signature.startswith("BLEU|nrefs:1|bs:100|seed:")


def test_distances_have_a_column_each():
    rows = [at(0, 20.0, n=40), at(3, 18.04, n=12), at(0, None, phenomenon="b", n=0), at(5, None, phenomenon="b", n=0)]
    sheet = paper_tables.distance_sheet(rows, WHOLE, "chrf", {"a": "label", "b": "other"})
    distances = [f"d >= {d}" for d in (0, 3, 5)]
    assert sheet.header == ["phenomenon", "system", "n", *distances, "sets", "Spearman", "Pearson"]
    assert sheet.rows == [["label", "s", "40", "20.0", "18.0 (n 12)", "", "1", "", ""]]


@pytest.mark.parametrize(("n", "cell"), [(30, "20.0"), (29, "20.0 (n 29)"), (10, "20.0 (n 10)"), (9, ""), (1, "")])
def test_a_score_of_few_segments_has_their_number_beside_it_and_one_of_very_few_is_left_out(n, cell):
    ((_, _, _, far, *_),) = paper_tables.distance_sheet([at(3, 20.0, n=n)], WHOLE, "chrf", {"a": "label"}).rows
    assert far == cell


def test_correlations_are_scipys_over_sets_of_30_segments_and_more():
    scores = [20.0, 19.0, 19.5, 12.0, 50.0, None]
    rows = [at(d, score, n=n) for d, score, n in zip(range(6), scores, (90, 60, 50, 30, 29, 40), strict=True)]
    ((*_, sets, spearman, pearson),) = paper_tables.distance_sheet(rows[::-1], WHOLE, "chrf", {"a": "a"}).rows
    of_large = range(4), scores[:4]
    assert sets == "4"
    for said, correlation in ((spearman, stats.spearmanr), (pearson, stats.pearsonr)):
        assert float(said.replace("\u2212", "-")) == round(correlation(*of_large).statistic, 2)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=3, max_size=9))
def test_correlations_of_equal_values_are_scipys(pairs):
    distances, scores = (list(map(float, column)) for column in zip(*pairs, strict=True))
    if len(set(distances)) > 1 and len(set(scores)) > 1:
        expected = stats.spearmanr(distances, scores).statistic, stats.pearsonr(distances, scores).statistic
        assert paper_tables.correlations(distances, scores) == pytest.approx(expected)


@pytest.mark.parametrize("scores", [[], [1.0], [1.0, 2.0], [3.0, 3.0, 3.0]])
def test_too_few_sets_or_equal_scores_have_no_correlation(scores):
    assert paper_tables.correlations(range(len(scores)), scores) == (None, None)


def test_a_folder_that_was_not_scored_is_refused(tmp_path, capsys):
    assert cli.main(["report", str(tmp_path), "--tables", str(tmp_path / "out")]) == 1
    assert "no sets.parquet in the folder" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
