"""What MetricX writes: its input as JSON Lines (source, hypothesis, reference) with "prediction", 0 to 25.

Lower is better. A file is of one system, called as the file without its last suffix; a folder has one for each.
Source: README of google-research/metricx.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.core.names import check_name
from extractors.inputs.campaigns import CampaignScores, EvalSet, Line, Score, Segment, SetReader, Translation
from extractors.inputs.campaigns._files import Folder, field, json_lines, one_file, stem
from extractors.inputs.campaigns._scored_texts import check_same
from extractors.inputs.campaigns._scores import Systems
from extractors.inputs.campaigns._trees import languages_of

NAME = "MetricX"


class MetricxItem(NamedTuple):
    """A line of a file."""

    line: Line
    source: str
    output: str
    reference: str | None
    prediction: float


class Metricx(SetReader):
    """`metricx:FOLDER#en-de` has the texts; after other texts, it adds scores to those."""

    def files(self) -> list[Path]:
        if not self.path.is_dir():
            return one_file(self.path)
        names = [name for name in Folder(self.path).below(".") if name.removesuffix(".gz").endswith(".jsonl")]
        if not names:
            raise InputError("no .jsonl in the folder", path=self.path, remedy="give what MetricX wrote")
        return [self.path / name for name in names]

    def read(self, texts: EvalSet | None) -> EvalSet:
        items = {stem(path): _items(path) for path in self.files()}
        mark = None if texts is None else self.mark
        if texts is None:
            texts = _texts(items, languages_of(self.mark, self.path) if self.mark else None)
        systems = Systems(texts, mark, self.path)
        values = []
        for written, of in items.items():
            if (system := systems.find(written, Line(of[0].line.path, None))) is not None:
                check_same([(item.line, item.source, item.output) for item in of], texts, system)
                values += [Score(system, n, item.prediction, None, item.line) for n, item in enumerate(of)]
        scores = CampaignScores(name=NAME, human=False, higher_is_better=False, values=tuple(values))
        return replace(texts, scores={**texts.scores, NAME: scores})


def _items(path: Path) -> list[MetricxItem]:
    return [_item(line, record) for line, record in json_lines(read_text(path), path)]


def _item(line: Line, record: dict[str, Any]) -> MetricxItem:
    value = record.get("prediction")
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise line.error("no number `prediction`", "give what MetricX wrote, whole")
    # Without a reference MetricX takes an empty one, or none.
    reference = field(record, "reference", line) if record.get("reference") else None
    return MetricxItem(line, field(record, "source", line), field(record, "hypothesis", line), reference, float(value))


def _texts(items: Mapping[str, list[MetricxItem]], languages: tuple[str, str] | None) -> EvalSet:
    """The texts that the first file's items hold, with the outputs of all."""
    first = next(iter(items.values()))
    for name, of in items.items():
        check_name(name, "system", path=of[0].line.path, remedy="rename the file")
        if len(of) != len(first):
            raise InputError(
                f"{len(of)} lines, but {first[0].line.path} has {len(first)}",
                path=of[0].line.path,
                line=min(len(of), len(first)) + 1,
                remedy="score outputs of one test set; a shorter file was cut",
            )
    lines = tuple(item.line for item in first)
    reference = Translation(texts=tuple(item.reference for item in first), lines=lines)
    return EvalSet(
        languages=languages,
        segments=tuple(Segment(id=str(n), source=item.source, line=item.line) for n, item in enumerate(first, 1)),
        references={"A": reference} if all(reference.texts) else {},
        systems={
            name: Translation(texts=tuple(i.output for i in of), lines=tuple(i.line for i in of))
            for name, of in items.items()
        },
    )
