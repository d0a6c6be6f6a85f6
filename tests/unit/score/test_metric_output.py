"""What programs of metrics write, in the form of each, and what is refused of it."""

import json

import pytest

from extractors.core.errors import InputError
from extractors.score.metric_command_settings import MetricCommand
from extractors.score.metric_output import SpanMark, read_metric_output

OUTPUTS = ["Can he borrow my boat?", " Die Eule ruft."]


def read(folder, text, outputs=OUTPUTS, **settings):
    path = folder / "x.scores"
    path.write_text(text, encoding="utf-8")
    command = MetricCommand.of({"command": "score {output}", **settings})
    return read_metric_output(path, outputs=outputs, command=command)


METRICX = [json.dumps({"id": n, "hypothesis": text, "prediction": n * 2.5}) + "\n" for n, text in enumerate(OUTPUTS)]
MANY, CRITICAL = json.dumps({"major": ["style"] * 9}), json.dumps({"critical": ["other"], "minor": ["style"]})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("0.5\n-1e-3\n", [0.5, -0.001]),
        ("0.5\nNone\n", [0.5, None]),
        ("[1, 2.5]", [1, 2.5]),
        ("".join(METRICX), [0, 2.5]),
        # A single line is a document, too.
        (METRICX[1], [2.5]),
        # Five errors of GEMBA count, and no more than 25.
        (f"{MANY}\n{CRITICAL}\n", [-25, -25]),
        (json.dumps({"minor": ["style"] * 9}) + "\n0\n", [-5, 0]),
    ],
)
def test_scores_are_read_in_any_form(tmp_path, text, found):
    assert [mark.score for mark in read(tmp_path, text, OUTPUTS[-len(found) :], missing="allow")] == found


def test_comet_json_is_an_object_with_the_segments_of_a_file(tmp_path):
    said = {"out/x.txt": [{"src": "a", "mt": text.strip(), "ref": "b", "COMET": 0.9} for text in OUTPUTS]}
    assert [(mark.score, mark.errors) for mark in read(tmp_path, json.dumps(said, indent=4))] == [(0.9, ())] * 2


def test_spans_of_xcomet_count_without_the_blanks_before_a_segment(tmp_path):
    span = {"text": "Die", "confidence": 0.4, "severity": "major", "start": 0, "end": 3}
    beyond = {"text": "?", "confidence": 0.4, "severity": "minor", "start": 14, "end": 15}
    said = {"x": [{"mt": OUTPUTS[0], "COMET": 0.9}, {"mt": "Die Eule ruft.", "COMET": 0.1, "errors": [span, beyond]}]}
    first, second = read(tmp_path, json.dumps(said))
    assert first.errors == ()
    assert second.errors == (SpanMark(1, 4, "major", None), SpanMark(None, None, "minor", None))
    assert OUTPUTS[1][1:4] == "Die"


def test_half_a_character_is_replaced(tmp_path):
    line = '{"score": 1, "errors": [{"start": 0, "end": 1, "severity": "minor", "category": "a\\ud800"}]}\n'
    first, _ = read(tmp_path, line * 2)
    assert first.errors == (SpanMark(0, 1, "minor", "a\ufffd"),)


def test_gemba_describes_errors_by_severity(tmp_path):
    described = (
        """{'major': ['accuracy/mistranslation - "my BOAT"'], 'minor': ['style/awkward', 'accuracy - "gone"']}"""
    )
    printed = f"defaultdict(<class 'list'>, {described})\ndefaultdict(<class 'list'>, {{}})\n"
    first, second = read(tmp_path, printed)
    assert (first.score, second.score, second.errors) == (-7, 0, ())
    assert first.errors == (
        SpanMark(14, 21, "major", "accuracy/mistranslation"),
        SpanMark(None, None, "minor", "style/awkward"),
        SpanMark(None, None, "minor", "accuracy"),
    )
    assert OUTPUTS[0][14:21] == "my boat"


@pytest.mark.parametrize(
    ("text", "settings", "problem", "line"),
    [
        ("1\n", {}, "1 scores, but the corpus has 2 segments", 2),
        ("1\n2\n3\n", {}, "3 scores, but the corpus has 2 segments", 3),
        ("", {}, "0 scores, but", 1),
        ("[1]", {}, "1 scores, but", None),
        ("1\nnan\n", {}, "no score of segment 1", 2),
        ("[1, NaN]", {}, "no score of segment 1", None),
        ("1\n\n", {}, "no score of segment 1", 2),
        ("1\nInfinity\n", {}, "inf, and no finite number", 2),
        ("1\ntrue\n", {}, "True, and no finite number", 2),
        ("loading\n1\n", {}, "expected a score, got 'loading'", 1),
        ("0.5\n1.5\n", {"range": [0, 1]}, "the score 1.5 of segment 1 is not between 0 and 1", 2),
        ('{"a": [1, 2], "b": [1, 2]}', {}, "scores of 2 files", None),
        ('{"COMMENT": 1}\n1\n', {}, "no score of segment 0 among 'COMMENT'", 1),
        ('1\n{"score": 1, "errors": [3]}\n', {}, "not a list of objects", 2),
        ('1\n{"score": 1, "errors": [{"start": null, "end": 2}]}\n', {}, "the start None", 2),
        ('1\n{"score": 1, "hypothesis": "Can I"}\n', {}, "of another translation: 'Can I'", 2),
    ],
)
def test_a_fault_is_told_with_file_and_line(tmp_path, text, settings, problem, line):
    with pytest.raises(InputError) as caught:
        read(tmp_path, text, **settings)
    assert problem in caught.value.problem
    assert (caught.value.path, caught.value.line) == (tmp_path / "x.scores", line)
    assert caught.value.remedy
