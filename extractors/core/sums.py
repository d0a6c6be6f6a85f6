"""The SHA-256 checksums of a run's results: recorded by the writer of each, checked by whoever reads it.

The checksum of `hits.parquet` stands beside it in `.sums/hits.parquet.sha256`, in the form of sha256sum. That of a
folder, as `sets`, has a line for each of its files. So each result has a record of its own: jobs that write into one
folder do not meet, and a copied folder keeps its records. In the folder of the results
`sha256sum --check --quiet .sums/*` says the same as we do.

Only jobs of a run record (extractors.core.job). A file without a record, as those of users, is read unchecked.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from extractors.core.durable import sync, temporary_file
from extractors.core.errors import InputError

FOLDER = ".sums"
SUFFIX = ".sha256"
KEPT = ".damaged"
"""The folder that holds damaged results, the last of each, that a run has made again since."""
_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
NEVER_EMPTY = {".parquet", ".csv", ".json", ".gz", ".html", ".xlsx", ".md", ".tex", ".svg", ".pdf"}
"""Suffixes of results that have a header at least."""

AT_ONCE = 1 << 20
"""Bytes of a file that is read whole: results have thousands of small ones."""

_recording = False


@contextmanager
def recording() -> Iterator[None]:
    """Record the checksum of whatever is written in the block."""
    global _recording
    before, _recording = _recording, True
    try:
        yield
    finally:
        _recording = before


def is_recording() -> bool:
    """Whether checksums are recorded now."""
    return _recording


def digest(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb", buffering=0) as file:
        if os.fstat(file.fileno()).st_size > AT_ONCE:
            return hashlib.file_digest(file, "sha256").hexdigest()
        return hashlib.sha256(file.read()).hexdigest()


def record_of(path: Path) -> Path:
    """Where the checksum of a result stands."""
    return path.parent / FOLDER / f"{path.name}{SUFFIX}"


def output_of(record: Path) -> Path:
    """The result whose checksum a file holds: the inverse of `record_of`."""
    return record.parents[1] / record.name.removesuffix(SUFFIX)


def forget(path: Path) -> None:
    """Remove the record of a result that is about to be written again."""
    record_of(path).unlink(missing_ok=True)


def record(path: Path, known: str | None = None) -> None:
    """Record the checksum of a result: a file, or a folder with all of its files.

    Args:
        known: of a file, its checksum, if it is known.
    """
    files = visible_files(path) if path.is_dir() else [path]
    lines = [f"{known or digest(file)}  {file.relative_to(path.parent).as_posix()}\n" for file in files]
    _write(record_of(path), "".join(lines))


def _write(place: Path, text: str) -> None:
    place.parent.mkdir(exist_ok=True)
    with temporary_file(place) as temporary:
        temporary.write_text(text, encoding="utf-8")
        temporary.chmod(0o644)
        sync(temporary)
        temporary.replace(place)
    sync(place.parent)


def visible_files(folder: Path, *, but: Container[Path] = ()) -> list[Path]:
    """The files below a folder, sorted, without hidden ones, which Snakemake and we keep there.

    Args:
        but: files and folders that are left out.
    """
    found: list[Path] = []
    for name, folders, names in os.walk(folder):
        place = Path(name)
        folders[:] = [name for name in folders if name[0] != "." and place / name not in but]
        found += [place / name for name in names if name[0] != "." and place / name not in but]
    return sorted(found)


_checked: dict[tuple[str, int, int, int], str] = {}
"""By path, inode, size and time of a file: its checksum, which is taken once in a process."""


def check(path: str | Path) -> None:
    """Refuse a result that is not what its writer recorded; one without a record is not looked at.

    Raises:
        InputError: it differs from its record, or the record cannot be read.
    """
    path = Path(path)
    try:
        text = record_of(path).read_bytes()
        state = path.stat()
    except (OSError, ValueError):
        # No record; or no file, or one whose name cannot be, of which its reader speaks.
        return
    key = (str(path.absolute()), state.st_ino, state.st_size, state.st_mtime_ns)
    if path.is_dir():
        return
    if key not in _checked:
        _checked[key] = digest(path)
    known = _read(text, path)
    if known is None:
        raise InputError(f"its checksum in {record_of(path)} cannot be read", path=path, remedy=remedy(path))
    if known != {path.name: _checked[key]}:
        raise InputError(
            "differs from what its writer recorded: it is damaged, or somebody has changed it",
            path=path,
            remedy=f"{remedy(path)}. If you changed it on purpose, delete {record_of(path)}",
        )


def remedy(output: Path) -> str:
    """How a damaged result is made again, in words."""
    return f"make it again: snakemake --cores 1 --force {output}; or delete it, and run again"


def _read(text: bytes, output: Path) -> dict[str, str] | None:
    """The checksums of a record by name, relative to its folder; None if it is damaged, or names other files."""
    found = {}
    for line in text.decode("utf-8", errors="replace").splitlines():
        match = _LINE.fullmatch(line)
        parts = Path(match[2]).parts if match else ()
        if match is None or ".." in parts or parts[:1] != (output.name,):
            return None
        found[match[2]] = match[1]
    return found or None


@dataclass(frozen=True)
class Damage:
    """A result that is not as it was written.

    Attributes:
        output: what a rule makes: the file itself, or the folder that it belongs to.
        file: the file; the output itself where the record is damaged.
        problem: what is wrong, in words.
    """

    output: Path
    file: Path
    problem: str


@dataclass
class Examined:
    """What was found in a folder of results.

    Attributes:
        files, size: how many files were read, and their bytes.
        left_out: results that were not read, for they would have been too many bytes.
        unrecorded: files without a checksum.
    """

    files: int = 0
    size: int = 0
    damaged: list[Damage] = field(default_factory=list)
    left_out: list[Path] = field(default_factory=list)
    unrecorded: list[Path] = field(default_factory=list)


def examine(folder: str | Path, *, most: int | None = None) -> Examined:
    """Compare all results below a folder with their records.

    A file without a record is damaged if it is empty and can never be: a run of an older version, or a loss of power.

    Args:
        most: bytes to read at most; small results come first. None for all.
    """
    folder, found = Path(folder), Examined()
    records = _records(folder)
    sizes = {record: _size(output_of(record)) for record in records}
    for place in sorted(records, key=lambda record: sizes[record]):
        output = output_of(place)
        if most is not None and found.size + sizes[place] > most:
            found.left_out.append(output)
            continue
        found.size += sizes[place]
        _examine(output, place, found)
    found.unrecorded = visible_files(folder, but={output_of(record) for record in records})
    for file in found.unrecorded:
        if file.suffix in NEVER_EMPTY and file.is_file() and not file.stat().st_size:
            found.damaged.append(Damage(file, file, "is empty"))
    found.damaged.sort(key=lambda damage: damage.file)
    return found


def _records(folder: Path) -> list[Path]:
    """The records below a folder, sorted."""
    found: list[Path] = []
    for name, folders, names in os.walk(folder):
        if (place := Path(name)).name == FOLDER:
            found += [place / name for name in names if name.endswith(SUFFIX) and name[0] != "."]
        folders[:] = [name for name in folders if name[0] != "." or name == FOLDER]
    return sorted(found)


def _size(output: Path) -> int:
    """The bytes of a result, or of all files of a folder; 0 if it is missing."""
    files = visible_files(output) if output.is_dir() else [output]
    return sum(file.stat().st_size for file in files if file.is_file())


def _examine(output: Path, place: Path, found: Examined) -> None:
    """Compare one result with its record."""
    for _ in range(3):
        try:
            text = place.read_bytes()
        except FileNotFoundError:
            # Its writer is about to replace it.
            return
        damaged, files = _compare(output, text)
        # A writer may have been between the file and its record.
        if not damaged or (place.is_file() and place.read_bytes() == text):
            break
    found.files += files
    found.damaged += damaged


def _compare(output: Path, text: bytes) -> tuple[list[Damage], int]:
    """The damage of one result, and the number of files that were read."""
    known = _read(text, output)
    if known is None:
        problem = "has a checksum that cannot be read" if output.exists() else "was removed, for it was damaged"
        return [Damage(output, output, problem)], 0
    damaged = []
    for name, expected in known.items():
        file = output.parent / name
        if not file.is_file():
            damaged.append(Damage(output, file, "is missing"))
        elif digest(file) != expected:
            damaged.append(Damage(output, file, "differs from what was written" if file.stat().st_size else "is empty"))
    return damaged, len(known)


def discard(damaged: Sequence[Damage], *, keep: bool = False) -> list[Path]:
    """Remove damaged files.

    Their records become empty, so that they count as damaged until they are made again.

    Args:
        keep: move what is not empty to `.damaged` beside its output: it may be damage, or the work of somebody who
            edited a result. Times do not tell: Snakemake sets those of all results after a job.

    Returns:
        Where files were kept.
    """
    kept = []
    for damage in damaged:
        if not damage.file.is_file():
            continue
        if keep and damage.file.stat().st_size:
            place = damage.output.parent / KEPT / damage.file.relative_to(damage.output.parent)
            place.parent.mkdir(parents=True, exist_ok=True)
            damage.file.replace(place)
            kept.append(place)
        else:
            damage.file.unlink()
    for output in {damage.output for damage in damaged}:
        _write(record_of(output), "")
    return kept
