"""Parse regular expressions in requests (`/.../`, Grew's `re"..."`), limit them in size and time, and match them.

The `regex` package stops a match at a time limit, of processor time, which `re` cannot do.
"""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from extractors.phenomena.grew.request_errors import Source
from extractors.phenomena.grew.syntax import Regex, Test, Values

try:
    import regex
except ModuleNotFoundError:  # A run is planned where Snakemake stands alone; its jobs, which have the package, check.
    AVAILABLE = False
else:
    AVAILABLE = True

SECONDS_A_VALUE = 0.2
"""Processor time for one value. Sound expressions need microseconds; bad ones gain memory with time."""

SECONDS_A_CALL = 5.0
"""Processor time for all values of one call, to which a ten-thousandth second is added for each."""

LONGEST = 1000
MOST_REPEATS = 10_000


class SlowRegex(Exception):
    """An expression went over its time limit on `value`."""

    def __init__(self, expression: Regex, value: str) -> None:
        self.expression, self.value = expression, value
        super().__init__(f"{expression} on {value!r}")


@contextmanager
def limits(source: Source) -> Iterator[None]:
    """Turn a SlowRegex into the error about its request."""
    try:
        yield
    except SlowRegex as slow:
        raise source.error(
            f"the regular expression takes too long, last on {slow.value!r}",
            slow.expression.at,
            "avoid repeats inside repeats, such as (a+)+, and alternatives that overlap inside them",
        ) from slow


def read(raw: str, at: int, source: Source) -> Regex:
    """Parse the expression written `/.../`, `/.../i` or `re"..."` at offset `at`.

    Raises:
        RequestError: if it is not a regular expression, or a dangerously large one.
    """
    if raw.startswith("re"):
        expression = Regex(_from_ocaml(unescape(raw[2:]), at, source), at=at)
    else:
        body, _, flags = raw[1:].rpartition("/")
        if flags not in ("", "i"):
            raise source.error(f"unknown flag {flags!r} of a regular expression", at, "the only flag is i")
        expression = Regex(body.replace("\\/", "/"), ignore_case=flags == "i", at=at)
    if not expression.pattern:
        raise source.error("an empty regular expression matches no value", at)
    if len(expression.pattern) > LONGEST or repeats(expression.pattern) > MOST_REPEATS:
        raise source.error("the regular expression is too large", at, "use fewer or smaller repeat counts")
    if not AVAILABLE:
        return expression
    try:
        _compiled(expression)
    except (regex.error, RecursionError, OverflowError) as error:
        raise source.error(f"not a regular expression: {error}", at) from error
    return expression


# A comment, an escaped character, a class, a count, or any other character.
_PARTS = re.compile(r"\(\?#[^)]*\)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{[\d,\s]+\}|.", re.DOTALL)


_READ_OTHERWISE = re.compile(r"\(\?(?:[a-zA-Z01]*x|[a-zA-Z0]*V1)")
"""Flags by which brackets stand in comments or in one another, so that parts cannot be counted."""


def repeats(pattern: str) -> int:
    """Count how often a part of the pattern is repeated at most by counted repeats; nested ones are multiplied.

    The package unrolls them: a{999} of a{999} of a{999} would fill the memory. Too many if flags (x, V1) hide parts.
    """
    groups = [1]  # the largest product in each open group
    last = 1  # that of the part which a count that follows would repeat
    for match in _PARTS.finditer(pattern):
        part = match[0]
        if part.startswith("(?#"):
            continue
        if part == "(":
            if _READ_OTHERWISE.match(pattern, match.start()):
                return MOST_REPEATS + 1
            groups.append(1)
        elif part == ")" and len(groups) > 1:
            last = groups.pop()
        elif part[0] == "{" and (counts := re.findall(r"\d{1,9}", part)):
            last *= max(1, *map(int, counts))
        elif part not in ("?", "*", "+"):
            last = 1
        groups[-1] = max(groups[-1], last)
    return max(groups)


def unescape(quoted: str) -> str:
    """Return the text of a string in quotes. As in Grew, a backslash before anything but " and itself stays."""
    return re.sub(r'\\(["\\])', r"\1", quoted[1:-1])


def _from_ocaml(text: str, at: int, source: Source) -> str:
    """Translate Grew's `re"..."` from the syntax of OCaml's Str, where `\\|`, `\\(`, `\\)` are the operators.

    Raises:
        RequestError: for a bare `|`, `(`, `)` and for `\\d`, `\\w` and the like, which are plain
            characters to Str and operators to all other readers, so that what is found would
            depend on where the request is tried.
    """
    pieces = []
    # In turn: a character class (where Str knows no escapes), an escaped character, any character.
    for part in re.findall(r"\[\^?\]?[^\]]*\]|\\.|.", text, re.DOTALL):
        if part in ("|", "(", ")"):
            problem = f'in re"..." a bare {part} means just this character to Grew'
            raise source.error(problem, at, f"write \\{part} for the operator, or the expression as /.../")
        if re.fullmatch(r"\\[^\W\d_b]", part):
            problem = f'in re"..." {part} means just the letter {part[1]} to Grew'
            raise source.error(problem, at, "write the expression as /.../")
        if part.startswith("[") and len(part) > 1:
            pieces.append("[" + re.sub(r"([\\\[])", r"\\\1", part[1:]))
        elif part in (r"\|", r"\(", r"\)"):
            pieces.append(part[1])
        else:
            # Str knows no counted repeats: braces are plain characters.
            pieces.append(f"\\{part}" if part in ("{", "}") else part)
    return "".join(pieces)


@lru_cache(maxsize=1024)
def _compiled(expression: Regex) -> Any:
    return regex.compile(expression.pattern, regex.IGNORECASE if expression.ignore_case else 0)


def matches(expression: Regex, values: Sequence[str]) -> list[bool]:
    """Return whether each value as a whole matches. Raises SlowRegex if the time limit is not kept."""
    fullmatch = _compiled(expression).fullmatch
    end = time.process_time() + SECONDS_A_CALL + len(values) / 10_000
    results = []
    for number, value in enumerate(values):
        try:
            results.append(fullmatch(value, timeout=SECONDS_A_VALUE) is not None)
        except TimeoutError as error:
            raise SlowRegex(expression, value) from error
        # Reading the clock takes longer than an ordinary match.
        if number % 32 == 0 and time.process_time() > end:
            raise SlowRegex(expression, value)
    return results


def accepts(values: Values, value: str) -> bool:
    listed = value in values.literals or any(matches(r, [value])[0] for r in values.regexes)
    return listed != values.negated


def passes(test: Test, value: str | None) -> bool:
    """Return whether an attribute with this value (None if the word has no such attribute) passes a test."""
    if value is None or test.absent:
        return test.absent and value is None
    return test.values is None or accepts(test.values, value)
