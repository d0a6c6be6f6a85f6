"""What COMET writes with --to_json: {FILE: [{"src", "mt", "ref"?, "COMET": number, "errors"?: [...]}, ...]}.

A system is called as its file without the last suffix. Errors, which XCOMET gives, have `start` and `end` in
characters of the output, the end exclusive. Source: comet/cli/score.py of Unbabel/COMET.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from extractors.core import jsonfile
from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.core.names import check_name
from extractors.inputs.campaigns import (
    CampaignScores,
    ErrorSpan,
    EvalSet,
    Line,
    Rating,
    Ratings,
    Score,
    Segment,
    SetReader,
    Translation,
)
from extractors.inputs.campaigns._files import field, one_file, stem
from extractors.inputs.campaigns._scored_texts import check_same
from extractors.inputs.campaigns._scores import Systems, placed
from extractors.inputs.campaigns._trees import languages_of

SCORE = "COMET"


class Comet(SetReader):
    """`comet:scores.json#en-de` has the texts; after other texts, it adds scores to those."""

    def files(self) -> list[Path]:
        return one_file(self.path)

    def read(self, texts: EvalSet | None) -> EvalSet:
        data = jsonfile.loads(read_text(self.path), self.path)
        whole = Line(self.path, None)
        if not isinstance(data, dict) or not all(isinstance(items, list) and items for items in data.values()):
            raise whole.error("is not {FILE: [items]}", "give what comet-score --to_json wrote")
        items = {stem(Path(file)): _items(of, file, whole) for file, of in data.items()}
        if len(items) < len(data):
            raise whole.error("two files have one name without folder and suffix", "rename them, and score again")
        mark = None if texts is None else self.mark
        if texts is None:
            texts = _texts(items, languages_of(self.mark, self.path) if self.mark else None, whole)
        systems = Systems(texts, mark, self.path)
        scores, ratings = [], []
        for written, of in items.items():
            if (system := systems.find(written, whole)) is None:
                continue
            check_same([(whole, item["src"], item["mt"]) for item in of], texts, system)
            for segment, item in enumerate(of):
                scores.append(Score(system, segment, _score(item, whole), None, whole))
                if any("errors" in other for other in of):
                    errors = _errors(item.get("errors", []), whole)
                    ratings.append(Rating(system, segment, None, errors, whole))
        found = CampaignScores(name=SCORE, human=False, higher_is_better=True, values=tuple(scores))
        remarks = [*texts.remarks]
        fitting = placed(ratings, texts, remarks)
        marked = {SCORE: Ratings(name=SCORE, human=False, values=fitting)} if ratings else {}
        return replace(
            texts, scores={**texts.scores, SCORE: found}, ratings={**texts.ratings, **marked}, remarks=tuple(remarks)
        )


def _items(items: list[Any], file: str, line: Line) -> list[dict[str, Any]]:
    for number, item in enumerate(items):
        if not isinstance(item, dict):
            raise line.error(f"item {number} of {file} is no object", "give what comet-score --to_json wrote")
        for name in ("src", "mt"):
            field(item, name, line)
    return items


def _score(item: dict[str, Any], line: Line) -> float:
    value = item.get(SCORE)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise line.error(f"an item without a number {SCORE}", "give what comet-score --to_json wrote, whole")
    return float(value)


def _errors(value: Any, line: Line) -> tuple[ErrorSpan, ...]:
    if not isinstance(value, list) or not all(
        isinstance(error, dict) and type(error.get("start")) is int and type(error.get("end")) is int for error in value
    ):
        raise line.error("errors without whole numbers start and end", "give what comet-score --to_json wrote, whole")
    return tuple(
        ErrorSpan(start=error["start"], end=error["end"], severity=str(error.get("severity", ""))) for error in value
    )


def _texts(items: dict[str, list[dict[str, Any]]], languages: tuple[str, str] | None, line: Line) -> EvalSet:
    """The texts that the first file's items hold, with the outputs of all."""
    first = next(iter(items.values()))
    references = {"A": [item["ref"] for item in first]} if all(isinstance(i.get("ref"), str) for i in first) else {}
    outputs = {name: [item["mt"] for item in of] for name, of in items.items()}
    for name, texts in outputs.items():
        check_name(name, "system", path=line.path, remedy="rename its file, and score again")
        if len(texts) != len(first):
            raise InputError(
                f"{len(texts)} items of {name}, but {next(iter(items))} has {len(first)}",
                path=line.path,
                remedy="score outputs of one test set together",
            )

    def translation(texts: list[str]) -> Translation:
        return Translation(texts=tuple(texts), lines=(line,) * len(texts))

    return EvalSet(
        languages=languages,
        segments=tuple(Segment(id=str(n), source=item["src"], line=line) for n, item in enumerate(first, 1)),
        references={name: translation(texts) for name, texts in references.items()},
        systems={name: translation(texts) for name, texts in outputs.items()},
    )
