"""Hand-made sentences with a yes/no question each, and systems' outputs that people judged.

The challenge set of Isabelle, Cherry and Foster, "A Challenge Set Approach to Evaluating Machine Translation" (EMNLP
2017), https://aclanthology.org/D17-1263/, Appendix B, as JSON: a list of

    {"id": "S1a", "category": "Morpho-syntactic", "subcategory": "...", "question": "Is ... correct?",
     "source": "...", "reference": "...", "outputs": {"SYSTEM": {"text": "...", "pass": true}}}

`pass` is the majority of the annotators; null, or none, is an output that nobody has judged. `outputs` and `reference`
may be left out. A key that is not among these is kept, and written again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from extractors.core import jsonfile
from extractors.core.errors import InputError, nearest
from extractors.core.files import write_text
from extractors.formats.items import Item, Suite, check_ids, number_sentences
from extractors.formats.judgments import JUDGMENTS, RIGHT, UNDECIDED, WRONG
from extractors.suites.formats import SuiteReader
from extractors.suites.formats._checks import language, refuse_fields

TEXTS = {
    "id": "item",
    "category": "category",
    "subcategory": "phenomenon",
    "question": "question",
    "source": "source",
    "reference": "reference",
}
"""The keys that hold texts, and the fields of an item that they are."""
OPTIONAL = ("reference",)
REST = "isabelle"
"""The key of a suite's rest under which further keys of items are kept, by item."""
REASONS = {
    RIGHT: "the majority of annotators, as the suite's file says",
    WRONG: "the majority of annotators, as the suite's file says",
    UNDECIDED: "no person has judged this output",
}


class Isabelle(SuiteReader):
    """Reads and writes the JSON of Isabelle et al.; the file names no languages, so the user does."""

    judge = "people"

    def read(self, path: Path) -> Suite:
        """The suite, with the outputs of its file as judgments of people.

        Raises:
            InputError: no languages, no such file, not of the format; with the line that the item begins on.
        """
        entries = jsonfile.load_list(path)
        fields = [_fields(entry, path, line) for line, entry in entries]
        sentences = number_sentences([of_item["source"] for of_item in fields])
        items = [Item(sentence=n, **of_item) for n, of_item in zip(sentences, fields, strict=True)]
        check_ids([item.item for item in items], path)
        rows = [
            row for item, (line, entry) in zip(items, entries, strict=True) for row in _given(item, entry, path, line)
        ]
        others = {
            item.item: other
            for item, (_, entry) in zip(items, entries, strict=True)
            if (other := {key: value for key, value in entry.items() if key not in (*TEXTS, "outputs")})
        }
        return Suite(
            items=items,
            source_language=language(self.source_language, None, "source", path),
            target_language=language(self.target_language, None, "target", path),
            judge=self.judge,
            given=JUDGMENTS.table(rows) if rows else None,
            rest=json.dumps({REST: others}, ensure_ascii=False) if others else "",
        )

    def write(self, suite: Suite, path: Path) -> None:
        """Write the items, with the outputs and people's verdicts where the suite has them.

        Raises:
            InputError: an item has no question, or something that the format has no place for.
        """
        refuse_fields(suite, TEXTS.values(), "isabelle", path)
        outputs = _outputs(suite, path)
        rest = json.loads(suite.rest or "{}")
        # What another format left there is no part of this one.
        others = rest.get(REST, {}) if isinstance(rest, dict) else {}
        entries = []
        for item in suite.items:
            if item.question is None:
                raise InputError(
                    f"the item {item.item!r} has no question", path=path, remedy="give each item its question"
                )
            texts = {key: getattr(item, field) for key, field in TEXTS.items()}
            entry = {key: text for key, text in texts.items() if text is not None}
            entry |= others.get(item.item, {})
            entries.append(entry | ({"outputs": outputs[item.item]} if item.item in outputs else {}))
        with write_text(path) as out:
            out.write(json.dumps(entries, ensure_ascii=False, indent=1) + "\n")


def _fields(entry: Any, path: Path, line: int) -> dict[str, Any]:
    """The fields of an item, from its texts."""
    if not isinstance(entry, dict):
        raise InputError(
            "an item that is not an object", path=path, line=line, remedy='write it as {"name": value, ...}'
        )
    for key in TEXTS:
        if key not in entry and key not in OPTIONAL:
            near = nearest(key, [other for other in entry if other not in TEXTS]) if entry else ""
            raise InputError(f"the item has no {key!r}", path=path, line=line, remedy=f"add it ({near})")
        if not isinstance(entry.get(key, ""), str):
            raise InputError(f"{key!r} is not a text", path=path, line=line, remedy='write it as "..."')
        if key in ("id", "source", "subcategory") and not entry[key].strip():
            raise InputError(f"{key!r} is empty", path=path, line=line, remedy="every item needs one")
    return {field: entry.get(key) for key, field in TEXTS.items()}


def _given(item: Item, entry: Mapping[str, Any], path: Path, line: int) -> list[dict[str, Any]]:
    """Rows of `JUDGMENTS`: the outputs of an item."""
    outputs = entry.get("outputs", {})
    if not isinstance(outputs, dict):
        raise InputError(
            "'outputs' is not an object", path=path, line=line, remedy='write {"SYSTEM": {"text": "...", "pass": true}}'
        )
    rows = []
    for system, output in outputs.items():
        if not isinstance(output, dict) or not isinstance(output.get("text"), str):
            raise InputError(
                f"the output of {system!r} has no text",
                path=path,
                line=line,
                remedy='write {"text": "...", "pass": true}',
            )
        passed = output.get("pass")
        if not (passed is None or isinstance(passed, bool)):
            raise InputError(
                f"'pass' of {system!r} is {passed!r}", path=path, line=line, remedy="write true, false or null"
            )
        verdict = UNDECIDED if passed is None else RIGHT if passed else WRONG
        rows.append(
            {
                "item": item.item,
                "system": system,
                "output": output["text"],
                "verdict": verdict,
                "reason": REASONS[verdict],
                "judge": "people",
                "score": None,
            }
        )
    return rows


def _outputs(suite: Suite, path: Path) -> dict[str, dict[str, dict[str, Any]]]:
    """What the file says of each item's outputs: {item: {system: {text, pass}}}."""
    outputs: dict[str, dict[str, dict[str, Any]]] = {}
    passes = {RIGHT: True, WRONG: False, UNDECIDED: None}
    for row in suite.given.to_pylist() if suite.given is not None else []:
        if row["output"] is None:
            continue
        if row["judge"] != "people":
            raise InputError(
                f"the verdict on {row['item']!r} is by {row['judge']!r}, and the format holds people's alone",
                path=path,
                remedy="write the items without judgments, or people's judgments",
            )
        outputs.setdefault(row["item"], {})[row["system"]] = {"text": row["output"], "pass": passes[row["verdict"]]}
    return outputs
