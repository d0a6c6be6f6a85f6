"""Human errors at the phenomenon: where raters marked an error in the words of a hit."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

ALL = "all"
"""Stands for every severity, or category, together."""

POST_EDITS = "post-edits"
"""Stands for the annotation of words that post-editors changed."""
ANNOTATION = col.text("annotation", "name of the annotation, as in ratings, or `post-edits`", names=True)

HUMAN_ERRORS = Format(
    "human_errors",
    "how often people marked an error, or post-editors changed a word, in the words of a phenomenon's hits, and in"
    " control words; conclusions has the corrected test of each phenomenon",
    "human_errors.parquet",
    (
        ANNOTATION,
        col.ANY_SYSTEM,
        col.PHENOMENON,
        *col.AS_IN_SETS,
        col.text("severity", "errors of this severity alone, in lower case; `all` for any"),
        col.text(
            "category",
            "errors of this category alone, in lower case, before the stroke (`accuracy`) or all of it"
            " (`accuracy/addition`); `all` for any",
        ),
        col.whole(
            "n",
            "hits that count: the output was rated, and it, or its post-edit, has a word that the hit is linked to",
        ),
        col.TOO_SMALL,
        col.number("rate", "share of the n hits with an error in their words: mean over raters, then over hits"),
        *col.interval(),
        col.number(
            "chance",
            "the share of the n hits with controls that would be marked if the marks of each output were at another"
            " place in it, the same for all its words",
        ),
        col.number(
            "control",
            "the share that would be marked if they had as much beyond chance as their controls, at their place",
        ),
        col.number("difference", "rate of the controlled hits minus `control`"),
        *col.INTERVAL,
        col.number(
            "p",
            "of no difference, two-sided, by itself: a score test; missing where fewer than five marked hits are to be"
            " expected, or hits or controls tell less than ten clusters",
        ),
        *col.since(
            2,
            col.number(
                "humans",
                "of all systems and errors: the same difference of the human translations that were rated with"
                " them; missing where none was",
            ),
            col.number("beyond", "systems minus humans: `difference` minus `humans`"),
            *col.interval("beyond_", "its 95 % interval; missing where one of the two has no test"),
            col.number("beyond_p", "of people marking both as often, two-sided, by itself"),
        ),
        col.RUN,
    ),
)

HUMAN_ERROR_HITS = Format(
    "human errors by hit",
    "a hit in the rated output of one system, with the errors that people marked in its words",
    "human_error_hits.parquet",
    (
        ANNOTATION,
        col.SYSTEM,
        *col.HIT,
        col.texts("words", "the words of the output that the two are linked to, in their order"),
        col.whole("raters", "how many raters looked at the output"),
        col.number("marked", "share of them who marked an error in the words", optional=False),
        col.texts("errors", "each such error as `severity category`"),
        col.texts("spans", "the text that each of them marks"),
        col.wholes("starts", "where in the output it begins, in characters (code points), from 0"),
    ),
)
