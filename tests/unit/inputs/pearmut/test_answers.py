"""The answers of campaigns: which hold, what is none, spans, and what is refused."""

import json

import pytest

from extractors.core.errors import InputError
from extractors.inputs.pearmut.answers import Span, read_answers
from tests.builders.campaigns import SOURCE, answer, dashboard, item, log, record

ONE = {"good": answer(80)}


def read(tmp_path, *records):
    return read_answers(log(tmp_path / "owls.jsonl", *records))


def test_a_log_and_a_dashboards_file_have_the_same_answers(tmp_path):
    records = [record({"good": answer(80), "bad": answer(5, [(0, 3, "major")])}), record(ONE, user="ben")]
    of_log = read(tmp_path, *records)
    of_dashboard = read_answers(dashboard(tmp_path / "annotations.json", *records))
    shown = [[(a.user, a.systems, a.output, a.score, a.spans) for a in found] for found in (of_log, of_dashboard)]
    assert shown[0] == shown[1]
    assert [a.line for a in of_log] == [1, 1, 2]
    assert [a.line for a in of_dashboard] == [None] * 3
    assert of_log[0].source == SOURCE


def test_the_last_answer_of_a_person_holds(tmp_path):
    found = read(tmp_path, record({"good": answer(10)}), record(ONE, user="ben"), record({"good": answer(20)}))
    assert [(a.user, a.score) for a in found] == [("anna", 20.0), ("ben", 80.0)]


def test_what_a_reset_stands_after_counts_no_more(tmp_path):
    reset = {"user_id": "anna", "annotation": "__RESET__"}
    found = read(tmp_path, record(ONE), record(ONE, user="ben"), reset, record({"bad": answer(3)}))
    assert [(a.user, a.systems) for a in found] == [("anna", ("bad",)), ("ben", ("good",))]


@pytest.mark.parametrize(
    "no_answer",
    [
        record(ONE, number="welcome_0"),
        record(ONE, number="random_1"),
        record(ONE, of=item(item_id="attention_check_3")),
        record(ONE, of=item(item_id="en-de_#_tutorial_#_1")),
        record(ONE, of=item(validation={"good": {"score": [70, 80]}})),
        record(None),
        record({"good": answer(None)}),
        {"annotation": ["28"], "item": [{"text": "Age?", "form": "number"}], "user_id": "anna", "item_i": 0},
    ],
    ids=[
        "training",
        "attention",
        "attention of WMT26",
        "training of WMT26",
        "validation",
        "skipped",
        "no score",
        "form",
    ],
)
def test_training_attention_checks_forms_and_skipped_items_are_no_answers(no_answer, tmp_path):
    assert [a.user for a in read(tmp_path, no_answer, record(ONE, user="ben"))] == ["ben"]


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 3, (0, 4)),
        (5, 8, (5, 9)),
        (10, 11, (10, 11)),
        (11, 11, (10, 11)),
        (13, 16, (12, 16)),
        (17, 17, (16, 17)),
        (18, 18, (None, None)),
        (19, 19, (None, None)),
    ],
)
def test_spans_count_units_of_utf_16_and_their_ends_are_inclusive(start, end, expected, tmp_path):
    (found,) = read(tmp_path, record({"bad": answer(1, [(start, end, "minor")])}))
    (span,) = found.spans
    assert (span.start, span.end) == expected
    assert span == Span(*expected, "minor", "omission" if expected[0] is None else None)


def test_a_line_break_counts(tmp_path):
    of = item(outputs={"good": "Ja.\nNein."})
    (found,) = read(tmp_path, record({"good": answer(1, [(4, 7, "major")])}, of=of))
    span = found.spans[0]
    assert found.output[span.start : span.end] == "Nein"


def test_systems_with_the_same_output_share_an_answer(tmp_path):
    (found,) = read(tmp_path, record(ONE, of=item(systems={"good": ["good", "same"]})))
    assert found.systems == ("good", "same")


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"user_id": None}, "no `user_id`"),
        ({"item": None}, "no lists `item` and `annotation`"),
        ({"annotation": {"good": {"score": 92}}}, "no lists `item` and `annotation`"),
        ({"annotation": []}, "0 answers about 1 items"),
        ({"annotation": [{"other": answer(1)}]}, "an answer about 'other'"),
        ({"annotation": [{"good": answer(101)}]}, "the score 101"),
        ({"annotation": [{"good": answer("high")}]}, "the score 'high'"),
        ({"annotation": [{"good": answer(1, [(0, 500, "minor")])}]}, "the span 0 to 500 is not in the output"),
        ({"annotation": [{"good": answer(1, [(5, 2, "minor")])}]}, "the span 5 to 2 is not in the output"),
        ({"annotation": [{"good": answer(1, [(90, 90, "minor")])}]}, "the span 90 to 90 is not in the output"),
        ({"annotation": [{"good": answer(1, [("x", 2, "minor")])}]}, "expected a span of an error"),
        ({"annotation": [{"good": answer(1, [(0, 2, None)])}]}, "expected a span of an error"),
        ({"annotation": [{"good": answer(1, sliders={"verdict": "yes"})}]}, "the verdict 'yes'"),
    ],
)
def test_what_is_wrong_is_said_with_the_line(change, match, tmp_path):
    with pytest.raises(InputError, match=match) as caught:
        read(tmp_path, record(ONE, user="ben"), {**record(ONE), **change})
    assert (caught.value.path, caught.value.line) == (tmp_path / "owls.jsonl", 2)
    assert caught.value.remedy


def test_a_log_that_was_cut_is_refused_with_its_line(tmp_path):
    path = log(tmp_path / "owls.jsonl", record(ONE), record(ONE, user="ben"))
    path.write_text(path.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    with pytest.raises(InputError, match="is not JSON") as caught:
        read_answers(path)
    assert caught.value.line == 2


def test_another_json_file_is_refused(tmp_path):
    path = tmp_path / "campaign.json"
    path.write_text(json.dumps({"info": {}, "data": []}), encoding="utf-8")
    with pytest.raises(InputError, match=r"is not \{CAMPAIGN"):
        read_answers(path)
