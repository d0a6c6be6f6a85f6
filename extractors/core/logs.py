import logging
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from extractors.core.escapes import visible

log = logging.getLogger("extractors")

T = TypeVar("T")

SECONDS_BETWEEN_REPORTS = 5.0


def to_terminal(*, quiet: bool = False) -> None:
    """Send the log to standard error, once however often it is called; warnings only if `quiet`.

    Log files have all of it in either case.
    """
    for handler in [h for h in log.handlers if type(h) is logging.StreamHandler]:
        log.removeHandler(handler)
    terminal = logging.StreamHandler(sys.stderr)
    terminal.setLevel(logging.WARNING if quiet else logging.INFO)
    _add(terminal)
    log.setLevel(logging.INFO)


@contextmanager
def warnings_only(least: int = logging.WARNING) -> Iterator[None]:
    """Leave out of the log what is below a level, by default that of warnings, while the block runs."""
    level = log.level
    log.setLevel(least)
    try:
        yield
    finally:
        log.setLevel(level)


class _Visible(logging.Formatter):
    """Writes control characters in the texts of messages as escapes: a log is read on a terminal, too."""

    def format(self, record: logging.LogRecord) -> str:
        return visible(super().format(record))


class _LogFile(logging.FileHandler):
    """A log file; where it cannot be written, the disk being full, this is said once, and the work goes on."""

    _told = False

    def handleError(self, record: logging.LogRecord) -> None:
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        elif not self._told:
            self._told = True
            print(f"the log {self.baseFilename} cannot be written: {error.strerror}", file=sys.stderr)

    def close(self) -> None:
        try:
            super().close()
        except OSError as error:
            if not self._told:
                print(f"the log {self.baseFilename} cannot be written: {error.strerror}", file=sys.stderr)


@contextmanager
def to_file(path: str | Path) -> Iterator[None]:
    """Write the log to a file, too, while the block runs."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    handler = _LogFile(path, mode="w", encoding="utf-8")
    _add(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
        handler.close()


def _add(handler: logging.Handler) -> None:
    handler.setFormatter(_Visible("%(asctime)s %(levelname)s %(message)s", "%H:%M:%S"))
    log.addHandler(handler)


class Meter:
    """Logs a line every few seconds: how many are done, of how many, how fast.

    Lines rather than a bar, because stages run side by side and into log files.

    Args:
        what: the name of the work.
        total: how many are to be done.
    """

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total, self._done = what, total, -1
        self._start = self._last = time.monotonic()

    def skip(self, number: int) -> None:
        """Take out what need not be done."""
        self._total -= number

    def count(self) -> None:
        """Count one more as done."""
        now = time.monotonic()
        self._done += 1
        if not self._done:
            # Loading the model comes before the first item and says nothing of the speed.
            self._start = self._last = now
        elif now - self._last >= SECONDS_BETWEEN_REPORTS:
            each_second, self._last = self._done / (now - self._start), now
            left = (self._total - self._done) / each_second
            log.info("%s: %d of %d, %s, %.0f s left", self._what, self._done, self._total, rate(each_second), left)


def progress(items: Iterable[T], *, what: str, total: int) -> Iterator[T]:
    """Pass the items on, and log how many are done (`Meter`)."""
    meter = Meter(what, total)
    for item in items:
        meter.count()
        yield item


def rate(each_second: float) -> str:
    """Write a rate as `1.5 a second` or `12 a minute`, in the first unit of time in which it is not below 1."""
    for seconds, unit in ((1, "second"), (60, "minute"), (3600, "hour")):
        amount = seconds * each_second
        if amount >= 0.95 or unit == "hour":
            break
    article = "an" if unit == "hour" else "a"
    return f"{amount:,.{0 if amount >= 9.95 else 1}f} {article} {unit}"
