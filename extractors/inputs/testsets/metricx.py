"""What MetricX writes: its input as JSON Lines (source, hypothesis, reference) with "prediction", 0 to 25.

Lower is better. A file is of one system, called as the file without its last suffix; a folder has one for each.
Source: README of google-research/metricx.
"""

from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.inputs.places import stem
from extractors.inputs.testsets import Line
from extractors.inputs.testsets._files import Folder, field, json_lines
from extractors.inputs.testsets._scored_texts import ScoredItem, ScoredTexts
from extractors.inputs.testsets._scores import json_number


class Metricx(ScoredTexts):
    """`metricx:FOLDER#en-de`, or a file."""

    metric, higher_is_better = "MetricX", False

    def files(self) -> list[Path]:
        if not self.path.is_dir():
            return super().files()
        names = Folder(self.path).jsonl(".")
        if not names:
            raise InputError(
                "the folder has no .jsonl file", path=self.path, remedy="give the folder that MetricX wrote to"
            )
        return [self.path / name for name in names]

    def items(self) -> dict[str, list[ScoredItem]]:
        return {stem(path): [_item(*item) for item in json_lines(read_text(path), path)] for path in self.files()}


def _item(line: Line, record: dict[str, Any]) -> ScoredItem:
    value = json_number(record.get("prediction"), line, "no number `prediction`", "give what MetricX wrote, whole")
    # Without a reference MetricX takes an empty one, or none.
    reference = field(record, "reference", line) if record.get("reference") else None
    return ScoredItem(line, field(record, "source", line), field(record, "hypothesis", line), reference, value)
