"""Write the scores and marked errors of a test set as tables, and list what does not fit into them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from extractors.core.errors import InputError
from extractors.core.files import replacing_folder
from extractors.core.logs import log
from extractors.formats import tables
from extractors.formats.testset_scores import AUDIT_TRAIL, ERROR_SPANS, RATINGS, SEGMENT_SCORES
from extractors.inputs.beside_source import set_beside, texts_beside
from extractors.inputs.evaluation_sets import read_set
from extractors.inputs.places import Place
from extractors.inputs.testsets import EvalSet, GivenScores
from extractors.inputs.text_order import SHOWN, same_text

TRAIL_SHOWN = 3
"""Lines of the audit trail that the log shows; the table has them all."""


def read_beside(
    test_set: str, source: Sequence[str], *, source_name: object, own: Mapping[str, Place], scores: Sequence[str]
) -> EvalSet:
    """Read a test set whose scores are wanted, its segments in the order of a corpus.

    Args:
        source_name: what the source is called in messages.
        own: the outputs that the corpus has from elsewhere; one that differs from the rated output is refused.
    """
    rated_set = set_beside(read_set(test_set), source, name=test_set, source_name=source_name)
    rated = {value.system for name in scores for value in rated_set.scores[name].values}
    rated |= {rating.system for ratings in rated_set.ratings.values() for rating in ratings.values}
    for system, place in own.items():
        if system not in rated:
            continue
        rated_output = rated_set.translations[system]
        theirs = [text or "" for text in rated_output.texts]
        for i, text in enumerate(texts_beside(place, source, source_name=source_name)):
            if same_text(text) != same_text(theirs[i]):
                raise InputError(
                    f"{text[:SHOWN]!r} is not the output of {system} that was rated, {theirs[i][:SHOWN]!r}"
                    f" ({rated_output.lines[i].place})",
                    path=place.path,
                    line=i + 1,
                    remedy="give the output that was rated, or rename this system",
                )
    return rated_set


def write(
    test_set: EvalSet, folder: str | Path, *, systems: Sequence[str], people: Mapping[str, Sequence[str]]
) -> None:
    """Write scores/NAME.parquet, ratings.parquet, error_spans.parquet and audit_trail.parquet (and .csv) into a folder.

    Args:
        systems: whose scores are wanted.
        people: by the name of the scores to write, the human translations whose scores are wanted too. All ratings
            are written, also of references.
    """
    with replacing_folder(folder) as new:
        for name, humans in people.items():
            tables.write(score_table(test_set.scores[name], [*systems, *humans]), new / "scores" / f"{name}.parquet")
        ratings, spans = rating_tables(test_set)
        tables.write(ratings, new / "ratings.parquet")
        tables.write(spans, new / "error_spans.parquet")
        tables.write_with_csv(trail_table(test_set), new / "audit_trail.parquet")
    for line in lines_of(test_set):
        log.warning("%s", line)


def score_table(scores: GivenScores, systems: Sequence[str]) -> pa.Table:
    """Tabulate the mean score of each scored segment of each system, in the order of systems and segments."""
    means = scores.mean_by_segment()
    raters = Counter((score.system, score.segment) for score in scores.values)
    order = {system: number for number, system in enumerate(systems)}
    keys = sorted((key for key in means if key[0] in order), key=lambda key: (order[key[0]], key[1]))
    return SEGMENT_SCORES.from_columns(
        {
            "segment_id": [segment for _, segment in keys],
            "system": [system for system, _ in keys],
            "score": [means[key][0] for key in keys],
            "raters": [raters[key] for key in keys],
        }
    )


def rating_tables(test_set: EvalSet) -> tuple[pa.Table, pa.Table]:
    every = [(annotation, rating) for annotation in test_set.ratings.values() for rating in annotation.values]
    errors = [(number, error) for number, (_, rating) in enumerate(every) for error in rating.errors]
    ratings = {
        "rating_id": range(len(every)),
        "annotation": [annotation.name for annotation, _ in every],
        "human": [annotation.human for annotation, _ in every],
        "system": [rating.system for _, rating in every],
        "segment_id": [rating.segment for _, rating in every],
        "rater": [rating.rater for _, rating in every],
        "errors": [len(rating.errors) for _, rating in every],
    }
    error_columns = {c.name: [getattr(error, c.name) for _, error in errors] for c in ERROR_SPANS.columns[1:]}
    spans = {"rating_id": [number for number, _ in errors], **error_columns}
    return RATINGS.from_columns(ratings), ERROR_SPANS.from_columns(spans)


def trail_table(test_set: EvalSet) -> pa.Table:
    return AUDIT_TRAIL.from_columns(
        {
            "file": [str(remark.line.path) for remark in test_set.remarks],
            "line": [remark.line.number for remark in test_set.remarks],
            "problem": [remark.problem for remark in test_set.remarks],
        }
    )


def lines_of(test_set: EvalSet) -> list[str]:
    """Write out, for the log, the commonest problems in the audit trail: the first line of each, and their number."""
    kinds = Counter(remark.problem for remark in test_set.remarks)
    first = {remark.problem: remark.line for remark in reversed(test_set.remarks)}
    lines = [
        f"{first[problem].place}: {problem}" + (f" ({count} lines)" if count > 1 else "")
        for problem, count in kinds.most_common(TRAIL_SHOWN)
    ]
    rest = len(test_set.remarks) - sum(count for _, count in kinds.most_common(TRAIL_SHOWN))
    return lines + ([f"{rest} more lines like these: see the audit trail"] if rest else [])
