"""The table of two systems, an older one and a newer one, on each challenge set."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

WORSE, BETTER = "worse", "better"
TESTED, TOO_SMALL, MOST, OUTSIDE = "tested", "too small", "more than half of the corpus", "outside the family"
"""What a set is to the tests."""

PAIR = Format(
    "pair",
    "an older and a newer system on the segments with a hit at a minimum distance; p-values are corrected over all"
    " rows that are tested, and rows of the same segments are one test; not tested are phenomena outside the family,"
    " sets that are too small, and sets of more than half of the corpus (`challenge-sets compare -o`)",
    "compared.csv",
    (
        col.PHENOMENON,
        col.MINIMUM,
        col.METRIC,
        col.N,
        col.whole(
            "test", "number of the test; sets of the same segments are one; missing where not tested", optional=True
        ),
        col.text("old", "the older system"),
        col.text("new", "the newer one"),
        col.number("score_old", "score of the older one on the set"),
        col.number("score_new", "score of the newer one"),
        col.number("difference", "score_new minus score_old"),
        *col.INTERVAL,
        col.number("p", "of no difference, two-sided, by itself"),
        col.number("p_bh", "p after Benjamini and Hochberg's correction; missing where not tested"),
        col.number(
            "interaction",
            "the difference on the set minus the difference on its controls: below 0 where the newer one loses more on"
            " this phenomenon than elsewhere, if higher scores are better; missing without controls",
        ),
        *col.interval("interaction_", col.ALONE),
        col.number("interaction_p", "of no interaction, two-sided, by itself"),
        col.number("interaction_p_bh", "the same after Benjamini and Hochberg's correction; missing where not tested"),
        col.text(
            "finding",
            "worse or better: the newer one is so significantly (p_bh below the level); missing if neither",
            optional=True,
        ),
        col.text("status", f"{TESTED}; not tested: {TOO_SMALL}, {MOST}, {OUTSIDE} (`--phenomena`)"),
        col.flag("too_small", "fewer than 30 segments: such a set says nothing, and is in no family of tests"),
        col.text("signature", "of the metric and of the tests"),
    ),
)
