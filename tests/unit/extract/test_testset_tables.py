"""The tables of a test set: scores as a run reads them, ratings with their errors, and the audit trail."""

import pytest

from extractors.core.errors import InputError
from extractors.extract import testset_tables as test_set
from extractors.formats import tables
from extractors.formats.testset_scores import AUDIT_TRAIL, ERROR_SPANS, RATINGS, SEGMENT_SCORES
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.places import parse
from extractors.scoring import imported_scores
from extractors.scoring.imported_score_settings import SegmentScoreFile
from tests.builders import test_sets as build


def rows(form, path):
    return tables.read(form, path).to_pylist()


def test_scores_are_written_as_a_run_reads_them(tmp_path):
    place = build.mteval(tmp_path / "set")
    test_set.write(read_set(place), tmp_path / "out", systems=["good", "bad"], people={"da": []})
    assert [path.name for path in (tmp_path / "out/scores").iterdir()] == ["da.parquet"]
    path = tmp_path / "out/scores/da.parquet"
    assert rows(SEGMENT_SCORES, path)[0] == {"segment_id": 0, "system": "good", "score": 5.0, "raters": 1}
    file = SegmentScoreFile(path=str(path), system="system", segment="segment_id", missing="allow")
    found = imported_scores.ScoreFile(file, ["good", "bad"]).statistics(metric="da", system="bad", segments=3)
    assert found.rows.tolist() == [[1.5, 1], [0, 0], [2, 1]]


def test_an_output_that_is_not_the_one_that_was_rated_is_refused(tmp_path):
    place = build.mteval(tmp_path / "set")
    build.write(tmp_path / "mine", build.lines([*build.SYSTEMS["good"][:2], "Ein anderer Satz."]))
    build.write(tmp_path / "theirs", build.lines(build.SYSTEMS["good"]))
    corpus = {"source_name": "s.en", "scores": ["da"]}
    for name in ("theirs", "mine"):
        own = {"new": parse(tmp_path / "mine"), "good": parse(tmp_path / name)}
        if name == "theirs":
            assert test_set.read_beside(place, build.SOURCE, own=own, **corpus).scores
            continue
        with pytest.raises(
            InputError, match=r"'Ein anderer Satz\.' is not the output of good that was rated"
        ) as caught:
            test_set.read_beside(place, build.SOURCE, own=own, **corpus)
        assert caught.value.line == 3


def test_scores_of_human_translations_are_written_where_they_are_wanted(tmp_path):
    place = build.mteval(tmp_path / "set")
    test_set.write(read_set(place), tmp_path / "out", systems=["good"], people={"da": ["refA"]})
    assert {row["system"] for row in rows(SEGMENT_SCORES, tmp_path / "out/scores/da.parquet")} == {"good", "refA"}


def test_raters_are_averaged(tmp_path):
    place = build.mqm(tmp_path)
    test_set.write(read_set(place), tmp_path / "out", systems=["good"], people={"mqm": []})
    first = rows(SEGMENT_SCORES, tmp_path / "out/scores/mqm.parquet")[0]
    assert (first["score"], first["raters"]) == (5.1 / 2, 2)


def test_a_rating_without_errors_is_a_rating(tmp_path):
    test_set.write(read_set(build.mteval(tmp_path / "set")), tmp_path / "out", systems=[], people={})
    ratings = rows(RATINGS, tmp_path / "out/ratings.parquet")
    assert [(r["annotation"], r["system"], r["segment_id"], r["errors"]) for r in ratings] == [
        ("mqm", "good", 0, 0),
        ("mqm", "good", 1, 2),
    ]
    spans = rows(ERROR_SPANS, tmp_path / "out/error_spans.parquet")
    assert [(s["rating_id"], s["in_source"], s["start"], s["end"], s["score"]) for s in spans] == [
        (1, False, 0, 6, 1.0),
        (1, True, 7, 12, 0.0),
    ]


def test_the_trail_has_file_and_line_and_the_log_its_first_lines(tmp_path, caplog):
    place = build.esa(tmp_path)
    test_set.write(read_set(place), tmp_path / "out", systems=["good", "bad"], people={"esa": []})
    trail = rows(AUDIT_TRAIL, tmp_path / "out/audit_trail.csv")
    assert [(row["file"].rpartition("/")[2], row["line"]) for row in trail] == [
        ("source.en", 1),
        ("esa.csv", 4),
        ("esa.csv", 5),
    ]
    assert any("esa.csv:4: a tutorial: left out" in record.message for record in caplog.records)
