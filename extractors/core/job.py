"""The frame of a stage that a workflow runs: its log, its errors in plain words, the checksums of its results."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from extractors.core import install, threads
from extractors.core.errors import InputError
from extractors.core.lock import share_of_job
from extractors.core.logs import log, to_file, to_terminal
from extractors.core.oserrors import in_words
from extractors.core.stopping import end_children, let_signals_end_it, name_of, status_of, stoppable
from extractors.core.sums import recording

_DONE = re.compile(r" INFO done: ([\d,]+) (.+)$")


class Job:
    """What a job tells of its work."""

    def __init__(self) -> None:
        self._done = ""

    def did(self, amount: int, what: str) -> None:
        """How much it has done, for the run's line about the stage: `did(1000, "segments")`."""
        self._done = f"done: {amount:,} {what}"

    def __str__(self) -> str:
        return self._done


@contextmanager
def stage(log_path: str) -> Iterator[Job]:
    """Log to a file, hold a share of the run's lock, use the threads that the job is given, and end in words: on an
    error of the input or of the disk, and when it is stopped.

    Warnings and errors go to the terminal too. How a job gets on is for its log: the run, which has many jobs, prints
    a line for each stage (extractors.core.stages), and one when it is stopped.
    """
    to_terminal(quiet=True)
    threads.limit()
    job = Job()
    # The outer frame is for the log itself, which a full disk may refuse.
    with _in_words(), to_file(log_path), _in_words():
        with stoppable(), share_of_job(), recording():
            yield job
        if str(job):
            log.info("%s", job)


@contextmanager
def _in_words() -> Iterator[None]:
    """End the process with a message alone where the input, the disk or who stops it is the reason."""
    try:
        yield
    except InputError as error:
        log.error("%s", error)
        sys.exit(1)
    except OSError as error:
        log.error("%s", in_words(error, _outputs()))
        sys.exit(1)
    except KeyboardInterrupt as stop:
        let_signals_end_it()
        end_children()
        log.info("stopped by %s", name_of(status_of(stop)))
        sys.exit(status_of(stop))
    except Exception as error:
        if lacking := install.missing(error, "this stage"):
            log.error("%s", lacking)
            sys.exit(1)
        # The traceback belongs into the log too: on a cluster the terminal is gone. Python would print it again.
        log.exception("a fault of the program and not of the input")
        raise SystemExit(1) from error


def _outputs() -> list[str]:
    """The files that this job writes, from what Snakemake puts into its script."""
    job = getattr(sys.modules.get("__main__"), "snakemake", None)
    return [] if job is None else list(map(str, job.output))


def amount_of(log_path: str | Path) -> tuple[int, str] | None:
    """How much a job did, from its log: number and unit; None if it does not say, or there is no log."""
    try:
        lines = Path(log_path).read_text(encoding="utf-8", errors="replace").rstrip().splitlines()
    except OSError:
        return None
    found = _DONE.search(lines[-1]) if lines else None
    return (int(found[1].replace(",", "")), found[2]) if found else None
