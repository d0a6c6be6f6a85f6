"""What COMET writes with --to_json: {FILE: [{"src", "mt", "ref"?, "COMET": number, "errors"?: [...]}, ...]}.

A system is called as its file without the last suffix. Errors, which XCOMET gives, have `start` and `end` in
characters of the output, the end exclusive. Source: comet/cli/score.py of Unbabel/COMET.
"""

from pathlib import Path
from typing import Any

from extractors.core import jsonfile
from extractors.core.files import read_text
from extractors.inputs.places import stem
from extractors.inputs.testsets import Line
from extractors.inputs.testsets._files import field
from extractors.inputs.testsets._scored_texts import ScoredItem, ScoredTexts
from extractors.inputs.testsets._scores import json_number
from extractors.inputs.testsets._seg_files import errors_of

WHOLE = "give what comet-score --to_json wrote, whole"


class Comet(ScoredTexts):
    """`comet:scores.json#en-de`."""

    metric, higher_is_better = "COMET", True

    def items(self) -> dict[str, list[ScoredItem]]:
        data, whole = jsonfile.loads(read_text(self.path), self.path), Line(self.path, None)
        if (
            not data
            or not isinstance(data, dict)
            or not all(isinstance(items, list) and items for items in data.values())
        ):
            raise whole.error("is not {FILE: [items]}", WHOLE)
        items = {stem(Path(file)): _items(scored, file, whole) for file, scored in data.items()}
        if len(items) < len(data):
            raise whole.error("two files have one name without folder and suffix", "rename them, and score again")
        return items


def _items(items: list[Any], file: str, line: Line) -> list[ScoredItem]:
    for number, item in enumerate(items):
        if not isinstance(item, dict):
            raise line.error(f"item {number} of {file} must be an object", WHOLE)
    has_errors = any("errors" in item for item in items)
    has_references = all(isinstance(item.get("ref"), str) for item in items)
    return [
        ScoredItem(
            line,
            field(item, "src", line),
            field(item, "mt", line),
            item["ref"] if has_references else None,
            json_number(item.get(Comet.metric), line, f"an item without a number {Comet.metric}", WHOLE),
            errors_of({"errors": item.get("errors", [])}, line) if has_errors else None,
        )
        for item in items
    ]
