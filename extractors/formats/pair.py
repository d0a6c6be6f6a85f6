"""The table of two systems, an older one and a newer one, on each challenge set."""

from __future__ import annotations

import pyarrow as pa

from extractors.formats.tables import Column, Format

WORSE, BETTER = "worse", "better"


def _number(name: str, meaning: str) -> Column:
    return Column(name, pa.float64(), meaning, optional=True)


PAIR = Format(
    "pair",
    "an older and a newer system on the segments with a hit at a minimum distance; p-values are corrected over all"
    " rows that are not too small, and rows of the same segments are one test (`challenge-sets compare --csv`)",
    "compared.csv",
    (
        Column("phenomenon", pa.string(), "id of the phenomenon"),
        Column("minimum_distance", pa.int32(), "the set has the segments with a hit at this distance or a larger one"),
        Column("metric", pa.string(), "name of the metric"),
        Column("n", pa.int32(), "segments in the set"),
        Column(
            "test", pa.int32(), "number of the test; sets of the same segments are one; missing where too_small", True
        ),
        Column("old", pa.string(), "the older system"),
        Column("new", pa.string(), "the newer one"),
        _number("score_old", "score of the older one on the set"),
        _number("score_new", "score of the newer one"),
        _number("difference", "score_new minus score_old"),
        _number("difference_low", "lower end of its 95 % interval, of this number alone"),
        _number("difference_high", "upper end"),
        _number("p", "of no difference, two-sided, by itself"),
        _number("p_bh", "the same after Benjamini and Hochberg's correction; missing where too_small"),
        _number(
            "interaction",
            "the difference on the set minus the difference on its controls: below 0 where the newer one loses more on"
            " this phenomenon than elsewhere, if higher scores are better; missing without controls",
        ),
        _number("interaction_low", "lower end of its 95 % interval, of this number alone"),
        _number("interaction_high", "upper end"),
        _number("interaction_p", "of no interaction, two-sided, by itself"),
        _number("interaction_p_bh", "the same after Benjamini and Hochberg's correction; missing where too_small"),
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
        Column("run", pa.string(), "how the sets were made: parser, aligner, phenomena, controls, version"),
    ),
)
