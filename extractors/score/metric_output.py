"""The scores and marked errors that a metric's program wrote for one system, in the form of the program.

Either a line a segment, or one JSON document with a list of segments. A line, or a segment of the list, is

- a number, or nothing, `None` or `NaN` where there is no score;
- an object with the score as `prediction` (MetricX), `COMET` or `score`, and marked errors, if any, as `errors` with
  `start`, `end` and `severity` (xCOMET);
- descriptions of errors by severity, as GEMBA-MQM prints them, which have the weights of its authors: 25, 5 and 1 for
  at most five errors, -25 at the lowest.

Sources: Unbabel/COMET, comet/cli/score.py; google-research/metricx, metricx24/predict.py; MicrosoftTranslator/GEMBA,
gemba/cli.py and gemba/gemba_mqm_utils.py.
"""

import ast
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from extractors.core.errors import InputError
from extractors.core.escapes import without_halves
from extractors.core.files import read_text
from extractors.core.jsonfile import with_texts
from extractors.score.imported_scores import LARGEST, MISSING
from extractors.score.metric_command_settings import MetricCommand

SCORES = ("prediction", "COMET", "score")
"""The keys of an object that may hold its score; the first that there is counts."""
TEXTS = ("mt", "hypothesis")
"""The keys of an object that may hold the translation that was scored."""
WEIGHTS = {"critical": 25, "major": 5, "minor": 1}
"""The weights of GEMBA-MQM, in the order in which errors count."""
MOST_ERRORS = 5
LOWEST = -25
_PRINTED = re.compile(r"defaultdict\(<class 'list'>, (\{.*\})\)")
_DESCRIBED = re.compile(r'\s*(?P<category>[^"]*?)\s*(?:[-:]\s*)?(?:"(?P<text>.*)".*)?\s*', re.DOTALL)


Fault = Callable[..., InputError]
"""The error of a place, from what is wrong there and what to do."""


class SpanMark(NamedTuple):
    """An error that a program marked: characters of the translation, the end exclusive; None without a place there."""

    start: int | None
    end: int | None
    severity: str
    category: str | None


class SegmentMark(NamedTuple):
    """What a program says of a segment; no score is None."""

    score: float | None
    errors: tuple[SpanMark, ...]


def read_metric_output(path: Path, *, outputs: Sequence[str], command: MetricCommand) -> list[SegmentMark]:
    """The scores of a system, one a segment.

    Args:
        outputs: its translations, in which errors are marked.
    """
    text = read_text(path)
    listed = _document(text, path)
    if listed is None:
        lines = text.removesuffix("\n").split("\n") if text else []
        faults = [partial(InputError, path=path, line=line) for line in range(1, len(lines) + 1)]
        values = [_of_line(line, fault) for line, fault in zip(lines, faults, strict=True)]
    else:
        values, faults = listed, [partial(InputError, path=path)] * len(listed)
    if len(values) != len(outputs):
        raise InputError(
            f"{len(values)} scores, but the corpus has {len(outputs)} segments",
            path=path,
            line=None if listed is not None else min(len(values), len(outputs)) + 1,
            remedy="let the program write one score for each segment, and nothing else; messages go to stderr",
        )
    return [
        _checked(_mark(value, output, number, fault), number, command, fault)
        for number, (value, output, fault) in enumerate(zip(values, outputs, faults, strict=True))
    ]


def _document(text: str, path: Path) -> list[Any] | None:
    """The segments of a JSON document that is or has one list of them; None if the text is lines."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        found = with_texts(json.loads(text), without_halves)
    except (ValueError, RecursionError):
        return None  # of which each line may be an object
    if isinstance(found, list):
        return found
    lists = [value for value in found.values() if isinstance(value, list)]
    if set(found) <= WEIGHTS.keys() or not lists:
        return None
    if len(lists) > 1:
        raise InputError(
            f"scores of {len(lists)} files ({', '.join(found)})",
            path=path,
            remedy="give the program the translations of one system: {output}",
        )
    return lists[0]


def _of_line(text: str, fault: Fault) -> Any:
    """The number, object or None of a line."""
    text = text.strip()
    if text.lower() in MISSING:
        return None
    printed = _PRINTED.fullmatch(text)
    try:
        return with_texts(ast.literal_eval(printed[1]) if printed else json.loads(text), without_halves)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise fault(
            f"expected a score, got {text[:80]!r}",
            remedy="let the program write a number, or an object of JSON, for each segment; messages go to stderr",
        ) from None


def _mark(value: Any, output: str, number: int, fault: Fault) -> SegmentMark:
    if not isinstance(value, dict):
        return SegmentMark(_number(value, number, fault), ())
    if value.keys() <= WEIGHTS.keys():
        return _described(value, output)
    for key in TEXTS:
        if key in value and str(value[key]).split() != output.split():
            raise fault(
                f"the score of segment {number} is of another translation: {str(value[key])[:80]!r}",
                remedy="let the program keep the order of the segments",
            )
    named = next((key for key in SCORES if key in value), None)
    if named is None:
        raise fault(
            f"no score of segment {number} among {', '.join(map(repr, value))}",
            remedy=f"name it {' or '.join(map(repr, SCORES))}",
        )
    errors = value.get("errors") or ()
    if not isinstance(errors, list | tuple) or not all(isinstance(error, Mapping) for error in errors):
        raise fault(
            f"the errors of segment {number} are not a list of objects",
            remedy="write each with start, end and severity, as xCOMET does",
        )
    marks = tuple(_span(error, output, number, fault) for error in errors)
    return SegmentMark(_number(value[named], number, fault), marks)


def _number(value: Any, number: int, fault: Fault) -> float | None:
    """A score; None where there is none."""
    if value is None or (isinstance(value, str) and value.strip().lower() in MISSING):
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isinf(value) or abs(value) > LARGEST:
        raise fault(
            f"the score of segment {number} is {value!r}, and no finite number",
            remedy="let the program write scores as numbers",
        )
    return None if math.isnan(value) else float(value)


def _span(error: Mapping[str, Any], output: str, number: int, fault: Fault) -> SpanMark:
    """An error by its characters; programs count them without the blanks at the ends of a segment."""
    start, end = error.get("start"), error.get("end")
    if not isinstance(start, int) or not isinstance(end, int):
        raise fault(
            f"an error of segment {number} has the start {start!r} and the end {end!r}",
            remedy="write the first character, counted from 0, and the one after the last",
        )
    before = len(output) - len(output.lstrip())
    first, last = max(start, 0) + before, min(end + before, len(output))
    start, end = (first, last) if first < last else (None, None)
    return SpanMark(start, end, str(error.get("severity") or "unknown"), error.get("category"))


def _described(errors: Mapping[str, Any], output: str) -> SegmentMark:
    """Errors of GEMBA-MQM: `accuracy/mistranslation - "words"`, in lower case; words that are not there are omitted."""
    marks = []
    for severity in WEIGHTS:
        for description in errors.get(severity, ()):
            found = _DESCRIBED.fullmatch(str(description))
            words = (found["text"] if found else None) or ""
            # Of the texts that lower case makes longer, the places would be others.
            lowered = output.lower()
            start = lowered.find(words.lower()) if words and len(lowered) == len(output) else -1
            category = (found["category"] if found else "") or None
            first, last = (None, None) if start < 0 else (start, start + len(words))
            marks.append(SpanMark(first, last, severity, category))
    weights = [WEIGHTS[mark.severity] for mark in marks[:MOST_ERRORS]]
    return SegmentMark(float(max(-sum(weights), LOWEST)), tuple(marks))


def _checked(mark: SegmentMark, number: int, command: MetricCommand, fault: Fault) -> SegmentMark:
    """A mark whose score may be missing or is in the range."""
    if mark.score is None and command.missing == "refuse":
        raise fault(
            f"no score of segment {number}",
            remedy="let the program score it, or take means over the segments that have scores: `missing: allow`",
        )
    if mark.score is not None and command.range is not None:
        low, high = command.range
        if not low <= mark.score <= high:
            raise fault(
                f"the score {mark.score:g} of segment {number} is not between {low:g} and {high:g}",
                remedy="correct `range` in the config if the program gives such scores",
            )
    return mark
