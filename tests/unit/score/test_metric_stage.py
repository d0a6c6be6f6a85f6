"""The tables of a program's metric: those that imported scores and marked errors have."""

import pytest

from extractors.core.errors import InputError
from extractors.formats import tables
from extractors.formats.testset_scores import ERROR_SPANS, RATINGS
from extractors.score.imported_score_settings import SegmentScoreFile
from extractors.score.imported_scores import ScoreFile
from extractors.score.metric_command_settings import MetricCommand
from extractors.score.metric_output import SegmentMark, SpanMark
from extractors.score.metric_stage import marks_of_system, write_metric_tables

ERROR = SpanMark(0, 3, "major", None)
MARKS = {"x": [SegmentMark(0.5, (ERROR, ERROR)), SegmentMark(None, ())], "y": [SegmentMark(1, ()), SegmentMark(2, ())]}


def write(folder, *, marks_errors):
    files = {name: folder / f"{name}.parquet" for name in ("scores", "ratings", "spans")}
    write_metric_tables(MARKS, metric="m", version="1.2", marks_errors=marks_errors, **files)
    return files


def test_scores_are_read_as_imported_ones_with_the_version(tmp_path):
    files = write(tmp_path, marks_errors=False)
    source = SegmentScoreFile(path=str(files["scores"]), system="system", segment="segment_id", missing="allow")
    found = ScoreFile(source, ["x", "y"]).statistics(metric="m", system="x", segments=2)
    assert found.rows.tolist() == [[0.5, 1], [0, 0]]
    assert "|version:1.2|" in found.signature
    assert tables.count_rows(files["ratings"]) == 0


def test_errors_are_those_of_a_rater_that_is_no_person(tmp_path):
    files = write(tmp_path, marks_errors=True)
    ratings = tables.read(RATINGS, files["ratings"]).to_pylist()
    assert [(row["system"], row["segment_id"], row["errors"], row["human"]) for row in ratings] == [
        ("x", 0, 2, False),
        ("y", 0, 0, False),
        ("y", 1, 0, False),
    ]
    spans = tables.read(ERROR_SPANS, files["spans"]).to_pylist()
    assert [(row["rating_id"], row["start"], row["end"], row["severity"]) for row in spans] == [(0, 0, 3, "major")] * 2


def test_a_program_without_a_version_is_refused(tmp_path):
    (tmp_path / "x.version").write_text("\n1.2\n")
    with pytest.raises(InputError, match="printed nothing") as caught:
        marks_of_system(tmp_path / "x", tmp_path / "x.version", "x", MetricCommand.of({"command": "x {output}"}))
    assert (caught.value.path, caught.value.line) == (tmp_path / "x.version", 1)
