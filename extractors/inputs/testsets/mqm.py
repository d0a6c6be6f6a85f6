"""MQM annotation of google/wmt-mqm-human-evaluation: a row for each error, its span between <v> and </v>.

    system  doc  doc_id  seg_id  rater  source  target  category  severity  comment

A row without errors is No-error/No-error. `seg_id` is the segment in the test set, from 1, `doc_id` the one in its
document. Later files call the columns docSegId and globalSegId, and have a comment after the header. Quotation marks
are ordinary characters, but in files that write them as CSV: fields with some stand in quotes, those inside are double.

Some raters changed the text that they rated. White space is no difference. Where the text outside of the marked span is
the output's, the error counts, and its place is not known; a rating of another text is left out with all its rows.

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
            f"is an archive of {len(folder.names)} files, but must hold one",
            path=path,
            remedy="unpack it and name one of the files",
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
    """Say whether quotation marks are used as in CSV: each field with one stands in them, and those inside are double.

    JSON aside. Fields in quotes without any inside may be direct speech: they do not tell.
    """
    fields = [field for row in rows for field in row if '"' in field and not field.startswith("{")]
    is_csv = all(len(f) > 1 and f[0] == f[-1] == '"' and '"' not in f[1:-1].replace('""', "") for f in fields)
    return is_csv and any('""' in f[1:-1] for f in fields)


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
    rated: dict[str, dict[int, list[MqmRow]]] = {}
    for row in rows:
        first.setdefault(row.number, row)
        rated.setdefault(row.system, {}).setdefault(row.number, []).append(row)
    outputs = {system: {n: _unchanged(of_n) for n, of_n in by_n.items()} for system, by_n in rated.items()}
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


def _unchanged(rows: Sequence[MqmRow]) -> MqmRow:
    """Return the row of an output whose text most raters rated, and of as many the shortest: raters insert words."""
    raters: dict[str, set[str]] = {}
    for row in rows:
        raters.setdefault(row.target, set()).add(row.rater)
    return min(rows, key=lambda row: (-len(raters[row.target]), len(row.target)))


def _ratings(
    rows: Sequence[MqmRow], texts: EvalSet, index: dict[int, int], systems: Systems
) -> tuple[Ratings, list[Remark]]:
    """Collect the ratings by output and rater; leave out, with a remark, those of another text than the set has."""
    values: dict[tuple[str, int, str], Rating] = {}
    others: set[tuple[str, int, str]] = set()
    remarks = []
    for row in rows:
        if (system := systems.find(row.system, row.line)) is None:
            continue
        if row.number not in index:
            raise row.line.error(
                f"segment {row.number} is not in the set, which has {len(texts.segments)}", "give the texts it is of"
            )
        segment = index[row.number]
        key = system, segment, row.rater
        output = texts.translations[system].texts[segment]
        error = row.error
        if output is None or not _is_of(row, output):
            others.add(key)
            remarks.append(Remark(row.line, f"another text was rated than the one of {system}: the rating is left out"))
            continue
        if error is not None and not error.in_source and row.target != output:
            error, problem = _carried(error, row.target, output)
            remarks += [Remark(row.line, problem)] if problem else []
        if error is not None and error.in_source and row.source != texts.segments[segment].source:
            remarks.append(Remark(row.line, "another source was rated than that of the set: the span is left out"))
            error = replace(error, start=None, end=None)
        rating = values.get(key) or Rating(system, segment, row.rater, (), row.line)
        values[key] = rating if error is None else rating._replace(errors=(*rating.errors, error))
    whole = tuple(rating for key, rating in values.items() if key not in others)
    return Ratings(name=NAME, human=True, values=whole), remarks


def _bare(text: str) -> str:
    return "".join(text.split())


def _is_of(row: MqmRow, output: str) -> bool:
    """Return whether a row rates an output: its text, white space aside, or one changed in the marked span alone."""
    if _bare(row.target) == _bare(output):
        return True
    error = row.error
    if error is None or error.in_source or error.start is None or error.end is None:
        return False
    before, after, whole = _bare(row.target[: error.start]), _bare(row.target[error.end :]), _bare(output)
    return len(before) + len(after) <= len(whole) and whole.startswith(before) and whole.endswith(after)


def _carried(error: ErrorSpan, rated: str, output: str) -> tuple[ErrorSpan, str | None]:
    """Move the span of an error from the rated text to the output; without a place, and why, if it cannot be."""
    if _bare(rated) != _bare(output):
        return replace(
            error, start=None, end=None
        ), "the rater changed the text: the error counts, its place is not known"
    if error.start is None or error.end is None:
        return error, None
    places = [place for place, character in enumerate(output) if not character.isspace()]
    first, last = len(_bare(rated[: error.start])), len(_bare(rated[: error.end]))
    if first == last:
        return replace(error, start=None, end=None), None
    return replace(error, start=places[first], end=places[last - 1] + 1), None
