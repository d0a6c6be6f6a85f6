"""Errors that raters marked at a phenomenon: in the words of hits against those of control words.

Makes the rows of HUMAN_ERRORS and HUMAN_ERROR_HITS. The hits and their controls are those of accuracy (`controls`).
The value of a hit in an output is the share of its raters who marked an error in a word that the hit is linked to. It
is compared beyond its chance (`marks`, `statistics.beyond_chance`): a hit of two words in a short output that is marked
half is marked by chance more often than one word of a long output. For all systems together, a hit has one value, the
mean over systems, since systems are marked at the same words. Human translations that were rated with them have the
same difference, and systems are reported relative to it: people may mark such words in any translation. Where at least
FEWEST_DOCUMENTS documents are known, documents are what is independent, otherwise segments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

import numpy as np

from extractors.core.arrays import Bool, Float64, Int64
from extractors.formats.sets import Range
from extractors.scoring.corrections import finite
from extractors.scoring.statistics import beyond_chance, proportions
from extractors.words.accuracy_settings import AccuracySettings
from extractors.words.marked_errors import EVERY, ErrorKind, LinkedWords, Ratings
from extractors.words.marks import Marks, marks_of, masks_of, rated_outputs
from extractors.words.measure import counts_of, mean_of_systems
from extractors.words.preparing import OF_HIT, Prepared, PreparedEntries, signature

FEWEST_DOCUMENTS = 30
"""With fewer documents no test by document can be relied on; then segments are taken as independent."""
OF_HUMANS = ("humans", "beyond", "beyond_low", "beyond_high", "beyond_p")
COMPARED = {"chance": "chance", "control": "control", "difference": "difference", "p": "p"}
COMPARED |= {"difference_low": "low", "difference_high": "high"}
"""Columns, with the names of their numbers in `beyond_chance.Difference`."""


class Clusters(NamedTuple):
    """What is independent of each other: `number`, (N,), the cluster of each segment, and what a cluster is."""

    number: Int64
    what: str

    @classmethod
    def of(cls, documents: Int64 | None, segments: int) -> Clusters:
        """Take documents as clusters, if enough of them are known; otherwise segments."""
        count = 0 if documents is None else len(np.unique(documents))
        if documents is not None and count >= FEWEST_DOCUMENTS:
            return cls(documents, "documents")
        why = f"segments, {count} documents are too few" if count else "segments"
        return cls(np.arange(segments, dtype=np.int64), why)


def measure_errors(
    corpus: Prepared,
    systems: Sequence[str],
    annotations: Mapping[str, Ratings],
    words: LinkedWords,
    *,
    ranges: Mapping[str, Sequence[Range]],
    documents: Int64 | None,
    settings: AccuracySettings,
    run: str = "",
    people: LinkedWords | None = None,
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Compare what was marked in the words of hits and of their controls, by annotation.

    Args:
        systems: those whose outputs were rated; ratings of others, as of references, are not looked at.
        annotations: by name, what people marked.
        ranges: the distances to report, by phenomenon.
        documents: (N,) number of each segment's document; None where they are not known.
        people: the words of human translations; those that an annotation rated are what its systems are told beyond.

    Returns:
        The rows of HUMAN_ERRORS, and of HUMAN_ERROR_HITS. A range without a hit in a rated output has no row.
    """
    clusters = Clusters.of(documents, corpus.segments)
    run = "|".join(filter(None, (run, signature(settings), f"marks:beyond chance|clusters:{clusters.what}")))
    rows, by_hit = list[dict[str, Any]](), list[dict[str, Any]]()
    for annotation, ratings in annotations.items():
        looked_at = {name for name, _ in ratings}
        rated = [system for system in systems if system in looked_at]
        marks = _marks_in(corpus, rated, ratings, words)
        humans = None
        if people is not None and (names := [name for name in people.texts if name in looked_at]):
            humans = together(_marks_in(corpus, names, ratings, people))
        rows += error_rows(corpus, annotation, rated, marks, ranges, clusters, run, humans)
        by_hit += hit_rows(corpus, annotation, rated, ratings, words)
    return rows, by_hit


def _marks_in(corpus: Prepared, names: Sequence[str], ratings: Ratings, words: LinkedWords) -> Marks:
    outputs = rated_outputs(corpus.items, names, ratings, words)
    return marks_of(outputs, masks_of(ratings, names, words), names, len(corpus.items))


def error_rows(
    corpus: Prepared,
    annotation: str,
    systems: Sequence[str],
    marks: Marks,
    ranges: Mapping[str, Sequence[Range]],
    clusters: Clusters,
    run: str,
    humans: beyond_chance.AnswerTable | None = None,
) -> list[dict[str, Any]]:
    """Return the rows of HUMAN_ERRORS of an annotation: each system by severity, and all together by category, too.

    Args:
        humans: errors of every kind in human translations; None where none was rated.
    """
    segment = np.array([item.segment for item in corpus.items], dtype=np.int64)
    cluster = clusters.number[segment]
    distances = corpus.hits.column("distance_set").to_numpy()
    columns, answers = columns_of(systems, marks)
    rows = []
    for phenomenon, asked in ranges.items():
        hits, entries = corpus.hits_of(phenomenon)
        for r in asked:
            inside = r.has(distances[hits])
            difference = compare(answers, entries, inside, cluster)
            of_humans = None if humans is None else compare(humans, entries, inside, cluster)
            values, hit_segments = answers.values[hits][inside], segment[hits][inside]
            bounds = proportions.interval(values, clusters.number[hit_segments])
            for c, (system, kind) in enumerate(columns):
                if np.isnan(values[:, c]).all():
                    continue
                row = {
                    "annotation": annotation,
                    "system": system,
                    "phenomenon": phenomenon,
                    **asdict(r),
                    "severity": kind.severity,
                    "category": kind.category,
                    **counts_of(values[:, c], hit_segments),
                    **{name: finite(ends[c]) for name, ends in zip(("rate", "low", "high"), bounds, strict=True)},
                    **dict.fromkeys((*COMPARED, *OF_HUMANS)),
                    "run": run,
                }
                if difference is not None:
                    row |= {name: finite(getattr(difference, field)[c]) for name, field in COMPARED.items()}
                # Human translations have a single column: all together, with errors of every kind.
                if difference is not None and of_humans is not None and (system, kind) == (None, EVERY):
                    beyond = beyond_chance.minus(difference.column(c), of_humans)
                    numbers = (of_humans.difference, *beyond)
                    row |= {name: finite(number[0]) for name, number in zip(OF_HUMANS, numbers, strict=True)}
                rows.append(row)
    return rows


def columns_of(
    systems: Sequence[str], marks: Marks
) -> tuple[list[tuple[str | None, ErrorKind]], beyond_chance.AnswerTable]:
    """Return the columns (a system, or None for all of them, and a kind of errors) and the answers of all items."""
    columns: list[tuple[str | None, ErrorKind]] = []
    blocks = []
    for kind in (EVERY, *marks.severities, *marks.categories):
        terms = _terms(marks, kind)
        columns.append((None, kind))
        blocks.append(_means(terms))
        if kind not in marks.categories:
            columns.extend((system, kind) for system in systems)
            blocks.append(terms)
    return columns, _table(np.concatenate(blocks, axis=2))


def _terms(marks: Marks, kind: ErrorKind) -> Float64:
    """Return (4, m, s) for a kind of errors: marked, chance e, e (1 - e), and this times the place in the output."""
    marked, chance, spread = marks.of_kind(kind)
    return np.stack([marked, chance, spread, spread * marks.centre])


def _means(terms: Float64) -> Float64:
    """Return (4, m, 1) the means over the systems."""
    return np.stack([mean_of_systems(term) for term in terms])


def _table(columns: Float64) -> beyond_chance.AnswerTable:
    values, chance, *terms = columns
    return beyond_chance.AnswerTable(values, chance, np.stack(terms))


def together(marks: Marks) -> beyond_chance.AnswerTable:
    """Return one column of answers: all systems together, with errors of every kind."""
    return _table(_means(_terms(marks, EVERY)))


def compare(
    answers: beyond_chance.AnswerTable, entries: PreparedEntries | None, inside: Bool, cluster: Int64
) -> beyond_chance.Difference | None:
    """Compare the hits of a range with their controls; None if no hit of it has controls.

    Args:
        entries: of all hits of the phenomenon and their controls.
        inside: (h,) which hits are in the range.
        cluster: (items,)
    """
    if entries is None or not inside[entries.have].any():
        return None
    is_inside = inside[entries.have]
    hits = beyond_chance.Group(entries.hits[is_inside], entries.strata[is_inside])
    # Controls of strata without a hit in the range have weight 0.
    has_hits = np.isin(entries.control_strata, hits.stratum)
    controls = beyond_chance.Group(entries.controls[has_hits], entries.control_strata[has_hits])
    return beyond_chance.compare(answers, hits, controls, cluster)


def hit_rows(
    corpus: Prepared, annotation: str, systems: Sequence[str], ratings: Ratings, words: LinkedWords
) -> Iterator[dict[str, Any]]:
    """Yield the rows of HUMAN_ERROR_HITS of an annotation."""
    hits = corpus.hits.select(OF_HIT).to_pylist()
    for system in systems:
        for hit, item in zip(hits, corpus.items[: len(hits)], strict=True):
            raters = ratings.get((system, item.segment))
            tokens = words.of_item(item, system) if raters else []
            if not raters or not tokens:
                continue
            forms, spans = words.tokens(system, item.segment)
            hit_spans = [spans[token] for token in tokens]
            marking = [[error for error in errors if any(error.covers(*s) for s in hit_spans)] for errors in raters]
            errors = [error for marked in marking for error in marked]
            text = words.texts[system][item.segment]
            yield {
                "annotation": annotation,
                "system": system,
                **hit,
                "words": [forms[token] for token in tokens],
                "raters": len(raters),
                "marked": sum(map(bool, marking)) / len(raters),
                "errors": [f"{error.severity} {error.category}".strip() for error in errors],
                "spans": [text[error.start : error.end] for error in errors],
                "starts": [error.start for error in errors],
            }
