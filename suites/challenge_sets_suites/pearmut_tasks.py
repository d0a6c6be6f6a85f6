"""A campaign: items with the outputs of systems, the phenomenon marked in the source, for one or more annotators.

    {"info": {"assignment": "task-based", "protocol", "sliders"?, "users"?}, "campaign_id",
     "data": [user][document][item]}
    item = {"item_id", "src", "tgt": {MODEL: text}, "instructions", "ref"?, "validation"?}

Every annotator gets every item, each in an order of their own, so that agreement can be measured. An output that
several systems gave is rated once. Marks are <b> and </b>, which Pearmut shows as bold type. Attention checks stand at
random places among the items: Pearmut counts the failed ones on its dashboard, and readers of answers pass them over.
"""

import hashlib
import html
import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from extractors.core.errors import InputError
from extractors.inputs.pearmut import CANNOT_TELL, MEDIA, NO, SOURCE, SYSTEMS, UNSEEN, VERDICT, YES

PROTOCOLS: Mapping[str, str] = {"yes-no": "DA", "da": "DA", "esa": "ESA", "cesa": "cESA", "mqm": "MQM"}
"""What people are asked, and the protocol of Pearmut that asks it."""
SLIDER = {"name": VERDICT, "min": NO, "max": YES, "step": 1}
LOOK = "<ul><li>Look at the question above the source{}.</li>"
BOLD = ", and at the words in <b>bold</b> type in it"
YES_NO = (
    f"<li>Move the slider to <b>{YES}</b> (yes) if the translation is right there, to <b>{NO}</b> (no) if not, and to"
    f" <b>{CANNOT_TELL}</b> if you cannot tell.</li>"
    "<li>Judge nothing else: other errors do not count here.</li></ul>"
)
TAG = re.compile(rf"<(?=/?(?:br|strong|b|i|p|em|h1|h2|h3)>|(?:{'|'.join(MEDIA)}) )")
"""Where Pearmut would take a part of a text for a tag of HTML (contentToCharSpans in web/src/utils.ts)."""
MEDIUM = re.compile(rf"<(?=(?:{'|'.join(MEDIA)}) )")


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
    tasks: Sequence[Task],
    *,
    name: str | None,
    protocol: str,
    annotators: Sequence[str] | int,
    seed: int,
    checks: int = 0,
) -> dict[str, Any]:
    """Make a campaign, ready to be written as JSON.

    Args:
        name: its id; None to make it from the content, since Pearmut adds no second campaign with the same id.
        protocol: one of `PROTOCOLS`.
        annotators: their names, or how many, to whom Pearmut gives names.
        seed: of the order of the items, and of the attention checks.
        checks: attention checks for each annotator.
    """
    _check(tasks, checks)
    names = list(range(annotators)) if isinstance(annotators, int) else list(annotators)
    info: dict[str, Any] = {"assignment": "task-based", "protocol": PROTOCOLS[protocol]}
    if protocol == "yes-no":
        bold = BOLD if any(task.marks for task in tasks) else ""
        info |= {"sliders": [SLIDER], "instructions": LOOK.format(bold) + YES_NO}
    if not isinstance(annotators, int):
        info["users"] = names
    items = [_item(task) for task in tasks] + attention_checks(tasks, protocol=protocol, count=checks, seed=seed)
    data = [[[item] for item in _shuffled(items, f"{seed}\0{annotator}")] for annotator in names]
    if name is None:
        content = json.dumps([info, data], ensure_ascii=False, sort_keys=True)
        name = f"challenge-sets-{hashlib.sha256(content.encode()).hexdigest()[:8]}"
    return {"info": info, "campaign_id": name, "data": data}


def _check(tasks: Sequence[Task], checks: int) -> None:
    if checks and len({output for task in tasks for output in task.outputs.values()}) < 2:
        raise InputError("attention checks need two outputs", remedy="choose more items, or leave the checks out")
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
            raise InputError(f"two items have the id {first!r}", remedy="give each item a different id")


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
        "tgt": {same[0]: shown(output) for output, same in systems.items()},
        SOURCE: task.source,
        SYSTEMS: {same[0]: same for same in systems.values()},
        **task.more,
    }
    if task.reference is not None:
        item["ref"] = shown(task.reference)
    return item


def attention_checks(tasks: Sequence[Task], *, protocol: str, count: int, seed: int) -> list[dict[str, Any]]:
    """Draw items with a known answer: the output of another item, or an output beside itself with words replaced.

    The former is wrong (campaigns of yes and no); of the latter, the undamaged one has the better score. A failed check
    is logged and not shown to the annotator.
    """
    rng = random.Random(f"{seed}\0checks")
    outputs = sorted({(task.item, output) for task in tasks for output in task.outputs.values()})
    by_item = {task.item: task for task in tasks}
    checks = []
    for number in range(1, count + 1):
        item, output = rng.choice(outputs)
        other = rng.choice([text for _, text in outputs if text != output])
        checked = _item(replace(by_item[item], item=f"check_{number}", outputs={"a": output}))
        if protocol == "yes-no":
            checked |= {"tgt": {"a": shown(other)}, "validation": {"a": {VERDICT: [NO, NO]}}}
        else:
            checked["tgt"]["b"] = shown(damaged(output, other))
            checked["validation"] = {"a": {"score_greaterthan": "b"}}
        checks.append(checked)
    return checks


def damaged(text: str, other: str) -> str:
    """Replace the middle half of a text by words of another; by characters if it has fewer than four words.

    Where that changes nothing, the other text stands for the whole: it must not look like the undamaged one.
    """
    joint = " " if len(text.split()) >= 4 else ""
    parts, others = (whole.split() if joint else list(whole) for whole in (text, other))
    first, last = len(parts) // 4, len(parts) - len(parts) // 4
    made = joint.join([*parts[:first], *others[: max(1, last - first)], *parts[last:]])
    return other if made == text else made


def shown(text: str) -> str:
    """Change a text that begins with a tag of a medium so that Pearmut shows it as text."""
    return f"<{UNSEEN}{text[1:]}" if MEDIUM.match(text) else text


def marked(text: str, marks: Iterable[int]) -> str:
    """Put <b> before and </b> after each marked word of a text; other tags in it are shown as they stand.

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
