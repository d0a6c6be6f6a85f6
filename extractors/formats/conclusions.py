"""The evidence on each phenomenon side by side: scores, its own words, what people marked; and what follows."""

import pyarrow as pa

from extractors.formats.columns import PHENOMENON, number, p_values
from extractors.formats.definition import Column, Format

BOTH = "lower score, words match less"
SENTENCES = "lower score, words match as often"
LOWER = "lower score"
WORDS = "words match less"
WORDS_ONLY = "words match less, score not tested"
NEITHER = "no difference found"
UNTESTED = "not tested"

_WORDS = "of control words"
_OF_THIS_NUMBER = "lower end of its 95 % interval, of this number alone"

CONCLUSIONS = Format(
    "conclusions",
    "a phenomenon of findings with the other evidence on all systems together: whether its own words are found,"
    " compared with other words (accuracy), and whether people marked errors in them (human_errors); each kind of test"
    " is corrected over these rows",
    "conclusions.parquet",
    (
        PHENOMENON,
        Column(
            "verdict",
            pa.string(),
            f"from scores and words at the run's level: `{BOTH}`, `{SENTENCES}`, `{LOWER}` (words unclear),"
            f" `{WORDS}` (score not significantly lower), `{WORDS_ONLY}`, `{NEITHER}`, `{UNTESTED}`",
        ),
        Column(
            "worse", pa.bool_(), "whether its sentences score worse than their controls, by any margin", optional=True
        ),
        Column("words_distance", pa.int32(), "minimum distance of the hits whose words are compared", optional=True),
        Column("words_n", pa.int32(), "those hits that are counted", optional=True),
        number("words_accuracy", "mean over them of the share of the systems that have what a reference has for both"),
        number("words_control", f"the same {_WORDS}"),
        number("words_difference", f"accuracy of the hits that have controls minus that {_WORDS}"),
        number("words_difference_low", _OF_THIS_NUMBER),
        number("words_difference_high", "upper end"),
        *p_values("of no difference between the hits' words and control words", "words_"),
        number(
            "words_rendered",
            "share of the hits in outputs that are judged rendered, of those that the verdicts decide on: words that"
            " match less and are rendered are translated by other words than the references'",
        ),
        number("words_rendered_control", f"the same {_WORDS}"),
        Column(
            "marked_campaign",
            pa.string(),
            "the campaign in which people rated most of the hits; missing where people marked no errors",
            optional=True,
        ),
        Column("marked_n", pa.int32(), "hits in outputs that people rated", optional=True),
        number("marked_rate", "share of them with an error in their words"),
        number("marked_difference", f"rate of the hits that have controls minus what the rate {_WORDS} lets expect"),
        number("marked_difference_low", _OF_THIS_NUMBER),
        number("marked_difference_high", "upper end"),
        *p_values("of no difference in marked errors", "marked_"),
    ),
)
