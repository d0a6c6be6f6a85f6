"""A campaign: items with the outputs of systems, the phenomenon marked in the source, for one or more annotators.

    {"info": {"assignment": "task-based", "protocol", "sliders"?, "users"?}, "campaign_id",
     "data": [user][document][item]}
    item = {"item_id", "src", "tgt": {MODEL: text}, "instructions", "ref"?}

Every annotator gets every item, each in an order of their own, so that agreement can be measured. An output that
several systems gave is rated once. Marks are <b> and </b>, which Pearmut shows as bold type.
"""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from extractors.core.errors import InputError
from extractors.inputs.pearmut import RIGHT, SOURCE, SYSTEMS

PROTOCOLS: Mapping[str, str] = {"yes-no": "DA", "da": "DA", "esa": "ESA", "mqm": "MQM"}
"""What people are asked, and the protocol of Pearmut that asks it."""
SLIDER = {"name": RIGHT, "min": 0, "max": 1, "step": 1}
YES_NO = (
    "<ul><li>Look at the words in <b>bold</b> type in the source, and at the question above it.</li>"
    "<li>Move the slider to <b>1</b> (yes) if the translation has them right, and to <b>0</b> (no) if not.</li>"
    "<li>Judge nothing else: other errors do not count here.</li></ul>"
)
TAG = re.compile(r"<(?=/?(?:br|strong|b|i|p|em|h1|h2|h3)>)")
"""Where Pearmut would take a part of a text for a tag of HTML (contentToCharSpans in web/src/utils.ts)."""
UNSEEN = "\u200b"
"""A space of no width: after `<` it keeps a tag in a text from being one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What an annotator sees at once.

    Attributes:
        item: its id, unique in the campaign.
        marks: first character of each word that is asked about, and the one after its last.
        question: what is asked.
        outputs: by system.
        more: further keys, which Pearmut stores with the answers.
    """

    item: str
    source: str
    marks: tuple[int, ...]
    question: str
    outputs: Mapping[str, str]
    reference: str | None = None
    more: Mapping[str, Any] = field(default_factory=dict)


def campaign(
    tasks: Sequence[Task], *, name: str, protocol: str, annotators: Sequence[str] | int, seed: int
) -> dict[str, Any]:
    """The campaign as JSON has it.

    Args:
        protocol: one of `PROTOCOLS`.
        annotators: their names, or how many, to whom Pearmut gives names.
        seed: of the order of the items.

    Raises:
        InputError: there is nothing to rate, a system's name is a number, or two tasks have one id.
    """
    _check(tasks)
    names = list(range(annotators)) if isinstance(annotators, int) else list(annotators)
    info: dict[str, Any] = {"assignment": "task-based", "protocol": PROTOCOLS[protocol]}
    if protocol == "yes-no":
        info |= {"sliders": [SLIDER], "instructions": YES_NO}
    if not isinstance(annotators, int):
        info["users"] = names
    items = [_item(task) for task in tasks]
    return {
        "info": info,
        "campaign_id": name,
        "data": [[[item] for item in _shuffled(items, f"{seed}\0{annotator}")] for annotator in names],
    }


def _check(tasks: Sequence[Task]) -> None:
    if not tasks:
        raise InputError("there is nothing to rate", remedy="choose other items, or give judgments with their outputs")
    for system in {system for task in tasks for system in task.outputs}:
        if system.isdigit():
            raise InputError(
                f"the system {system!r} has a name of digits alone, which Pearmut refuses", remedy="rename the system"
            )
    ids = [task.item for task in tasks]
    for first, second in pairwise(sorted(ids)):
        if first == second:
            raise InputError(f"two items have the id {first!r}", remedy="give each item an id of its own")


def _shuffled(items: Sequence[dict[str, Any]], seed: str) -> list[dict[str, Any]]:
    return random.Random(seed).sample(items, k=len(items))


def _item(task: Task) -> dict[str, Any]:
    systems: dict[str, list[str]] = {}
    for system, output in task.outputs.items():
        systems.setdefault(output, []).append(system)
    item = {
        "item_id": task.item,
        "instructions": html.escape(task.question, quote=False),
        "src": marked(task.source, task.marks),
        "tgt": {same[0]: output for output, same in systems.items()},
        SOURCE: task.source,
        SYSTEMS: {same[0]: same for same in systems.values()},
        **task.more,
    }
    return item if task.reference is None else {**item, "ref": task.reference}


def marked(text: str, marks: Iterable[int]) -> str:
    """A text with <b> before and </b> after each marked word; tags that it has itself are shown as they stand.

    Args:
        marks: as in `Task`; words may overlap, and are then marked as one.
    """
    bold = [False] * len(text)
    places = list(marks)
    for start, end in zip(places[::2], places[1::2], strict=True):
        bold[start:end] = [True] * (end - start)
    parts, at = [], 0
    for here in [*(n for n in range(1, len(text)) if bold[n] != bold[n - 1]), len(text)]:
        part = TAG.sub(f"<{UNSEEN}", text[at:here])
        parts.append(f"<b>{part}</b>" if at < len(text) and bold[at] else part)
        at = here
    return "".join(parts)
