"""Waiting for work that nothing else bounds: a name that is looked up, a server that sends a byte a second."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")

LOOK = 0.2
"""Seconds between two looks whether somebody wants to stop."""


def within(seconds: float, work: Callable[[], T], *, is_stopped: threading.Event | None = None) -> T:
    """What a function returns; it works in a thread, which is left to itself where it takes longer.

    Args:
        is_stopped: ends the wait, too, when it is set.

    Raises:
        TimeoutError: the function has not returned in so many seconds, or the wait was stopped.
        Exception: what the function raises.
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
            if left <= LOOK or (is_stopped is not None and is_stopped.is_set()):
                raise
