"""How a program is stopped: Ctrl-C (SIGINT) and SIGTERM end it, with the processes that it has started."""

import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any

import psutil

PATIENCE = 5.0
"""Seconds that a program has to tidy up after it was told to end."""


class Terminated(KeyboardInterrupt):
    """SIGTERM, handled like Ctrl-C."""


def status_of(stop: KeyboardInterrupt) -> int:
    """Return the exit status that shells would give: 128 plus the number of the signal, 143 or 130."""
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


def name_of(stop: KeyboardInterrupt) -> str:
    """Return what a user calls the signal."""
    return "SIGTERM" if isinstance(stop, Terminated) else "Ctrl-C"


@contextmanager
def _on_signals(handle: Callable[[int], None]) -> Iterator[None]:
    """Call a function on SIGTERM and Ctrl-C in the block; not on a Ctrl-C that is ignored, as in the background.

    Only the main thread receives signals: in another thread this changes nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = [signal.SIGTERM] + [signal.SIGINT] * (signal.getsignal(signal.SIGINT) is not signal.SIG_IGN)
    before = {number: signal.signal(number, lambda number, _: handle(number)) for number in heard}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def stoppable() -> Iterator[None]:
    """Raise Terminated in the block on SIGTERM, and KeyboardInterrupt on Ctrl-C.

    A block that does not end within PATIENCE, since it waits for a thread or a library, is ended all the same.
    """
    patience: list[threading.Timer] = []

    def stop(number: int) -> None:
        if not patience:
            patience.append(threading.Timer(PATIENCE, end_now, [128 + number]))
            patience[0].daemon = True
            patience[0].start()
        raise Terminated if number == signal.SIGTERM else KeyboardInterrupt

    try:
        with _on_signals(stop):
            yield
    finally:
        for timer in patience:
            timer.cancel()


def end_now(status: int) -> None:
    """End this process and all that it has started, without another word."""
    signal_children(signal.SIGKILL)
    os._exit(status)


def let_signals_end_it() -> None:
    """Let a further signal end the process at once and silently: the message was given."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def end_children(seconds: float = PATIENCE) -> None:
    """End the processes that this one has started, and theirs; kill those that still run after `seconds`."""
    _, alive = psutil.wait_procs(signal_children(signal.SIGTERM), timeout=seconds)
    _signal(alive, signal.SIGKILL)


def signal_children(number: signal.Signals) -> list[psutil.Process]:
    """Send a signal to the processes that this one has started, and theirs; return these processes."""
    children: list[psutil.Process] = psutil.Process().children(recursive=True)
    _signal(children, number)
    return children


def _signal(processes: Iterable[psutil.Process], number: signal.Signals) -> None:
    for process in processes:
        # It may have ended, or become another user's.
        with suppress(psutil.Error):
            process.send_signal(number)


@contextmanager
def handing_on_sigterm(process: subprocess.Popen[Any]) -> Iterator[list[int]]:
    """Pass SIGTERM on to a child process that the block waits for; yield the list of signals passed on.

    Ctrl-C raises KeyboardInterrupt here, as a terminal sends it to that process too.
    """
    came: list[int] = []

    def hand_on(number: int) -> None:
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        came.append(number)
        process.send_signal(number)

    with _on_signals(hand_on):
        yield came


PARENT = "CHALLENGE_SETS_PARENT"
"""The variable that names the process which a run or a job must not outlive: its number, and where that holds."""


def name_parent() -> str:
    """Return the value of PARENT for the processes that this one starts."""
    return f"{os.getpid()} {_place()}"


def _place() -> str:
    """Return a name for the machine, or container, within which a number names one process."""
    namespace = Path("/proc/self/ns/pid")
    return f"{socket.gethostname()} {namespace.readlink() if namespace.is_symlink() else ''}".strip()


def end_with_parent() -> None:
    """Have SIGTERM sent to this process when the one that PARENT names has ended, even if it was killed."""
    number, _, place = os.environ.get(PARENT, "").partition(" ")
    if place == _place():
        threading.Thread(target=_wait, args=[int(number)], daemon=True, name="waits for the parent").start()


def _is_alive(number: int) -> bool:
    try:
        return bool(psutil.Process(number).status() != psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return False


def _wait(parent: int) -> None:
    while _is_alive(parent):
        time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)


def end_jobs_on_sigterm() -> None:
    """Let SIGTERM end a run with its jobs, as Ctrl-C does, which a terminal sends to jobs too.

    Snakemake alone would wait until all running jobs are done. It catches SystemExit, waits for the jobs, and removes
    its lock.
    """
    if threading.current_thread() is not threading.main_thread():
        return

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        signal_children(signal.SIGTERM)
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, stop)
    end_with_parent()
