"""Read the segments at a place; check whether it is on this machine, and list the files it is read from."""

import hashlib
import math
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from extractors.core import registry
from extractors.core.errors import InputError, nearest
from extractors.core.logs import log
from extractors.core.names import check_names
from extractors.inputs import importers
from extractors.inputs.importers import FileImporter, Importer, LibraryImporter, Segments
from extractors.inputs.places import SCHEME, SYSTEM, Place, by_pattern, exists, in_folder, parse

LINE_BREAK = re.compile("\r\n|\r|\n")
SURROGATE = re.compile("[\ud800-\udfff]")


def read_segments(place: Place) -> Segments:
    """Read the segments at a place as (1-based line, text in Unicode NFC)."""
    path, segments = _lines(place)
    for line, text in segments:
        if SURROGATE.search(text):
            raise InputError(
                "half of a surrogate pair (\\ud800 to \\udfff) instead of a character",
                path=path,
                line=line,
                remedy="write the character itself",
            )
    breaks = sum(bool(LINE_BREAK.search(text)) for _, text in segments)
    if breaks:
        log.warning("%s: %d segments have line breaks inside, which become blanks: a segment is a line", path, breaks)
    return [(line, unicodedata.normalize("NFC", LINE_BREAK.sub(" ", text))) for line, text in segments]


def read_numbers(place: Place) -> list[float]:
    """Read the numbers at a place, one a segment."""
    path, cells = _lines(place, numbers=True)
    return [_number(cell, path, line) for line, cell in cells]


def _number(cell: str, path: Path, line: int) -> float:
    try:
        number = float(cell)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise InputError(
            f"{cell!r} is not a finite number" if cell.strip() else "there is no number",
            path=path,
            line=line,
            remedy="give every segment a number, one on each line; for a table, name the column: FILE.tsv#COLUMN",
        )
    return number


def _lines(place: Place, *, numbers: bool = False) -> tuple[Path, Segments]:
    """Read the lines at a place as they are; also return its file, or a path that stands for it in messages.

    Args:
        numbers: read them as numbers; as text, a column of numbers is refused.
    """
    importer = _importer(place)
    if isinstance(importer, FileImporter):
        path = importer.path
        if wrong := _no_file(place, path):
            raise InputError(wrong[0], path=path, remedy=wrong[1])
        try:
            lines = importer.numbers() if numbers else importer.segments()
        except OSError as error:
            raise InputError(
                f"cannot be read: {error.strerror or error}",
                path=path,
                remedy="check the permissions and the disk, then try again",
            ) from error
    else:
        check_place(place)
        path = Path(place.text)
        lines = importer.segments()
    if not lines:
        raise InputError("the file has no segments", path=path, remedy="give a file with one segment on each line")
    return path, lines


def read_texts(place: Place) -> list[str]:
    """Read the texts of the segments at a place, as `read_segments` does."""
    return [text for _, text in read_segments(place)]


def own_places(place: Place) -> tuple[Place, Place | None] | None:
    """Return the places of the source and of the documents of a place's text; None if it does not know its source."""
    columns = _importer(place).own_columns()
    if columns is None:
        return None
    source, document = (
        None if column is None else replace(place, text=f"{place.path}#{column}", column=column) for column in columns
    )
    return None if source is None else (source, document)


def check_place(place: Place) -> None:
    """Raise InputError if what a place names is not on this machine; its content is not read."""
    importer = _importer(place)
    if isinstance(importer, LibraryImporter):
        importer.check_here()
        importer.state()
    for file in importer.files():
        if wrong := _no_file(place, file):
            raise InputError(f"{wrong[0]}: {file}", remedy=wrong[1])


def _no_file(place: Place, file: Path) -> tuple[str, str] | None:
    """Return the problem with the file of a place, and its remedy; None if the file exists and is not a folder."""
    if not exists(file):
        remedy = "paths are relative to the folder you run in; {data_dir} is set with --config data_dir=DIR"
        if place.importer is None and (match := SCHEME.fullmatch(place.text)):
            remedy += f"; of importers, {nearest(match[1], registry.names(importers))}"
        return "no such file", remedy
    return ("is a folder, not a file", "name a file in it") if file.is_dir() else None


def fetch_texts(place: Place) -> None:
    """Let its library download what a place names, unless it is on this machine; bringing files is left to users.

    Nothing else here asks a network.
    """
    importer = _importer(place)
    if not isinstance(importer, LibraryImporter) or importer.is_here():
        return
    log.info("fetching %s", importer.origin)
    try:
        importer.download()
    except (Exception, SystemExit) as error:
        # Each library has its own errors.
        reason = str(error).strip().partition("\n")[0] or type(error).__name__
        raise InputError(f"could not fetch {importer.origin}: {reason}", remedy=importer.remedy) from error


def is_of_library(place: Place) -> bool:
    """Say whether a place is read from a library (sacreBLEU, `datasets`), not from a file."""
    return isinstance(_importer(place), LibraryImporter)


def files_of(*places: Place) -> list[str]:
    """List the files that places are read from, each once; the texts of a library have none.

    All outputs of a test set may stand in the same files, and Snakemake looks at each input of each job that waits.
    """
    return list(dict.fromkeys(str(path) for place in places for path in _importer(place).files()))


def with_paths(place: Place, change: Callable[[str], str]) -> str:
    """Return the text of a place with its paths on this machine changed; unchanged for the texts of a library."""
    changed = _importer(place).with_paths(change)
    # The name stands between the importer's and the column.
    start = len(place.importer) + 1 if place.importer else 0
    return place.text[:start] + changed + place.text[start + len(place.name) :]


def state_of(place: Place) -> str:
    """Return a short text that changes when what a place names does; see `files.state`."""
    return _importer(place).state()


def rough_count(place: Place) -> int:
    """Estimate how many segments a place has; 0 where that is not known before a library reads it."""
    return _importer(place).roughly()


def describe_place(place: Place) -> dict[str, str | int]:
    """Describe a library's texts for the manifest of a run: by their origin, number and checksum.

    The checksum is taken over the segments as plain text, one a line: `sha256sum` of such a file gives the same.
    """
    importer = _importer(place)
    if not isinstance(importer, LibraryImporter):
        raise TypeError(f"{place} is a file")
    digest = hashlib.sha256()
    segments = read_segments(place)
    for _, text in segments:
        digest.update(f"{text}\n".encode())
    return {"from": importer.signature(), "segments": len(segments), "sha256": digest.hexdigest()}


def has_systems(place: Place) -> bool:
    """Return whether a place has several outputs: a folder, a pattern of files, or a library's test set."""
    return Path(place.name).is_dir() or SYSTEM in place.text or (place.column is None and is_of_library(place))


def systems_at(place: Place) -> dict[str, Place]:
    """Find the places of the outputs in a folder, by a pattern of files or in a library's test set; by system."""
    importer = _importer(place) if place.importer is not None else None
    if not isinstance(importer, LibraryImporter):
        return by_pattern(place.text) if SYSTEM in place.text else in_folder(place.text)
    if place.column is not None:
        raise InputError(
            f"{place} is one output, but all outputs of a test set are needed",
            remedy=f"leave out #{place.column}, or give a list: [{place}]",
        )
    importer.check_here()
    systems = importer.systems()
    check_names(systems, "system", path=str(place), remedy="name the systems to take in the config: {NAME: PLACE}")
    return {system: parse(text) for system, text in systems.items()}


def _importer(place: Place) -> Importer:
    return _class_of(place)(place.name, place.column)


def _class_of(place: Place) -> type[Importer]:
    if place.importer is not None:
        return registry.load(importers, Importer, place.importer)
    path = Path(place.name)
    suffix = path.with_suffix("").suffix if path.suffix == ".gz" else path.suffix
    for name in registry.mentioning(importers, f'"{suffix.lower()}"'):
        importer = registry.load(importers, Importer, name)
        if suffix.lower() in importer.suffixes:
            return importer
    return registry.load(importers, Importer, "text")
