"""The lines that a run prints: one for each stage of each corpus, once all of its jobs are done.

What runs the jobs says which begin, end and fail. How much a job did stands in its log, whose last line the frame of
jobs writes (extractors.core.job). What is at work meanwhile is one line that a terminal overwrites; where there is no
terminal it is repeated once a minute.
"""

import re
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from extractors.core.escapes import visible
from extractors.core.job import amount_of, text_of
from extractors.core.logs import rate

Stage = tuple[str, str]
"""Corpus and rule."""

SILENCE = 60.0
"""Seconds without a line, where there is no terminal, after which it is said what is at work."""
PROGRESS = re.compile(r" INFO (.+: \d+ of \d+, .* left)$")
ERROR = re.compile(r"^\d\d:\d\d:\d\d ERROR ", re.MULTILINE)
STOPPED = re.compile(r" INFO stopped by .+\n*\Z")
ENDED = re.compile(r"^\d\d:\d\d:\d\d INFO used |^Traceback ", re.MULTILINE)
"""What a job says that has come to its end, or to a defect of the program."""
KILLED = (
    "  its log has no error: the job was killed, most often since memory ran out",
    "  remedy: run fewer jobs at once (--cores 1), or give the run more memory; on Linux `dmesg` says what was killed",
)
LONGEST_MESSAGE = 20
"""Lines of a job's message that are shown; the log has all of them."""


@dataclass
class _Running:
    stage: Stage
    log: Path | None
    start: float


@dataclass
class _Count:
    """The jobs of a stage: whether it has one, how many are done, their logs, and the time one was at work or more.

    Jobs of other stages may come between two of them, which is no time of the stage.
    """

    is_one: bool
    done: int = 0
    at_work: int = 0
    since: float = 0.0
    seconds: float = 0.0
    logs: list[Path] = field(default_factory=list)


class StageLines:
    """Writes the lines; safe for threads."""

    def __init__(self, out: TextIO, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._out = out
        self._clock = clock
        self._lock = threading.RLock()
        self._planned: dict[str, int] = {}
        self._counts: dict[Stage, _Count] = {}
        self._running: dict[int, _Running] = {}
        self._widths = (0, 0)
        self._finished = 0
        self._last = clock()

    def plan(self, jobs: Mapping[str, int], *, names: Iterable[str] = ()) -> None:
        """Say how many jobs a run has.

        Args:
            jobs: by rule.
            names: those of the corpora and suites, by which the lines are aligned.
        """
        with self._lock:
            self._planned = dict(jobs)
            self._widths = (max(map(len, names), default=0), max(map(len, jobs), default=0))
            total = sum(jobs.values())
            self.say(f"{total:,} {'job' if total == 1 else 'jobs'}: a line for each stage that is done")

    def started(self, job: int, stage: Stage, log: str | None, *, is_one: bool = True) -> None:
        """A job begins.

        Args:
            is_one: it is the only job of its stage; otherwise the stage ends with the last job of its rule.
        """
        with self._lock:
            now = self._clock()
            path = Path(log) if log else None
            self._running[job] = _Running(stage, path, now)
            count = self._counts.setdefault(stage, _Count(is_one))
            if not count.at_work:
                count.since = now
            count.at_work += 1
            if path is not None and path not in count.logs:
                count.logs.append(path)

    def finished(self, job: int) -> None:
        """A job is done; the last one of its stage gives the stage's line."""
        with self._lock:
            running = self._ended(job)
            if running is None:
                return
            self._finished += 1
            count, rule = self._counts[running.stage], running.stage[1]
            count.done += 1
            if count.is_one:
                ended = [running.stage]
            else:
                stages = [stage for stage in self._counts if stage[1] == rule]
                is_last = sum(self._counts[stage].done for stage in stages) == self._planned.get(rule)
                ended = stages if is_last else []
            for stage in ended:
                if stage[0]:
                    self.say(self._line(stage, self._counts[stage]))

    def failed(self, job: int, rule: str, logs: Sequence[str], *, with_message: bool) -> None:
        """A job has failed: which, and where its log is; nothing of one that the run's end has stopped.

        Args:
            with_message: add what its log says, for jobs whose own output does not reach this terminal.
        """
        with self._lock:
            running = self._ended(job)
            if any(STOPPED.search(text_of(log)) for log in logs):
                return
            corpus = running.stage[0] if running else ""
            after = f" after {duration(self._clock() - running.start)}" if running else ""
            lines = [f"error: {' '.join(filter(None, (corpus, rule)))} failed{after}"]
            for log in logs:
                lines += _message(Path(log)) if with_message else []
                lines.append(f"  log: {log}")
            if any(map(_is_silent, logs)):
                lines += KILLED
            self.say("\n".join(lines))

    def _ended(self, job: int) -> _Running | None:
        """Take a job off those that run; None if it is none of them."""
        running = self._running.pop(job, None)
        if running is not None:
            count = self._counts[running.stage]
            count.at_work -= 1
            if not count.at_work:
                count.seconds += self._clock() - count.since
        return running

    def say(self, text: str) -> None:
        with self._lock:
            self._out.write(f"{self._erase()}{visible(text)}\n")
            self._out.flush()
            self._last = self._clock()

    def tick(self) -> None:
        """Show what is at work: on a terminal in a line that the next one overwrites, else after a long silence."""
        with self._lock:
            status = self.status()
            if not status:
                return
            if self._out.isatty():
                width = shutil.get_terminal_size().columns - 1
                # The cursor goes back, so that what a job itself writes stands at the start of a line.
                self._out.write(f"{self._erase()}{visible(status)[:width]}\r")
                self._out.flush()
            elif self._clock() - self._last >= SILENCE:
                self.say(status)

    def status(self) -> str:
        """What is at work, for how long, and how much of the run is done; empty if nothing is."""
        with self._lock:
            now = self._clock()
            at_work = [
                f"{' '.join(job.stage)} {duration(now - job.start)}{_progress(job.log)}"
                for job in self._running.values()
                if job.stage[0]
            ]
            total = sum(self._planned.values())
            return f"{self._finished:,} of {total:,} jobs done; at work: {', '.join(at_work)}" if at_work else ""

    def _line(self, stage: Stage, count: _Count) -> str:
        amounts: dict[str, int] = {}
        for log in count.logs:
            for number, what in filter(None, [amount_of(log)]):
                amounts[what] = amounts.get(what, 0) + number
        parts = [f"{count.done} jobs"] if count.done > 1 else []
        parts += [f"{number:,} {what}" for what, number in amounts.items()]
        corpus, rule = (name.ljust(width) for name, width in zip(stage, self._widths, strict=True))
        # Of nothing there is no speed: an audit that finds nothing is not slow.
        done = next(iter(amounts.values()), 0)
        speed = f", {rate(done / count.seconds)}" if done and count.seconds >= 1 else ""
        return f"{corpus}  {rule}  {', '.join(parts)}{' in ' if parts else ''}{duration(count.seconds)}{speed}"

    def _erase(self) -> str:
        return "\r\x1b[K" if self._out.isatty() else ""


class Ticker(threading.Thread):
    """Shows once a second what is at work, until it is stopped."""

    def __init__(self, lines: StageLines, *, seconds: float = 1.0) -> None:
        super().__init__(daemon=True)
        self._lines = lines
        self._seconds = seconds
        self._stopped = threading.Event()

    def run(self) -> None:
        while not self._stopped.wait(self._seconds):
            self._lines.tick()

    def stop(self) -> None:
        self._stopped.set()


def duration(seconds: float) -> str:
    """`0.4 s`, `41 s`, `3 min 20 s`."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def says_why(log: str | Path) -> bool:
    """Whether the log of a job that failed says why: by an error, or by the signal that stopped the job."""
    text = text_of(log)
    return bool(ERROR.search(text) or STOPPED.search(text))


def _is_silent(log: str) -> bool:
    """Whether the log of a job that failed breaks off, as that of a killed job does."""
    return not says_why(log) and not ENDED.search(text_of(log))


def _progress(log: Path | None) -> str:
    """What the log of a running job says last of its progress, in brackets."""
    found = None if log is None else PROGRESS.search(text_of(log).rstrip().rpartition("\n")[2])
    return f" ({found[1]})" if found else ""


def _message(log: Path) -> list[str]:
    """The error that a log holds, else its last lines."""
    text = text_of(log)
    errors = list(ERROR.finditer(text))
    if errors:
        return text[errors[-1].start() :].splitlines()[:LONGEST_MESSAGE]
    return text.splitlines()[-LONGEST_MESSAGE:]
