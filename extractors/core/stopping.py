"""How a program is stopped: Ctrl-C (SIGINT) and SIGTERM end it in one line, with what it has started."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import psutil

PATIENCE = 20.0
"""Seconds that a program which was told to end has for tidying up."""
PATIENCE_WITH_CHILDREN = 10.0
"""Seconds that the processes it has started have."""


class Terminated(KeyboardInterrupt):
    """SIGTERM: for who handles it the same as Ctrl-C."""


def status_of(stop: KeyboardInterrupt) -> int:
    """The exit status by the shells' convention, 128 and the number of the signal: 143 or 130."""
    return 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)


def name_of(status: int) -> str:
    """What a user calls the signal of such a status."""
    return "Ctrl-C" if status == 128 + signal.SIGINT else signal.Signals(status - 128).name


@contextmanager
def stoppable() -> Iterator[None]:
    """SIGTERM raises Terminated in the block, as Ctrl-C raises KeyboardInterrupt.

    A block that is not left within PATIENCE, since it waits for a thread or for a library, is ended all the same.
    Only the main thread has signals: in another one this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    patience: list[threading.Timer] = []

    def terminate(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        if not patience:
            patience.append(threading.Timer(PATIENCE, _end_now, [128 + number]))
            patience[0].daemon = True
            patience[0].start()
        raise Terminated

    before = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
        for timer in patience:
            timer.cancel()


def _end_now(status: int) -> None:
    kill_children()
    os._exit(status)


def let_signals_end_it() -> None:
    """From here on a further signal ends the process at once, without a word: what is to be said has been."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def end_children(seconds: float = PATIENCE_WITH_CHILDREN) -> int:
    """End the processes that this one has started, and theirs; kill those that are there after `seconds`.

    Returns:
        How many there were.
    """
    children = terminate_children()
    _, alive = psutil.wait_procs(children, timeout=seconds)
    _kill(alive)
    return len(children)


def terminate_children() -> list[psutil.Process]:
    """Tell the processes that this one has started, and theirs, to end; these processes."""
    children = _children()
    for child in children:
        _signal(child, signal.SIGTERM)
    return children


def kill_children() -> None:
    """Kill the processes that this one has started, and theirs."""
    _kill(_children())


def _children() -> list[psutil.Process]:
    found: list[psutil.Process] = psutil.Process().children(recursive=True)
    return found


def _kill(processes: list[psutil.Process]) -> None:
    for process in processes:
        _signal(process, signal.SIGKILL)


def _signal(process: psutil.Process, number: signal.Signals) -> None:
    try:
        process.send_signal(number)
    except psutil.Error:
        # It has ended, or became another user's.
        return


class RunStop:
    """Ends a run that has jobs, at the first Ctrl-C or SIGTERM, and at once at the second.

    What runs the jobs catches SystemExit, waits for them and cleans up; `exit` then gives the status. Jobs do not get
    the Ctrl-C of the terminal, where each would end in a traceback of its own: the run gives them SIGTERM.

    Attributes:
        status: that of the exit, once the run was stopped; until then None.
    """

    def __init__(self) -> None:
        self.status: int | None = None
        self._interrupted = False
        self._listening = False

    def install(self) -> None:
        """Take both signals, also from who has taken them since; not outside the main thread."""
        if threading.current_thread() is not threading.main_thread():
            return
        signal.signal(signal.SIGTERM, self._stop)
        # A shell starts what it runs in the background so that Ctrl-C is ignored.
        if not self._listening and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
            self._listening = True
            self._listen()

    def exit(self) -> None:
        """Leave with the status, if the run was stopped."""
        if self.status is not None:
            let_signals_end_it()
            raise SystemExit(self.status)

    def _listen(self) -> None:
        """Leave Ctrl-C to a thread of its own, and block it for the processes that are started from here on."""
        signal.signal(signal.SIGINT, _do_nothing)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        # A thread of a library may get the signal, too: Python writes the number of every signal here.
        numbers, written = os.pipe()
        os.set_blocking(written, False)
        signal.set_wakeup_fd(written, warn_on_full_buffer=False)
        main = threading.main_thread().ident
        assert main is not None

        def listen() -> None:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
            while True:
                if signal.SIGINT in os.read(numbers, 64):
                    self._interrupted = True
                    # It wakes the main thread, whatever that waits for.
                    signal.pthread_kill(main, signal.SIGTERM)

        threading.Thread(target=listen, daemon=True, name="waits for Ctrl-C").start()

    def _stop(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if self.status is None:
            self.status = 128 + (signal.SIGINT if self._interrupted else signal.SIGTERM)
            children = terminate_children()
            jobs = "; its jobs end" if children else ""
            # Not by sys.stderr: the signal may have come while that was writing.
            erase = "\r\x1b[K" if os.isatty(2) else ""
            os.write(2, f"{erase}stopped by {name_of(self.status)}{jobs}; the next run goes on from here\n".encode())
            timer = threading.Timer(PATIENCE_WITH_CHILDREN, kill_children)
            timer.daemon = True
            timer.start()
        else:
            kill_children()
        raise SystemExit(self.status)


def _do_nothing(number: int, frame: FrameType | None) -> None:
    """A handler, without which the signal would end the process."""
