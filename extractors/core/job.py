"""The frame of a stage that a workflow runs: its log, and its errors in plain words."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from extractors.core.errors import InputError
from extractors.core.logs import log, to_file, to_terminal


@contextmanager
def stage(log_path: str) -> Iterator[None]:
    """Log to the terminal and to a file; end the process with the message alone on an InputError."""
    to_terminal()
    with to_file(log_path):
        try:
            yield
        except InputError as error:
            log.error("%s", error)
            sys.exit(1)
        except Exception:
            # The traceback belongs into the log too: on a cluster the terminal is gone.
            log.exception("a fault of the program and not of the input")
            raise
