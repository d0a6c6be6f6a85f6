"""Read JSON files of others, naming the line of an error; read and write our own, with a checksum."""

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.core.escapes import without_halves
from extractors.core.files import read_text, write_text
from extractors.core.remedies import to_make_again


def load(path: str | Path) -> Any:
    """Read the value of a JSON file, plain or gzip."""
    return loads(read_text(path), path)


CHECKSUM = "sha256"
"""The key of our own files that holds the checksum of all others."""


def write_checked(data: Mapping[str, Any], path: str | Path) -> None:
    """Write an object, with the SHA-256 of its other keys under `sha256`."""
    content = {key: value for key, value in data.items() if key != CHECKSUM}
    with write_text(path) as out:
        out.write(_text_of({**content, CHECKSUM: hashlib.sha256(_text_of(content).encode()).hexdigest()}))


def load_checked(path: str | Path) -> dict[str, Any]:
    """Read an object that `write_checked` wrote; refuse one that does not match its checksum."""
    data = load(path)
    if isinstance(data, dict):
        content = {key: value for key, value in data.items() if key != CHECKSUM}
        if data.get(CHECKSUM) == hashlib.sha256(_text_of(content).encode()).hexdigest():
            return content
    raise InputError("does not match its checksum: damaged or edited", path=path, remedy=to_make_again(path))


def _text_of(content: Mapping[str, Any]) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def load_list(path: str | Path, key: str | None = None) -> list[tuple[int, Any]]:
    """Read the values of a list, each with the 1-based line that it begins on.

    Args:
        key: of the list, in a file that is one object; None for a file that is one list.
    """
    text = read_text(path)
    data = loads(text, path)
    values = data if key is None else data.get(key) if isinstance(data, dict) else None
    if not isinstance(values, list):
        form = "[{...}, {...}]" if key is None else f'{{"{key}": [{{...}}, {{...}}]}}'
        raise InputError("is not a list", path=path, line=1, remedy=f"write the items as one list: {form}")
    found, line, counted = [], 1, 0
    for start, value in zip(_starts(text, _list_in(text, key)), values, strict=True):
        line, counted = line + text.count("\n", counted, start), start
        found.append((line, value))
    return found


def _starts(text: str, at: int) -> Iterator[int]:
    """Yield where each value of the list that begins at `at` begins; the text is known to be JSON.

    The values are decoded again one by one, since the library does not give their places.
    """
    decoder, at = json.JSONDecoder(), _after_blanks(text, at + 1)
    while text[at] != "]":
        yield at
        at = _after_blanks(text, decoder.raw_decode(text, at)[1])
        at = _after_blanks(text, at + (text[at] == ","))


def _list_in(text: str, key: str | None) -> int:
    """Find where the list begins that a JSON text is, or that its object has under a key."""
    decoder, at = json.JSONDecoder(), _after_blanks(text, 0)
    while text[at] != "[" or key is not None:
        # A brace or comma, a key, a colon, a value.
        name, at = decoder.raw_decode(text, _after_blanks(text, at + 1))
        at = _after_blanks(text, _after_blanks(text, at) + 1)
        if name == key:
            break
        at = _after_blanks(text, decoder.raw_decode(text, at)[1])
    return at


_BLANKS = re.compile(r"[ \t\r\n]*")


def _after_blanks(text: str, at: int) -> int:
    match = _BLANKS.match(text, at)
    assert match is not None
    return match.end()


def loads(text: str, path: str | Path, *, line: int | None = None, replace_halves: bool = False) -> Any:
    """Parse a text as JSON.

    Args:
        line: that of the text in the file; None if it is the whole file.
        replace_halves: put U+FFFD for half of a surrogate pair, instead of refusing it.
    """
    try:
        # A hook for each number takes time, and hardly a file has a long one.
        whole = _whole if _LONG_NUMBER.search(text) else int
        value = json.loads(text, object_pairs_hook=of_pairs, parse_int=whole)
        if (half := next(_halves(text), None)) and not replace_halves:
            raise json.JSONDecodeError(f"{half[0]} is half of a character", text, half.start())
        return with_texts(value, without_halves) if half else value
    except json.JSONDecodeError as error:
        problem, place = f"is not JSON: {error.msg} at column {error.colno}", error.lineno
    except (ValueError, RecursionError) as error:
        # A number of more digits than Python reads, a key that is there twice, or lists in lists without end.
        problem, place = f"is not JSON that can be read: {error}", 1
    raise InputError(
        problem,
        path=path,
        line=place if line is None else line,
        remedy="check the commas, quotes and brackets here" + (" and in the line above" if line is None else ""),
    ) from None


_LONG_NUMBER = re.compile(f"[0-9]{{{sys.float_info.max_10_exp}}}")


def _whole(digits: str) -> int:
    """Read a whole number; raise ValueError for one that no floating-point number can hold."""
    if len(digits.lstrip("-")) > sys.float_info.max_10_exp:
        raise ValueError(f"a number of {len(digits.lstrip('-'))} digits")
    return int(digits)


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPES = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)")


def _halves(text: str) -> Iterator[re.Match[str]]:
    """Find the escapes in a JSON text that are one half of a surrogate pair without the other."""
    return (found for found in _ESCAPES.finditer(text) if found[1]) if _SURROGATE.search(text) else iter(())


def with_texts(value: Any, change: Callable[[str], str]) -> Any:
    """Change each text in a JSON value, keys too."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(key): with_texts(inner, change) for key, inner in value.items()}
    return [with_texts(inner, change) for inner in value] if isinstance(value, list) else value


def of_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build an object; raise ValueError if it has a key twice, since nobody could say which value was meant."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"the key {twice!r} is given twice")
    return found
