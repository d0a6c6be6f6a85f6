"""The columns of every table, with types and meanings."""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import extractors.formats as own
from extractors.core.wings import wings
from extractors.formats.definition import Column, Format


def defined(package: ModuleType) -> dict[str, Format]:
    """Return every table that a module of a package defines, by file.

    A table without its columns of words has the same file and is no other table: the widest is taken.
    """
    modules = [importlib.import_module(m.name) for m in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")]
    every = [value for module in modules for value in vars(module).values() if isinstance(value, Format)]
    return {form.file: form for form in sorted(every, key=lambda form: len(form.columns))}


def formats(*, lab: bool = False) -> tuple[Format, ...]:
    """Return the tables of this package and of all wings, by name.

    Args:
        lab: return tables of measurements instead, and those that only our own programs read.
    """
    packages = [own, *(importlib.import_module(wing.tables) for wing in wings().values() if wing.tables)]
    by_file = {file: form for package in packages for file, form in defined(package).items()}
    return tuple(sorted((form for form in by_file.values() if form.is_lab == lab), key=lambda form: form.name))


MANY = 4
"""Tables; a column of as many is explained once."""

LAB_INTRODUCTION = """\
# Tables of measurements and between stages

`challenge-sets list tables --lab` prints this page; `challenge-sets list tables` prints the tables of runs and says how
to read both.
"""

INTRODUCTION = """\
# Tables

The tables that a run leaves for people, column by column. `challenge-sets list tables` prints this page from the
definitions that writers and readers use.

Parquet keeps types and, as metadata, how a table was made; its pages have checksums, which readers verify. A run
writes tables for people also as .csv, next to the Parquet file. Nothing reads these copies back. The commands also
read and write .csv and .tsv, chosen by the suffix: a list has spaces between its items, a missing value is empty, and
in .tsv quotation marks are ordinary characters. In .csv a text that a spreadsheet would take for a formula has an
apostrophe before it, which our reader takes away. Only columns marked with `?` may hold no value. `challenge-sets
list tables --lab` prints the tables of measurements, and those that only stages read.

A table may get columns later: its Parquet metadata have its version, which is the last one in `since version N`. A
reader fills the columns that a file is too old for, and says so once; it refuses a file of a later version than it
knows. Text forms have no version: the names in their first line say as much.
"""


def page(*, lab: bool = False) -> str:
    """Write all tables as Markdown, one section each.

    Args:
        lab: write tables of measurements instead.
    """
    forms = formats(lab=lab)
    shared = _shared(forms)
    lines = [LAB_INTRODUCTION if lab else INTRODUCTION]
    if shared:
        lines.append("## Columns of many tables\n\nTables that list these last, as above, use this type and meaning.\n")
        lines += [_explained(column) for column in shared]
        lines.append("")
    for form in forms:
        lines.append(f"## {form.name}\n\nOne row: {form.row}. File: `{form.file}`.\n")
        own = [*(column for column in form.columns if column not in shared), *filter(None, [form.further])]
        lines += [_explained(column) for column in own]
        if known := [column.name for column in form.columns if column in shared]:
            lines.append(f"- as above: {', '.join(f'`{name}`' for name in known)}")
        lines.append("")
    return "\n".join(lines) + "\n"


def _shared(forms: Iterable[Format]) -> list[Column]:
    """Return the columns that many tables have, one for each name, with its most frequent type and meaning."""
    counts = Counter(column for form in forms for column in form.columns)
    by_name: dict[str, Column] = {}
    for column, count in counts.most_common():
        if count >= MANY:
            by_name.setdefault(column.name, column)
    return sorted(by_name.values(), key=lambda column: column.name)


def _explained(column: Column) -> str:
    names = ", ".join(f"`{name}`" for name in column.name.split(", "))
    later = f", since version {column.since}" if column.since > 1 else ""
    return f"- {names} ({_type(column.type)}{'?' * column.optional}{later}): {column.meaning}"


def rows() -> Iterator[dict[str, Any]]:
    """Yield a row for each column of each table."""
    for form in (*formats(), *formats(lab=True)):
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
    return str(of_column).replace("list<item: ", "list of ").removesuffix(">").replace("element: ", "")
