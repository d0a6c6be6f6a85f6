"""Questions to a real server on this machine that fails as servers do."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from challenge_sets_suites.translation import chat_endpoint
from challenge_sets_suites.translation.chat_endpoint import ChatEndpoint
from challenge_sets_suites.translation.model_server import EndpointSettings
from extractors.core.errors import InputError
from tests.builders import chat_server, damage
from tests.builders.chat_server import chat, raw, status


@pytest.fixture
def server():
    with chat_server.serving() as running:
        yield running


@pytest.fixture(autouse=True)
def no_long_pauses(monkeypatch):
    monkeypatch.setattr(chat_endpoint, "FIRST_PAUSE", 0.01)


def ask(server, path, *texts, **settings):
    endpoint = ChatEndpoint(EndpointSettings(url=server.url, **settings), "tiny", path / "answers.jsonl")
    return [*endpoint.ask([[{"role": "user", "content": text}] for text in texts])]


def kept(path):
    return [json.loads(line) for line in (path / "answers.jsonl").read_text().splitlines()]


def test_answers_come_in_the_order_of_the_questions_and_are_kept_with_all_that_made_them(server, tmp_path):
    texts = [f"text {n}" for n in range(20)]
    answers = ask(server, tmp_path, *texts, at_once=5, parameters={"temperature": 0, "max_tokens": 9})
    assert [answer.text for answer in answers] == [text.upper() for text in texts]
    assert {request["max_tokens"] for request in server.requests} == {9}
    records = kept(tmp_path)
    assert {record["messages"][0]["content"] for record in records} == set(texts)
    first = records[0]
    assert (first["model"], first["served_model"], first["temperature"], first["finish"]) == (
        "tiny",
        "tiny-1",
        0,
        "stop",
    )
    assert first["usage"] == {"total_tokens": 7}
    assert first["time"].endswith("+00:00")


def test_what_is_kept_is_not_asked_again_unless_the_question_differs(server, tmp_path):
    ask(server, tmp_path, "a", "b")
    assert [one.text for one in ask(server, tmp_path, "a", "b", "c")] == ["A", "B", "C"]
    assert len(server.requests) == 3
    ask(server, tmp_path, "a", parameters={"temperature": 1})
    assert len(server.requests) == 4


@pytest.mark.parametrize(
    "fault",
    [
        status(429, Retry_After="0"),
        status(500),
        status(503, Retry_After="Mon, 01 Jan 2001 00:00:00 GMT"),
        raw(b'{"choices": [', length=4000),
        raw(b'{"choices": ['),
        raw('{"choices": [{"message": {"content": "é"}}]}'.encode("latin-1")),
        raw(b"[1]"),
        raw(b'{"error": "overloaded"}'),
        raw(b'{"choices": [{"message": {"content": 5}}]}'),
        raw(b"[" * 100_000),
        raw(b'{"a":' + b"[" * 985 + b"]" * 985 + b"}"),
    ],
)
def test_a_failure_for_now_is_tried_again(server, tmp_path, fault):
    server.faults += [fault, fault]
    assert [one.text for one in ask(server, tmp_path, "a")] == ["A"]
    assert len(server.requests) == 3
    assert len(kept(tmp_path)) == 1


def test_the_pause_that_a_server_names_is_kept(server, tmp_path):
    server.faults.append(status(429, Retry_After="1"))
    start = time.monotonic()
    ask(server, tmp_path, "a")
    assert time.monotonic() - start >= 1


def test_after_all_tries_the_answers_until_then_are_kept(server, tmp_path):
    ask(server, tmp_path, "a")
    server.faults += [status(500)] * 3
    with pytest.raises(InputError, match="3 tries failed, the last: status 500") as caught:
        ask(server, tmp_path, "a", "b", tries=3)
    assert "the answers until here are kept" in caught.value.remedy.replace("\n", " ")
    assert [record["text"] for record in kept(tmp_path)] == ["A"]


def test_a_request_that_is_refused_is_not_tried_again(server, tmp_path):
    server.faults.append(status(404))
    with pytest.raises(InputError, match="status 404"):
        ask(server, tmp_path, "a")
    assert len(server.requests) == 1


def test_a_server_that_is_not_there_is_said(tmp_path):
    with chat_server.serving() as gone:
        pass
    with pytest.raises(InputError, match="2 tries failed, the last: no whole answer"):
        ask(gone, tmp_path, "a", tries=2)


def test_the_key_goes_to_the_server_alone(server, tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("TINY_KEY", "secret-1234")
    server.faults.append(status(500))
    ask(server, tmp_path, "a", key_variable="TINY_KEY")
    assert set(server.keys) == {"Bearer secret-1234"}
    server.faults.append(status(401))
    with pytest.raises(InputError, match=r"Bearer \*\*\*") as caught:
        ask(server, tmp_path, "b", key_variable="TINY_KEY")
    said = caplog.text + str(caught.value) + (tmp_path / "answers.jsonl").read_text()
    assert "secret" not in said


@pytest.mark.parametrize(
    "fault",
    [
        raw(b'{"error": "the key is secret-1234"}'),
        raw(b'{"error": "the key is secret-\\u0031234"}'),
        lambda handler: handler.wfile.write(b"HTTP/1.1 500 no secret-1234\r\nContent-Length: 0\r\n\r\n"),
        lambda handler: handler.wfile.write(b"secret-1234\r\n\r\n"),
        raw(b'{"model": "secret-1234", "choices": [{"message": {"content": "A"}}]}'),
        raw(b'{"choices": [{"message": {"content": "A", "refusal": "\\u0073ecret-1234 and \\\\u0073ecret-1234"}}]}'),
        raw(b'{"usage": {"secret-1234": ["secret-1234"]}, "choices": [{"message": {"content": "A"}}]}'),
    ],
)
def test_a_key_that_a_server_repeats_is_masked(server, tmp_path, monkeypatch, caplog, fault):
    monkeypatch.setenv("TINY_KEY", "secret-1234")
    server.faults.append(fault)
    (answer,) = ask(server, tmp_path, "a", key_variable="TINY_KEY")
    said = caplog.text + (tmp_path / "answers.jsonl").read_text() + str(answer)
    assert "ecret" not in said
    assert "***" in said


def test_nothing_goes_through_a_proxy_unencrypted(server, tmp_path, monkeypatch):
    monkeypatch.setenv("TINY_KEY", "secret-1234")
    with chat_server.serving() as proxy:
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.setenv("no_proxy", "")
        assert [one.text for one in ask(server, tmp_path, "a", key_variable="TINY_KEY")] == ["A"]
        # Of another machine, without a key: asked itself, where there is nobody.
        elsewhere = ChatEndpoint(EndpointSettings(url="http://model.invalid/v1", tries=1), "tiny", tmp_path / "b.jsonl")
        with pytest.raises(InputError, match="1 tries failed"):
            list(elsewhere.ask([[{"role": "user", "content": "a"}]]))
        assert not proxy.requests


def test_a_redirect_is_not_followed_with_the_key(server, tmp_path, monkeypatch):
    monkeypatch.setenv("TINY_KEY", "secret-1234")
    with chat_server.serving() as other:
        server.faults.append(status(307, Location=f"{other.url}/chat/completions"))
        with pytest.raises(InputError, match="status 307"):
            ask(server, tmp_path, "a", key_variable="TINY_KEY")
        assert not other.requests


@pytest.mark.parametrize(
    ("url", "variable", "words"),
    [
        ("http://localhost:1/v1", "NOT_SET_KEY", "NOT_SET_KEY is not set"),
        ("http://example.org/v1", "TINY_KEY", "unencrypted"),
    ],
)
def test_a_key_that_is_missing_or_would_be_seen_is_an_error(tmp_path, monkeypatch, url, variable, words):
    monkeypatch.setenv("TINY_KEY", "secret-1234")
    with pytest.raises(InputError, match=words) as caught:
        ChatEndpoint(EndpointSettings(url=url, key_variable=variable), "tiny", tmp_path / "a")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [
        {"key_variable": "PATH"},
        {"key_variable": "sk-1234"},
        {"url": "ftp://x"},
        {"url": "http://me:pw@x/v1"},
        {"url": "https://x/v1?key=sk-1"},
    ],
)
def test_settings_that_hold_or_could_send_a_secret_are_refused(settings):
    with pytest.raises(InputError):
        EndpointSettings.of({"url": "http://x/v1"} | settings)


def test_refused_cut_and_empty_answers_are_known(server, tmp_path):
    server.faults += [
        chat("As far as", finish="length"),
        chat(None, finish="content_filter"),
        chat(None, refusal="I cannot help."),
        chat(None),
    ]
    cut, filtered, refused, empty = ask(server, tmp_path, *"abcd", at_once=1)
    assert (cut.finish, cut.refusal) == ("length", "")
    assert filtered.finish == "content_filter"
    assert refused.refusal
    assert (empty.text, empty.refusal) == ("", "")


def test_no_more_requests_begin_in_a_minute_than_are_allowed(server, tmp_path):
    start = time.monotonic()
    ask(server, tmp_path, *"abcde", at_once=5, requests_per_minute=600)
    assert time.monotonic() - start >= 0.4


@pytest.mark.parametrize("line", ["{}", "5", "[" * 9999, '{"key": "a"}', "\ufffd"])
def test_a_file_of_something_else_is_refused_with_its_line(server, tmp_path, line):
    ask(server, tmp_path, "a")
    with (tmp_path / "answers.jsonl").open("a") as out:
        out.write(line + "\n")
    with pytest.raises(InputError, match="is not an answer") as caught:
        ask(server, tmp_path, "a")
    assert caught.value.line == 2


def test_no_answer_is_used_after_a_flipped_bit(server, tmp_path):
    ask(server, tmp_path, "a", "b")
    path, refused = tmp_path / "answers.jsonl", 0
    whole = path.read_bytes()
    for at in range(0, len(whole), 7):
        path.write_bytes(whole)
        damage.flip(path, at, at % 8)
        try:
            assert [one.text for one in ask(server, tmp_path, "a", "b")] == ["A", "B"]
        except InputError:
            refused += 1
    assert refused


@pytest.mark.parametrize("text", ['{"weeks": "of work, one line"}', "one line\nand half of", '{"key": "half'])
def test_a_file_without_an_answer_stays_as_it_is(server, tmp_path, text):
    path = tmp_path / "answers.jsonl"
    path.write_text(text)
    with pytest.raises(InputError, match=r"holds no whole answer|is not an answer"):
        ask(server, tmp_path, "a")
    assert path.read_text() == text
    assert not server.requests


def test_only_the_end_of_a_cut_line_goes_and_only_when_an_answer_comes(server, tmp_path):
    ask(server, tmp_path, "a")
    path = tmp_path / "answers.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"key": "half')
    ask(server, tmp_path, "a")
    assert path.read_bytes() == whole + b'{"key": "half'
    ask(server, tmp_path, "b")
    assert path.read_bytes().startswith(whole)
    assert [record["text"] for record in kept(tmp_path)] == ["A", "B"]


def drips(handler):
    """Sends a byte at a time, for longer than anybody shall wait."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    for _ in range(100):
        handler.wfile.write(b" ")
        time.sleep(0.1)


def continues(handler):
    """Never comes to the answer."""
    for _ in range(100):
        handler.wfile.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        time.sleep(0.1)


@pytest.mark.parametrize("fault", [drips, continues])
def test_an_answer_has_a_time_as_a_whole(server, tmp_path, fault):
    server.faults.append(fault)
    start = time.monotonic()
    assert [one.text for one in ask(server, tmp_path, "a", timeout=0.5)] == ["A"]
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("fault", [drips, continues])
def test_one_ctrl_c_ends_the_wait_for_an_answer(tmp_path, fault):
    with chat_server.serving(lambda _: fault) as server:
        command = [sys.executable, "-c", CODE, server.url, str(tmp_path / "answers.jsonl")]
        dies = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **dies) as process:
            end = time.monotonic() + 30
            while not server.requests:
                assert time.monotonic() < end
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            start = time.monotonic()
            process.wait(20)
            assert time.monotonic() - start < 4
    assert process.returncode != 0


CODE = """
import sys
from pathlib import Path
from challenge_sets_suites.translation.model_server import EndpointSettings
from challenge_sets_suites.translation.chat_endpoint import ChatEndpoint

endpoint = ChatEndpoint(EndpointSettings(url=sys.argv[1], at_once=2), "tiny", Path(sys.argv[2]))
for answer in endpoint.ask([[{"role": "user", "content": f"text {n}"}] for n in range(60)]):
    print(answer.text, flush=True)
"""


def test_after_a_kill_nothing_is_paid_for_twice(tmp_path):
    def slowly(text):
        time.sleep(0.02)
        return chat(text.upper())

    with chat_server.serving(slowly) as server:
        command = [sys.executable, "-c", CODE, server.url, str(tmp_path / "answers.jsonl")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ})
        for _ in range(20):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        # A line that the kill has cut.
        with (tmp_path / "answers.jsonl").open("ab") as out:
            out.write(b'{"key": "half')
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        assert said.splitlines() == [f"TEXT {n}" for n in range(60)]
        asked = [request["messages"][0]["content"] for request in server.requests]
        assert len(kept(tmp_path)) == 60
        # What was on its way as the process died is asked again: at most as many as wait at once.
        assert len(asked) - len(set(asked)) <= 2
