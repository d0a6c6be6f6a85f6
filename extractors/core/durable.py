"""Write files that survive a loss of power, and make temporary files that no other writer uses.

A file system may write the new name of a file before its content. After a loss of power the file is there then, and
empty. So content is written to the disk first, then the name, then the folder that holds it (POSIX, fsync).
"""

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NO_SYNC_OF_FOLDERS = {errno.EINVAL, errno.EBADF, errno.ENOTSUP}
"""The errors of file systems that cannot sync folders."""


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


@contextmanager
def temporary_file(path: Path) -> Iterator[Path]:
    """Make a temporary file next to `path`, with its suffix; remove it after the block if it is still there.

    Earlier ones of the same path are removed first: their writers were killed, or cannot put theirs in place any more.
    """
    _remove_earlier(path)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=f".part{path.suffix}")
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def temporary_folder(path: Path) -> Iterator[Path]:
    """Make a temporary folder next to `path`, as `temporary_file` makes a file."""
    _remove_earlier(path)
    with tempfile.TemporaryDirectory(
        dir=path.parent, prefix=f".{path.name}.", suffix=".part", ignore_cleanup_errors=True
    ) as name:
        yield Path(name)


def _remove_earlier(path: Path) -> None:
    """Remove the temporary files and folders that earlier writers of a path have left."""
    name = re.compile(rf"\.{re.escape(path.name)}\.[a-z0-9_]{{8}}\.part({re.escape(path.suffix)})?")
    with os.scandir(path.parent) as entries:
        found = [entry for entry in entries if name.fullmatch(entry.name) and not entry.is_symlink()]
    for entry in found:
        if entry.is_dir():
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            Path(entry.path).unlink(missing_ok=True)
