import re

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from extractors import __main__ as cli
from extractors.core.errors import InputError
from extractors.core.files import sha256
from extractors.formats import tables
from extractors.formats.scores import CORPUS_SCORES, SCORES, SYSTEM_RANKS
from extractors.formats.statistics import read_against, write_against
from extractors.scoring.imported_score_settings import SegmentScoreFile
from extractors.scoring.imported_scores import ScoreFile
from extractors.scoring.metrics import create_metric
from tests.builders.sets import sets_of

SYSTEMS = ("a", "b")
WIDE = "a\tb\n0.5\t1\n0.25\t-2\n1e-1\t0\n"
LONG = "SYS,SID,Z\na.1,1,0.5\nb.2,1,1\nb.2,2,-2\na.1,2,0.25\na.1,3,0.1\nHUMAN,1,9\nb.2,3,0\n"
NAMES = {"systems": {"a": "a.1", "b": "b.2"}, "ignore": ["HUMAN"]}
COLUMNS = {"segment": "SID", "system": "SYS", "score": "Z", "first_segment": 1}


def read(tmp_path, text, name="s.tsv", of="a", **options):
    path = tmp_path / name
    path.write_text(text)
    source = SegmentScoreFile(path=str(path), **options)
    return ScoreFile(source, SYSTEMS).statistics(metric="comet", system=of, segments=3)


SOURCE = ["One.", "Two.", "Three."]
WITH_SOURCE = "source\ta\tb\nTwo.\t0.25\t-2\nThree.\t0.1\t0\nOne.\t0.5\t1\n"


def test_scores_beside_their_source_are_put_in_the_order_of_the_corpus(tmp_path, caplog):
    (tmp_path / "s.tsv").write_text(WITH_SOURCE)
    file = SegmentScoreFile(path=str(tmp_path / "s.tsv"))
    found = ScoreFile(file, SYSTEMS, SOURCE).statistics(metric="comet", system="a", segments=3)
    assert found.rows[:, 0].tolist() == [0.5, 0.25, 0.1]
    assert "has the texts of the corpus in another order" in caplog.text
    (tmp_path / "s.tsv").write_text(WITH_SOURCE.replace("Three", "Four"))
    with pytest.raises(InputError, match=r"'Four.' is not in the corpus, whose line 3, 'Three.'") as caught:
        ScoreFile(file, SYSTEMS, SOURCE)
    assert caught.value.line == 3


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("2,a,0.25,Two.", None),
        ("2,a,0.25,Two.\n1,a,0.5,Three.", "'Three.' is not the source of segment 1"),
        ("2,a,0.25,Two.\n2,b,0.5,One.", "another source of segment 2 than line 2 has"),
        # Names of corpora are no texts.
        ("2,a,0.25,news", None),
    ],
)
def test_sources_beside_some_scores_must_be_those_of_their_segments(tmp_path, text, error):
    (tmp_path / "s.csv").write_text(f"segment,system,score,src\n{text}\n")
    how = {"segment": "segment", "system": "system", "first_segment": 1, "missing": "allow"}
    file = SegmentScoreFile(path=str(tmp_path / "s.csv"), **how)
    if error is None:
        rows = ScoreFile(file, SYSTEMS, SOURCE).statistics(metric="comet", system="a", segments=3).rows
        assert rows.tolist() == [[0, 0], [0.25, 1], [0, 0]]
    else:
        with pytest.raises(InputError, match=error):
            ScoreFile(file, SYSTEMS, SOURCE)


def test_wide_and_long_files_give_a_score_and_a_count_a_segment(tmp_path):
    expected = [[0.5, 1], [0.25, 1], [0.1, 1]]
    found = read(tmp_path, WIDE)
    assert found.rows.tolist() == expected
    assert found.signature == f"comet|file:s.tsv:{sha256(tmp_path / 's.tsv')[:8]}|missing:refuse"
    assert read(tmp_path, LONG, "s.csv", **NAMES, **COLUMNS).rows.tolist() == expected
    assert read(tmp_path, LONG, "s.csv", "b", **NAMES, **COLUMNS).rows[:, 0].tolist() == [1, -2, 0]
    numbered = "id\ta\tb\n7\t0.1\t0\n5\t0.5\t1\n6\t0.25\t-2\n"
    assert read(tmp_path, numbered, segment="id", first_segment=5).rows.tolist() == expected
    pq.write_table(pa.table({"a": [0.5, 0.25, 0.1], "b": [1, -2, 0]}), tmp_path / "s.parquet")
    of_parquet = ScoreFile(SegmentScoreFile(path=str(tmp_path / "s.parquet")), SYSTEMS)
    of_parquet = of_parquet.statistics(metric="comet", system="a", segments=3)
    assert of_parquet.rows.tolist() == expected


def test_texts_beside_the_scores_may_be_long(tmp_path):
    lines = LONG.splitlines()
    text = "\n".join([f"{lines[0]},text", *(f'{line},"{"a, b " * 50_000}"' for line in lines[1:])]) + "\n"
    found = read(tmp_path, text, "s.csv", **NAMES, **COLUMNS)
    assert found.rows[:, 0].tolist() == [0.5, 0.25, 0.1]


def test_missing_scores_are_in_no_mean_where_they_are_allowed(tmp_path):
    holes = "a\tb\n0.5\t1\nNaN\t\n0.1\t0\n"
    found = read(tmp_path, holes, missing="allow")
    assert found.rows.tolist() == [[0.5, 1], [0, 0], [0.1, 1]]
    metric = create_metric("comet", {"segment_scores": True, "higher_is_better": False, "sees": "reference"})
    assert metric.score(found.rows.sum(axis=0)) == pytest.approx(0.3)
    assert np.isnan(metric.score(found.rows[1]))
    assert not metric.higher_is_better
    assert not read(tmp_path, "b\n1\n2\n3\n", missing="allow").rows.any()
    with pytest.raises(InputError, match="read from a file"):
        metric.statistics(["x"], [["x"]])


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("a\tb\n0.5\t1\nNaN\t2\n0.1\t0\n", {}, r"s\.tsv:3: there is no score for segment 1 by a.*missing: allow"),
        ("a\tb\n0.5\t1\n0.1\t0\n", {}, r"s\.tsv: there is no score for segment 2 by a"),
        ("a\tb\n1\t1\n1\t1\n1\t1\n1\t1\n", {}, r"s\.tsv:5: segment 3 is not in the corpus, which has 0 to 2"),
        ("a\tb\n1\t1\nhigh\t1\n1\t1\n", {}, r"s\.tsv:3: 'high' is not a finite number"),
        ("a\tb\n1\t1\n1e308\t1\n1\t1\n", {}, r"s\.tsv:3: '1e308' is too large for a score"),
        ("a\tc\n1\t1\n1\t1\n1\t1\n", {}, r"s\.tsv:1: the column 'c' is not a system of the corpus.*ignore"),
        ("b\n1\n1\n1\n", {}, r"s\.tsv:1: there is no column 'a' with the scores of the system a"),
        ("a\tb\n1\t1\n1\n", {}, r"s\.tsv:3: the row has 1 fields, but the header has 2"),
        ("a\ta\n1\t1\n", {}, r"s\.tsv:1: there are two columns 'a'"),
        ("i\ta\tb\n0\t1\t1\n0\t1\t1\n", {"segment": "i"}, r"s\.tsv:3: a second score of segment 0 by a"),
        ("i\ta\tb\nx\t1\t1\n", {"segment": "i"}, r"s\.tsv:2: 'x' is not the number of a segment"),
        ("i\ta\tb\n0\t1\t1\n", {"segment": "id", "ignore": ["i"]}, r"s\.tsv:1: there is no column 'id'"),
        ("s\ti\tscore\na\t0\t1\nc\t0\t1\n", {"segment": "i", "system": "s"}, r"s\.tsv:3: the system 'c' is not"),
        ("s\ti\nscore\n", {"segment": "i", "system": "s"}, r"s\.tsv"),
    ],
)
def test_what_is_refused_and_where(tmp_path, text, options, words):
    with pytest.raises(InputError) as error:
        read(tmp_path, text, **options)
    assert re.search(words, str(error.value).replace("\n", " ")), str(error.value)


def test_what_is_wrong_with_one_system_does_not_lose_the_others(tmp_path):
    holes = "a\tb\n0.5\t1\nhigh\t2\n0.1\t0\n"
    assert read(tmp_path, holes, of="b").rows[:, 0].tolist() == [1, 2, 0]


@pytest.mark.parametrize("name", ["s.txt", "s", "missing/s.tsv", "s.parquet"])
def test_files_that_are_no_tables(tmp_path, name):
    if "/" not in name:
        (tmp_path / name).write_text(WIDE)
    with pytest.raises(InputError, match=r"s(\.\w+)?: "):
        ScoreFile(SegmentScoreFile(path=str(tmp_path / name)), SYSTEMS)


PEOPLE = "a\tb\tref\n1\t2\t3\n\t3\t4\n2\t1\t\n"


def test_human_translations_with_scores_are_what_systems_are_compared_with(tmp_path):
    (tmp_path / "s.tsv").write_text(PEOPLE)
    source = SegmentScoreFile(path=str(tmp_path / "s.tsv"), missing="allow", humans=["ref", "none"], sees="source")
    file = ScoreFile(source, [*SYSTEMS, "c"])
    systems = [file.statistics(metric="mqm", system=one, segments=3) for one in (*SYSTEMS, "c")]
    (found,) = file.beside_people(systems)
    assert (found.reference, [one.system for one in found.systems]) == ("source", ["a", "b"])
    assert [(one.system, one.rows.tolist()) for one in found.humans] == [("ref", [[3, 1], [4, 1], [0, 0]])]
    write_against(found, tmp_path / "mqm")
    (read_again,) = read_against(tmp_path / "mqm", [*SYSTEMS, "c"])
    assert [one.system for one in read_again.systems] == ["a", "b"]
    assert file.beside_people(systems[2:]) == []
    assert file.beside_people(systems, ["none"]) == []


def test_a_human_translation_is_no_system(tmp_path):
    (tmp_path / "s.tsv").write_text(PEOPLE)
    with pytest.raises(InputError, match="'a' is a system of the corpus but is also in `humans`"):
        ScoreFile(SegmentScoreFile(path=str(tmp_path / "s.tsv"), humans=["a"]), SYSTEMS)
    with pytest.raises(ValueError, match="'ref' is in `humans` and in `systems` or `ignore`"):
        SegmentScoreFile(path="s.tsv", humans=["ref"], ignore=["ref"])


def test_the_command_scores_by_them_too(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("r", "a", "b"):
        (tmp_path / f"{name}.en").write_text("one two\nthree four\n")
    (tmp_path / "comet.tsv").write_text("a\tb\n0.5\t1\n0.25\t0\n")
    command = ["score", "--systems", "a.en", "b.en", "--reference", "r.en", "--metrics", "bleu"]
    assert cli.main([*command, "--segment-scores", "comet.tsv"]) == 0
    shown = capsys.readouterr().out
    assert "0.375" in shown
    assert "comet: comet|file:comet.tsv:" in shown
    assert cli.main([*command, "--segment-scores", "bleu=comet.tsv"]) == 1
    assert "'bleu' is the name of a metric that is computed" in capsys.readouterr().err


def three_systems(folder, monkeypatch):
    monkeypatch.chdir(folder)
    for name in "rabc":
        (folder / f"{name}.en").write_text("one two\nthree four\nfive six\n")
    (folder / "da.csv").write_text("SYS,SID,Z\na.1,1,0.5\na.1,3,0.1\nb.1,2,1\nHUMAN,1,9\n")
    options = ("da.system=SYS", "da.segment=SID", "da.score=Z", "da.first_segment=1", "da.ignore=[HUMAN]")
    named = ("da.systems={a: a.1, b: b.1, c: c.1}",)
    outputs = [part for name in "abc" for part in ("--systems", f"{name}.en")]
    given = [part for option in (*options, *named) for part in ("--option", option)]
    return ["score", *outputs, "--reference", "r.en", "--metrics", "bleu", "--segment-scores", "da=da.csv", *given]


def test_the_command_leaves_out_a_system_without_scores_as_the_workflow_does(tmp_path, monkeypatch):
    command = three_systems(tmp_path, monkeypatch)
    command += ["--option", "da.missing=allow", "--option", "da.higher_is_better=false", "--tables", "tables"]
    tables.write(sets_of((0, "p", 1), (2, "p", 1)), tmp_path / "sets.parquet")
    assert cli.main([*command, "--sets", "sets.parquet"]) == 0
    corpus = tables.read(CORPUS_SCORES, tmp_path / "tables/corpus_scores.csv").to_pylist()
    assert [(r["metric"], r["system"]) for r in corpus] == [*(("bleu", s) for s in "abc"), ("da", "a"), ("da", "b")]
    rows = tables.read(SCORES, tmp_path / "tables/scores.csv").to_pylist()
    assert [(r["system"], r["score"]) for r in rows if r["metric"] == "da"] == [("a", pytest.approx(0.3)), ("b", None)]
    assert "missing:allow" in rows[-1]["signature"]
    ranks = tables.read(SYSTEM_RANKS, tmp_path / "tables/system_ranks.csv").to_pylist()
    assert {r["system"] for r in ranks if r["metric"] == "da"} <= {"a", "b"}


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("da.missing=refuse", "no score for segment 2 by a\n  remedy: score it, or take means"),
        ("da.missing=perhaps", "unknown value 'perhaps' for missing"),
        ("da.sistem=SYS", "unknown key 'sistem' in the settings\n  remedy: did you mean 'system'"),
        ("da.first_segment=one", "the scores da: first_segment must be a whole number, got 'one'"),
        ("da.systems={x: a.1}", "unknown system 'x'"),
        ("mqm.missing=allow", "unknown metric 'mqm'"),
    ],
)
def test_how_the_command_is_told_what_a_file_is_like(tmp_path, monkeypatch, capsys, option, words):
    assert cli.main([*three_systems(tmp_path, monkeypatch), "--option", option]) == 1
    assert words in capsys.readouterr().err
