"""One run at a time works in a folder of results, and no job outlives its run there.

Snakemake locks the working folder; a run from another working folder that has the same results does not see that.
So a run also holds FOLDER/.lock (flock), which the kernel frees when the process ends, however it ends. A job waits for
the lock of its run: when it gets it, the run has ended, and the job ends too. A job on another machine, which cannot
wait, may not put a file in place once another run has begun.

Where the file system has no locks, as some network file systems, a warning says so, and the run goes on without.
"""

import errno
import fcntl
import json
import os
import signal
import socket
import threading
import time
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.core.logs import log

LOCK = ".lock"
VARIABLE = "CHALLENGE_SETS_RUN"
"""The environment variable by which jobs know their run: its identifier, machine and locks."""
WAIT = 5.0
"""Seconds in which the jobs of a run that was killed let go of its lock."""
NO_LOCKS = {
    errno.ENOLCK,
    errno.ENOTSUP,
    errno.EOPNOTSUPP,
    errno.ENOSYS,
    errno.EINVAL,
    errno.EROFS,
    errno.EACCES,
    errno.EBADF,
}


def hold(folders: Iterable[Path]) -> None:
    """Lock folders of results until this process ends, and tell its jobs by the environment.

    Raises:
        InputError: another run works in one of them.
    """
    run, locks = uuid.uuid4().hex, []
    owner = f"process {os.getpid()} on {socket.gethostname()}, started {time.ctime()} in {Path.cwd()}"
    for folder in sorted(folder.absolute() for folder in folders):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            # Never closed: the lock ends with the process.
            handle = _opened(folder / LOCK)
            is_free = _lock(handle, WAIT)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            log.warning("%s: cannot be locked (%s): start no second run at the same time", folder, error.strerror)
            continue
        if not is_free:
            raise InputError(
                f"another run works here: {_content(folder / LOCK).get('owner', 'of unknown origin')}",
                path=folder,
                remedy="wait until it has ended, or stop it; or name another folder in the config (`results:`)",
            )
        os.ftruncate(handle, 0)
        os.pwrite(handle, json.dumps({"run": run, "owner": owner}).encode(), 0)
        locks.append(str(folder / LOCK))
    os.environ[VARIABLE] = json.dumps({"run": run, "host": socket.gethostname(), "locks": locks})


def is_held(folder: Path) -> bool:
    """Whether a run works in a folder of results."""
    try:
        # Another user's may not be written.
        handle = os.open(folder / LOCK, os.O_RDWR if os.access(folder / LOCK, os.W_OK) else os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        return not _lock(handle, 0)
    finally:
        os.close(handle)


def works_in(folder: Path) -> bool:
    """Whether the file system of a folder has locks. Raises OSError: nothing can be written there."""
    handle = _opened(folder / LOCK)
    try:
        return _lock(handle, 0)
    except OSError as error:
        if error.errno not in NO_LOCKS:
            raise
        return False
    finally:
        os.close(handle)


def _opened(lock: Path) -> int:
    """A lock to write into. Raises InputError: it is a link, through which another file would be written."""
    try:
        return os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except PermissionError:
        # Another user's, who may be at work.
        if lock.exists() and is_held(lock.parent):
            raise InputError(
                f"another user's run works here: {_content(lock).get('owner', 'of unknown origin')}",
                path=lock.parent,
                remedy="wait until it has ended, or name another folder in the config (`results:`)",
            ) from None
        raise
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise InputError("is a link, not a lock", path=lock, remedy="remove it") from None
        raise


def _lock(handle: int, seconds: float) -> bool:
    """Lock a file within so many seconds; whether it was free."""
    end = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        else:
            return True


def _content(lock: Path) -> dict[str, Any]:
    """What the run that holds a lock, or held it last, has written into it."""
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(lock.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    return {}


@contextmanager
def ending_with_run() -> Iterator[None]:
    """SIGTERM for this process when its run ends before the block; nothing where no run has told of itself.

    Only on the machine of the run: another one may not see its lock.
    """
    run, over = json.loads(os.environ.get(VARIABLE) or "{}"), threading.Event()
    if run.get("locks") and run["host"] == socket.gethostname():
        threading.Thread(target=_wait, args=(run["locks"][0], over), daemon=True, name="waits for the run").start()
    try:
        yield
    finally:
        over.set()


def _wait(lock: str, over: threading.Event) -> None:
    with suppress(OSError):
        handle = os.open(lock, os.O_RDWR)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH)
        finally:
            # At once: a new run wants it.
            os.close(handle)
        if not over.is_set():
            log.info("the run that started this job has ended: so does the job")
            os.kill(os.getpid(), signal.SIGTERM)


def check_run(path: Path) -> None:
    """Refuse to put a file in place for a run after which another one has begun in the folder.

    Raises:
        InputError: this process is a job of such a run.
    """
    run = json.loads(os.environ.get(VARIABLE) or "{}")
    for lock in map(Path, run.get("locks", [])):
        if path.absolute().is_relative_to(lock.parent) and _content(lock).get("run") != run["run"]:
            raise InputError("this job belongs to a run that has ended, and another one has begun", path=path)
