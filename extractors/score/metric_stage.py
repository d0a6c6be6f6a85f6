"""The tables of a metric that a program computes: its scores, and the errors that it marked."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from extractors.core.errors import InputError
from extractors.core.files import read_text
from extractors.formats import tables
from extractors.formats.segments import read_hypotheses
from extractors.formats.testset_scores import ERROR_SPANS, RATINGS, SEGMENT_SCORES
from extractors.score.metric_command_settings import MetricCommand
from extractors.score.metric_output import SegmentMark, read_metric_output

LONGEST_VERSION = 200
"""Characters of a version, which stands in each signature."""


def write_metric_tables(
    marks: Mapping[str, Sequence[SegmentMark]],
    *,
    metric: str,
    version: str,
    scores: str | Path,
    ratings: str | Path,
    spans: str | Path,
    marks_errors: bool,
) -> None:
    """Write SEGMENT_SCORES, RATINGS and ERROR_SPANS of a metric.

    Args:
        marks: by system, what the program says of each segment.
        version: of the program, for the signature.
        marks_errors: whether segments without an error are rated ones without errors; else no segment is rated.
    """
    rated: dict[str, list[Any]] = {column.name: [] for column in RATINGS.columns}
    errors: dict[str, list[Any]] = {column.name: [] for column in ERROR_SPANS.columns}
    scored: dict[str, list[Any]] = {column.name: [] for column in SEGMENT_SCORES.columns}
    for system, of_segments in marks.items():
        for segment, mark in enumerate(of_segments):
            if mark.score is None:
                continue
            _add(scored, segment_id=segment, system=system, score=mark.score, raters=1)
            if not marks_errors:
                continue
            number = len(rated["rating_id"])
            place = {"system": system, "segment_id": segment}
            _add(rated, rating_id=number, annotation=metric, human=False, rater=None, errors=len(mark.errors), **place)
            for error in mark.errors:
                _add(errors, rating_id=number, in_source=False, score=None, **error._asdict())
    tables.write(tables.signed(SEGMENT_SCORES.from_columns(scored), f"version:{version}"), scores)
    tables.write(RATINGS.from_columns(rated), ratings)
    tables.write(ERROR_SPANS.from_columns(errors), spans)


def _add(columns: Mapping[str, list[Any]], **row: Any) -> None:
    for name, value in row.items():
        columns[name].append(value)


def marks_of_system(
    output: Path, version: Path, hypotheses: str | Path, command: MetricCommand
) -> tuple[list[SegmentMark], str]:
    """What a program says of a system's segments, and its version.

    Args:
        output, version: files that a job of MetricRun wrote.
        hypotheses: the table of the system's translations.
    """
    lines = read_text(version).split("\n")
    said = " ".join(lines[0].split()).replace("|", "/")
    if not said:
        raise InputError(
            "the version_command printed nothing in its first line",
            path=version,
            line=1,
            remedy="let it print the version alone, or give `version`",
        )
    if len(said) > LONGEST_VERSION:
        raise InputError(
            f"the version is a line of {len(said)} characters, and {LONGEST_VERSION} are the most",
            path=version,
            line=1,
            remedy="let the version_command print the version alone, or give `version`",
        )
    return read_metric_output(output, outputs=read_hypotheses(hypotheses), command=command), said
