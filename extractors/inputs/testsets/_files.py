"""Read the files of a test set, in a folder or in a tar archive as if it were one."""

import csv
import io
import tarfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import decode, read_bytes, state
from extractors.inputs.testsets import Line

BYTE_ORDER_MARK = "\ufeff"
PACKED = (".tar", ".tar.gz", ".tgz")


class Folder:
    """Files by their names, relative to a folder or to the folder that an archive holds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.is_packed = path.name.endswith(PACKED)
        if not path.exists():
            raise InputError(
                "no such file or folder", path=path, remedy="check the path: it is relative to the folder you run in"
            )
        if self.is_packed:
            self._packed = _unpacked(path, state(path))
            self.names = sorted(self._packed)
        else:
            if not path.is_dir():
                raise InputError(
                    "expected a folder or an archive",
                    path=path,
                    remedy=f"name a folder, or an archive ({', '.join(PACKED)})",
                )
            self._packed = {}
            self.names = sorted(p.relative_to(path).as_posix() for p in path.rglob("*") if p.is_file())

    def below(self, folder: str) -> list[str]:
        """List the names of the files directly in a folder, without hidden files."""
        inside = PurePosixPath(folder)
        names = [name for name in self.names if PurePosixPath(name).parent == inside]
        return [name for name in names if not PurePosixPath(name).name.startswith(".")]

    def jsonl(self, folder: str) -> list[str]:
        """List the JSON Lines files directly in a folder."""
        return [name for name in self.below(folder) if name.removesuffix(".gz").endswith(".jsonl")]

    def file(self, name: str) -> Path:
        """Return the path of a file, for messages."""
        return Path(f"{self.path}#{name}") if self.is_packed else self.path / name

    def text(self, name: str) -> str:
        """Read the text of a file, with line ends as \\n and without a byte-order mark."""
        return decode(self._bytes(name), self.file(name))

    def segments(self, name: str) -> list[str]:
        """Read the lines of a text; a byte-order mark is a part of the first, as it is for sacreBLEU."""
        data = self._bytes(name)
        mark = BYTE_ORDER_MARK if data.startswith(BYTE_ORDER_MARK.encode()) else ""
        return lines(mark + decode(data, self.file(name)), self.file(name))

    def _bytes(self, name: str) -> bytes:
        return self._packed[name] if self.is_packed else read_bytes(self.file(name))

    def read_from(self, names: list[str]) -> list[Path]:
        """Return the files to watch for changes where these are read."""
        return [self.path] if self.is_packed else [self.path / name for name in names]


@cache
def _unpacked(path: Path, state: str) -> dict[str, bytes]:
    """Unpack the files of an archive, by name without the folders that all of them are in; skip a Mac's `._` files.

    An archive is unpacked once in a process.
    """
    del state
    try:
        # Unpacked within the bounds of every .gz: headers count too, and members without content.
        with tarfile.open(fileobj=io.BytesIO(read_bytes(path))) as archive:
            members = [
                m for m in archive.getmembers() if m.isfile() and not PurePosixPath(m.name).name.startswith("._")
            ]
            content = {m.name.removeprefix("./"): _bytes(archive, m) for m in members}
    except (tarfile.TarError, EOFError, OSError, zlib.error) as error:
        raise InputError(f"is a broken archive ({error})", path=path, remedy="copy or download it again") from error
    if not content:
        raise InputError("is an empty archive", path=path, remedy="copy or download it again")
    folders = [PurePosixPath(name).parent.parts for name in content]
    shared = 0
    while all(len(parts) > shared and parts[shared] == folders[0][shared] for parts in folders):
        shared += 1
    return {"/".join(PurePosixPath(name).parts[shared:]): data for name, data in content.items()}


def _bytes(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    file = archive.extractfile(member)
    return b"" if file is None else file.read()


def lines(text: str, path: Path) -> list[str]:
    """Split a text into its lines at \\n alone; U+2028 and its like stay inside their segment."""
    if not text:
        raise InputError("the file is empty", path=path, remedy="copy or download it again")
    return text.removesuffix("\n").split("\n")


def json_lines(
    text: str, path: Path, is_wanted: Callable[[str], bool] = lambda _: True
) -> Iterator[tuple[Line, dict[str, Any]]]:
    """Yield the objects of a JSON Lines file, each with its place; lines that are not wanted are not decoded."""
    for number, line in enumerate(lines(text, path), 1):
        if not is_wanted(line):
            continue
        where = Line(path, number)
        value = jsonfile.loads(line, path, line=number)
        if not isinstance(value, dict):
            raise where.error("is not a JSON object", "give one object a line")
        yield where, value


def field(record: dict[str, Any], name: str, line: Line) -> str:
    """Get a text from a field of an object."""
    if not isinstance(value := record.get(name), str):
        problem = f"the field {name!r} must be a text" if name in record else f"no field {name!r}"
        raise line.error(problem, f"it has: {', '.join(record) or 'nothing'}")
    return value


def csv_fields(row: str, line: Line, delimiter: str = ",") -> list[str]:
    """Split a row of CSV into its fields."""
    try:
        return next(csv.reader([row], delimiter=delimiter), [])
    except csv.Error as error:
        # A carriage return inside a row, or a field without end: a quotation mark that nobody closed.
        raise line.error(f"{error}", "correct the row") from None
