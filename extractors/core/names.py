"""Check the names of systems, references, corpora, metrics and phenomena, which become files and cells of tables."""

import re
from collections.abc import Iterable
from pathlib import Path

from extractors.core.errors import InputError

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._=+-]*[A-Za-z0-9_=+-])?")
DEVICE = re.compile(r"(?:CON|PRN|AUX|NUL|(?:COM|LPT)[0-9])(?:\..*)?", re.I)
"""What names a device on Windows, whatever suffix follows."""
NO_NAME = re.compile(r"[^A-Za-z0-9._=+-]+")
LONGEST = 100
"""Characters of a name: a file system has room for 255 bytes, and suffixes and a temporary name's need some."""
LONGEST_OF_FILE = 255
"""Bytes of the name of any file."""
RULE = (
    f"letters a to z, digits and . _ - = +, from a letter or digit on, {LONGEST} characters at most, and no device of"
    " Windows (CON, NUL)"
)


def check_name(
    name: object, kind: str, *, path: str | Path | None = None, line: int | None = None, remedy: str | None = None
) -> str:
    """Return the name itself if it may name a file and stand in a cell of any table; refuse any other.

    A name leads to no other folder, is no wildcard of a workflow and no formula of a spreadsheet, and is the same on
    every file system.

    Args:
        kind: what it names, for the message: `system`.
        path, line: where it stands.
        remedy: how to give it another name; what names may be is added.
    """
    if isinstance(name, str) and is_name(name):
        return name
    shown = repr(name if not isinstance(name, str) or len(name) <= LONGEST else f"{name[:40]}...")
    raise InputError(
        f"{shown} cannot be the name of a {kind}",
        path=path,
        line=line,
        remedy=f"{remedy or 'give it another name'}: {RULE}",
    )


def is_name(text: str) -> bool:
    """Return whether a text may be a name (`check_name`)."""
    return len(text) <= LONGEST and NAME.fullmatch(text) is not None and DEVICE.fullmatch(text) is None


def as_name(written: str) -> str:
    """Make a name out of what others call something: `Gemini 3.1 Pro` becomes `Gemini-3.1-Pro`."""
    return NO_NAME.sub("-", written).strip("-.")


class WrittenNames:
    """The names of what others call something (`as_name`); a name is of one writing alone.

    Args:
        kind: what is named, for messages: `system`.
        remedy: how to give it another name.
    """

    def __init__(self, kind: str, remedy: str = "give one of them another name") -> None:
        self._kind = kind
        self._remedy = remedy
        self._written: dict[str, str] = {}

    def name(self, written: str, *, path: str | Path | None = None, line: int | None = None) -> str:
        """Return the name for what others call `written`; `path` and `line` are where they do."""
        name = as_name(written)
        if not is_name(name):
            return check_name(written, self._kind, path=path, line=line, remedy=self._remedy)
        other = self._written.setdefault(name, written)
        if other != written:
            raise InputError(
                f"{other!r} and {written!r} both give the {self._kind} {name}",
                path=path,
                line=line,
                remedy=self._remedy,
            )
        return name


def check_names(
    names: Iterable[object], kind: str, *, path: str | Path | None = None, remedy: str | None = None
) -> None:
    """Refuse names that are not allowed (`check_name`), and two that differ in case alone.

    They would be one file on the file systems of Windows and macOS.
    """
    seen: dict[str, str] = {}
    for name in names:
        text = check_name(name, kind, path=path, remedy=remedy)
        other = seen.setdefault(text.lower(), text)
        if other != text:
            raise InputError(
                f"the {kind} names {other!r} and {text!r} differ only in case",
                path=path,
                remedy=remedy or "give one of them another name",
            )


def inside(folder: str | Path, name: str) -> Path:
    """Return the path of a file in a folder that came from elsewhere; refuse one that leads out of it, also by links.

    The cache of the Hugging Face hub keeps the files of a snapshot in a folder `blobs` beside it; links to there
    are taken. The rule is that of the filter `data` of tarfile (PEP 706).

    Args:
        name: relative to the folder, with `/`.
    """
    folder = Path(folder)
    root, path = folder.resolve(), folder / name
    cache = root.parents[1] / "blobs" if root.parent.name == "snapshots" else None
    try:
        place = path.resolve()
    except (OSError, RuntimeError, ValueError):
        # A loop of links, or a name that no file can have.
        place = None
    # By its letters, too, as what a link leads to may change.
    parts = name.split("/")
    named = not ({"", ".", ".."} & set(parts) or "\\" in name or "\0" in name or Path(name).is_absolute())
    named = named and all(len(part.encode("utf-8", "surrogatepass")) <= LONGEST_OF_FILE for part in parts)
    homes = [root] + ([cache] if cache is not None and not cache.is_symlink() else [])
    if place is None or not named or not any(place.is_relative_to(home) for home in homes):
        raise InputError(
            f"the name {name!r} leads out of the folder",
            path=folder,
            remedy="do not use this set, and tell its publisher: a set must hold all its files",
        )
    return path
