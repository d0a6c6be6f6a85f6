"""Hand-made sentences with a yes/no question each, and systems' outputs that people judged.

The challenge set of Isabelle, Cherry and Foster, "A Challenge Set Approach to Evaluating Machine Translation" (EMNLP
2017), https://aclanthology.org/D17-1263/, Appendix B, as JSON: a list of

    {"id": "S1a", "category": "Morpho-syntactic", "subcategory": "...", "question": "Is ... correct?",
     "source": "...", "reference": "...", "outputs": {"SYSTEM": {"text": "...", "pass": true}}}

`pass` is the majority of the annotators; null, or none, is an output that nobody has judged. `outputs` and `reference`
may be left out. Other keys are passed over.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from extractors.core import jsonfile
from extractors.core.errors import InputError, nearest
from extractors.formats.items import Item, Suite, check_ids, number_sentences
from extractors.formats.judgments import JUDGMENTS, RIGHT, UNDECIDED, WRONG
from extractors.suites.formats import SuiteReader
from extractors.suites.formats._checks import language

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
REASONS = {
    RIGHT: "the majority of annotators, as the suite's file says",
    WRONG: "the majority of annotators, as the suite's file says",
    UNDECIDED: "no person has judged this output",
}


class Isabelle(SuiteReader):
    """Reads the JSON of Isabelle et al.; the file names no languages, so the user does."""

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
        return Suite(
            items=items,
            source_language=language(self.source_language, None, "source", path),
            target_language=language(self.target_language, None, "target", path),
            judge=self.judge,
            given=JUDGMENTS.table(rows) if rows else None,
        )


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
