"""What the docstrings write as plain text, in the form that the site's pages need."""

from __future__ import annotations

import re
from typing import Any

import griffe

# A line of an Args section that names several parameters, and the lines that continue it, which stand deeper.
SHARED = re.compile(r"^( +)(\w+(?:, \w+)+): (.*(?:\n\1 +\S.*)*)$", re.MULTILINE)
# A list of names with meanings, in two columns: its first line follows a blank one, and the rest has no blank ones.
COLUMNS = re.compile(r"(?<=\n\n)[\w.*/-]+(?:, [\w.-]+)* {2,}\S.*(?:\n.*\S.*)*")


class PlainText(griffe.Extension):
    """Gives each of several parameters the description that they share, and keeps lists in two columns as they are."""

    def on_function(self, *, func: griffe.Function, **_: Any) -> None:
        """Rewrites a function's docstring before it is read."""
        if func.docstring:
            func.docstring.value = SHARED.sub(_each, func.docstring.value)

    def on_module(self, *, mod: griffe.Module, **_: Any) -> None:
        """Rewrites a module's docstring before it is read."""
        if mod.docstring:
            mod.docstring.value = COLUMNS.sub(_preformatted, mod.docstring.value)


def _each(match: re.Match[str]) -> str:
    indent, names, text = match.groups()
    return "\n".join(f"{indent}{name}: {text}" for name in names.split(", "))


def _preformatted(match: re.Match[str]) -> str:
    return "\n".join(f"    {line}" for line in match[0].splitlines())
