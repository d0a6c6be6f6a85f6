"""The error for a request: what is wrong, and where, with a caret under the place."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from extractors.core.errors import InputError


class RequestError(InputError):
    """A request that cannot be used.

    Args:
        source: the request.
        at: offset in its text of the character at fault.

    Attributes:
        line, column: 1-based place in the request, in characters.
        source_line: that line of the request.
    """

    def __init__(self, problem: str, *, source: Source, at: int, remedy: str | None = None) -> None:
        start = source.text.rfind("\n", 0, at) + 1
        super().__init__(problem, path=source.name, line=source.text.count("\n", 0, at) + 1, remedy=remedy)
        self.column = at - start + 1
        self.source_line = source.text[start:].partition("\n")[0]

    def __str__(self) -> str:
        indent = "".join(_blank(character) for character in self.source_line[: self.column - 1])
        remedy = "" if self.remedy is None else f"\n  remedy: {self.remedy}"
        where = f"{self.path}:{self.line}:{self.column}"
        return f"{where}: {self.problem}\n    {self.source_line}\n    {indent}^{remedy}"


@dataclass(frozen=True, slots=True)
class Source:
    """The text of a request and the name that errors call it by."""

    text: str
    name: str = "<request>"

    def error(self, problem: str, at: int, remedy: str | None = None) -> RequestError:
        return RequestError(problem, source=self, at=at, remedy=remedy)


def _blank(character: str) -> str:
    """Return white space as wide as the character on a terminal, so that the caret stands under its place."""
    if character == "\t":
        return "\t"
    if unicodedata.combining(character):
        return ""
    return "  " if unicodedata.east_asian_width(character) in "WF" else " "
