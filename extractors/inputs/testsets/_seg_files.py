"""Files with a line for each system and segment, in the order of the segments: `.seg.score` and `.seg.rating`."""

from collections import Counter
from pathlib import Path
from typing import Any, Literal

from extractors.core import jsonfile
from extractors.inputs.testsets import ErrorSpan, EvalSet, GivenScores, Line, Rating, Ratings, Remark, Score
from extractors.inputs.testsets._files import lines
from extractors.inputs.testsets._scores import MISSING, Systems, number, placed

Row = tuple[Line, str, int, list[str]]
"""Where it stands, the system in the set, the segment, and the fields after the system."""


def _rows(text: str, path: Path, texts: EvalSet, systems: Systems) -> list[Row]:
    counts: Counter[str] = Counter()
    last: dict[str, Line] = {}
    rows: list[Row] = []
    for at, row in enumerate(lines(text, path), 1):
        line = Line(path, at)
        written, *fields = row.split("\t")
        if not fields or not fields[0].strip():
            raise line.error("no value after a tab", "write SYSTEM<tab>VALUE, and None for none; was the file cut?")
        if (system := systems.find(written, line)) is not None:
            rows.append((line, system, counts[written], fields))
        counts[written] += 1
        last[written] = line
    for written, count in counts.items():
        if count != len(texts.segments):
            raise last[written].error(
                f"{count} lines of {written}, but the set has {len(texts.segments)} segments",
                "give a line for each segment, None where there is no score; a shorter file was cut",
            )
    return rows


def read_scores(text: str, path: Path, texts: EvalSet, systems: Systems, *, name: str, human: bool) -> GivenScores:
    """Read the scores of a `.seg.score`; systems stand in any order, and None is no score.

    A metric sees the source alone if its name ends in `-src`, as in mt-metrics-eval, otherwise a reference.
    """
    values = []
    for line, system, segment, fields in _rows(text, path, texts, systems):
        if (value := number(fields[0], line)) is not None:
            values.append(Score(system, segment, value, None, line))
    sees: Literal["source", "reference"] = "source" if human or name.endswith("-src") else "reference"
    return GivenScores(name=name, human=human, higher_is_better=True, values=tuple(values), sees=sees)


def read_ratings(
    text: str, path: Path, texts: EvalSet, systems: Systems, remarks: list[Remark], *, name: str
) -> Ratings:
    """Read the ratings of a `.seg.rating`; the name of the rater may stand in a third field."""
    values = []
    for line, system, segment, fields in _rows(text, path, texts, systems):
        if fields[0].strip().lower() not in MISSING:
            errors = errors_of(jsonfile.loads(fields[0], path, line=line.number), line)
            rater = fields[1] if len(fields) > 1 else None
            values.append(Rating(system, segment, rater, errors, line))
    return Ratings(name=name, human=True, values=placed(values, texts, remarks))


def errors_of(value: Any, line: Line) -> tuple[ErrorSpan, ...]:
    """Read errors from `{"errors": [{start, end, category, severity, score, is_source_error}]}`, ends exclusive."""
    errors = value.get("errors") if isinstance(value, dict) else None
    if not isinstance(errors, list):
        raise line.error("no list `errors`", 'write {"errors": [...]}, with an empty list where there is none')
    spans = []
    for error in errors:
        if not isinstance(error, dict) or not all(type(error.get(key)) is int for key in ("start", "end")):
            raise line.error("an error without whole numbers start and end", "give both, in characters of the text")
        score = error.get("score")
        spans.append(
            ErrorSpan(
                start=error["start"],
                end=error["end"],
                severity=str(error.get("severity", "")),
                category=None if error.get("category") is None else str(error["category"]),
                in_source=bool(error.get("is_source_error")),
                score=float(score) if isinstance(score, int | float) else None,
            )
        )
    return tuple(spans)
