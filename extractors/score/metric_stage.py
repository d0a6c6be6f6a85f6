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
    scored, rated, errors = (list[dict[str, Any]]() for _ in range(3))
    for system, of_segments in marks.items():
        for segment, mark in enumerate(of_segments):
            if mark.score is None:
                continue
            place = {"system": system, "segment_id": segment}
            scored.append({**place, "score": mark.score, "raters": 1})
            if not marks_errors:
                continue
            number = len(rated)
            of_rating = {"annotation": metric, "human": False, "rater": None, "errors": len(mark.errors)}
            rated.append({"rating_id": number, **place, **of_rating})
            of_error = {"rating_id": number, "in_source": False, "score": None}
            errors += [of_error | error._asdict() for error in mark.errors]
    tables.write(tables.signed(SEGMENT_SCORES.table(scored), f"version:{version}"), scores)
    tables.write(RATINGS.table(rated), ratings)
    tables.write(ERROR_SPANS.table(errors), spans)


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
