"""`InputError`, the one exception that a user is meant to see, and suggestions of the name that was meant."""

import difflib
from collections.abc import Collection, Iterable
from pathlib import Path

LONGEST = 10_000
"""Characters of a message: what a stranger's file or program has in a line may be much longer."""


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


class InputError(Exception):
    """Something given by the user cannot be used: says what, where, why and what to do.

    Args:
        path: the file at fault.
        line: 1-based line of that file.
    """

    def __init__(
        self, problem: str, *, path: str | Path | None = None, line: int | None = None, remedy: str | None = None
    ) -> None:
        self.problem, self.path, self.line = shortened(problem), path, line
        self.remedy = None if remedy is None else shortened(remedy)
        super().__init__(self.problem)

    @property
    def placed_problem(self) -> str:
        """The problem after its file and line."""
        return self.problem if self.path is None else f"{self.path}:{self.line or ''}".rstrip(":") + f": {self.problem}"

    def __str__(self) -> str:
        return self.placed_problem + ("" if self.remedy is None else f"\n  remedy: {self.remedy}")


def nearest(name: str, known: Iterable[str]) -> str:
    """Suggest the known name closest to `name`, if one is close, and list all known names, for an error message."""
    choices = sorted(known)
    matches = difflib.get_close_matches(name, choices, n=1, cutoff=0.6)
    if matches:
        return f"did you mean {matches[0]!r}? Known: {', '.join(choices)}"
    return f"known: {', '.join(choices) or 'none'}"


def check_known(kind: str, names: Iterable[str], known: Collection[str], **place: object) -> None:
    """Refuse a name that is not one of the known ones.

    Raises:
        InputError: with the nearest that is.
    """
    for name in names:
        if name not in known:
            raise unknown(kind, name, known, **place)


def unknown(kind: str, name: str, known: Iterable[str], **place: object) -> InputError:
    """Make the error for a name that is not known, with the nearest known one."""
    return InputError(f"unknown {kind} {name!r}", remedy=nearest(name, known), **place)  # type: ignore[arg-type]
