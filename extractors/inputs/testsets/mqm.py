"""MQM annotation of google/wmt-mqm-human-evaluation: a row for each error, its span between <v> and </v>.

    system  doc  doc_id  seg_id  rater  source  target  category  severity  comment

A row without errors is No-error/No-error. `seg_id` is the segment in the test set, from 1, `doc_id` the one in its
document. Later files call the columns docSegId and globalSegId, and have a comment after the header. Quotation marks
are ordinary characters, but in files whose every field with one stands in quotes, as CSV has it.

Source: README of google/wmt-mqm-human-evaluation; Freitag et al. 2021 (arXiv 2104.14478).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from extractors.core.digits import is_whole
from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.core.names import check_name
from extractors.inputs.testsets import (
    ErrorSpan,
    EvalSet,
    Line,
    Rating,
    Ratings,
    Remark,
    Segment,
    SetReader,
    Translation,
)
from extractors.inputs.testsets._files import PACKED, Folder, csv_fields, lines
from extractors.inputs.testsets._scores import REFERENCE, Systems, check_rater, mqm_weight, penalties
from extractors.inputs.testsets._trees import languages_of

NAME = "mqm"
COLUMNS = ("system", "doc", "seg_id", "rater", "source", "target", "category", "severity")
LATER_NAMES = {"globalSegId": "seg_id"}
MARKS = re.compile("</?v>")
ATTENTION_TEST = "hotw-test"
"""The category of rows that say whether a rater pays attention, and mark no error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MqmRow:
    """A row, its texts without the marks of the span."""

    line: Line
    system: str
    document: str
    number: int
    rater: str
    source: str
    target: str
    error: ErrorSpan | None
    problem: str | None


class Mqm(SetReader):
    """`mqm:mqm_ted_ende.tsv#en-de` has the texts of what it rates; after other texts, it adds ratings to those."""

    def read(self, texts: EvalSet | None) -> EvalSet:
        rows = list(_rows(self.path))
        remarks = [Remark(row.line, row.problem) for row in rows if row.problem]
        rows = [row for row in rows if row.error is None or (row.error.category or "").lower() != ATTENTION_TEST]
        if texts is None:
            texts = _texts(rows, languages_of(self.mark, self.path) if self.mark else None)
            index = {int(segment.id): i for i, segment in enumerate(texts.segments)}
            systems = Systems(texts, None, self.path)
        else:
            index = {number: number - 1 for number in range(1, len(texts.segments) + 1)}
            systems = Systems(texts, self.mark, self.path)
        ratings, more = _ratings(rows, texts, index, systems)
        return texts.adding([penalties(NAME, ratings.values)], [ratings], [*remarks, *more])


def _content(path: Path) -> tuple[str, Path]:
    """Read the text of a file, or of the only file in an archive; also return its path for messages."""
    if not path.name.endswith(PACKED):
        return read_text(path), path
    folder = Folder(path)
    if len(folder.names) != 1:
        raise InputError(
            f"an archive with {len(folder.names)} files", path=path, remedy="unpack it, and name one of them"
        )
    return folder.text(folder.names[0]), folder.file(folder.names[0])


def _rows(path: Path) -> Iterator[MqmRow]:
    text, path = _content(path)
    written = [row.split("\t") for row in lines(text, path)]
    header = [LATER_NAMES.get(name, name) for name in written[0]]
    if lacking := [column for column in COLUMNS if column not in header]:
        raise Line(path, 1).error(f"no column {lacking[0]!r}", f"the header has: {', '.join(written[0])}")
    index_of = {column: header.index(column) for column in COLUMNS}
    if _is_quoted(written[1:]):
        written = [csv_fields("\t".join(fields), Line(path, at), "\t") for at, fields in enumerate(written, 1)]
    for number, fields in enumerate(written[1:], 2):
        line = Line(path, number)
        if len(fields) <= max(index_of.values()):
            raise line.error(
                f"{len(fields)} fields, where {max(index_of.values()) + 1} are needed",
                "correct the row; was the file cut?",
            )
        yield _row(line, {column: fields[at] for column, at in index_of.items()})


def _is_quoted(rows: Sequence[Sequence[str]]) -> bool:
    """Say whether quotation marks are used as in CSV: every field with one stands in them, JSON aside."""
    fields = [field for row in rows for field in row if '"' in field and not field.startswith("{")]
    return bool(fields) and all(len(f) > 1 and f.startswith('"') and f.endswith('"') for f in fields)


def _row(line: Line, values: dict[str, str]) -> MqmRow:
    if not is_whole(values["seg_id"]):
        raise line.error(f"{values['seg_id']!r} is not the number of a segment", "correct the row; was the file cut?")
    spans = {side: _span(values[side]) for side in ("target", "source")}
    side = next((side for side, (marks, _) in spans.items() if marks), None)
    problem = None
    error = None
    if values["category"].lower() != "no-error":
        start, end = spans[side][1] if side else (None, None)
        if side and start is None:
            problem = "<v> and </v> are not one pair: the error counts, its place is not known"
        if values["category"].lower() == ATTENTION_TEST:
            problem = "an attention test of the rater and no error: left out"
        error = ErrorSpan(
            start=start,
            end=end,
            severity=values["severity"],
            category=values["category"],
            in_source=side == "source",
            score=mqm_weight(values["category"], values["severity"]),
        )
    return MqmRow(
        line=line,
        system=values["system"],
        document=values["doc"],
        number=int(values["seg_id"]),
        rater=check_rater(values["rater"], line),
        source=MARKS.sub("", values["source"]),
        target=MARKS.sub("", values["target"]),
        error=error,
        problem=problem,
    )


def _span(text: str) -> tuple[bool, tuple[int | None, int | None]]:
    """Say whether a text has marks; return the span between them in the text without marks, None if not one pair."""
    marks = list(MARKS.finditer(text))
    if [mark[0] for mark in marks] != ["<v>", "</v>"]:
        return bool(marks), (None, None)
    return True, (marks[0].start(), marks[1].start() - len("<v>"))


def _texts(rows: Sequence[MqmRow], languages: tuple[str, str] | None) -> EvalSet:
    """Make a set of the rated segments, with the texts that stand in the rows."""
    first: dict[int, MqmRow] = {}
    outputs: dict[str, dict[int, MqmRow]] = {}
    for row in rows:
        first.setdefault(row.number, row)
        outputs.setdefault(row.system, {}).setdefault(row.number, row)
    numbers = sorted(first)
    translations = {}
    for system, texts in outputs.items():
        check_name(system, "system", path=rows[0].line.path, line=next(iter(texts.values())).line.number)
        translations[system] = Translation(
            texts=tuple(texts[n].target if n in texts else None for n in numbers),
            lines=tuple(texts[n].line if n in texts else Line(rows[0].line.path, None) for n in numbers),
        )
    references = {name for name in translations if name == "ref" or REFERENCE.fullmatch(name)}
    return EvalSet(
        languages=languages,
        segments=tuple(
            Segment(id=str(n), source=first[n].source, document=first[n].document, line=first[n].line) for n in numbers
        ),
        references={name: text for name, text in translations.items() if name in references},
        systems={name: text for name, text in translations.items() if name not in references},
    )


def _ratings(
    rows: Sequence[MqmRow], texts: EvalSet, index: dict[int, int], systems: Systems
) -> tuple[Ratings, list[Remark]]:
    """Collect the ratings by output and rater; leave out, with a remark, rows whose text is not the one in the set."""
    values: dict[tuple[str, int, str], Rating] = {}
    remarks = []
    for row in rows:
        if (system := systems.find(row.system, row.line)) is None:
            continue
        if row.number not in index:
            raise row.line.error(
                f"segment {row.number} is not in the set, which has {len(texts.segments)}", "give the texts it is of"
            )
        segment = index[row.number]
        if row.target != texts.translations[system].texts[segment]:
            remarks.append(Remark(row.line, f"another text was rated than the one of {system}: the row is left out"))
            continue
        error = row.error
        if error is not None and error.in_source and row.source != texts.segments[segment].source:
            remarks.append(Remark(row.line, "another source was rated than that of the set: the span is left out"))
            error = replace(error, start=None, end=None)
        key = system, segment, row.rater
        rating = values.get(key) or Rating(system, segment, row.rater, (), row.line)
        values[key] = rating if error is None else rating._replace(errors=(*rating.errors, error))
    return Ratings(name=NAME, human=True, values=tuple(values.values())), remarks
