"""SHA256SUMS: the checksums of a folder's files, as `sha256sum -c SHA256SUMS` reads them."""

import re
from pathlib import Path

from extractors.core.errors import InputError
from extractors.core.files import read_text, sha256, write_text
from extractors.core.names import inside

FILE = "SHA256SUMS"


def write(folder: str | Path) -> None:
    """Write the checksums of every other file of a folder, sorted by name."""
    folder = Path(folder)
    files = sorted(
        file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file() and file != folder / FILE
    )
    with write_text(folder / FILE) as out:
        out.writelines(f"{sha256(folder / name)}  {name}\n" for name in files)


def read(folder: str | Path) -> dict[str, str]:
    """Read the checksum of each file that SHA256SUMS names."""
    path = inside(folder, FILE)
    if not path.is_file():
        raise InputError("is missing", path=path, remedy="download the set again")
    known = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        match = re.fullmatch(r"([0-9a-f]{64}) [ *](.+)", line)
        if match is None:
            raise InputError("expected a line of sha256sum", path=path, line=number, remedy="download the set again")
        inside(folder, match[2])
        known[match[2]] = match[1]
    return known


def changed(folder: str | Path, names: list[str] | None = None) -> list[str]:
    """Say which files are changed or missing since publication: of those that SHA256SUMS names, or of `names`."""
    folder = Path(folder)
    known = read(folder)
    problems = []
    for name in sorted(known) if names is None else names:
        file = inside(folder, name)
        if not file.is_file():
            problems.append(f"{name} is missing")
        elif name not in known:
            problems.append(f"{name} is not in {FILE}")
        elif sha256(file) != known[name]:
            problems.append(f"{name} has changed")
    return problems
