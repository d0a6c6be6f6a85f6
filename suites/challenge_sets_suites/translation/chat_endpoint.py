"""Questions to a chat model behind a server that speaks OpenAI's protocol.

Every answer is kept at once, in a file of JSON Lines, with its model, request, parameters and time. A request whose
answer is kept is not sent again, so that a run that was killed pays for nothing twice. A server that is busy or broken
for now is asked again after a pause that doubles, or that it names itself.
"""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from challenge_sets_suites.translation.kept_answers import ChatAnswer, KeptAnswers, digest
from challenge_sets_suites.translation.model_server import SHOWN, EndpointSettings, FailedForNow, ModelServer
from extractors.core.errors import InputError
from extractors.core.logs import log

Message = Mapping[str, str]
"""`role` and `content`."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 120.0
"""Seconds between two tries; the first is doubled up to the longest."""


class ChatEndpoint:
    """A chat model behind a server.

    Args:
        model: its name there.
        kept: the file of answers; one that is there is read, and what is answered there is not asked again.
    """

    def __init__(self, settings: EndpointSettings, model: str, kept: Path) -> None:
        self._settings, self._model, self._path = settings, model, kept
        self._server = ModelServer(settings)
        self._answers = KeptAnswers(kept)
        self._lock, self._next = threading.Lock(), 0.0
        self.asked = 0
        """Requests that were answered since the start."""

    def ask(self, conversations: Sequence[Sequence[Message]]) -> Iterator[ChatAnswer]:
        """Ask for the answer to each conversation, `at_once` of them at the same time, and yield them in order."""
        with ThreadPoolExecutor(self._settings.at_once) as pool:
            tasks = [pool.submit(self._answer, {"messages": list(messages)}) for messages in conversations]
            try:
                for task in tasks:
                    yield task.result()
            except BaseException:
                self._server.is_stopped.set()
                pool.shutdown(wait=True, cancel_futures=True)
                raise

    def _answer(self, asked: Mapping[str, Any]) -> ChatAnswer:
        request = {"model": self._model, **self._settings.parameters, **asked}
        key = digest({"url": self._settings.url, **request})
        with self._lock:
            if (kept := self._answers.get(key)) is not None:
                return kept
        asked_at = datetime.now(UTC).isoformat(timespec="seconds")
        answer, response = self._try(request)
        served = {"served_model": response.get("model"), "usage": response.get("usage")}
        with self._lock:
            self._answers.add(key, answer, {"time": asked_at, **request, **served})
            self.asked += 1
        return answer

    def _try(self, request: Mapping[str, Any]) -> tuple[ChatAnswer, dict[str, Any]]:
        pause, body = FIRST_PAUSE, json.dumps(request).encode()
        for left in range(self._settings.tries - 1, -1, -1):
            self._wait_for_turn()
            try:
                response = self._server.ask(body)
                return answer_in(response), response
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


def answer_in(response: Mapping[str, Any]) -> ChatAnswer:
    """Read the answer in what a server sends. Raises FailedForNow if there is none."""
    try:
        choice = response["choices"][0]
        message = choice["message"]
        text, refusal = message.get("content"), message.get("refusal")
    except (KeyError, IndexError, TypeError, AttributeError):
        raise FailedForNow(f"an answer without choices[0].message: {json.dumps(response)[:SHOWN]}") from None
    if not isinstance(text, str | None) or not isinstance(refusal, str | None):
        raise FailedForNow("an answer whose content is not a text")
    return ChatAnswer(text or "", str(choice.get("finish_reason") or ""), refusal or "")
