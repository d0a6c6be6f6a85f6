"""The table of two systems, an older one and a newer one, on each challenge set."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

WORSE, BETTER = "worse", "better"


PAIR = Format(
    "pair",
    "an older and a newer system on the segments with a hit at a minimum distance; p-values are corrected over all"
    " rows that are not too small, and rows of the same segments are one test (`challenge-sets compare --csv`)",
    "compared.csv",
    (
        col.PHENOMENON,
        col.MINIMUM,
        col.METRIC,
        col.N,
        col.whole(
            "test", "number of the test; sets of the same segments are one; missing where too_small", optional=True
        ),
        col.text("old", "the older system"),
        col.text("new", "the newer one"),
        col.number("score_old", "score of the older one on the set"),
        col.number("score_new", "score of the newer one"),
        col.number("difference", "score_new minus score_old"),
        *col.INTERVAL,
        col.number("p", "of no difference, two-sided, by itself"),
        col.number("p_bh", "p after Benjamini and Hochberg's correction; missing where too_small"),
        col.number(
            "interaction",
            "the difference on the set minus the difference on its controls: below 0 where the newer one loses more on"
            " this phenomenon than elsewhere, if higher scores are better; missing without controls",
        ),
        *col.interval("interaction_", col.ALONE),
        col.number("interaction_p", "of no interaction, two-sided, by itself"),
        col.number("interaction_p_bh", "the same after Benjamini and Hochberg's correction; missing where too_small"),
        col.text(
            "finding",
            "worse or better: the newer one is so significantly (p_bh below the level); missing if neither",
            optional=True,
        ),
        col.flag("too_small", "fewer than 30 segments: such a set says nothing, and is in no family of tests"),
        col.text("signature", "of the metric and of the tests"),
    ),
)
