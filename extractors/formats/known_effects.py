"""What earlier test sets say of each phenomenon, in standard deviations of a segment's score."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

KNOWN_EFFECTS = Format(
    "known effects",
    "a phenomenon in a test set by a metric, the mean over the corpora that share its texts; shipped, and what a run's"
    " findings are combined with",
    "extractors/score/known_effects.csv",
    (
        col.text("source_language", "ISO 639-1 code"),
        col.PHENOMENON,
        col.text("metric", "name of the metric; `METRIC-beyond`: of systems beyond human translations"),
        col.text("test_set", "the first of the corpora that share its texts"),
        col.whole("corpora", "how many these are"),
        col.whole("n", "segments that are compared with controls"),
        col.number("effect", "set minus controls, better is higher", optional=False),
        col.number("standard_error", "of the effect", optional=False),
        col.text("lines", "checksums of some of its source lines, by which a run of the same texts is told"),
    ),
    is_lab=True,
)
