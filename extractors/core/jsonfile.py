"""JSON files that other people wrote: read, with the line of whatever is wrong in them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from json.decoder import JSONObject  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.core.files import read_text


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
    try:
        return JsonFile(Path(path), json.loads(text), text)
    except json.JSONDecodeError as error:
        raise InputError(
            f"is not JSON: {error.msg}",
            path=path,
            line=error.lineno,
            remedy="check commas, quotes and brackets here and one line above",
        ) from None


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
