"""Run a stage of a workflow: set up its log and threads, report errors in plain words, stop when the run stops."""

from __future__ import annotations

import gc
import re
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from extractors.core import install, threads
from extractors.core.errors import InputError
from extractors.core.imports import own_process
from extractors.core.logs import log, to_file, to_terminal
from extractors.core.oserrors import in_words, of_memory
from extractors.core.stopping import (
    end_children,
    end_with_parent,
    let_signals_end_it,
    name_of,
    status_of,
    stoppable,
)

MB = 1 << 20
"""As in Snakemake."""
KB = 1 if sys.platform == "darwin" else 1024
"""Bytes of the unit in which getrusage counts."""
COLLECTIONS = (100_000, 20, 20)
"""When Python looks for cycles of objects that nobody needs (`gc.set_threshold`): after as many new objects, and so on.
A stage makes millions that stay, and few cycles; to look after each 700 took a fifth of accuracy's time."""


class Job:
    """A job at work. `has_refused`: whether something was wrong with one of many inputs."""

    def __init__(self) -> None:
        self.has_refused = False

    @contextmanager
    def one_of_many(self) -> Iterator[None]:
        """Log what is wrong with one of the inputs of a job, and let the job fail after all the others."""
        try:
            yield
        except InputError as error:
            log.error("%s", error)
            self.has_refused = True


@contextmanager
def stage(log_path: str) -> Iterator[Job]:
    """Log to a file, use the threads that the job is given, end with the run, and end in words on an error of the
    input or of the disk, or when stopped.

    Warnings and errors go to the terminal too, progress to the log alone.
    """
    to_terminal(quiet=True)
    threads.limit()
    gc.set_threshold(*COLLECTIONS)
    own_process()
    job = Job()
    # The outer frame is for the log itself, which a full disk may refuse.
    with _in_words(), to_file(log_path), _in_words():
        with stoppable():
            end_with_parent()
            yield job
        if job.has_refused:
            sys.exit(1)
        log.info("%s", Usage.now())


@contextmanager
def _in_words() -> Iterator[None]:
    """End the process with a message alone where the input, the disk or who stops it is the reason."""
    try:
        yield
    except InputError as error:
        log.error("%s", error)
        sys.exit(1)
    except OSError as error:
        log.error("%s", in_words(error, _files("output")))
        sys.exit(1)
    except MemoryError as error:
        log.error("%s (%s)", of_memory(error), Usage.now())
        sys.exit(1)
    except KeyboardInterrupt as stop:
        let_signals_end_it()
        end_children()
        log.info("stopped by %s", name_of(stop))
        sys.exit(status_of(stop))
    except Exception as error:
        if lacking := install.missing(error, "this stage"):
            log.error("%s", lacking)
            sys.exit(1)
        # The traceback belongs into the log too: on a cluster the terminal is gone. Python would print it again.
        log.exception("a fault of the program and not of the input")
        raise SystemExit(1) from error


def _files(kind: str) -> list[str]:
    """Return the files that this job reads (`input`) or writes (`output`), as Snakemake gives them to its script."""
    job = getattr(sys.modules.get("__main__"), "snakemake", None)
    return [] if job is None else list(map(str, getattr(job, kind)))


@dataclass(frozen=True)
class Usage:
    """What a job has used, for who writes the resources of a cluster's profile (profiles/slurm).

    Attributes:
        memory: MB, of the process or the largest of its children at their peak.
        seconds: of CPU time, all children included.
        inputs: MB of the files that it reads; a folder counts nothing for its files, as in Snakemake.
    """

    memory: float
    seconds: float
    inputs: float

    @classmethod
    def now(cls) -> Usage:
        """Measure what this process has used until now."""
        own, children = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return cls(
            memory=max(_peak(), children.ru_maxrss * KB) / MB,
            seconds=own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime,
            inputs=sum(Path(file).stat().st_size for file in _files("input")) / MB,
        )

    def __str__(self) -> str:
        return (
            f"used {self.memory:,.0f} MB of memory and {self.seconds:,.1f} s of CPU time"
            f" for {self.inputs:,.3f} MB of inputs"
        )


def _peak() -> int:
    """Return the peak memory of this process in bytes."""
    # What the kernel counts for getrusage begins with the process that started this one.
    with suppress(OSError):
        found = re.search(r"^VmHWM:\s+(\d+) kB$", Path("/proc/self/status").read_text(), re.MULTILINE)
        if found:
            return int(found[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * KB
