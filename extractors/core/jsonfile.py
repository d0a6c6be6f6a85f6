"""JSON files: those of others, read with the line of an error, and our own, with a checksum."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
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
        line = None
        if number is not None:
            start = next(islice(_starts(self.text, _first_list(self.text)), number, None))
            line = self.text.count("\n", 0, start) + 1
        return InputError(problem, path=self.path, line=line, remedy=remedy)


def load(path: str | Path) -> JsonFile:
    """Read a JSON file, plain or gzip. Raises InputError: no such file, not UTF-8, or not JSON, with the line."""
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
    """The object that `write_checked` wrote. Raises InputError: as `load`, or the file is damaged or was edited."""
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
    found, line, counted = [], 1, 0
    for start, value in zip(_starts(file.text, file.text.find("[")), file.data, strict=True):
        line, counted = line + file.text.count("\n", counted, start), start
        found.append((line, value))
    return found


def _starts(text: str, at: int) -> Iterator[int]:
    """Where each value of the list that begins at a place begins; the text is known to be JSON.

    They are read again one by one: the library does not tell.
    """
    decoder, at = json.JSONDecoder(), _after_blanks(text, at + 1)
    while text[at] != "]":
        yield at
        at = _after_blanks(text, decoder.raw_decode(text, at)[1])
        at = _after_blanks(text, at + (text[at] == ","))


def _first_list(text: str) -> int:
    """Where the list begins that a JSON text is, or the first one among the values of its object."""
    decoder, at = json.JSONDecoder(), _after_blanks(text, 0)
    while text[at] != "[":
        # A brace or comma, a key, a colon, a value.
        _, at = decoder.raw_decode(text, _after_blanks(text, at + 1))
        at = _after_blanks(text, _after_blanks(text, at) + 1)
        if text[at] != "[":
            at = _after_blanks(text, decoder.raw_decode(text, at)[1])
    return at


_BLANKS = re.compile(r"[ \t\r\n]*")


def _after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    assert match is not None
    return match.end()


def loads(text: str, path: str | Path, *, line: int | None = None) -> Any:
    """The value of a text in JSON.

    Args:
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
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {twice!r} is given twice")
    return found
