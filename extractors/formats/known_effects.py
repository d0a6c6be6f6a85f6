"""What earlier test sets say of each phenomenon, in standard deviations of a segment's score."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

PEOPLE = "people"
"""In the place of a metric: scores that people gave, MQM or ESA."""
MARKS = "marks"
"""In the place of a metric: the words in which people marked errors, by MQM or ESA."""

KNOWN_EFFECTS = Format(
    "known effects",
    "a phenomenon in a test set by a metric, of one pair or of all pairs together; shipped, and what a run's findings"
    " are combined with and looked up in",
    "extractors/score/known_effects.csv",
    (
        col.text("source_language", "ISO 639-1 code"),
        col.text(
            "target_language",
            "ISO 639-1 code; missing for all pairs of the test set together, which share texts",
            optional=True,
        ),
        col.PHENOMENON,
        col.text("definition", "checksum of what was looked for"),
        col.TESTED_DISTANCE,
        col.text(
            "metric",
            "name of the metric, of systems; `METRIC-humans`: of human translations; `METRIC-beyond`: of systems beyond"
            " those. `people`: people's scores (MQM, ESA), of human translations too; `post-edits`, `marks`: the words"
            " of hits, of which post-editors change more, or people mark more, than of control words where it is below"
            " 0; marks of human translations too",
        ),
        col.text("test_set", "as sacreBLEU calls it, or the name of its data"),
        col.whole("corpora", "pairs"),
        col.whole("n", "segments, or hits, that are compared with controls"),
        col.whole("units", "documents or blocks with such segments"),
        col.number("effect", "set minus controls, better is higher", optional=False),
        col.number("standard_error", "of the effect", optional=False),
        col.number("scale", "the standard deviation, in points of the metric; missing for several pairs"),
        col.text("lines", "checksums of some of its source lines, by which a run of the same texts is told"),
    ),
    is_lab=True,
)
