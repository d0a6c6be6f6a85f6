"""Keep in the user's cache what takes seconds to make and is always the same: each machine makes it once."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from extractors.core import jsonfile
from extractors.core.errors import InputError

NAME = "mt-challenge-sets"
"""The folder in the user's cache."""


def kept(name: str, make: Callable[[], str]) -> str:
    """Return a text from the cache; make it if it is missing, damaged or unreadable.

    Args:
        name: says all that decides on the text, such as the version of what makes it.
    """
    path = _cache() / f"{name}.json"
    with suppress(InputError, OSError):
        if isinstance(text := jsonfile.load_checked(path).get("text"), str):
            return text
    text = make()
    # A cache that cannot be written, as in a container, costs time and nothing else.
    with suppress(OSError):
        jsonfile.write_checked({"text": text}, path)
    return text


def _cache() -> Path:
    """Return our folder in the user's cache, where programs keep what they can make again."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # As the specification of these folders has it, one that is not absolute counts for nothing.
    return (given if given.is_absolute() else Path("~/.cache").expanduser()) / NAME
