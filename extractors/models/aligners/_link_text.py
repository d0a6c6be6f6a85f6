"""A link as text: `0-2`, `0-2:0.93` with its confidence, and in gold links `0p2`, which is possible only."""

import re
from pathlib import Path
from typing import NamedTuple

from extractors.core.errors import InputError

LINK = re.compile(r"([0-9]{1,9})([-p?])([0-9]{1,9})(?::(.*))?")
"""No segment has a billion words, and a longer number takes long to read."""
SHARE = re.compile(r"[0-9]{1,3}(\.[0-9]{0,20})?([eE][-+]?[0-9]{1,3})?")
"""A number that may be a confidence."""


class Link(NamedTuple):
    """A link as it was written.

    Attributes:
        source, target: numbers of tokens, from 0 or 1 as the file counts.
        is_sure: not marked as possible only.
        confidence: None without any.
    """

    source: int
    target: int
    is_sure: bool = True
    confidence: float | None = None


def read_link(text: str, *, path: str | Path, line: int) -> Link | None:
    """Parse a link; return None if the text is not one."""
    match = LINK.fullmatch(text)
    if match is None:
        return None
    confidence = None if match[4] is None else read_confidence(match[4], text, path=path, line=line)
    return Link(int(match[1]), int(match[3]), match[2] == "-", confidence)


def read_confidence(number: str, link: str, *, path: str | Path, line: int) -> float:
    """Parse the confidence of the link `of`; raise InputError unless it is a number from 0 to 1."""
    if SHARE.fullmatch(number) is None or float(number) > 1:
        raise InputError(
            f"the confidence of the link {link} must be a number from 0 to 1",
            path=path,
            line=line,
            remedy="write it as 0-2:0.93; convert scores on another scale to 0 to 1, or leave them out",
        )
    return float(number)


def higher(first: float | None, second: float | None) -> float | None:
    """Return the higher of two confidences, either of which may be unknown."""
    if first is None or second is None:
        return second if first is None else first
    return max(first, second)
