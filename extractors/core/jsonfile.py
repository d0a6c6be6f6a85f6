"""JSON files: those of others, read with the line of an error, and our own, with a checksum."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from json.decoder import JSONObject  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.core.files import read_text, write_text
from extractors.core.remedies import to_make_again


@dataclass(frozen=True)
class JsonFile:
    """A JSON document and its text."""

    path: Path
    data: Any
    text: str

    def error(self, problem: str, number: int | None = None, remedy: str | None = None) -> InputError:
        """An error, at the object `number` of the first list of objects if one is named."""
        line = None if number is None else _lines_of_objects(self.text)[number]
        return InputError(problem, path=self.path, line=line, remedy=remedy)


def load(path: str | Path) -> JsonFile:
    """Read a JSON file, plain or gzip.

    Raises:
        InputError: no such file, not UTF-8, or not JSON, with the line.
    """
    text = read_text(path)
    return JsonFile(Path(path), loads(text, path), text)


CHECKSUM = "sha256"
"""The key of our own files that holds the checksum of all others."""


def write_checked(data: Mapping[str, Any], path: str | Path) -> None:
    """Write an object, with the SHA-256 of its other keys under `sha256`."""
    content = {key: value for key, value in data.items() if key != CHECKSUM}
    with write_text(path) as out:
        out.write(_text_of({**content, CHECKSUM: hashlib.sha256(_text_of(content).encode()).hexdigest()}))


def load_checked(path: str | Path) -> dict[str, Any]:
    """The object that `write_checked` wrote.

    Raises:
        InputError: as `load`, or the file is damaged or was edited.
    """
    data = load(path).data
    if isinstance(data, dict):
        content = {key: value for key, value in data.items() if key != CHECKSUM}
        if data.get(CHECKSUM) == hashlib.sha256(_text_of(content).encode()).hexdigest():
            return content
    raise InputError("does not match its checksum: damaged or edited", path=path, remedy=to_make_again(path))


def _text_of(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def load_list(path: str | Path) -> list[tuple[int, Any]]:
    """The values of a file that is one list, each with the 1-based line that it begins on.

    Raises:
        InputError: as `load`, or not a list.
    """
    file = load(path)
    if not isinstance(file.data, list):
        raise InputError("is not a list", path=path, line=1, remedy="write the items as one list: [{...}, {...}]")
    # Read again one by one: the library does not tell where a value of a list begins. The text is known to be JSON.
    decoder, found, line, at = json.JSONDecoder(), [], 1, file.text.find("[") + 1
    counted = 0
    for value in file.data:
        at = _after_blanks(file.text, at)
        line, counted = line + file.text.count("\n", counted, at), at
        found.append((line, value))
        _, at = decoder.raw_decode(file.text, at)
        at = _after_blanks(file.text, at) + 1
    return found


_BLANKS = re.compile(r"[ \t\r\n]*")


def _after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    assert match is not None
    return match.end()


def loads(text: str, path: str | Path, *, line: int | None = None) -> Any:
    """The value of a text in JSON.

    Args:
        path: for messages.
        line: that of the text in the file; None if it is the whole file.

    Raises:
        InputError: it is not JSON, too deep, has a number of thousands of digits, or an object with a key twice.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        problem, place = f"is not JSON: {error.msg} at column {error.colno}", error.lineno
    except (ValueError, RecursionError) as error:
        # A number of more digits than Python reads, a key that is there twice, or lists in lists without end.
        problem, place = f"is not JSON that can be read: {error}", 1
    raise InputError(
        problem,
        path=path,
        line=place if line is None else line,
        remedy="check commas, quotes and brackets here" + (" and one line above" if line is None else ""),
    ) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one with a key twice is refused, as nobody could say which value was meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} is given twice")
    return found


class _Locating(json.JSONDecoder):
    """Records where each object begins. It is slow, as it does not use the decoder in C."""

    def __init__(self) -> None:
        super().__init__()
        self.starts: dict[int, int] = {}
        self.parse_object = self._parse_object
        self.scan_once = py_make_scanner(self)

    def _parse_object(self, text_and_end: tuple[str, int], *rest: Any) -> tuple[Any, int]:
        value, end = JSONObject(text_and_end, *rest)
        self.starts[id(value)] = text_and_end[1] - 1
        return value, end


def _lines_of_objects(text: str) -> list[int]:
    """The 1-based line on which each object of the document's first list of objects begins."""
    decoder = _Locating()
    data = decoder.decode(text)
    lists = [data] if isinstance(data, list) else [value for value in data.values() if isinstance(value, list)]
    return [text.count("\n", 0, decoder.starts.get(id(value), 0)) + 1 for value in lists[0]]
