"""One run at a time writes into a folder of results, from whichever working folder it is started.

Snakemake locks outputs in its working folder alone. The kernel frees this lock when the run ends, however it ends.
"""

import fcntl
import os
import socket
import time
from contextlib import suppress
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.logs import log

LOCK = ".lock"
_HELD: list[int] = []
"""File descriptors that stay open as long as this process."""


def hold(folder: Path) -> None:
    """Lock a folder of results until this process ends.

    Raises:
        InputError: another run holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
    except PermissionError:
        # Another user's, which can be locked all the same.
        handle = os.open(folder / LOCK, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"another run works here: {os.pread(handle, 500, 0).decode(errors='replace') or 'owner unknown'}",
            path=folder,
            remedy="wait until it has ended, or stop it; or name another folder in the config (`results:`)",
        ) from None
    except OSError as error:
        # Some network file systems have no locks.
        log.warning("%s: cannot be locked (%s): start no second run at the same time", folder, error.strerror)
    _HELD.append(handle)
    with suppress(OSError):
        os.truncate(handle, 0)
        owner = f"process {os.getpid()} on {socket.gethostname()}, started {time.ctime()} in {Path.cwd()}"
        os.pwrite(handle, owner.encode(), 0)
