"""Fetching of models before a run: at once or not at all."""

import http.server
import socket
import threading
import time

import pytest

from extractors.core.errors import InputError
from extractors.models import fetching
from extractors.models.installed import Remote, Requirement


@pytest.fixture
def server():
    """The address of a server that knows nothing."""
    server = http.server.HTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/models"
    server.shutdown()
    server.server_close()


@pytest.fixture
def nobody():
    """An address at which nobody answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return f"http://127.0.0.1:{port}/"


def requirement(address, fetch):
    return Requirement(
        kind="parser", name="x", path=None, remedy="type this elsewhere", remote=Remote(address=address, fetch=fetch)
    )


def test_any_answer_is_one(server, nobody):
    assert fetching.answers(server)
    assert not fetching.answers(nobody)


def test_a_proxy_answers_for_others(server, nobody, monkeypatch):
    monkeypatch.setenv("http_proxy", server)
    monkeypatch.setenv("no_proxy", "")
    assert fetching.answers("http://models.invalid/")
    monkeypatch.setenv("http_proxy", nobody)
    assert not fetching.answers("http://models.invalid/")


def test_a_name_that_is_looked_up_for_long_is_not_waited_for(monkeypatch):
    given_up = threading.Event()

    def look_up(*_, **__):
        given_up.wait(10)
        raise socket.gaierror("no such name")

    monkeypatch.setattr(fetching, "SECONDS_FOR_AN_ANSWER", 0.1)
    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    start, before = time.monotonic(), set(threading.enumerate())
    assert not fetching.answers("http://models.invalid/")
    assert time.monotonic() - start < 5
    given_up.set()
    for thread in set(threading.enumerate()) - before:
        thread.join()


def test_without_a_network_no_library_is_asked(nobody):
    with pytest.raises(InputError, match=r"no answer from 127\.0\.0\.1") as error:
        fetching.fetch(requirement(nobody, lambda: pytest.fail("the library was asked")))
    assert error.value.remedy == "type this elsewhere"


def test_what_the_library_fetches_is_fetched_once(server):
    fetched = []
    fetching.fetch(requirement(server, lambda: fetched.append(1)))
    assert fetched == [1]


@pytest.mark.parametrize("failure", [OSError("disk full\nmore"), SystemExit("disk full"), RuntimeError("disk full")])
def test_a_library_that_fails_is_reported_in_words(server, failure):
    def fail():
        raise failure

    with pytest.raises(InputError) as error:
        fetching.fetch(requirement(server, fail))
    assert error.value.problem == "could not fetch x: disk full"
    assert error.value.remedy == "type this elsewhere"


def test_what_no_library_fetches_has_its_remedy():
    with pytest.raises(InputError, match="cannot be fetched") as error:
        fetching.fetch(Requirement(kind="parser", name="x", path=None, remedy="look at LINDAT"))
    assert error.value.remedy == "look at LINDAT"
