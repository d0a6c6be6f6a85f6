"""What several readers check: languages, and fields that a format cannot hold."""

from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

from extractors.core.errors import InputError
from extractors.formats.items import Item, Suite


def language(given: str | None, named: str | None, side: str, path: Path, line: int | None = None) -> str:
    """The language of a side ("source" or "target"): the one that the file names, or else the user.

    Raises:
        InputError: neither names one, or they name two.
    """
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


def pair(name: str, path: Path, line: int | None) -> tuple[str, str]:
    """The two languages of a name such as `ende`."""
    if len(name) != 4 or not name.isascii() or not name.islower():
        raise InputError(
            f"{name!r} is not a pair of languages",
            path=path,
            line=line,
            remedy="write the two codes together, source first, as ende",
        )
    return name[:2], name[2:]


def refuse_fields(suite: Suite, held: Iterable[str], name: str, path: Path) -> None:
    """Refuse items with something that the format `name` has no room for.

    Args:
        held: fields of `Item` that it has room for.
    """
    others = [field.name for field in fields(Item) if field.name not in {*held, "sentence"}]
    for item in suite.items:
        for field in others:
            if getattr(item, field) not in (None, "", ()):
                raise InputError(
                    f"the format {name} has no room for the {field} of item {item.item!r}",
                    path=path,
                    remedy="write the suite as items.parquet, which has room for everything",
                )


def refuse_without(suite: Suite, needed: Iterable[str], name: str, path: Path) -> None:
    """Refuse items without something that each row of the format `name` has.

    Args:
        needed: fields of `Item`.
    """
    needed = tuple(needed)
    for item in suite.items:
        for field in needed:
            if getattr(item, field) is None:
                raise InputError(
                    f"the item {item.item!r} has no {field}, which each item of the format {name} has",
                    path=path,
                    remedy="write the suite as items.parquet, or leave the item out",
                )
