"""Regular expressions of a suite, which come from outside: whether they can be searched for, and at what size."""

from functools import lru_cache
from typing import Any

import regex

from extractors.phenomena.grew.regexes import MOST_REPEATS, repeats

LONGEST = 20_000


@lru_cache(maxsize=100_000)
def problem_of(expression: str) -> str | None:
    """Say what is wrong with an expression; None if nothing."""
    if len(expression) > LONGEST or repeats(expression) > MOST_REPEATS:
        return "is too large (counted repeats inside one another, or too many characters)"
    try:
        compiled(expression)
    except (regex.error, RecursionError, OverflowError) as error:
        return f"is not a regular expression ({error})"
    return None


@lru_cache(maxsize=100_000)
def compiled(expression: str) -> Any:
    """Compile an expression with the `regex` package."""
    return regex.compile(expression)
