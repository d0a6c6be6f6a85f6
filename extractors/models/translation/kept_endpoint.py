"""Requests to a model behind a server that speaks OpenAI's protocol.

Every answer is kept at once, in a file of JSON Lines, with its model, request, parameters and time. A request whose
answer is kept is not sent again, so that a run that was killed pays for nothing twice. A server that is busy or broken
for now is asked again after a pause that doubles, or that it names itself. The key comes from the environment, goes to
the server alone, and is in no file and no message.
"""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import random
import threading
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar
from urllib.parse import urlsplit

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.models.tool_settings import EndpointSettings

HERE = ("localhost", "127.0.0.1", "::1")
"""Hosts to which a key may go without encryption."""
FOR_NOW = (408, 409, 425, 429, 500, 502, 503, 504, 529)
"""Statuses of HTTP after which the same request may succeed."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 120.0
"""Seconds between two tries; the first is doubled up to the longest."""
LONGEST_ANSWER = 10_000_000
"""Bytes of an answer that are read."""
CHECKSUM = "sha256"
"""The key of a kept answer that has the digest of its other keys."""
SHOWN = 300
"""Characters of a server's message that an error repeats."""

Answer = TypeVar("Answer")


class FailedForNow(Exception):
    """A try that failed, and may succeed later.

    Attributes:
        pause: seconds that the server asks to wait; None if it does not say.
    """

    def __init__(self, problem: str, pause: float | None = None) -> None:
        super().__init__(problem)
        self.pause = pause


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


class KeptEndpoint(ABC, Generic[Answer]):
    """A model behind a server.

    Args:
        model: its name there.
        kept: the file of answers; one that is there is read, and what is answered there is not asked again.

    Raises:
        InputError: the variable of the key is not set, a key would go over the network unencrypted, or the file holds
            something else.
    """

    route: ClassVar[str]
    """What follows the address of the server."""

    def __init__(self, settings: EndpointSettings, model: str, kept: Path) -> None:
        self._settings, self._model, self._path = settings, model, kept
        self._key = key_of(settings)
        self._address = settings.url.rstrip("/") + self.route
        self._open = urllib.request.build_opener(_NoRedirect).open
        self._answers = _read(kept, self._of_record)
        self._lock, self._next = threading.Lock(), 0.0
        self._is_stopped = threading.Event()
        self.asked = 0
        """Requests that were answered since the start."""

    @abstractmethod
    def _answer_of(self, said: Mapping[str, Any]) -> Answer:
        """The answer in what a server sends. Raises FailedForNow: there is none."""

    def _check_server(self, name: str) -> None:
        """Refuse a server that calls itself so; here none is."""

    @abstractmethod
    def _record_of(self, answer: Answer) -> dict[str, Any]:
        """What is kept of an answer, for JSON."""

    @abstractmethod
    def _of_record(self, record: Mapping[str, Any]) -> Answer:
        """The answer that is kept. Raises KeyError, TypeError, ValueError: it is none."""

    def send(self, requests: Sequence[Mapping[str, Any]]) -> Iterator[Answer]:
        """The answer to each request, in their order; `at_once` of them wait at the same time.

        Raises:
            InputError: the server refuses the request, or has failed `tries` times. The answers until then are kept.
        """
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("ab") as out, ThreadPoolExecutor(self._settings.at_once) as pool:
            tasks = [pool.submit(self._answer, request, out) for request in requests]
            try:
                for task in tasks:
                    yield task.result()
            except BaseException:
                self._is_stopped.set()
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def _answer(self, asked: Mapping[str, Any], out: Any) -> Answer:
        request = {"model": self._model, **self._settings.parameters, **asked}
        key = digest({"url": self._settings.url, **request})
        with self._lock:
            if key in self._answers:
                return self._answers[key]
        asked_at = datetime.now(UTC).isoformat(timespec="seconds")
        answer, said = self._try(request)
        record = {
            "key": key,
            "time": asked_at,
            **request,
            **self._record_of(answer),
            "served_model": said.get("model"),
            "usage": said.get("usage"),
        }
        record[CHECKSUM] = digest(record)
        line = json.dumps(record, ensure_ascii=False, sort_keys=True).encode("utf-8", "backslashreplace") + b"\n"
        with self._lock:
            out.write(line)
            out.flush()
            os.fsync(out.fileno())
            self._answers[key] = answer
            self.asked += 1
        return answer

    def _try(self, request: Mapping[str, Any]) -> tuple[Answer, dict[str, Any]]:
        pause, body = FIRST_PAUSE, json.dumps(request).encode()
        for left in range(self._settings.tries - 1, -1, -1):
            self._wait_for_turn()
            try:
                said = self._send(body)
                return self._answer_of(said), said
            except FailedForNow as failed:
                problem, asked_pause = str(failed), failed.pause
            if not left:
                break
            # Many requests that failed together must not come back together.
            wait = asked_pause if asked_pause is not None else pause * random.uniform(0.5, 1.5)
            log.warning("%s: %s; next try in %.0f s", self._settings.url, problem, wait)
            if self._is_stopped.wait(min(wait, LONGEST_PAUSE * 10)):
                break
            pause = min(2 * pause, LONGEST_PAUSE)
        raise InputError(
            f"{self._settings.url}: {self._settings.tries} tries failed, the last: {problem}",
            path=self._path,
            remedy="see to the server, or set `requests_per_minute` and `at_once` lower; then run again: the answers"
            " until here are kept, and not asked for again",
        )

    def _wait_for_turn(self) -> None:
        if self._settings.requests_per_minute is None:
            return
        with self._lock:
            begin = max(self._next, time.monotonic())
            self._next = begin + 60 / self._settings.requests_per_minute
        self._is_stopped.wait(max(0.0, begin - time.monotonic()))

    def _send(self, body: bytes) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(self._address, data=body, headers=headers, method="POST")
        try:
            with self._open(request, timeout=self._settings.timeout) as response:
                self._check_server(response.headers.get("Server", ""))
                data = response.read(LONGEST_ANSWER + 1)
        except urllib.error.HTTPError as error:
            with error:
                self._check_server(error.headers.get("Server", ""))
                raise self._refused(error) from None
        except (OSError, http.client.HTTPException) as error:
            raise FailedForNow(
                f"no whole answer ({getattr(error, 'reason', None) or error or type(error).__name__})"
            ) from None
        if len(data) > LONGEST_ANSWER:
            raise FailedForNow(f"an answer of more than {LONGEST_ANSWER} bytes")
        try:
            said = json.loads(data.decode())
        except (ValueError, RecursionError):
            raise FailedForNow("an answer that is not JSON in UTF-8") from None
        if not isinstance(said, dict):
            raise FailedForNow("an answer that is not a JSON object")
        return said

    def _refused(self, error: urllib.error.HTTPError) -> Exception:
        try:
            message = error.read(10_000).decode(errors="replace").strip()
        except (OSError, http.client.HTTPException):
            message = ""
        if self._key:
            message = message.replace(self._key, "***")
        problem = f"status {error.code} {error.reason}: {message[:SHOWN]}"
        if error.code in FOR_NOW:
            return FailedForNow(problem, _seconds(error.headers.get("Retry-After")))
        remedies = {
            401: "give the right key in the variable of `key_variable:`",
            403: "see whether the key may do this",
        }
        return InputError(
            f"{self._address}: {problem}",
            remedy=remedies.get(error.code, "see `url:`, `model:` and `parameters:` of the endpoint"),
        )


def key_of(settings: EndpointSettings) -> str | None:
    """The key, from the environment; None if the server wants none.

    Raises:
        InputError: it is not set, or would be sent unencrypted to another machine.
    """
    if settings.key_variable is None:
        return None
    address = urlsplit(settings.url)
    if address.scheme != "https" and address.hostname not in HERE:
        raise InputError(
            f"{settings.url}: the key of {settings.key_variable} would go over the network unencrypted",
            remedy="write https://, or leave out `key_variable:`",
        )
    if not (key := os.environ.get(settings.key_variable, "").strip()):
        raise InputError(
            f"the environment variable {settings.key_variable} is not set, which holds the key of {settings.url}",
            remedy=f"type: export {settings.key_variable}=...",
        )
    if not key.isascii() or not key.isprintable():
        raise InputError(f"the key in {settings.key_variable} has characters that no key has", remedy="copy it again")
    return key


def _seconds(retry_after: str | None) -> float | None:
    """The pause that a server names: seconds, or a date."""
    if retry_after is None:
        return None
    if retry_after.strip().isdecimal():
        return float(retry_after.strip()[:9])
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def digest(request: Mapping[str, Any]) -> str:
    """The key of a request: equal ones have the same."""
    return hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()


def _read(path: Path, of_record: Callable[[Mapping[str, Any]], Answer]) -> dict[str, Answer]:
    """The answers that are kept. A last line that a kill has cut is removed."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    answers = {}
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            record = json.loads(line)
            if record.pop(CHECKSUM) != digest(record):
                raise ValueError("it does not match its checksum")
            answers[str(record["key"])] = of_record(record)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise InputError(
                "is not an answer as this program has kept it",
                path=path,
                line=number,
                remedy="remove the line; its question is asked again",
            ) from None
    return answers
