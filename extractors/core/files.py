"""Read and write files so that nothing half-written is ever left looking finished."""

import codecs
import csv
import gzip
import hashlib
import io
import json
import os
import shutil
import stat
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO

from extractors.core.durable import sync, temporary_file, temporary_folder
from extractors.core.errors import InputError
from extractors.core.remedies import to_make_again

COMPRESSION = 4
"""The level of gzip of all that is written as .gz: of a parse it takes half the time of the usual 6, and a tenth more
bytes."""

MADE = ".made.json"
"""In a folder, the checksums of the files that `remaking_folder` wrote."""
STAMP = ".snakemake_timestamp"
"""The file that Snakemake leaves in a folder."""
LONGEST_FIELD = 1 << 26
"""Characters of a field in a table of text. What is longer is all that follows a quotation mark that nobody closed."""
# Python's own limit, 131,072, is for every reader of a process, so that it must not hang on which file was read before.
csv.field_size_limit(LONGEST_FIELD)

_together: Path | None = None
"""The folder whose files are put on the disk together at the end of a block."""


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Yield a temporary path beside `path`, and put it in its place if, and only if, the block succeeds.

    The new content is on the disk before it has its name.
    """
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with temporary_file(path) as temporary:
        yield temporary
        # Temporary files are private; a result is an ordinary file.
        temporary.chmod(0o666 & ~_umask())
        if _together is not None and path.resolve().is_relative_to(_together):
            temporary.replace(path)
            return
        sync(temporary)
        temporary.replace(path)
        sync(path.parent)


def _umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask


@contextmanager
def writing_folder(path: str | Path) -> Iterator[Path]:
    """Make and yield a folder, and put its files on the disk together at the end of the block.

    For folders of many small files, each of which would wait for the disk otherwise.
    """
    path = Path(path)
    path.mkdir(parents=True, exist_ok=True)
    with _all_together(path) as is_outermost:
        yield path
        if is_outermost:
            os.sync()


@contextmanager
def _all_together(folder: Path) -> Iterator[bool]:
    """Let files below a folder wait for the end of the block; yield whether no block around it has them wait."""
    global _together
    before, folder = _together, folder.resolve()
    is_outermost = before is None or not folder.is_relative_to(before)
    _together = folder if is_outermost else before
    try:
        yield is_outermost
    finally:
        _together = before


@contextmanager
def replacing_folder(path: str | Path) -> Iterator[Path]:
    """Yield a temporary folder beside `path`, and put it in its place if, and only if, the block succeeds.

    All that `path` held is lost then. If the block fails, or the new folder cannot be put in place, it stays as it was.
    """
    # Neither "." nor a link can be replaced, only the folder that it stands for.
    path = Path(path).resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    with temporary_folder(path) as private:
        # A folder in the private one has the permissions of an ordinary folder.
        new, old = private / "new", private / "old"
        new.mkdir()
        with _all_together(new):
            yield new
        # Of thousands of small files: one call takes a third of the time that a call for each takes.
        os.sync()
        if path.exists():
            path.rename(old)
        try:
            new.rename(path)
        except OSError:
            if old.exists():
                old.rename(path)
            raise
        sync(path.parent)


@contextmanager
def remaking_folder(path: str | Path) -> Iterator[Path]:
    """Replace a folder as `replacing_folder` does, but keep files that the user put there or changed.

    `.made.json` has the checksums of the files that are written here: what differs from them is the user's. Such a file
    stays; where a new file has its name, it gets `.kept` behind its own.
    """
    path = Path(path).resolve()
    made = read_checksums(path / MADE)
    theirs = [
        file
        for file in sorted(path.rglob("*"))
        if (file.is_file() or file.is_symlink())
        and file.name not in (MADE, STAMP)
        and ((name := file.relative_to(path).as_posix()) not in made or made[name] != sha256(file))
    ]
    with replacing_folder(path) as new:
        yield new
        ours = {file.relative_to(new).as_posix(): sha256(file) for file in sorted(new.rglob("*")) if file.is_file()}
        for file in theirs:
            place = new / file.relative_to(path)
            while place.exists():
                place = place.with_name(f"{place.name}.kept")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, place, follow_symlinks=False)
        with write_text(new / MADE) as out:
            json.dump(ours, out, indent=0, sort_keys=True)


def read_checksums(path: Path) -> dict[str, str]:
    """Read the checksums of files that we wrote, by name; return an empty dictionary if the list is not readable."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


@contextmanager
def write_text(path: str | Path) -> Iterator[IO[str]]:
    """Open a UTF-8 text file to be written atomically, with \\n line ends; compress it if it ends in .gz."""
    with replacing(path) as temporary:
        if Path(path).suffix == ".gz":
            # No name and no time inside, so that the same content gives the same bytes.
            with (
                temporary.open("wb") as raw,
                gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=COMPRESSION) as packed,
                io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as text,
            ):
                yield text
        else:
            with temporary.open("w", encoding="utf-8", newline="\n") as text:
                yield text


@contextmanager
def write_blocks(path: str | Path) -> Iterator[Callable[[str], None]]:
    """Yield a function that adds a block to a UTF-8 text file, which is written atomically.

    If it ends in .gz each block is a gzip member of its own, so that the bytes of such files, put together, are the
    file of all of their blocks.
    """
    with replacing(path) as temporary, temporary.open("wb") as raw:

        def add(text: str) -> None:
            if Path(path).suffix != ".gz":
                raw.write(text.encode())
                return
            with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=COMPRESSION) as packed:
                packed.write(text.encode())

        yield add


def join(paths: Iterable[str | Path], output: str | Path) -> None:
    """Put the bytes of files together, atomically."""
    with replacing(output) as temporary, temporary.open("wb") as joined:
        for path in paths:
            with Path(path).open("rb") as part:
                shutil.copyfileobj(part, joined, BYTES_AT_ONCE)


LARGEST = 100_000_000
HIGHEST_RATIO = 200
"""A text of more bytes than LARGEST that shrinks by more than this is a bomb and no text (texts shrink by 2 to 20)."""
BYTES_AT_ONCE = 1 << 20
LFS_POINTER = b"version https://git-lfs.github.com/spec/"
"""How the text begins that stands in a checkout for a file of Git LFS that was not fetched."""


def check_unpacked(packed: int, unpacked: int, path: str | Path, what: str = "it") -> None:
    """Refuse packed content that would fill the memory or the disk.

    Args:
        packed, unpacked: its bytes.
        what: the part of the file, for the message.
    """
    if unpacked > max(LARGEST, HIGHEST_RATIO * packed):
        raise InputError(
            f"{what} grows from {packed} bytes to {unpacked} or more when unpacked, so it is not text",
            path=path,
            remedy="unpack it yourself if you trust it",
        )


def chunks(path: str | Path) -> Iterator[bytes]:
    """Yield the content of a file in pieces, unpacked if it begins as gzip; refuse a .gz that does not."""
    path = Path(path)
    try:
        with path.open("rb") as raw:
            _check_end(raw, path)
            # Looked at and not read: a pipe cannot be read again.
            start = raw.peek(len(LFS_POINTER))[: len(LFS_POINTER)]
            if start == LFS_POINTER:
                remedy = "get the file, in its repository: git lfs pull"
                raise InputError("is a pointer of Git LFS, not the file", path=path, remedy=remedy)
            if start[:2] != b"\x1f\x8b":
                if path.suffix == ".gz":
                    raise EOFError("it does not begin as one" if start else "it is empty")
                while data := raw.read(BYTES_AT_ONCE):
                    yield data
                return
            content: IO[bytes] = raw if raw.seekable() else io.BytesIO(raw.read())
            packed, unpacked = content.seek(0, io.SEEK_END), 0
            content.seek(0)
            with gzip.GzipFile(fileobj=content) as file:
                while data := file.read(BYTES_AT_ONCE):
                    check_unpacked(packed, unpacked := unpacked + len(data), path)
                    yield data
    except FileNotFoundError:
        raise InputError(
            "no such file", path=path, remedy="check the path; it is relative to the folder you are in"
        ) from None
    except IsADirectoryError:
        raise InputError("is a folder, not a file", path=path, remedy="name a file in it") from None
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(f"is a broken gzip file ({error})", path=path, remedy=to_make_again(path)) from error
    except (OSError, ValueError) as error:
        # Also of names that no file can have: too long, or with a NUL.
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise InputError(
            f"cannot be read: {reason}", path=path, remedy="check its name, its permissions and the disk"
        ) from error


def _check_end(file: IO[bytes], path: Path) -> None:
    """Refuse a device, such as /dev/zero, which need not end; a terminal ends when its user says so."""
    kind = os.fstat(file.fileno()).st_mode
    if stat.S_ISBLK(kind) or (stat.S_ISCHR(kind) and not file.isatty()):
        raise InputError("is a device, not a file", path=path, remedy="name a file")


def read_bytes(path: str | Path) -> bytes:
    """Read the whole content of a file, unpacked as by `chunks`."""
    return b"".join(chunks(path))


def read_text(path: str | Path) -> str:
    """Read the whole content of a UTF-8 file, without a byte order mark and with line ends as \\n."""
    return decode(read_bytes(path), path)


def text_parts(path: str | Path) -> Iterator[str]:
    """Yield the content of a UTF-8 file as `read_text` gives it, some whole lines at a time."""
    kept, lines_before = b"", 0
    for data in chunks(path):
        whole, end, rest = data.rpartition(b"\n")
        if end:
            part = kept + whole + end
            yield decode(part, path, lines_before=lines_before)
            lines_before += part.count(b"\n")
            kept = rest
        else:
            kept += rest
    if kept:
        yield decode(kept, path, lines_before=lines_before)


def _utf16(data: bytes) -> str | None:
    """Return the encoding of UTF-16 with a byte order mark, or without one before two ASCII letters; else None."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    zeros = bytes(byte == 0 for byte in data[:4])
    return {b"\0\1\0\1": "utf-16le", b"\1\0\1\0": "utf-16be"}.get(zeros)


def decode(data: bytes, path: str | Path, *, lines_before: int = 0) -> str:
    """Decode the content of a file as `read_text` does, or the part of it that comes after `lines_before` lines."""
    if not lines_before and (encoding := _utf16(data)):
        raise InputError(
            "the file is UTF-16, but must be UTF-8",
            path=path,
            remedy=f'save it as "CSV UTF-8" or UTF-8 text, or type: iconv -f {encoding} -t utf-8 FILE > NEW',
        )
    try:
        text = data.decode("utf-8" if lines_before else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"invalid UTF-8: byte 0x{data[error.start]:02x} ({error.reason})",
            path=path,
            line=lines_before + data.count(b"\n", 0, error.start) + 1,
            remedy="convert the file, for example: iconv -f latin1 -t utf-8 FILE > NEW",
        ) from None
    return text.replace("\r\n", "\n")


def read_lines(path: str | Path) -> list[str]:
    """Read the lines of a UTF-8 file in Unicode NFC, without line ends.

    Only \\n (or \\r\\n) ends a line: U+2028 and its like stay inside their segment.
    """
    return lines(read_text(path), path)


def lines(text: str, path: str | Path) -> list[str]:
    """Split a text into lines as `read_lines` does; `path` is for messages."""
    if not text:
        raise InputError("the file is empty", path=path, remedy="give a file with one segment on each line")
    return unicodedata.normalize("NFC", text).removesuffix("\n").split("\n")


def sha256(path: str | Path) -> str:
    """Return the SHA-256 checksum of a file's bytes, or of the files below a folder, in hexadecimal."""
    path = Path(path)
    digest = hashlib.sha256()
    for file in sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]:
        if path.is_dir():
            digest.update(file.relative_to(path).as_posix().encode() + b"\0")
        for data in _as_it_is(file):
            digest.update(data)
    return digest.hexdigest()


def _as_it_is(path: Path) -> Iterator[bytes]:
    """Yield the content of a file in pieces, not unpacked."""
    with path.open("rb") as file:
        _check_end(file, path)
        while data := file.read(BYTES_AT_ONCE):
            yield data


MOST_READ = 200_000_000
"""Files or folders with more bytes than this are not read to tell whether they have changed."""


@cache
def state(path: str | Path) -> str:
    """Return a checksum that changes when a file or folder does: of its content, or of sizes and times if it is large.

    A path is looked at once in a process.
    """
    path = Path(path)
    files = sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
    stats = [file.stat() for file in files]
    if sum(s.st_size for s in stats) <= MOST_READ:
        return sha256(path)[:16]
    listing = "".join(f"{f}\0{s.st_size}\0{s.st_mtime_ns}\n" for f, s in zip(files, stats, strict=True))
    return hashlib.sha256(listing.encode()).hexdigest()[:16]
