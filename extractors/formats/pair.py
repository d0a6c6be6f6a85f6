"""The table of two systems, an older one and a newer one, on each challenge set."""

import pyarrow as pa

from extractors.formats.columns import INTERVAL, METRIC, MINIMUM, PHENOMENON, N, number
from extractors.formats.definition import Column, Format

WORSE, BETTER = "worse", "better"


PAIR = Format(
    "pair",
    "an older and a newer system on the segments with a hit at a minimum distance; p-values are corrected over all"
    " rows that are not too small, and rows of the same segments are one test (`challenge-sets compare --csv`)",
    "compared.csv",
    (
        PHENOMENON,
        MINIMUM,
        METRIC,
        N,
        Column(
            "test", pa.int32(), "number of the test; sets of the same segments are one; missing where too_small", True
        ),
        Column("old", pa.string(), "the older system"),
        Column("new", pa.string(), "the newer one"),
        number("score_old", "score of the older one on the set"),
        number("score_new", "score of the newer one"),
        number("difference", "score_new minus score_old"),
        *INTERVAL,
        number("p", "of no difference, two-sided, by itself"),
        number("p_bh", "p after Benjamini and Hochberg's correction; missing where too_small"),
        number(
            "interaction",
            "the difference on the set minus the difference on its controls: below 0 where the newer one loses more on"
            " this phenomenon than elsewhere, if higher scores are better; missing without controls",
        ),
        number("interaction_low", "lower end of its 95 % interval, of this number alone"),
        number("interaction_high", "upper end"),
        number("interaction_p", "of no interaction, two-sided, by itself"),
        number("interaction_p_bh", "the same after Benjamini and Hochberg's correction; missing where too_small"),
        Column(
            "finding",
            pa.string(),
            "worse or better: the newer one is so significantly (p_bh below the level); missing if neither",
            optional=True,
        ),
        Column(
            "too_small", pa.bool_(), "fewer than 30 segments: such a set says nothing, and is in no family of tests"
        ),
        Column("signature", pa.string(), "of the metric and of the tests"),
    ),
)
