"""What a table is, and the tables of corpora, hits, sets and controls: columns, types and meaning, each defined once.

The tables of scores are in extractors.conclusions.formats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

STRINGS = pa.list_(pa.string())
NUMBERS = pa.list_(pa.int32())


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, Arrow type and meaning, and whether a value may be missing."""

    name: str
    type: pa.DataType
    meaning: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """A table: what a row is, the file that a run keeps it in, and the columns."""

    name: str
    row: str
    file: str
    columns: tuple[Column, ...]

    @property
    def schema(self) -> pa.Schema:
        return pa.schema([pa.field(c.name, c.type, nullable=c.optional) for c in self.columns])

    def table(self, rows: Sequence[Mapping[str, Any]]) -> pa.Table:
        """A table from one mapping a row."""
        return self.from_columns({c.name: [row[c.name] for row in rows] for c in self.columns})

    def from_columns(self, columns: Mapping[str, Any]) -> pa.Table:
        """A table from one sequence a column; a number that is NaN is a missing value."""
        arrays = {c.name: pa.array(columns[c.name], c.type, from_pandas=True) for c in self.columns}
        return pa.table(arrays, schema=self.schema)


SEGMENTS = Format(
    "segments",
    "a segment of the corpus",
    "segments.parquet",
    (
        Column("segment_id", pa.int32(), "0-based line number"),
        Column("source", pa.string(), "the source segment, Unicode NFC"),
        Column("references", STRINGS, "its reference translations, in the order of the metadata `references`"),
        Column("provenance", pa.string(), "file or place, and line, that the source came from"),
    ),
)

HYPOTHESES = Format(
    "hypotheses",
    "a segment as one system translated it",
    "systems/SYSTEM.parquet",
    (
        Column("segment_id", pa.int32(), "0-based line number"),
        Column("hypothesis", pa.string(), "the translation, Unicode NFC"),
    ),
)

ALIGNMENT = Format(
    "alignment",
    "a link between a source token and a reference token",
    "alignment.parquet",
    (
        Column("segment_id", pa.int32(), "the segment"),
        Column("reference", pa.string(), "name of the reference"),
        Column("source", pa.int32(), "0-based number of the source's surface token"),
        Column("target", pa.int32(), "0-based number of the reference's surface token"),
        Column("source_form", pa.string(), "the source token"),
        Column("target_form", pa.string(), "the reference token"),
    ),
)

HITS = Format(
    "hits",
    "an instance of a phenomenon in a segment",
    "hits.parquet",
    (
        Column("segment_id", pa.int32(), "the segment"),
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column(
            "head",
            pa.int32(),
            "0-based number, in the segment, of the surface token that holds the head word",
        ),
        Column("dependent", pa.int32(), "the same for the dependent word"),
        Column("head_form", pa.string(), "the head word"),
        Column("dependent_form", pa.string(), "the dependent word"),
        Column("head_word", pa.int32(), "0-based number of the head in the segment, counted in syntactic words"),
        Column("dependent_word", pa.int32(), "the same for the dependent"),
        Column("distance", pa.int32(), "surface tokens strictly between the two, punctuation not counted"),
        Column(
            "distance_ud",
            pa.int32(),
            "syntactic words strictly between the two, punctuation counted (the paper's)",
        ),
        Column("distance_set", pa.int32(), "the distance by which the phenomenon's sets are made"),
        Column(
            "confidence",
            pa.float32(),
            "probability, as the parser sees it, that the least sure of the arcs that the request asks for is right;"
            " `without` blocks are not counted (see config/README.md); 1 if it asks for none; missing where the parser"
            " gives none or the hit is found from the alignment",
            optional=True,
        ),
        Column("head_target", NUMBERS, "reference tokens that the head's token is aligned to", optional=True),
        Column("dependent_target", NUMBERS, "the same for the dependent", optional=True),
        Column("head_target_forms", STRINGS, "the same as words", optional=True),
        Column("dependent_target_forms", STRINGS, "the same as words", optional=True),
    ),
)

SETS = Format(
    "sets",
    "a challenge set: the segments with a hit in a range of distances",
    "sets.parquet",
    (
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column(
            "kind",
            pa.string(),
            "minimum (distance >= from), exact (= from) or bucket (from <= distance < below)",
        ),
        Column("distance_from", pa.int32(), "smallest distance"),
        Column("distance_below", pa.int32(), "first distance too large; missing for a minimum", optional=True),
        Column("segments", pa.int32(), "number of segments"),
        Column("hits", pa.int32(), "number of hits in them at these distances"),
        Column("segment_ids", NUMBERS, "the segments, ascending"),
    ),
)

CONTROLS = Format(
    "controls",
    "one control sample of a challenge set",
    "controls.parquet",
    (
        Column("phenomenon", pa.string(), "as in sets"),
        Column("kind", pa.string(), "as in sets"),
        Column("distance_from", pa.int32(), "as in sets"),
        Column("distance_below", pa.int32(), "as in sets", optional=True),
        Column("sample", pa.int32(), "0-based number of the sample"),
        Column("unmatched", pa.int32(), "segments of the set for which no segment of fitting length exists"),
        Column(
            "segment_ids",
            NUMBERS,
            "the control of each segment of the set, one to one; -1 where none of fitting length exists",
        ),
    ),
)


def _mean(covariate: str, meaning: str) -> tuple[Column, ...]:
    return (
        Column(f"{covariate}_set", pa.float64(), f"{meaning}, mean of the set", optional=True),
        Column(f"{covariate}_control", pa.float64(), "the same of the controls", optional=True),
    )


CONFOUNDS = Format(
    "confounds",
    "the difference between a set and controls that are matched on a choice of covariates",
    "confounds.csv",
    (
        Column("system", pa.string(), "name of the system"),
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column("minimum_distance", pa.int32(), "as in scores"),
        Column("metric", pa.string(), "name of the metric"),
        Column(
            "matched_on",
            pa.string(),
            "what the controls are alike in: none (any segment), length, length+clauses, and so on; `length, 5 tokens"
            " or more` leaves out shorter segments",
        ),
        Column("n", pa.int32(), "segments in the set"),
        Column("unmatched", pa.int32(), "those without a segment that is alike, left out of score and controls"),
        Column(
            "overlap",
            pa.float64(),
            "share of the controls that are segments of the set, which pull the difference towards 0; none with `rest`",
            optional=True,
        ),
        Column("score", pa.float64(), "score of the matched segments", optional=True),
        Column("control", pa.float64(), "mean over the control samples", optional=True),
        Column("difference", pa.float64(), "score minus control", optional=True),
        Column(
            "difference_low", pa.float64(), "2.5 % quantile, over the samples, of score minus sample", optional=True
        ),
        Column("difference_high", pa.float64(), "97.5 % quantile", optional=True),
        Column(
            "change",
            pa.float64(),
            "difference minus that of the row matched on length alone: what else the covariate explains",
            optional=True,
        ),
        *_mean("length", "surface tokens"),
        *_mean("rare_words", "share of words whose form the source has less than three times"),
        *_mean("clauses", "clauses"),
        *_mean("depth", "arcs from the root to the farthest word"),
        Column("signature", pa.string(), "of the metric, in sacreBLEU's manner"),
        Column("run", pa.string(), "how the sets and the controls were made"),
    ),
)
