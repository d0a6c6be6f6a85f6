"""What a run takes from a test set besides its texts, and what the audit of its inputs finds."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

SEGMENT_SCORES = Format(
    "segment_scores",
    "a score of an output of a segment, the mean over its raters",
    "test_set/scores/NAME.parquet",
    (
        col.whole("segment_id", "0-based number of the segment"),
        col.SYSTEM,
        col.number("score", "the score, as the file has it", optional=False),
        col.whole("raters", "how many scores it is the mean of"),
    ),
    is_lab=True,
)

RATINGS = Format(
    "ratings",
    "an output of a segment that a rater looked at for errors, whether there are any or not",
    "test_set/ratings.parquet",
    (
        col.whole("rating_id", "0-based number of the rating"),
        col.text("annotation", "name of the annotation, as that of its scores"),
        col.flag("human", "whether a person marked the errors, not a metric"),
        col.text("system", "name of the system, or of the reference that was rated", names=True),
        col.whole("segment_id", "0-based number of the segment"),
        col.text("rater", "name of the rater; missing where the file has none", optional=True),
        col.whole("errors", "how many errors were marked"),
    ),
    is_lab=True,
)

ERROR_SPANS = Format(
    "error_spans",
    "an error that somebody marked",
    "test_set/error_spans.parquet",
    (
        col.whole("rating_id", "the rating that it is of"),
        col.flag("in_source", "whether the span is in the source, not in the output"),
        col.whole("start", "0-based first character of the span; missing for an omission", optional=True),
        col.whole("end", "character after the span; missing for an omission", optional=True),
        col.text("category", "category of the error; missing where the scheme has none", optional=True),
        col.text("severity", "severity of the error, as the file writes it"),
        col.number("score", "weight of the error; missing where the scheme has none"),
    ),
    is_lab=True,
)

AUDIT_TRAIL = Format(
    "audit_trail",
    "something of a test set's files that has no place in the corpus, or is not laid out as the rest",
    "test_set/audit_trail.parquet",
    (
        col.text("file", "the file"),
        col.whole("line", "1-based line of the file; missing for the file as a whole", optional=True),
        col.text("problem", "the problem, and how it was handled"),
    ),
    is_lab=True,
)

INPUT_AUDIT = Format(
    "input_audit",
    "a remark on a text of the corpus that matters for its scores",
    "input_audit.parquet",
    (
        col.text("text", "`source`, `references/NAME` or `systems/NAME`"),
        col.text(
            "finding",
            "empty, placeholder, copied_source, copied_reference, edited_output, same_output, wrong_language,"
            " wrong_script, truncated, shared_words, foreign_characters, unlike_others, typography, lost_negation,"
            " shifted, entities, canary, byte_order_mark, invisible or double_source",
        ),
        col.whole("segments", "how many segments it is about"),
        col.number("share", "their share of the segments that were looked at for it", optional=False),
        col.text("of", "the other text of a copy, or what was found; empty for none"),
        col.wholes(
            "first",
            "the ids of the first of them, at most five or, of lost_negation, fifty; all where an output has something"
            " in the place of a translation",
        ),
    ),
    is_lab=True,
)
