"""Explain errors of the operating system to users: a full disk, a read-only folder, a file that is gone."""

import errno
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from extractors.core.errors import InputError

FULL = {errno.ENOSPC, errno.EDQUOT}
LEAST = 10_000_000
"""Bytes without which a run does not begin: its logs, and what the libraries write for a moment, need them."""

_MAKE_ROOM = "make room on that disk and start again; TMPDIR=FOLDER puts temporary files on another disk"
_READ_ONLY = "check the permissions of the file and its folder, or write to another folder"
_REMEDIES = {
    errno.EACCES: _READ_ONLY,
    errno.EPERM: _READ_ONLY,
    errno.EROFS: _READ_ONLY,
    errno.ENOENT: "check the path; if the file was there, another program has removed or renamed it",
    errno.EISDIR: "this is a folder: name a file in it",
    errno.ENOTDIR: "a file stands where a folder must be: name another folder, or move the file",
    errno.EEXIST: "a file stands where a folder must be: name another folder, or move the file",
    errno.EMFILE: "allow more open files: ulimit -n 4096",
    errno.ENFILE: "the machine has too many open files: end other programs",
    errno.ENAMETOOLONG: "give it a shorter name",
    errno.EFBIG: "the system bounds the size of files (ulimit -f), or the disk does: write to another folder",
    errno.EIO: "the disk, or the network to it, fails: see the system's log (dmesg)",
    errno.ESTALE: "the network file system has lost the file: try again",
    errno.ENOMEM: "there is not enough memory: end other programs, or give the job less to do",
}
_REMEDY = "check the file, its folder and the disk, and try again"


def in_words(error: OSError, outputs: Iterable[str | Path] = ()) -> InputError:
    """Turn an error of the operating system into one for users: file, reason, free space, remedy.

    Args:
        outputs: what was being written, named where the error does not say which file it is of: one of a file that
            is already open does not.
    """
    written = [Path(output) for output in outputs]
    named = _path(error)
    # Libraries, Arrow one, wrap the system's words in their own.
    reason = os.strerror(error.errno) if error.errno else str(error) or type(error).__name__
    if error.errno in FULL:
        return _full(reason, named, written)
    where = "" if named or not written else f"while writing {', '.join(map(str, written))}: "
    if error.errno == errno.ENOENT and named and any(not total for _, _, total in _free([named])):
        return InputError(f"{reason}: files cannot be created here", path=named, remedy="choose a folder on a disk")
    return InputError(where + _other(error, reason), path=named, remedy=_REMEDIES.get(error.errno or 0, _REMEDY))


def of_memory(error: MemoryError) -> InputError:
    """Turn a lack of memory into an error for users, with what was asked for where the library says so."""
    asked = f": {str(error)[:1].lower()}{str(error)[1:]}" if str(error) else ""
    return InputError(
        f"not enough memory{asked}",
        remedy="close other programs, give the process more memory, or give it less to do at once (in a run: a smaller"
        " shard_size, fewer --cores)",
    )


def check_writable(place: Path) -> None:
    """Refuse a folder in which nothing can be made, whether it is there yet or not. Raises InputError."""
    first = next(p for p in (place, *place.absolute().parents) if p.exists())
    if not (first.is_dir() and shutil.disk_usage(first).total and os.access(first, os.W_OK)):
        raise InputError(
            f"files cannot be created in {place}, because of {first}",
            remedy="choose a folder on a disk where you may write",
        )


def check_room(*folders: Path) -> None:
    """Raise InputError if the disk of one of these folders, or of the temporary folder, is almost full."""
    for folder, free, total in _free([*folders, Path(tempfile.gettempdir())]):
        if not total:
            raise InputError("files cannot be created here", path=folder, remedy="choose a folder on a disk")
        if free < LEAST:
            raise InputError(
                f"only {free / 1e6:,.1f} MB are free here, but a run needs at least {LEAST / 1e6:,.0f} MB",
                path=folder,
                remedy=_MAKE_ROOM,
            )


def _path(error: OSError) -> Path | None:
    """Return the file that an error names; of a hidden (temporary) file, its folder; None if it names no file."""
    if not isinstance(error.filename, str | bytes) or not error.filename:
        return None
    path = Path(os.fsdecode(error.filename))
    return path.parent if path.name.startswith(".") else path


def _other(error: OSError, reason: str) -> str:
    """Return the reason, with the second file of a renaming."""
    other = error.filename2
    return f"{reason}, to {os.fsdecode(other)}" if isinstance(other, str | bytes) else reason


def _full(reason: str, named: Path | None, written: list[Path]) -> InputError:
    places = [named] if named else written
    temporary = Path(tempfile.gettempdir())
    free = ", ".join(f"{space / 1e6:,.1f} MB in {place}" for place, space, _ in _free([*places, temporary]))
    what = "" if named else f" for {', '.join(map(str, written)) or 'what is printed'}"
    return InputError(f"{reason}{what}; free: {free}", path=named, remedy=_MAKE_ROOM)


def _free(places: Iterable[Path]) -> Iterator[tuple[Path, int, int]]:
    """Yield for each disk that some files are on: a folder there, the free bytes, and all bytes."""
    seen = set()
    for place in places:
        folder = _there(place)
        try:
            disk, usage = folder.stat().st_dev, shutil.disk_usage(folder)
        except OSError:
            continue
        if disk not in seen:
            seen.add(disk)
            yield folder, usage.free, usage.total


def _there(place: Path) -> Path:
    """Return the nearest folder above a path, or the path itself, that exists."""
    return next((p for p in (place, *place.absolute().parents) if p.is_dir()), Path("/"))
