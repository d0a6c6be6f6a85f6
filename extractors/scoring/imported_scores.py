"""Read scores of segments that the user brings: COMET, MetricX, human judgements. A mean is a sum over a count.

As statistics of a segment they are (score, 1), so that sets, controls and tests treat them as they treat BLEU.
A segment without a score, where this is allowed, is (0, 0) and in no mean. A file with a column `source` or `src` says
which texts its numbers count: these are compared with the corpus's, and the scores are put in its order.
"""

import csv
import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from extractors.core.errors import InputError, nearest
from extractors.core.files import read_text, sha256
from extractors.formats import tables
from extractors.formats.statistics import AgainstOne, Statistics, with_scores
from extractors.inputs.beside_source import source_order, warn_of_doubt
from extractors.inputs.text_order import SHOWN, same_text
from extractors.scoring.imported_score_settings import SegmentScoreFile

MISSING = ("", "nan", "na", "n/a", "none", "null")
"""How files say, in any case, that there is no score."""

LARGEST = 1e12
"""Larger scores would leave the range of floating-point numbers as sums of squares and cubes."""

SOURCE_COLUMNS = ("source", "src")
TO_SCORE = (
    "score it, or take means over the segments that have scores: `missing: allow` in a config,"
    " --option NAME.missing=allow for the command"
)
Fault = Callable[..., InputError]
"""The error of a line, from what is wrong there and what to do."""
Row = tuple[int, Sequence[Any]]
"""1-based line (row + 2 of a Parquet file, as if it had a header) and the values."""


class ScoreFile:
    """A file of scores, read once for all systems.

    Args:
        systems: all systems of the corpus.
        texts: (n,) its source; without any the order of a file with sources is not looked at.
    """

    def __init__(self, source: SegmentScoreFile, systems: Sequence[str], texts: Sequence[str] = ()) -> None:
        self._file = Path(source.path)
        header, rows = _read(self._file)
        self._segment_of: dict[int, int] = {}
        if (column := _source_column(source, header, rows, systems, texts)) is not None:
            self._segment_of = _segments_by_source(source, header, rows, column, texts)
            source = source.model_copy(update={"ignore": (*source.ignore, column)})
        if twice := [name for name in source.humans if name in systems]:
            raise InputError(
                f"{twice[0]!r} is a system of the corpus but is also in `humans`",
                path=self._file,
                remedy="name it in only one of the two",
            )
        self._source = source
        names = [*systems, *source.humans]
        self._found = _long(source, header, rows, names) if source.system else _wide(source, header, rows, names)
        self._checksum = sha256(self._file)[:8]

    def statistics(self, *, metric: str, system: str, segments: int) -> Statistics:
        """Return the statistics of one system on n segments: (n, 2), score and 1, or 0 and 0 where there is no score.

        Errors in other systems' scores are ignored here, so that they do not stop this system.
        """
        source, file = self._source, self._file
        values = np.zeros((segments, 2))
        for line, segment, text in self._found(system):
            fault = partial(InputError, path=file, line=line)
            number = _segment(segment, fault) - source.first_segment
            number = self._segment_of.get(number, number)
            if not 0 <= number < segments:
                last = segments - 1 + source.first_segment
                raise fault(
                    f"segment {segment} is not in the corpus, which has {source.first_segment} to {last}",
                    remedy="say with first_segment what number the first segment has, or score this corpus",
                )
            score = _number(text, fault)
            if score is None and not source.may_lack:
                raise fault(f"there is no score for segment {segment} by {system}", remedy=TO_SCORE)
            if values[number, 1]:
                raise fault(
                    f"a second score of segment {segment} by {source.name_of(system)}",
                    remedy="leave one, or write their mean",
                )
            if score is not None:
                values[number] = score, 1
        if not source.may_lack and len(empty := np.flatnonzero(values[:, 1] == 0)):
            segment = empty[0] + source.first_segment
            raise InputError(f"there is no score for segment {segment} by {system}", path=file, remedy=TO_SCORE)
        signature = f"{metric}|file:{file.name}:{self._checksum}|missing:{source.missing}"
        return Statistics(system=system, metric=metric, rows=values, signature=signature)

    def beside_people(self, systems: Sequence[Statistics], humans: Sequence[str] | None = None) -> list[AgainstOne]:
        """Return the statistics of systems and of human translations in this file; [] if either has no scores.

        Args:
            humans: names of the human translations that are wanted; None for all in the file.
        """
        scored = with_scores(systems)
        if not scored:
            return []
        metric, segments = scored[0].metric, len(scored[0].rows)
        people = self._source.humans if humans is None else humans
        human_statistics = [self.statistics(metric=metric, system=name, segments=segments) for name in people]
        scored_humans = with_scores(human_statistics)
        return [AgainstOne(self._source.sees, scored, scored_humans)] if scored_humans else []


def _source_column(
    source: SegmentScoreFile, header: Sequence[str], rows: Sequence[Row], systems: Sequence[str], texts: Sequence[str]
) -> str | None:
    """Find the column with the source of each row; skip one with none of the texts, such as names of corpora."""
    taken = {source.segment, source.system, source.score, *source.ignore, *map(source.name_of, systems)}
    own_texts = set(map(same_text, texts))
    for name in SOURCE_COLUMNS:
        if name in header and name not in taken:
            column = header.index(name)
            if any(same_text(str(values[column])) in own_texts for _, values in rows):
                return name
    return None


def _segments_by_source(
    source: SegmentScoreFile, header: Sequence[str], rows: Sequence[Row], column: str, texts: Sequence[str]
) -> dict[int, int]:
    """Map the numbers in a file to segments by the sources beside them.

    A file that numbers some of the segments only must do so as the corpus does, and gives {}.
    """
    file, source_column = Path(source.path), header.index(column)
    segment = source.segment or ("segment_id" if source.system else None)
    segment_column = None if segment is None else _place(source, header, segment)
    source_of: dict[int, tuple[int, str]] = {}
    for row, (line, values) in enumerate(rows):
        fault = partial(InputError, path=file, line=line)
        number = row if segment_column is None else _segment(values[segment_column], fault) - source.first_segment
        text = same_text(str(values[source_column]))
        if source_of.setdefault(number, (line, text))[1] != text:
            raise fault(
                f"another source of segment {number + source.first_segment} than line {source_of[number][0]} has",
                remedy="give each segment a number of its own",
            )
    numbers = sorted(source_of)
    # All segments are numbered, perhaps in another order: the sources decide which is which.
    if numbers == list(range(len(texts))):
        lines, own = zip(*(source_of[number] for number in numbers), strict=True)
        order = source_order(own, tuple(texts), path=file, lines=lines, source_name="the corpus")
        warn_of_doubt(order.ambiguous(numbers), file)
        return {number: i for i, number in enumerate(order.lines)}
    for number, (line, text) in source_of.items():
        if 0 <= number < len(texts) and text != same_text(texts[number]):
            raise InputError(
                f"{text[:SHOWN]!r} is not the source of segment {number + source.first_segment}",
                path=file,
                line=line,
                remedy="give the scores of these texts; for only some segments, give the numbers of the segments",
            )
    return {}


Found = Iterable[tuple[int, Any, Any]]
"""Line, segment and score, as they stand in the file."""


def _wide(
    source: SegmentScoreFile, header: Sequence[str], rows: Sequence[Row], systems: Sequence[str]
) -> Callable[[str], Found]:
    """Return a function that finds the scores of a system in a file with a column for each system."""
    names = {source.name_of(name) for name in systems}
    for name in header:
        if name not in names and name != source.segment and name not in source.ignore:
            raise _unknown(name, "column", names, source, 1)
    segment_column = _place(source, header, source.segment) if source.segment else None

    def scores_of(system: str) -> Found:
        if source.name_of(system) not in header:
            if source.may_lack:
                return []
            raise InputError(
                f"there is no column {source.name_of(system)!r} with the scores of the system {system}",
                path=source.path,
                line=1,
                remedy=f"{nearest(source.name_of(system), header)}; give its name in the file in `systems`",
            )
        column = header.index(source.name_of(system))
        return (
            (line, number + source.first_segment if segment_column is None else values[segment_column], values[column])
            for number, (line, values) in enumerate(rows)
        )

    return scores_of


def _long(
    source: SegmentScoreFile, header: Sequence[str], rows: Sequence[Row], systems: Sequence[str]
) -> Callable[[str], Found]:
    """Return a function that finds the scores of a system in a file with a line for each segment and system."""
    names = {source.name_of(name) for name in systems}
    columns = (source.segment or "segment_id", str(source.system), source.score)
    segment, name, score = (_place(source, header, column) for column in columns)
    by_name: dict[str, list[tuple[int, Any, Any]]] = {name: [] for name in names}
    for line, values in rows:
        named = str(values[name])
        if named in names:
            by_name[named].append((line, values[segment], values[score]))
        elif named not in source.ignore:
            raise _unknown(named, "system", names, source, line)
    return lambda system: by_name[source.name_of(system)]


def _unknown(name: str, kind: str, names: set[str], source: SegmentScoreFile, line: int) -> InputError:
    return InputError(
        f"the {kind} {name!r} is not a system of the corpus",
        path=source.path,
        line=line,
        remedy=f"name it in `ignore`, or give its system in `systems`; {nearest(name, names)}",
    )


def _place(source: SegmentScoreFile, header: Sequence[str], column: str) -> int:
    if column not in header:
        raise InputError(f"there is no column {column!r}", path=source.path, line=1, remedy=nearest(column, header))
    return header.index(column)


def _segment(value: Any, fault: Fault) -> int:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not number.is_integer():
        raise fault(f"{value!r} is not the number of a segment", remedy="write whole numbers")
    return int(number)


def _number(value: Any, fault: Fault) -> float | None:
    """Read a score; return None where the file says that there is none."""
    if value is None or str(value).strip().lower() in MISSING:
        return None
    try:
        score = float(value)
    except (TypeError, ValueError, OverflowError):
        score = math.inf
    if not math.isfinite(score):
        raise fault(f"{value!r} is not a finite number", remedy="write scores as numbers")
    if abs(score) > LARGEST:
        raise fault(
            f"{value!r} is too large for a score: sums of such have no exact digits",
            remedy=f"divide all scores, so that none is larger than {LARGEST:g}",
        )
    return score


def _read(file: Path) -> tuple[list[str], list[Row]]:
    """Read the column names and the rows of a file."""
    if not file.is_file():
        raise InputError("no such file (segment scores)", path=file, remedy="check the path")
    suffixes = file.with_suffix("").suffix if file.suffix == ".gz" else file.suffix
    if suffixes == ".parquet":
        try:
            table = tables.read_parquet(file)
            table.validate(full=True)
            columns = [column.to_pylist() for column in table.columns]
        except (pa.ArrowException, OSError, ValueError, LookupError) as error:
            raise InputError(f"is not a Parquet file: {error}", path=file, remedy="make it again") from error
        names = [str(name) for name in table.column_names]
        return _header(file, names), [(n + 2, row) for n, row in enumerate(zip(*columns, strict=True))]
    if suffixes not in (".tsv", ".csv"):
        raise InputError(
            f"segment scores cannot be read from {file.suffix or 'a file without a suffix'!r}",
            path=file,
            remedy="give a .tsv, .csv or .parquet file with a header",
        )
    # With their ends, so that a quoted field keeps the line breaks in it.
    lines = [line + "\n" for line in read_text(file).removesuffix("\n").split("\n")]
    reader = csv.reader(lines, delimiter="," if suffixes == ".csv" else "\t")
    try:
        header = _header(file, [name.strip() for name in next(reader, [])])
        rows: list[Row] = [(reader.line_num, [value.strip() for value in values]) for values in reader]
    except csv.Error as error:
        # A carriage return inside a line, or a field without end: a quotation mark that nobody closed.
        raise InputError(f"{error}", path=file, line=reader.line_num, remedy="correct the line") from None
    for line, values in rows:
        if len(values) != len(header):
            raise InputError(
                f"the row has {len(values)} fields, but the header has {len(header)}",
                path=file,
                line=line,
                remedy="give every row all columns, empty where there is no score",
            )
    return header, rows


def _header(file: Path, names: list[str]) -> list[str]:
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise InputError(f"there are two columns {twice[0]!r}", path=file, line=1, remedy="keep one of them")
    return names
