"""Places: where a text is read from, a file or a column of one, and how places get names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from extractors.errors import InputError


def split_place(place: str | Path) -> tuple[Path, str | None]:
    """`news.tsv#source` as (news.tsv, source); a path without `#`, or one that exists, is whole."""
    text = str(place)
    path, mark, column = text.rpartition("#")
    if mark and not Path(text).exists():
        return Path(path), column
    return Path(text), None


def file_of(place: str | Path) -> str:
    """The file of a place, without its column."""
    return str(split_place(place)[0])


def named(items: Sequence[str], *, default: str) -> dict[str, str]:
    """`["A=ref.de", "b.de"]` as {"A": "ref.de", "b": "b.de"}: without a name, the file's stem.

    A single item without a name has the name `default` if that is not empty.
    """
    found: dict[str, str] = {}
    for item in items:
        name, sign, place = item.partition("=")
        if not sign:
            path, column = split_place(item)
            name = default if default and len(items) == 1 else column or _stem(path)
            place = item
        if name in found:
            raise InputError(f"the name {name!r} is given twice", remedy="give names: NAME=FILE")
        found[name] = place
    return found


def in_folder(folder: str | Path) -> dict[str, str]:
    """The outputs in a folder by system: each file is a system, its name without the last suffix.

    Raises:
        InputError: no such folder, no files in it, or two files for one name.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise InputError("no such folder", path=folder, remedy="give the folder with one file a system")
    files = sorted(p for p in folder.iterdir() if p.is_file() and not p.name.startswith("."))
    if not files:
        raise InputError("no files in the folder", path=folder, remedy="put one file a system into it")
    found: dict[str, str] = {}
    for file in files:
        if (name := _stem(file)) in found:
            raise InputError(
                f"two files for the system {name!r}: {Path(found[name]).name} and {file.name}",
                path=folder,
                remedy="leave one in the folder",
            )
        found[name] = str(file)
    return found


def _stem(path: Path) -> str:
    """The name of a file without .gz and its last suffix."""
    name = path.name.removesuffix(".gz")
    return name.rpartition(".")[0] or name
