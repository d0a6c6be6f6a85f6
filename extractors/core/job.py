"""The frame of a stage that a workflow runs: its log, and its errors in plain words."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from extractors.core import install
from extractors.core.errors import InputError
from extractors.core.logs import log, to_file, to_terminal

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
    """Log to a file; end the process with the message alone on an InputError.

    Warnings and errors go to the terminal too. How a job gets on is for its log: the run, which has many jobs, prints
    a line for each stage (extractors.core.stages).
    """
    to_terminal(quiet=True)
    job = Job()
    with to_file(log_path):
        try:
            yield job
            if str(job):
                log.info("%s", job)
        except Exception as error:
            said = error if isinstance(error, InputError) else install.missing(error, "this stage")
            if said is None:
                # The traceback belongs into the log too: on a cluster the terminal is gone.
                log.exception("a fault of the program and not of the input")
                raise
            log.error("%s", said)
            sys.exit(1)


def amount_of(log_path: str | Path) -> tuple[int, str] | None:
    """How much a job did, from its log: number and unit; None if it does not say, or there is no log."""
    try:
        lines = Path(log_path).read_text(encoding="utf-8", errors="replace").rstrip().splitlines()
    except OSError:
        return None
    found = _DONE.search(lines[-1]) if lines else None
    return (int(found[1].replace(",", "")), found[2]) if found else None
