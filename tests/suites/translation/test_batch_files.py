"""Questions written to a file, and answers read from the file that a batch of OpenAI's or vLLM's server leaves."""

import json

import pytest

from challenge_sets_suites.translation.batch_files import BatchFiles
from extractors.core.errors import InputError

ASKED = [[{"role": "user", "content": text}] for text in ("a", "b", "c")]


def batch(folder, **parameters):
    return BatchFiles("tiny", {"temperature": 0, **parameters}, folder / "q.jsonl", folder / "a.jsonl")


def questions(folder):
    return [json.loads(line) for line in (folder / "q.jsonl").read_text(encoding="utf-8").splitlines()]


def answered(key, text):
    body = {"choices": [{"message": {"content": text}, "finish_reason": "stop"}]}
    return {"id": "1", "custom_id": key, "response": {"status_code": 200, "body": body}, "error": None}


def write(folder, *rows):
    (folder / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_questions_are_written_in_the_form_of_a_batch(tmp_path):
    assert [*batch(tmp_path).ask(ASKED)] == [None] * 3
    first = questions(tmp_path)[0]
    assert (first["method"], first["url"]) == ("POST", "/v1/chat/completions")
    assert first["body"] == {"model": "tiny", "temperature": 0, "messages": ASKED[0]}
    assert len({question["custom_id"] for question in questions(tmp_path)}) == 3


def test_answers_go_to_their_questions_and_the_others_are_asked_again(tmp_path, caplog):
    list(batch(tmp_path).ask(ASKED))
    keys = [question["custom_id"] for question in questions(tmp_path)]
    failed = {"custom_id": keys[1], "response": {"status_code": 500, "body": {}}, "error": None}
    write(tmp_path, {"custom_id": keys[2], "text": "C"}, failed, answered(keys[0], "A"))
    found = [*batch(tmp_path).ask(ASKED)]
    assert [answer and answer.text for answer in found] == ["A", None, "C"]
    assert [question["custom_id"] for question in questions(tmp_path)] == [keys[1]]
    assert "1 questions failed" in caplog.text
    # Another parameter is another question.
    assert [*batch(tmp_path, seed=1).ask(ASKED)] == [None] * 3


def test_questions_of_several_calls_stand_in_one_file(tmp_path):
    asked = batch(tmp_path)
    for conversation in (*ASKED, ASKED[0]):
        list(asked.ask([conversation]))
    assert len(questions(tmp_path)) == 3


@pytest.mark.parametrize("line", ["5", '{"text": "x"}', '{"custom_id": "k", "response": {"body": {}}}', "{"])
def test_a_line_that_is_no_answer_is_refused_with_its_number(tmp_path, line):
    (tmp_path / "a.jsonl").write_text(json.dumps(answered("k", "A")) + f"\n{line}\n")
    with pytest.raises(InputError) as caught:
        batch(tmp_path)
    assert caught.value.line == 2


def test_no_other_file_is_replaced_by_questions(tmp_path):
    list(batch(tmp_path).ask(ASKED))
    list(batch(tmp_path).ask(ASKED[:1]))
    mine = '{"weeks": "of work"}'
    (tmp_path / "q.jsonl").write_text(mine)
    with pytest.raises(InputError, match="expected a file of questions"):
        batch(tmp_path)
    assert (tmp_path / "q.jsonl").read_text() == mine


def test_half_a_character_is_replaced(tmp_path):
    list(batch(tmp_path).ask(ASKED[:1]))
    write(tmp_path, answered(questions(tmp_path)[0]["custom_id"], "a\ud800b"))
    (answer,) = batch(tmp_path).ask(ASKED[:1])
    assert answer.text == "a\ufffdb"
