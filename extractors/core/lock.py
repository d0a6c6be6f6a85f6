"""The lock of a folder of results: one run at a time works in it, and no job outlives its run there.

A run holds FOLDER/.lock, and each of its jobs a share of FOLDER/.lock.jobs. The kernel frees both (flock) when a
process ends, however it ends, so that nothing is left to unlock. A job waits for its run's lock: when it gets it, the
run has ended, and the job ends too. A run that comes next waits for such jobs before it begins.

Where the file system has no locks, as some network file systems, this is said, and the run goes on without.
"""

from __future__ import annotations

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
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from extractors.core.errors import InputError
from extractors.core.logs import log
from extractors.core.oserrors import in_words

LOCK, JOBS = ".lock", ".lock.jobs"
VARIABLE = "CHALLENGE_SETS_RUN"
"""The environment variable by which jobs know their run and its folders."""
WAIT_FOR_RUN = 2.0
"""Seconds in which a lock may be held by who only looks at it."""
WAIT_FOR_JOBS = 30.0
"""Seconds in which the jobs of a run that was killed end."""
NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL}
NOT_WRITABLE = {errno.EROFS, errno.EACCES, errno.EPERM}
BUSY = "in the hands of a run"


class _NoLocks(Exception):
    """The file system has no locks."""


@dataclass(frozen=True)
class Owner:
    """The run that holds a lock, or held it last."""

    run: str
    host: str
    process: int
    started: str
    folder: str
    config: str

    @classmethod
    def of(cls, text: str) -> Owner | None:
        """From what stands in a lock file; None where it is empty or just being written."""
        try:
            return cls(**json.loads(text))
        except (ValueError, TypeError):
            return None

    def __str__(self) -> str:
        return f"process {self.process} on {self.host}, started {self.started} in {self.folder} with {self.config}"


class RunLock:
    """The locks of a run on its folders of results.

    It is made before the run is planned and taken before the run writes: a run must not go by a plan from before
    another one's work.
    """

    def __init__(self, folders: Iterable[str | Path]) -> None:
        self.run = uuid.uuid4().hex
        # Jobs may stand in other folders than the run.
        self._folders = sorted({Path(folder).absolute() for folder in folders})
        self._planned = {folder: _state(folder) for folder in self._folders}
        self._held: list[int] = []

    def take(self, config: str) -> None:
        """Take the locks, until the process ends or `release`, and tell jobs by the environment.

        Args:
            config: the files of the run's config, for the messages of others.

        Raises:
            InputError: another run works in a folder, has worked there since the plan, or its jobs do not end; a
                folder cannot be made or a lock not written.
        """
        owner = Owner(
            run=self.run,
            host=_host(),
            process=os.getpid(),
            started=time.strftime("%Y-%m-%d %H:%M:%S"),
            folder=str(Path.cwd()),
            config=config,
        )
        locked, reasons = [], {}
        try:
            for folder in self._folders:
                try:
                    self._take(folder, owner)
                    locked.append(str(folder))
                except _NoLocks as without:
                    reasons[str(without)] = folder
                except OSError as error:
                    raise in_words(error, [folder]) from error
        except BaseException:
            self.release()
            raise
        for reason, folder in reasons.items():
            log.warning("%s: %s; a second run at the same time would mix its results with this one's", folder, reason)
        os.environ[VARIABLE] = json.dumps({"run": self.run, "folders": locked})

    def release(self) -> None:
        """Give the locks back."""
        for handle in self._held:
            os.close(handle)
        self._held = []

    def _take(self, folder: Path, owner: Owner) -> None:
        handle = _open(folder, LOCK)
        self._held.append(handle)
        planned, taken = self._planned[folder], _lock(handle, fcntl.LOCK_EX, seconds=WAIT_FOR_RUN)
        now = _read(handle)
        if not taken and _has_ended(Owner.of(now)):
            # One of its jobs was waiting for the lock, has it now, and does not go on.
            raise _refused(folder, _still_at_work((folder / JOBS).read_text()), now)
        if not taken:
            raise _refused(folder, "another run works here", now)
        if planned != now:
            raise _refused(folder, "another run has worked here since this one was planned", now, "start it again")
        jobs = _open(folder, JOBS)
        try:
            if not _lock(jobs, fcntl.LOCK_EX, seconds=WAIT_FOR_JOBS):
                raise _refused(folder, _still_at_work(_read(jobs)), now)
            os.ftruncate(jobs, 0)
            # Before the jobs' lock is free: a job that gets its share now must see whose folder this is.
            os.ftruncate(handle, 0)
            os.pwrite(handle, json.dumps(asdict(owner)).encode(), 0)
        finally:
            os.close(jobs)


def works_in(folder: Path) -> bool:
    """Whether the file system of a folder has locks.

    Raises:
        OSError: nothing can be written there.
    """
    handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        return _lock(handle, fcntl.LOCK_EX, seconds=0)
    except _NoLocks:
        return False
    finally:
        os.close(handle)


@contextmanager
def share_of_job() -> Iterator[None]:
    """Hold a job's share of the locks of its run while the block runs; nothing where no run has taken any.

    If the run ends before the block, this process gets SIGTERM.

    Raises:
        InputError: the run is gone, and another one works in its folder.
    """
    told = os.environ.get(VARIABLE)
    if not told:
        yield
        return
    run = json.loads(told)
    handles: list[int] = []
    over = threading.Event()
    try:
        for folder in map(Path, run["folders"]):
            handles.append(_share(folder, run["run"]))
        if run["folders"]:
            _watch(Path(run["folders"][0]), over)
        yield
    finally:
        over.set()
        for handle in handles:
            os.close(handle)


def _share(folder: Path, run: str) -> int:
    """A job's share in a folder, held until it is closed."""
    handle = _open(folder, JOBS)
    try:
        try:
            got = _lock(handle, fcntl.LOCK_SH, seconds=WAIT_FOR_JOBS)
        except _NoLocks as reason:
            # The run has its lock: this is another machine, which sees the folder in another way.
            log.info("%s: %s", folder, reason)
            got = True
        text = _text(folder)
        owner = Owner.of(text)
        if not got or owner is None or owner.run != run:
            raise _refused(folder, "this job is of a run that has ended, and another has begun", text)
        os.lseek(handle, 0, os.SEEK_END)
        os.write(handle, f"{_host()} {os.getpid()}\n".encode())
    except BaseException:
        os.close(handle)
        raise
    return handle


def _watch(folder: Path, over: threading.Event) -> None:
    """Send this process SIGTERM when its run ends before `over`.

    Only on the run's own machine: another one may not see the lock.
    """
    owner, main = Owner.of(_text(folder)), threading.main_thread().ident
    if owner is None or owner.host != _host() or main is None:
        return

    def wait() -> None:
        handle = os.open(folder / LOCK, os.O_RDWR)
        try:
            fcntl.flock(handle, fcntl.LOCK_SH)
        except OSError as error:
            log.info("the run is not watched: %s", error)
            return
        finally:
            # At once: a new run wants it.
            os.close(handle)
        if not over.is_set():
            log.info("the run that started this job has ended: so does the job")
            signal.pthread_kill(main, signal.SIGTERM)

    threading.Thread(target=wait, daemon=True, name="watch of the run").start()


def _open(folder: Path, name: str) -> int:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        if error.errno not in NOT_WRITABLE:
            raise
        raise _NoLocks(f"cannot be locked ({error.strerror})") from error


def _lock(handle: int, kind: int, *, seconds: float) -> bool:
    """Lock a file within so many seconds; whether it was free."""
    end = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(handle, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            raise _NoLocks(f"the file system has no locks ({error.strerror})") from error
        else:
            return True


def _state(folder: Path) -> str:
    """What stands in the lock file of a folder, or BUSY if a run holds it now."""
    try:
        handle = os.open(folder / LOCK, os.O_RDWR)
    except OSError:
        return ""
    try:
        return _read(handle) if _lock(handle, fcntl.LOCK_SH, seconds=0) else BUSY
    except (OSError, _NoLocks):
        return _read(handle)
    finally:
        os.close(handle)


def _read(handle: int) -> str:
    return os.pread(handle, 1 << 16, 0).decode(errors="replace")


def _text(folder: Path) -> str:
    """What stands in the lock file of a folder; empty if there is none."""
    with suppress(OSError):
        return (folder / LOCK).read_text(encoding="utf-8", errors="replace")
    return ""


def _has_ended(owner: Owner | None) -> bool:
    """Whether a run of this machine has ended."""
    return owner is not None and owner.host == _host() and not psutil.pid_exists(owner.process)


def _still_at_work(jobs: str) -> str:
    """The problem that jobs of a run go on after it, with those of a list that are still there."""
    here = [int(process) for host, process in (line.split() for line in jobs.splitlines()) if host == _host()]
    alive = [str(process) for process in here if psutil.pid_exists(process)]
    return "a job of an earlier run is still at work" + (f" (process {', '.join(alive)})" if alive else "")


def _host() -> str:
    return socket.gethostname()


def _refused(folder: Path, problem: str, text: str, remedy: str | None = None) -> InputError:
    owner = Owner.of(text)
    return InputError(
        problem if owner is None else f"{problem}: {owner}",
        path=folder,
        remedy=remedy
        or "wait until it has ended, or stop it; or give this run another folder (`results:` in the config)",
    )
