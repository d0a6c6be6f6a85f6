"""What a run takes from a test set besides its texts, and what the audit of its inputs finds."""

import pyarrow as pa

from extractors.formats.columns import number
from extractors.formats.definition import Column, Format

SEGMENT_SCORES = Format(
    "segment_scores",
    "a score of an output of a segment, the mean over its raters",
    "test_set/scores/NAME.parquet",
    (
        Column("segment_id", pa.int32(), "0-based number of the segment"),
        Column("system", pa.string(), "name of the system", names=True),
        Column("score", pa.float64(), "the score, as the file has it"),
        Column("raters", pa.int32(), "how many scores it is the mean of"),
    ),
    is_lab=True,
)

RATINGS = Format(
    "ratings",
    "an output of a segment that a rater looked at for errors, whether there are any or not",
    "test_set/ratings.parquet",
    (
        Column("rating_id", pa.int32(), "0-based number of the rating"),
        Column("campaign", pa.string(), "name of the campaign, as that of its scores"),
        Column("human", pa.bool_(), "whether a person marked the errors, not a metric"),
        Column("system", pa.string(), "name of the system, or of the reference that was rated", names=True),
        Column("segment_id", pa.int32(), "0-based number of the segment"),
        Column("rater", pa.string(), "name of the rater; missing where the file has none", optional=True),
        Column("errors", pa.int32(), "how many errors were marked"),
    ),
    is_lab=True,
)

ERROR_SPANS = Format(
    "error_spans",
    "an error that somebody marked",
    "test_set/error_spans.parquet",
    (
        Column("rating_id", pa.int32(), "the rating that it is of"),
        Column("in_source", pa.bool_(), "whether the span is in the source, not in the output"),
        Column("start", pa.int32(), "0-based first character of the span; missing for an omission", optional=True),
        Column("end", pa.int32(), "character after the span; missing for an omission", optional=True),
        Column("category", pa.string(), "category of the error; missing where the scheme has none", optional=True),
        Column("severity", pa.string(), "severity of the error, as the file writes it"),
        number("score", "weight of the error; missing where the scheme has none"),
    ),
    is_lab=True,
)

AUDIT_TRAIL = Format(
    "audit_trail",
    "something of a test set's files that has no place in the corpus, or is not laid out as the rest",
    "test_set/audit_trail.parquet",
    (
        Column("file", pa.string(), "the file"),
        Column("line", pa.int32(), "1-based line of the file; missing for the file as a whole", optional=True),
        Column("problem", pa.string(), "the problem, and how it was handled"),
    ),
    is_lab=True,
)

INPUT_AUDIT = Format(
    "input_audit",
    "a remark on a text of the corpus that matters for its scores",
    "input_audit.parquet",
    (
        Column("text", pa.string(), "`source`, `references/NAME` or `systems/NAME`"),
        Column(
            "finding",
            pa.string(),
            "empty, placeholder, copied_source, copied_reference, same_output, wrong_language, wrong_script, truncated,"
            " entities, canary, byte_order_mark or double_source",
        ),
        Column("segments", pa.int32(), "how many segments it is about"),
        Column("share", pa.float64(), "their share of the segments that were looked at for it"),
        Column("of", pa.string(), "the other text of a copy, or what was found; empty for none"),
        Column("first", pa.list_(pa.int32()), "the ids of the first of them, at most five"),
    ),
    is_lab=True,
)
