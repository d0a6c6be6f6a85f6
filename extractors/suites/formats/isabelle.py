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
from extractors.core.errors import InputError
from extractors.formats.items import Item, Suite, number_sentences
from extractors.formats.judgments import JUDGMENTS, RIGHT, UNDECIDED, WRONG
from extractors.suites.formats import SuiteReader, _checks

TEXTS = {
    "id": "item",
    "category": "category",
    "subcategory": "phenomenon",
    "question": "question",
    "source": "source",
    "reference": "reference",
}
"""The keys that hold texts, and the fields of an item that they are."""
FILLED, OPTIONAL = ("id", "source", "subcategory"), ("reference",)
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
        for line, entry in entries:
            _checks.check_entry(entry, path, line, texts=TEXTS, filled=FILLED, optional=OPTIONAL)
        sentences = number_sentences([entry["source"] for _, entry in entries])
        items = [
            Item(sentence=n, **{field: entry.get(key) for key, field in TEXTS.items()})
            for n, (_, entry) in zip(sentences, entries, strict=True)
        ]
        rows = [
            row for item, (line, entry) in zip(items, entries, strict=True) for row in _given(item, entry, path, line)
        ]
        lines = [line for line, _ in entries]
        return _checks.suite(self, items, path, lines=lines, given=JUDGMENTS.table(rows) if rows else None)


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
