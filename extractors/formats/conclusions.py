"""The evidence on each phenomenon side by side: scores, its own words, what people marked; and what follows."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

LOWER, HIGHER, NO_SCORE = "systems lose more", "systems lose less", "score not tested"
LESS, AS_OFTEN, MORE = "words match less", "words match as often", "words match more"
NEITHER, UNTESTED = "no difference found", "not tested"
_BESIDE_SCORE = (f"{score}, {words}" for score in (LOWER, HIGHER) for words in (LESS, AS_OFTEN, MORE))
TOLD = (*_BESIDE_SCORE, LOWER, HIGHER, LESS, MORE, f"{LESS}, {NO_SCORE}", f"{MORE}, {NO_SCORE}")
"""The verdicts on what was found, in the order in which they are said."""

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
            f"from scores and words at the run's level: `{LOWER}` or `{HIGHER}`, alone (words unclear) or with"
            f" `{LESS}`, `{AS_OFTEN}` or `{MORE}`; without a finding of scores `{LESS}` or `{MORE}`, alone (tested)"
            f" or with `{NO_SCORE}`; `{NEITHER}`, `{UNTESTED}`",
        ),
        col.flag("worse", "whether `beyond` of findings is on the worse side, by any margin", optional=True),
        col.whole("words_distance", "minimum distance of the hits whose words are compared", optional=True),
        col.whole("words_n", "those hits that are counted", optional=True),
        col.number(
            "words_accuracy", "mean over them of the share of the systems that have what a reference has for both"
        ),
        col.number("words_control", f"the same {_WORDS}"),
        col.number("words_difference", f"accuracy of the hits that have controls minus that {_WORDS}"),
        *col.interval("words_difference_", col.ALONE),
        col.number(
            "words_p_bh",
            "of no difference between the hits' words and control words; with human references, of none beyond people;"
            " p after Benjamini and Hochberg's correction",
        ),
        *col.since(
            2,
            col.number("words_humans", "the same difference of human references, each by each other one"),
            col.number("words_beyond", "that of systems minus that of people, both by one reference at a time"),
            *col.interval("words_beyond_", col.ALONE),
        ),
        col.text(
            "marked_annotation",
            "the annotation in which people rated most of the hits; missing where people marked no errors",
            optional=True,
        ),
        col.whole("marked_n", "hits in outputs that people rated", optional=True),
        col.number("marked_rate", "share of them with an error in their words"),
        col.number(
            "marked_difference", f"rate of the hits that have controls minus what the rate {_WORDS} lets expect"
        ),
        *col.interval("marked_difference_", col.ALONE),
        col.number(
            "marked_p_bh",
            "of no difference in marked errors; where human translations were rated, of none beyond these; p after"
            " Benjamini and Hochberg's correction",
        ),
        *col.since(
            4,
            col.number("marked_humans", "the same difference of the human translations that were rated with them"),
            col.number("marked_beyond", "that of systems minus that of people"),
            *col.interval("marked_beyond_", col.ALONE),
        ),
    ),
)
