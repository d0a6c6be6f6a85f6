"""Requests to a server of models: where the key goes, what may come back, and how long it may take.

The key comes from the environment, goes to the server alone, and is masked in all that comes back. Nothing of a request
goes through a proxy but what is encrypted up to the server.
"""

import http.client
import ipaddress
import json
import os
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Annotated, Any, TypeVar
from urllib.parse import urlsplit

from pydantic import Field

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.escapes import without_halves
from extractors.core.settings import Settings

T = TypeVar("T")

ROUTE = "/chat/completions"
"""What follows the address of a server."""
LOOK = 0.2
"""Seconds between two looks whether somebody wants to stop."""
FOR_NOW = (408, 409, 425, 429, 500, 502, 503, 504, 529)
"""Statuses of HTTP after which the same request may succeed."""
LONGEST_ANSWER = 10_000_000
"""Bytes of an answer that are read."""
BYTES_AT_ONCE = 1 << 16
SHOWN = 300
"""Characters of a server's message that an error repeats."""
MASK = "***"
SHORTEST_SECRET = 8
"""Characters of a key that is masked in answers. A shorter one is a stopgap (`EMPTY`), and may be a word of a text."""


class EndpointSettings(Settings):
    """A server of chat models that speaks the protocol of OpenAI: vLLM, llama.cpp, Ollama, or a hosted one."""

    url: Annotated[str, Field(pattern=r"^https?://[^\s@?#]+$")] = Field(
        description="its address up to /v1: http://localhost:8000/v1"
    )
    key_variable: Annotated[str, Field(pattern="^[A-Z][A-Z0-9_]*(KEY|TOKEN)$")] | None = Field(
        default=None, description="the environment variable that holds the key, never the key itself: OPENAI_API_KEY"
    )
    parameters: dict[str, Any] = Field(
        default={"temperature": 0},
        description="further fields of a request besides model and messages: temperature, max_tokens",
    )
    at_once: int = Field(default=4, ge=1, le=1_000, description="requests that wait for an answer at the same time")
    requests_per_minute: float | None = Field(
        default=None, ge=0.001, le=1_000_000, description="the most requests that begin in a minute (default: no limit)"
    )
    timeout: float = Field(default=600.0, gt=0, le=86_400, description="seconds to wait for a whole answer")
    tries: int = Field(default=8, ge=1, le=100, description="how often a request is sent that fails for now")


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


class ModelServer:
    """A server that answers JSON by JSON."""

    def __init__(self, settings: EndpointSettings) -> None:
        self._seconds = settings.timeout
        self._key = key_of(settings)
        self._secret = re.compile("".join(rf"(?:\\?{re.escape(c)}|\\u00(?i:{ord(c):02x}))" for c in self._key or ""))
        self._address = settings.url.rstrip("/") + ROUTE
        self._open = urllib.request.build_opener(_NoRedirect, _proxies(self._address)).open
        self.is_stopped = threading.Event()
        """Set it to wait for no answer any more."""

    def ask(self, body: bytes) -> dict[str, Any]:
        """Send a request and return the server's JSON object, its texts cleaned; wait at most `timeout` seconds.

        Raises:
            FailedForNow: there is none, or none that can be read.
        """
        try:
            data = _within(self._seconds, lambda: self._sent(body), self.is_stopped)
        except TimeoutError:
            raise FailedForNow(f"no whole answer in {self._seconds:g} s") from None
        if len(data) > LONGEST_ANSWER:
            raise FailedForNow(f"an answer of more than {LONGEST_ANSWER} bytes")
        try:
            response = jsonfile.with_texts(json.loads(data.decode()), self._cleaned)
        except (ValueError, RecursionError):
            raise FailedForNow("an answer that is not JSON in UTF-8") from None
        if not isinstance(response, dict):
            raise FailedForNow("an answer that is not a JSON object")
        return response

    def _sent(self, body: bytes) -> bytes:
        """Send a request and return the bytes of the answer, read little further than LONGEST_ANSWER."""
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(self._address, data=body, headers=headers, method="POST")
        try:
            with self._open(request, timeout=self._seconds) as response:
                return self._read(response)
        except urllib.error.HTTPError as error:
            with error:
                raise self._refused(error) from None
        except (OSError, http.client.HTTPException) as error:
            reason = str(getattr(error, "reason", None) or error or type(error).__name__)
            raise FailedForNow(f"no whole answer ({self._masked(reason)[:SHOWN]})") from None

    def _read(self, response: http.client.HTTPResponse) -> bytes:
        # Nobody waits for an answer any more that drips on after its time; its thread shall not read on.
        data, end = bytearray(), time.monotonic() + self._seconds
        while len(data) <= LONGEST_ANSWER and time.monotonic() < end and not self.is_stopped.is_set():
            if not (more := response.read1(BYTES_AT_ONCE)):
                break
            data += more
        return bytes(data)

    def _refused(self, error: urllib.error.HTTPError) -> Exception:
        try:
            message = error.read(10_000).decode(errors="replace").strip()
        except (OSError, http.client.HTTPException):
            message = ""
        problem = self._masked(f"status {error.code} {str(error.reason)[:SHOWN]}: {message}")[: 2 * SHOWN]
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

    def _masked(self, text: str) -> str:
        """Replace the key in a text by MASK, as it is or with characters of it escaped as in JSON."""
        return self._secret.sub(MASK, text) if self._key else text

    def _cleaned(self, text: str) -> str:
        """Replace the key (unless it is short) and halves of characters in a text of an answer."""
        is_secret = self._key is not None and len(self._key) >= SHORTEST_SECRET
        return without_halves(self._masked(text) if is_secret else text)


def _within(seconds: float, work: Callable[[], T], is_stopped: threading.Event) -> T:
    """Run a function in a thread, and return or raise its outcome; leave the thread to itself if it takes longer.

    Raises:
        TimeoutError: the function has not returned in so many seconds, or the wait was stopped.
    """
    done, end = Future[T](), time.monotonic() + seconds

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:  # noqa: BLE001  # who waits raises it
            done.set_exception(error)

    threading.Thread(target=run, daemon=True, name="bounded wait").start()
    while True:
        left = end - time.monotonic()
        try:
            return done.result(max(0.0, min(left, LOOK)))
        except TimeoutError:
            # The function's own is raised as any other error.
            if done.done():
                return done.result()
            if left <= LOOK or is_stopped.is_set():
                raise


def _proxies(address: str) -> urllib.request.ProxyHandler:
    """Choose the proxy of an address: the one in the environment for HTTPS to another machine, else none."""
    parts = urlsplit(address)
    through = urllib.request.getproxies().get("https")
    is_used = through is not None and parts.scheme == "https" and not is_here(parts.hostname)
    return urllib.request.ProxyHandler({"https": through} if is_used else {})  # type: ignore[dict-item]  # is_used


def is_here(host: str | None) -> bool:
    """Return whether a host is this machine, to which a key may go without encryption."""
    with suppress(ValueError):
        return ipaddress.ip_address(host or "").is_loopback
    return host == "localhost"


def key_of(settings: EndpointSettings) -> str | None:
    """Read the key from the environment; return None if the server wants none."""
    if settings.key_variable is None:
        return None
    address = urlsplit(settings.url)
    if address.scheme != "https" and not is_here(address.hostname):
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
    """Read the pause that a server names, as seconds or as a date; return the seconds, or None if it names none."""
    if retry_after is None:
        return None
    if retry_after.strip().isdecimal():
        return float(retry_after.strip()[:9])
    try:
        return max(0.0, (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None
