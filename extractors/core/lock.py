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

from extractors.core.errors import InputError
from extractors.core.logs import log

LOCK = ".lock"
VARIABLE = "CHALLENGE_SETS_RUN"
"""The environment variable by which jobs know their run: its identifier, machine and locks."""
WAIT = 5.0
"""Seconds in which the jobs of a run that was killed let go of its lock."""
NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL, errno.EBADF}
"""The errors of file systems without locks."""


def hold(folders: Iterable[Path]) -> None:
    """Lock folders of results until this process ends, and tell its jobs by the environment.

    Raises:
        OSError: a lock cannot be opened; also where it is a link, through which another file would be written.
    """
    run, locks = uuid.uuid4().hex, []
    owner = f"process {os.getpid()} on {socket.gethostname()}, started {time.ctime()} in {Path.cwd()}"
    for folder in sorted(folder.absolute() for folder in folders):
        folder.mkdir(parents=True, exist_ok=True)
        # Never closed: the lock ends with the process.
        handle = _opened(folder / LOCK, os.O_CREAT)
        try:
            if not _lock(handle, WAIT):
                raise in_use(folder)
            os.ftruncate(handle, 0)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            log.warning("%s: cannot be locked (%s): start no second run at the same time", folder, error.strerror)
            continue
        os.pwrite(handle, f"{run}\n{owner}".encode(), 0)
        locks.append(str(folder / LOCK))
    os.environ[VARIABLE] = json.dumps({"run": run, "host": socket.gethostname(), "locks": locks})


def in_use(folder: Path) -> InputError:
    """The error about a folder in which another run works, or may."""
    return InputError(
        f"another run works here: {_content(folder / LOCK)[1] or 'nobody can tell which'}",
        path=folder,
        remedy="wait until it has ended, or stop it; or name another folder in the config (`results:`)",
    )


def is_held(folder: Path) -> bool:
    """Whether a run works in a folder of results, or may: where there are no locks, nobody can tell."""
    try:
        handle = _opened(folder / LOCK)
    except OSError as error:
        return not isinstance(error, FileNotFoundError)
    try:
        return not _lock(handle, 0)
    except OSError:
        return True
    finally:
        os.close(handle)


def _opened(lock: Path, flag: int = 0) -> int:
    """A lock to write into; another user's, which may not be written, can be read and tried."""
    try:
        return os.open(lock, os.O_RDWR | os.O_NOFOLLOW | flag, 0o666)
    except PermissionError:
        return os.open(lock, os.O_RDONLY | os.O_NOFOLLOW)


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


def _content(lock: Path) -> tuple[str, str]:
    """The run that holds a lock, or held it last, and its owner, as it has written them."""
    try:
        run, _, owner = lock.read_text(encoding="utf-8", errors="replace").partition("\n")
    except OSError:
        return "", ""
    return run, owner


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
    """Refuse to put a file in place for a run after which another one has begun in the folder."""
    run = json.loads(os.environ.get(VARIABLE) or "{}")
    for lock in map(Path, run.get("locks", [])):
        if path.absolute().is_relative_to(lock.parent) and _content(lock)[0] != run["run"]:
            raise InputError("this job belongs to a run that has ended, and another one has begun", path=path)
