"""The evidence on each phenomenon side by side: scores, its own words, what people marked; and what follows."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

BOTH = "lower score, words match less"
SENTENCES = "lower score, words match as often"
LOWER = "lower score"
WORDS = "words match less"
WORDS_ONLY = "words match less, score not tested"
NEITHER = "no difference found"
UNTESTED = "not tested"

_WORDS = "of control words"

CONCLUSIONS = Format(
    "conclusions",
    "a phenomenon of findings with the other evidence on all systems together: whether its own words are found,"
    " compared with other words (accuracy), and whether people marked errors in them (human_errors); each kind of test"
    " is corrected over these rows",
    "conclusions.parquet",
    (
        col.PHENOMENON,
        col.text(
            "verdict",
            f"from scores and words at the run's level: `{BOTH}`, `{SENTENCES}`, `{LOWER}` (words unclear),"
            f" `{WORDS}` (score not significantly lower), `{WORDS_ONLY}`, `{NEITHER}`, `{UNTESTED}`",
        ),
        col.flag("worse", "whether its sentences score worse than their controls, by any margin", optional=True),
        col.whole("words_distance", "minimum distance of the hits whose words are compared", optional=True),
        col.whole("words_n", "those hits that are counted", optional=True),
        col.number(
            "words_accuracy", "mean over them of the share of the systems that have what a reference has for both"
        ),
        col.number("words_control", f"the same {_WORDS}"),
        col.number("words_difference", f"accuracy of the hits that have controls minus that {_WORDS}"),
        *col.interval("words_difference_", col.ALONE),
        *col.p_values("of no difference between the hits' words and control words", "words_"),
        col.number(
            "words_rendered",
            "share of the hits in outputs that are judged rendered, of those that the verdicts decide on: words that"
            " match less and are rendered are translated by other words than the references'",
        ),
        col.number("words_rendered_control", f"the same {_WORDS}"),
        col.text(
            "marked_campaign",
            "the campaign in which people rated most of the hits; missing where people marked no errors",
            optional=True,
        ),
        col.whole("marked_n", "hits in outputs that people rated", optional=True),
        col.number("marked_rate", "share of them with an error in their words"),
        col.number(
            "marked_difference", f"rate of the hits that have controls minus what the rate {_WORDS} lets expect"
        ),
        *col.interval("marked_difference_", col.ALONE),
        *col.p_values("of no difference in marked errors", "marked_"),
    ),
)
