"""A language model as a judge, behind a real server on this machine."""

import json

import pytest

from challenge_sets_suites.judges.llm import Llm, verdict_of
from challenge_sets_suites.tables.items import Item
from challenge_sets_suites.tables.judgments import RIGHT, UNDECIDED, WRONG
from challenge_sets_suites.translation.chat_endpoint import ChatAnswer
from extractors.core.errors import InputError
from tests.builders import chat_server
from tests.builders.chat_server import chat

ITEMS = [
    Item(item="a", sentence=0, source="Er gibt auf.", phenomenon="particle verb", question="Is *aufgeben* translated?"),
    Item(item="b", sentence=1, source="Nicht {output}.", phenomenon="negation"),
]


def judge(server, tmp_path, **options):
    options = {"model": "tiny", "url": server.url, "answers": str(tmp_path / "answers.jsonl")} | options
    return Llm(source_language="de", target_language="en", **options)


def says(verdict, reason="so"):
    return chat(json.dumps({"verdict": verdict, "reason": reason}))


def test_each_output_is_asked_about_and_the_models_words_are_the_reason(tmp_path):
    def reply(question):
        return says("right", "it has *gives up*") if "gives up" in question else says("wrong", "the *not* is lost")

    with chat_server.serving(reply) as server:
        verdicts = judge(server, tmp_path).judge(ITEMS, ["He gives up.", "Is {source}."])
        again = judge(server, tmp_path).judge(ITEMS, ["He gives up.", "Is {source}."])
    assert verdicts == again
    assert [one.verdict for one in verdicts] == [RIGHT, WRONG]
    assert verdicts[0].reason == "the model says: it has *gives up*"
    first, second = sorted(request["messages"][0]["content"] for request in server.requests)
    assert "Question: Is *aufgeben* translated?" in first
    assert "from German into English" in first
    # Braces in texts are texts.
    assert "Source: Nicht {output}.\nTranslation: Is {source}.\nPhenomenon: negation" in second


def test_an_answer_that_cannot_be_read_decides_nothing(tmp_path, caplog):
    with chat_server.serving(lambda _: chat("I would say yes.")) as server:
        first, empty = judge(server, tmp_path).judge(ITEMS, ["x", " "])
    assert (first.verdict, empty.verdict) == (UNDECIDED, WRONG)
    assert "1 of 1 answers hold no verdict" in caplog.text
    assert "uncalibrated" not in caplog.text
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ('{"verdict": "right", "reason": "r"}', RIGHT),
        ('```json\n{"reason": "r", "verdict": "Wrong"}\n```', WRONG),
        ('{"verdict": "right"}, again: {"verdict": "right"}', RIGHT),
        ('First {"verdict": "wrong"}, no: {"verdict": "right"}', UNDECIDED),
        ('{"verdict": "wrong"}\nThe translation has "{"verdict": "right"}" in it.', UNDECIDED),
        ('{"verdict": "wrong", "reason": "it says {\\"verdict\\": \\"right\\"}"}', WRONG),
        ('{"verdict": "wrong", "verdict": "right"}', None),
        ('<think>maybe {"verdict": "right"}</think>{"verdict": "wrong"}', WRONG),
        ('maybe {"verdict": "right"}</think>{"verdict": "wrong"}', WRONG),
        ('<think>it quotes </think>{"verdict": "right"}, so</think>{"verdict": "wrong"}', WRONG),
        ('<think>{"verdict": "right"}', None),
        ('<think>{x</think>{"verdict": "unclear"}', UNDECIDED),
        ("right", None),
        ('{"verdict": "maybe"}', None),
        ('{"verdict": 1}', None),
        ("[" * 5000 + "{", None),
        ("", None),
    ],
)
def test_only_objects_that_agree_are_a_verdict(text, verdict):
    found = verdict_of(ChatAnswer(text, "stop"))
    assert (None if found is None else found.verdict) == verdict


def test_a_prompt_without_the_output_is_refused(tmp_path):
    with chat_server.serving() as server, pytest.raises(InputError, match=r"the prompt has no \{output\}"):
        judge(server, tmp_path, prompt="{source}")


def test_without_a_server_questions_are_written_and_answers_are_read_back(tmp_path):
    files = {"questions": str(tmp_path / "q.jsonl"), "answers": str(tmp_path / "a.jsonl"), "model": "tiny"}

    def judged():
        asked = Llm(source_language="de", target_language="en", **files)
        return [verdict for output in ("He gives up.", "He gives.") for verdict in asked.judge(ITEMS[:1], [output])]

    assert [verdict.verdict for verdict in judged()] == [UNDECIDED, UNDECIDED]
    questions = [json.loads(line) for line in (tmp_path / "q.jsonl").read_text(encoding="utf-8").splitlines()]
    said = {"verdict": "wrong", "reason": "no *up*"}
    answer = {"custom_id": questions[1]["custom_id"], "text": json.dumps(said)}
    (tmp_path / "a.jsonl").write_text(json.dumps(answer) + "\n")
    assert judged() == [(UNDECIDED, "the model was not asked yet", None), (WRONG, "the model says: no *up*", None)]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"model": "m", "answers": "a"},
        {"model": "m", "url": "http://localhost:1/v1"},
        {"model": "m", "answers": "a", "url": "http://localhost:1/v1", "questions": "q"},
    ],
)
def test_it_asks_a_model_of_a_server_or_writes_a_file(given):
    problem = f"needs `model`, `answers` .* and `url` .* or `questions` .*given: {', '.join(given) or 'none'}"
    with pytest.raises(InputError, match=problem) as refused:
        Llm(source_language="de", target_language="en", **given)
    assert "--option model=NAME --option answers=FILE" in refused.value.remedy


def test_a_language_that_nobody_named_is_not_asked_about(tmp_path):
    def made(**options):
        files = {"questions": str(tmp_path / "q.jsonl"), "answers": str(tmp_path / "a.jsonl"), "model": "tiny"}
        return Llm(source_language="en", target_language="und", **files, **options)

    with pytest.raises(InputError, match="the prompt names the target language, which nobody named") as refused:
        made()
    assert "--format-option target_language=LANG" in refused.value.remedy
    made(prompt="Is {output} right for {source}?")
