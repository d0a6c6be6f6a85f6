"""The columns of every table, with types and meanings."""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

from extractors import formats
from extractors.formats.definition import Format


def _defined() -> Iterator[Format]:
    """Every table that a module of this package defines."""
    for module in pkgutil.iter_modules(formats.__path__, f"{formats.__name__}."):
        values = vars(importlib.import_module(module.name)).values()
        yield from (value for value in values if isinstance(value, Format))


# The same file without its columns of words is no other table.
_BY_FILE = {form.file: form for form in sorted(_defined(), key=lambda form: len(form.columns))}
_BY_NAME = sorted(_BY_FILE.values(), key=lambda form: form.name)
FORMATS = tuple(form for form in _BY_NAME if not form.is_lab)
LAB_FORMATS = tuple(form for form in _BY_NAME if form.is_lab)
"""Tables of measurements, and those that only our own programs read."""

LAB_INTRODUCTION = """\
# Tables of measurements and of our own programs

Made by `challenge-sets list tables --lab > docs/lab/formats.md`. [formats.md](../formats.md) has the tables of runs and
says how to read both.
"""

INTRODUCTION = """\
# Tables

The tables that stages hand to each other and that a run leaves, column by column. Made by
`challenge-sets list tables > docs/formats.md` from the definitions that writers and readers use.

Parquet keeps types and, as metadata, how a table was made; its pages have checksums, which readers verify. A run
writes tables for people also as .csv, next to the Parquet file. Nothing reads these copies back. The commands also
read and write .csv and .tsv, chosen by the suffix: a list has spaces between its items, a missing value is empty, and
in .tsv quotation marks are ordinary characters. In .csv a text that a spreadsheet would take for a formula has an
apostrophe before it, which our reader takes away. Only columns marked with `?` may hold no value. Tables of
measurements are in [lab/formats.md](lab/formats.md).
"""


def page(*, lab: bool = False) -> str:
    """All tables as Markdown, one section each.

    Args:
        lab: those of LAB_FORMATS instead.
    """
    lines = [LAB_INTRODUCTION if lab else INTRODUCTION]
    for form in LAB_FORMATS if lab else FORMATS:
        lines.append(f"## {form.name}\n\nOne row: {form.row}. File: `{form.file}`.\n")
        for column in (*form.columns, *filter(None, [form.further])):
            names = ", ".join(f"`{name}`" for name in column.name.split(", "))
            lines.append(f"- {names} ({_type(column.type)}{'?' * column.optional}): {column.meaning}")
        lines.append("")
    return "\n".join(lines) + "\n"


def rows() -> Iterator[dict[str, Any]]:
    """A row for each column of each table."""
    for form in (*FORMATS, *LAB_FORMATS):
        for column in (*form.columns, *filter(None, [form.further])):
            yield {
                "table": form.name,
                "file": form.file,
                "column": column.name,
                "type": _type(column.type),
                "may_be_missing": column.optional,
                "meaning": column.meaning,
            }


def _type(of_column: object) -> str:
    """The type of a column in words."""
    return str(of_column).replace("list<item: ", "list of ").removesuffix(">").replace("element: ", "")
