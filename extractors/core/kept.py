"""Keep in the user's cache what takes long to make and is always the same: each machine makes it once."""

import fcntl
import gzip
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from extractors.core import files

NAME = "mt-challenge-sets"
"""The folder in the user's cache."""
DAMAGED = (OSError, EOFError, ValueError, zlib.error)
"""What is raised for a file that is missing, cut or changed."""


def kept(name: str, make: Callable[[], str]) -> str:
    """Return a text from the cache; make it if it is missing, damaged or unreadable.

    Where another process is making it, this one waits.

    Args:
        name: says all that decides on the text, such as the version of what makes it; with `/`, a file of a folder.
    """
    path = folder() / f"{name}.gz"
    with suppress(*DAMAGED):
        return _read(path)
    with _alone(path):
        with suppress(*DAMAGED):
            return _read(path)
        text = make()
        # A cache that cannot be written, as in a container, costs time and nothing else.
        with suppress(OSError), files.write_text(path) as out:
            out.write(text)
    return text


def digest(decides: Mapping[str, Any]) -> str:
    """Return a checksum, as a name for `kept`, of what decides on a text."""
    return hashlib.sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()


def shrink(name: str, most: int) -> None:
    """Remove what was not read for longest from a folder of the cache, until its files have `most` bytes or fewer."""
    with suppress(OSError):
        state = {path: path.stat() for path in (folder() / name).glob("*.gz")}
        size = sum(one.st_size for one in state.values())
        for path in sorted(state, key=lambda path: state[path].st_mtime_ns):
            if size <= most:
                break
            path.unlink(missing_ok=True)
            size -= state[path].st_size


def folder() -> Path:
    """Return our folder in the user's cache, where programs keep what they can make again."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # As the specification of these folders has it, one that is not absolute counts for nothing.
    return (given if given.is_absolute() else Path("~/.cache").expanduser()) / NAME


def _read(path: Path) -> str:
    packed = path.read_bytes()
    if not packed:
        raise EOFError(path)
    text = gzip.decompress(packed).decode()
    # So that `shrink` knows what is in use.
    os.utime(path)
    return text


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Wait until no other process makes a file; go on at once where a lock cannot be had."""
    lock = path.with_suffix(".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = lock.open("w")
    except OSError:
        yield
        return
    with file:
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)
