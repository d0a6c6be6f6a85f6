"""Files that survive a loss of power, and temporary files of runs that did not survive.

A file system may write the new name of a file before its content. After a loss of power the file is there then, and
empty. So content is written to the disk first, then the name, then the folder that holds it (POSIX, fsync).
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_TEMPORARY = re.compile(r"\..+\.[a-z0-9_]{8}\.part(?:\.[^.]*)?")
"""The names that `temporary_file` and `temporary_folder` give."""
_LOCK = "lock"
"""The file of a temporary folder that its writer holds a lock on."""
NO_SYNC_OF_FOLDERS = {errno.EINVAL, errno.EBADF, errno.ENOTSUP}
"""What file systems answer that have no such thing."""


def sync(path: Path) -> None:
    """Wait until a file, or the list of names of a folder, is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if not (path.is_dir() and error.errno in NO_SYNC_OF_FOLDERS):
            raise
    finally:
        os.close(handle)


def sync_all() -> None:
    """Wait until everything that was written is on the disk.

    For folders of thousands of small files: one call takes a third of the time that a call for each takes.
    """
    os.sync()


@contextmanager
def temporary_file(path: Path) -> Iterator[Path]:
    """A temporary file beside `path`, with its suffix; it goes at the end of the block, if it is still there.

    Its writer holds a lock on it, which the kernel takes away however the writer ends: `sweep` knows it by that.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=f".part{path.suffix}")
    temporary = Path(name)
    try:
        _lock(handle)
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)
        os.close(handle)


@contextmanager
def temporary_folder(path: Path) -> Iterator[Path]:
    """A temporary folder beside `path`, with a lock as that of `temporary_file`."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.", suffix=".part") as name:
        handle = os.open(Path(name, _LOCK), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle)
            yield Path(name)
        finally:
            os.close(handle)


def _lock(handle: int) -> bool:
    """Take the lock on a file, if nobody has it; False where somebody has, and where a file system knows no locks."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def sweep(folder: str | Path) -> list[Path]:
    """Remove the temporary files and folders below a folder whose writers are dead.

    Only what `temporary_file` and `temporary_folder` name so is touched, and only if nobody holds its lock.

    Returns:
        What was removed.
    """
    removed = []
    for path in sorted(Path(folder).rglob(".*.part*")):
        if _TEMPORARY.fullmatch(path.name) and not path.is_symlink() and _is_dead(path):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
            removed.append(path)
    return removed


def _is_dead(path: Path) -> bool:
    """Whether no process holds the lock on a temporary file or folder."""
    try:
        # A folder without the file was left between two system calls of its writer.
        handle = os.open(path / _LOCK if path.is_dir() else path, os.O_RDWR)
    except OSError:
        return False
    try:
        return _lock(handle)
    finally:
        os.close(handle)
