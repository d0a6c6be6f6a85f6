"""The answers of a campaign, as Pearmut logs them (data/annotations/ID.jsonl) or its dashboard gives them (.json).

    {"user_id", "item_i", "item": [item, ...], "annotation": [{MODEL: answer}, ...], "comment"?}, an object a document
    answer = {"score": 0 to 100 or null, "sliders"?: {NAME: number}, "error_spans": [{"start_i", "end_i", ...}]}

The dashboard's file is {CAMPAIGN: [such an object, ...]}. annotation[k] belongs to item[k]. The log keeps everything:
the last answer of a person about an output holds, and what stands before that person's `__RESET__` counts no more.
Items for training and for attention (item_i `welcome_0`, `random_0`, with `validation`, or those of CHECK), forms, and
items that were skipped are no answers.

Spans count units of UTF-16, as browsers do, line breaks and tags included, and their ends are inclusive; what is read
has characters and exclusive ends. A span behind the text is on `[missing]` or another special token: an omission. (In
earlier versions, to 1.1.4 at least, line breaks did not count: outputs without any are read rightly from these, too.)
"""

import math
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from extractors.core import jsonfile
from extractors.core.errors import InputError, check_known
from extractors.core.files import read_text
from extractors.inputs.pearmut import MEDIA, SOURCE, SYSTEMS, UNSEEN

RESET = "__RESET__"
MEDIUM = re.compile(rf"<{UNSEEN}(?=(?:{'|'.join(MEDIA)}) )")
"""The beginning of an output that a campaign of ours has changed, so that it is shown as text."""
NO_ANSWERS = ("welcome_", "random_", "goodbye_")
CHECK = re.compile("attention_check_|.*_#_tutorial_#_", re.S)
"""How WMT26 calls items for attention and for training, whose `item_i` is a number."""
SPECIAL_TOKENS = 10
"""More than a campaign has behind an output: a span further behind is none of them."""
OLD = "a log of another version than 1.1: take the log, or the dashboard's annotations.json, of that campaign"


class Span(NamedTuple):
    """A marked error: characters of the output, the end exclusive; None for both of an omission."""

    start: int | None
    end: int | None
    severity: str
    category: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one person said of one output.

    Attributes:
        item: the id of the item; empty if it has none.
        source: the source text without marks; empty if the item shows none.
        systems: those that gave the output.
        score: of the scale of 0 to 100; None where there are other sliders.
        sliders: the campaign's own, by name.
        comment: on all that was seen at once.
        segment: the 0-based number of the segment in its corpus, if the item says it.
        line: in the file; None in a dashboard's.
        place: the same for people to read.
    """

    user: str
    item: str
    source: str
    systems: tuple[str, ...]
    output: str
    score: float | None
    sliders: Mapping[str, float] = field(default_factory=dict)
    spans: tuple[Span, ...] = ()
    comment: str | None = None
    segment: int | None = None
    line: int | None
    place: str


class _Entry(NamedTuple):
    """An object of the log, and where it stands."""

    path: Path
    line: int | None
    place: str
    values: dict[str, Any]

    def error(self, problem: str, remedy: str) -> InputError:
        return InputError(f"{self.place}: {problem}", path=self.path, line=self.line, remedy=remedy)


def read_answers(path: Path, campaign: str | None = None) -> list[Answer]:
    """Read the answers that hold, in the order of the file.

    Args:
        campaign: the id of the campaign whose answers to take from a dashboard's file; None takes all.
    """
    active: dict[tuple[str, str], list[_Entry]] = {}
    for name, entry in _entries(path, campaign):
        user = entry.values.get("user_id")
        if not isinstance(user, str):
            raise entry.error("no `user_id`", OLD)
        if entry.values.get("annotation") == RESET:
            active[name, user] = []
        else:
            active.setdefault((name, user), []).append(entry)
    held: dict[tuple[str, str, str, str, str], Answer] = {}
    for (name, user), entries in active.items():
        for entry in entries:
            for answer in _answers(entry, user):
                # The one that was given last stands last.
                key = (name, user, answer.item or answer.source, answer.systems[0], answer.output)
                held.pop(key, None)
                held[key] = answer
    return list(held.values())


def campaigns_of(path: Path) -> list[str]:
    """List the campaigns in a file of answers."""
    return [path.stem] if path.suffix == ".jsonl" else [*_dashboard(path)]


def _dashboard(path: Path) -> dict[str, list[Any]]:
    data = jsonfile.load(path)
    if not isinstance(data, dict) or not all(isinstance(objects, list) for objects in data.values()):
        raise InputError(
            "is not {CAMPAIGN: [answer, ...]}", path=path, remedy="give the annotations.json of Pearmut's dashboard"
        )
    return data


def _entries(path: Path, chosen: str | None) -> Iterator[tuple[str, _Entry]]:
    """Yield the objects of the log, each with its campaign."""
    if chosen is not None:
        check_known("campaign", [chosen], campaigns_of(path), path=path)
    values: list[tuple[str, int | None, Any]]
    if path.suffix == ".jsonl":
        lines = read_text(path).removesuffix("\n").split("\n")
        values = [(path.stem, number, jsonfile.loads(line, path, line=number)) for number, line in enumerate(lines, 1)]
    else:
        dashboard = _dashboard(path).items()
        values = [(name, None, value) for name, objects in dashboard if chosen in (None, name) for value in objects]
    counted: dict[str, int] = {}
    for campaign, line, value in values:
        counted[campaign] = counted.get(campaign, 0) + 1
        entry = _Entry(path, line, f"object {counted[campaign]} of {campaign}", value)
        if not isinstance(value, dict):
            raise entry.error("is not a JSON object", "give the log as Pearmut wrote it")
        yield campaign, entry


def _answers(entry: _Entry, user: str) -> Iterator[Answer]:
    values = entry.values
    number, items, annotations = (values.get(key) for key in ("item_i", "item", "annotation"))
    if isinstance(number, str) and number.startswith(NO_ANSWERS):
        return
    if not isinstance(items, list) or not isinstance(annotations, list):
        raise entry.error("no lists `item` and `annotation`", OLD)
    if len(items) != len(annotations):
        raise entry.error(f"{len(annotations)} answers about {len(items)} items", "give the log as Pearmut wrote it")
    for item, annotation in zip(items, annotations, strict=True):
        if not isinstance(item, dict):
            raise entry.error("an item is not a JSON object", "give the log as Pearmut wrote it")
        if annotation is None or "form" in item or "validation" in item or CHECK.match(str(item.get("item_id", ""))):
            continue
        if not isinstance(annotation, dict) or not isinstance(item.get("tgt"), dict):
            raise entry.error("no answers by model, or no outputs of models", OLD)
        for model, value in annotation.items():
            if model not in item["tgt"] or not isinstance(value, dict):
                raise entry.error(f"an answer about {model!r}, whose output is not there", "give the log as it was")
            answer = _answer(entry, user, item, model, value)
            if answer.score is not None or answer.sliders or answer.spans:
                yield answer


def _answer(entry: _Entry, user: str, item: Mapping[str, Any], model: str, value: Mapping[str, Any]) -> Answer:
    output = item["tgt"][model]
    sliders = value.get("sliders") or {}
    spans = value.get("error_spans") or []
    given_by = item.get(SYSTEMS) or {}
    systems = given_by.get(model, [model]) if isinstance(given_by, dict) else None
    source, segment, comment = item.get(SOURCE, item.get("src_text", item.get("src"))), item.get("segment"), None
    forms = ((output, str), (sliders, dict), (spans, list), (systems, list))
    if not all(isinstance(part, form) for part, form in forms) or not systems:
        raise entry.error(f"the answer about {model!r} has another form", OLD)
    if isinstance(written := entry.values.get("comment"), str):
        comment = written
    numbers = {name: _number(entry, part, name, limits=None) for name, part in sliders.items()}
    return Answer(
        user=user,
        item=str(item.get("item_id", "")),
        source=source if isinstance(source, str) else "",
        systems=tuple(map(str, systems)),
        output=_as_given(output),
        score=_number(entry, value.get("score"), "score", limits=(0, 100)),
        sliders={name: number for name, number in numbers.items() if number is not None},
        spans=tuple(_span(entry, span, model, output) for span in spans),
        comment=comment,
        segment=segment if type(segment) is int else None,
        line=entry.line,
        place=entry.place,
    )


def _as_given(output: str) -> str:
    """Remove the invisible character that a campaign put after the first `<` of an output."""
    return f"<{output[2:]}" if MEDIUM.match(output) else output


def _number(entry: _Entry, value: object, name: str, *, limits: tuple[float, float] | None) -> float | None:
    if value is None:
        return None
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    if not abs(number) <= sys.float_info.max or (limits is not None and not limits[0] <= number <= limits[1]):
        allowed = "a number" if limits is None else f"a number of {limits[0]:g} to {limits[1]:g}"
        raise entry.error(f"the {name} {value!r}", f"write {allowed}, null for none")
    return float(number)


def _span(entry: _Entry, span: object, model: str, output: str) -> Span:
    values = span if isinstance(span, dict) else {}
    start, end, severity = values.get("start_i"), values.get("end_i"), values.get("severity")
    if not (type(start) is int and type(end) is int and isinstance(severity, str)):
        raise entry.error(
            f"expected a span of an error in the output of {model!r}, got {span!r}",
            "write start_i and end_i as whole numbers, and a severity",
        )
    if len(output) > len(_as_given(output)):
        start, end = (unit - 1 if unit > 0 else unit for unit in (start, end))
        output = _as_given(output)
    # The character that each unit of UTF-16 is of.
    units = [n for n, character in enumerate(output) for _ in range(2 if character > "\uffff" else 1)]
    category = values.get("category") or None
    if len(units) <= start <= end < len(units) + SPECIAL_TOKENS:
        return Span(None, None, severity, category or "omission")
    if not 0 <= start <= end < len(units):
        raise entry.error(
            f"the span {start} to {end} is not in the output of {model!r}, which has 0 to {len(units) - 1}",
            "give the log as Pearmut wrote it, or correct the span",
        )
    return Span(units[start], units[end] + 1, severity, category)
