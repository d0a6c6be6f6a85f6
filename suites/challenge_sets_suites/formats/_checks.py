"""What several readers share: languages, the suite of items, and fields that a format cannot hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import ConfigDict, Field, ValidationError

from challenge_sets_suites.expressions import problem_of
from challenge_sets_suites.formats import SuiteReader
from challenge_sets_suites.tables.items import Item, Suite, check_ids
from extractors.core.errors import InputError
from extractors.core.settings import Settings, problems


def suite(
    reader: SuiteReader,
    items: Sequence[Item],
    path: Path,
    named: tuple[str | None, str | None] = (None, None),
    *,
    line: int | None = None,
    lines: Sequence[int] | None = None,
    **more: Any,
) -> Suite:
    """Make a suite of items for the judge of its format; refuse repeated ids, bad expressions and unclear languages.

    Args:
        named: the source and the target language that the file names; None where it names none.
        line: the line of these names.
        lines: the line of each item.
    """
    check_ids([item.item for item in items], path, lines)
    _check_expressions(items, path, lines)
    source = language(reader.source_language, named[0], "source", path, line)
    target = language(reader.target_language, named[1], "target", path, line)
    return Suite(items=items, source_language=source, target_language=target, **{"judge": reader.judge, **more})


def _check_expressions(items: Sequence[Item], path: Path, lines: Sequence[int] | None) -> None:
    """Refuse an expression that cannot be searched for, where it stands."""
    for number, item in enumerate(items):
        for name, text in (("positive", item.positive_regex), ("negative", item.negative_regex)):
            if text and (problem := problem_of(text)):
                raise InputError(
                    f"the {name} expression of item {item.item!r} {problem}: {text[:200]!r}",
                    path=path,
                    line=None if lines is None else lines[number],
                    remedy="mend it; it must be a regular expression in Python's syntax",
                )


def language(given: str | None, named: str | None, side: str, path: Path, line: int | None = None) -> str:
    """Return the language of a side ("source" or "target") that the file names, or else the user gives."""
    if given and named and given != named:
        raise InputError(
            f"the {side} language is {named!r}, and {given!r} was asked for",
            path=path,
            line=line,
            remedy=f"leave out {side}_language, or give {named}",
        )
    if not (given or named):
        raise InputError(
            f"the file does not name the {side} language", path=path, remedy=f"give {side}_language, as de or en"
        )
    return str(named or given)


def one_pair(names: Sequence[str], path: Path, lines: Sequence[int]) -> tuple[str, str]:
    """Split a name such as `ende`, which all items must share, into two languages; `lines` has the items' lines."""
    for name, line in zip(names, lines, strict=True):
        if name != names[0]:
            raise InputError(
                f"is of {name!r}, the first item of {names[0]!r}",
                path=path,
                line=line,
                remedy="give each language pair a separate file",
            )
    if len(names[0]) != 4 or not names[0].isascii() or not names[0].islower():
        raise InputError(
            f"{names[0]!r} is not a pair of languages",
            path=path,
            line=lines[0],
            remedy="write the two codes together, source first, as ende",
        )
    return names[0][:2], names[0][2:]


def check_lines(lines: Sequence[str], path: Path, expected: Sequence[str], other: Path) -> None:
    """Refuse a file that has not a line for each one of another file."""
    if len(lines) != len(expected):
        raise InputError(
            f"{len(lines)} lines, but {other.name} has {len(expected)}",
            path=path,
            line=min(len(lines), len(expected)) + 1,
            remedy="give each file a line for each source text; a shorter one was cut",
        )


PAIR = ("reference", "contrastive")
PAIR_FIELDS = ("item", "source", "phenomenon", "category", "origin", "distance", "frequency", *PAIR)
"""What formats of contrastive pairs hold."""


def check_pairs(suite: Suite, name: str, path: Path) -> None:
    """Refuse items that are no contrastive pairs, or have further fields: the format `name` holds pairs alone."""
    others = [f.name for f in fields(Item) if f.name not in {*PAIR_FIELDS, "sentence"}]
    for item in suite.items:
        for field in others:
            if getattr(item, field) not in (None, "", ()):
                raise InputError(
                    f"the format {name} has no room for the {field} of item {item.item!r}",
                    path=path,
                    remedy="write the suite as items.parquet, which has room for everything",
                )
        for field in PAIR:
            if getattr(item, field) is None:
                raise InputError(
                    f"the item {item.item!r} has no {field}, which each item of the format {name} has",
                    path=path,
                    remedy="write the suite as items.parquet, or leave the item out",
                )


Filled = Annotated[str, Field(pattern=r"\S")]
"""A text that is not blank."""


class JsonItem(Settings):
    """An object of a file in JSON; keys that are not known are passed over."""

    # A text with a bound must be Unicode, and so has no half of a surrogate pair.
    model_config = ConfigDict(extra="ignore", str_max_length=2**31 - 1)

    @classmethod
    def at(cls, value: Any, path: Path, line: int) -> Self:
        """Read the object that begins on a line."""
        try:
            return cls.model_validate(value)
        except ValidationError as error:
            problem = problems(error, value, cls, whole="the item")[0].text
            problem = problem.replace(r"match pattern '\S'", "not be blank")
            keys = f"write it as an object with the keys {', '.join(cls.model_fields)}"
            raise InputError(problem, path=path, line=line, remedy=keys) from None
