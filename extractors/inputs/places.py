"""Places: how it is written where a text is read from, and how places get names.

A place is a file or a column of one (`news.tsv#source`), or begins with the name of the importer that is to read
it (`sacrebleu:wmt21/systems:en-de#src`). What it leads to is the affair of extractors.inputs.importers.
"""

import glob
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from extractors.core import registry
from extractors.core.errors import InputError
from extractors.core.escapes import CONTROLS
from extractors.core.names import check_name, check_names
from extractors.inputs import importers

SCHEME = re.compile("([a-z]+):(.+)", re.DOTALL)


WILDCARDS = "*?["
"""Of patterns of a shell."""
SYSTEM = "{system}"
"""Stands for the name of a system in a pattern of files."""
NO_SYSTEM = re.compile(
    r"\..*|.*~|(?i:readme|license|licence|copying|sha256sums|desktop\.ini|thumbs\.db)(?:\..*)?|.*\.md"
)
"""Files that lie beside outputs and are none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place, taken apart.

    Attributes:
        text: as the user wrote it.
        importer: the name of the importer it begins with; None where the suffix of a file tells.
        name: what stands between the importer and the column, mostly the path of a file.
        column: what stands after the file and a `#`, else after the last `#`.
    """

    text: str
    importer: str | None
    name: str
    column: str | None

    def __str__(self) -> str:
        return self.text

    @property
    def path(self) -> Path:
        """The file, for messages; of a library's texts, the place without its column."""
        return Path(self.text.removesuffix(f"#{self.column}"))


def parse(place: str | Path) -> Place:
    """Take a place apart; a path that exists is that file, whatever characters it has."""
    text = str(place)
    if not text.isprintable() and CONTROLS.search(text):
        raise InputError(
            f"the name {text!r} has bytes that are not text", path=text, remedy="rename the file or its folder"
        )
    if exists(text):
        return Place(text=text, importer=None, name=text, column=None)
    if (split := _file_and_column(text)) is not None:
        return Place(text=text, importer=None, name=split[0], column=split[1])
    match = SCHEME.fullmatch(text)
    importer = match[1] if match and match[1] in registry.names(importers) else None
    rest = match[2] if match and importer else text
    name, mark, column = rest.rpartition("#")
    parts = _file_and_column(rest) or ((name, column) if mark else (rest, None))
    return Place(text=text, importer=importer, name=parts[0], column=parts[1])


def _file_and_column(text: str) -> tuple[str, str] | None:
    """Split at the last `#` that follows a file's path: a column may have a `#` too. None if there is no such file."""
    marks = [match.start() for match in re.finditer("#", text)]
    return next(((text[:at], text[at + 1 :]) for at in reversed(marks) if exists(text[:at])), None)


def exists(path: str | Path) -> bool:
    """Say whether a path leads to something; a name that is too long for the system does not."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def named(items: Sequence[str], *, default: str) -> dict[str, Place]:
    """Name places: `["A=ref.de", "b.de"]` as {"A": "ref.de", "b": "b.de"}; without a name, by column or file stem.

    A single item without a name has the name `default` if that is not empty. A path that exists is that file,
    though it has a `=`.
    """
    places: dict[str, Place] = {}
    for item in items:
        name, sign, text = item.partition("=")
        place = parse(item)
        if not (sign or exists(place.path)) and any(character in item for character in WILDCARDS):
            # The shell leaves a pattern as it is where no file has such a name.
            raise InputError("no file has such a name", path=item, remedy="check the folder and the pattern")
        if not sign or exists(place.path):
            name = default if default and len(items) == 1 else place.column or stem(place.path)
        else:
            place = parse(text)
        check_name(name, "text", path=place.path, remedy="give it another: NAME=FILE")
        if name in places:
            raise InputError(f"the name {name!r} is given twice", remedy="give different names: NAME=FILE")
        places[name] = place
    check_names(places, "text")
    return places


def in_folder(folder: str | Path) -> dict[str, Place]:
    """Find the outputs in a folder, by system: each file is a system, named without its last suffix."""
    folder = Path(folder)
    if not (exists(folder) and folder.is_dir()):
        raise InputError("no such folder", path=folder, remedy="give a folder with one file for each system")
    files = sorted(p for p in folder.iterdir() if p.is_file() and not NO_SYSTEM.fullmatch(p.name))
    if not files:
        raise InputError("the folder has no outputs", path=folder, remedy="put one file for each system into it")
    outputs: dict[str, Place] = {}
    for file in files:
        if (name := stem(file)) in outputs:
            raise InputError(
                f"there are two files for the system {name!r}: {outputs[name].path.name} and {file.name}",
                path=folder,
                remedy="leave only one in the folder",
            )
        check_name(name, "system", path=file, remedy="rename the file, or name systems in the config: {NAME: FILE}")
        outputs[name] = parse(file)
    check_names(outputs, "system", path=folder)
    return outputs


def by_pattern(pattern: str) -> dict[str, Place]:
    """Find outputs by a pattern such as `outputs/*.hyp.{system}.en`; the system is what stands for `{system}`.

    `*` and `?` stand for anything else in the name of a file or folder.
    """
    meanings = {"*": "[^/]*", "?": "[^/]", SYSTEM: "(?P=system)"}
    parts = [meanings.get(part, re.escape(part)) for part in re.split(r"(\*|\?|\{system\})", pattern)]
    parts[parts.index("(?P=system)")] = "(?P<system>[^/]+?)"
    name = re.compile("".join(parts))
    outputs: dict[str, Place] = {}
    for file in sorted(glob.glob(pattern.replace(SYSTEM, "*"))):  # noqa: PTH207 (a pattern, not a folder)
        match = name.fullmatch(file)
        if match is None or not Path(file).is_file():
            continue
        system = check_name(match["system"], "system", path=file, remedy="rename the file, or name systems one by one")
        if system in outputs:
            raise InputError(
                f"there are two files for the system {system!r}: {outputs[system]} and {file}",
                path=pattern,
                remedy="write more of the file name in the pattern",
            )
        outputs[system] = parse(file)
    if not outputs:
        raise InputError(
            "no file matches the pattern",
            path=pattern,
            remedy="check the pattern: paths are relative to the folder you run in, and `*` matches any part of a name",
        )
    check_names(outputs, "system", path=pattern)
    return outputs


def stem(path: Path) -> str:
    """Return the name of a file without .gz and its last suffix."""
    name = path.name.removesuffix(".gz")
    return name.rpartition(".")[0] or name
