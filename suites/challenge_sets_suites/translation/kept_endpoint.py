"""Requests to a model behind a server that speaks OpenAI's protocol.

Every answer is kept at once, in a file of JSON Lines, with its model, request, parameters and time. A request whose
answer is kept is not sent again, so that a run that was killed pays for nothing twice. A server that is busy or broken
for now is asked again after a pause that doubles, or that it names itself.
"""

from __future__ import annotations

import json
import random
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from challenge_sets_suites.pair_scorer_settings import EndpointSettings
from challenge_sets_suites.translation.kept_answers import KeptAnswers, digest
from challenge_sets_suites.translation.model_server import FailedForNow, ModelServer
from extractors.core.errors import InputError
from extractors.core.logs import log

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 120.0
"""Seconds between two tries; the first is doubled up to the longest."""

Answer = TypeVar("Answer")


class KeptEndpoint(ABC, Generic[Answer]):
    """A model behind a server.

    Args:
        model: its name there.
        kept: the file of answers; one that is there is read, and what is answered there is not asked again.
    """

    route: ClassVar[str]
    """What follows the address of the server."""

    def __init__(self, settings: EndpointSettings, model: str, kept: Path) -> None:
        self._settings, self._model, self._path = settings, model, kept
        self._server = ModelServer(settings, self.route, self._check_server)
        self._answers = KeptAnswers(kept, self._of_record)
        self._lock, self._next = threading.Lock(), 0.0
        self.asked = 0
        """Requests that were answered since the start."""

    @abstractmethod
    def _answer_of(self, said: Mapping[str, Any]) -> Answer:
        """Read the answer in what a server sends. Raises FailedForNow if there is none."""

    def _check_server(self, name: str) -> None:
        """Refuse a server by the name that it gives itself; this class refuses none."""

    @abstractmethod
    def _record_of(self, answer: Answer) -> dict[str, Any]:
        """Return what is kept of an answer, for JSON."""

    @abstractmethod
    def _of_record(self, record: Mapping[str, Any]) -> Answer:
        """Read a kept answer back. Raises KeyError, TypeError, ValueError if it is not one."""

    def send(self, requests: Sequence[Mapping[str, Any]]) -> Iterator[Answer]:
        """Send the requests, `at_once` of them at the same time, and yield the answers in their order."""
        with ThreadPoolExecutor(self._settings.at_once) as pool:
            tasks = [pool.submit(self._answer, request) for request in requests]
            try:
                for task in tasks:
                    yield task.result()
            except BaseException:
                self._server.is_stopped.set()
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def _answer(self, asked: Mapping[str, Any]) -> Answer:
        request = {"model": self._model, **self._settings.parameters, **asked}
        key = digest({"url": self._settings.url, **request})
        with self._lock:
            if (known := self._answers.get(key)) is not None:
                return known
        asked_at = datetime.now(UTC).isoformat(timespec="seconds")
        answer, said = self._try(request)
        served = {"served_model": said.get("model"), "usage": said.get("usage")}
        with self._lock:
            self._answers.add(key, answer, {"time": asked_at, **request, **self._record_of(answer), **served})
            self.asked += 1
        return answer

    def _try(self, request: Mapping[str, Any]) -> tuple[Answer, dict[str, Any]]:
        pause, body = FIRST_PAUSE, json.dumps(request).encode()
        for left in range(self._settings.tries - 1, -1, -1):
            self._wait_for_turn()
            try:
                said = self._server.ask(body)
                return self._answer_of(said), said
            except FailedForNow as failed:
                problem, asked_pause = str(failed), failed.pause
            if not left or self._server.is_stopped.is_set():
                break
            # Many requests that failed together must not come back together.
            wait = asked_pause if asked_pause is not None else pause * random.uniform(0.5, 1.5)
            log.warning("%s: %s; next try in %.0f s", self._settings.url, problem, wait)
            self._server.is_stopped.wait(min(wait, LONGEST_PAUSE * 10))
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
        self._server.is_stopped.wait(max(0.0, begin - time.monotonic()))
