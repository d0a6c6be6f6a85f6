"""JSON Lines: one object a line; a column may lead into it with dots (`translation.de`)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.inputs.importers import FileImporter, Segments, column_needed


class Jsonl(FileImporter):
    """.jsonl and .ndjson."""

    suffixes = (".jsonl", ".ndjson")

    def columns(self) -> list[str]:
        first = next(iter(_objects(self.path)), None)
        return [] if first is None else list(first[1])

    def segments(self) -> Segments:
        for line, value in (values := _values(self.path, self.column)):
            if not isinstance(value, str):
                raise InputError(
                    f"the field {self.column!r} is not text", path=self.path, line=line, remedy="give it a text"
                )
        return values

    def numbers(self) -> Segments:
        """Read numbers, and texts, which may be numbers; any other value as its JSON, which the caller then refuses."""
        values = _values(self.path, self.column)
        return [(n, value if isinstance(value, str) else json.dumps(value)) for n, value in values]


def _objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of a file, each with its 1-based line."""
    for number, line in enumerate(read_text(path).removesuffix("\n").split("\n"), 1):
        value = jsonfile.loads(line, path, line=number)
        if not isinstance(value, dict):
            raise InputError(
                "the line is not a JSON object", path=path, line=number, remedy="write one JSON object on each line"
            )
        yield number, value


def _values(path: Path, column: str | None) -> list[tuple[int, Any]]:
    """Read the line and the value of the field in each object."""
    values = []
    for number, row in _objects(path):
        value: Any = row
        if column is None:
            raise column_needed(path, list(row), column)
        for step in column.split("."):
            if not isinstance(value, dict) or step not in value:
                raise InputError(
                    f"the line has no field {column!r}",
                    path=path,
                    line=number,
                    remedy="name a field that every line has",
                )
            value = value[step]
        values.append((number, value))
    return values
