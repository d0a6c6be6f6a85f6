"""Human errors at the phenomenon: where raters marked an error in the words of a hit."""

import pyarrow as pa

from extractors.formats.columns import INTERVAL, P_BH, number
from extractors.formats.definition import NUMBERS, STRINGS, Column, Format

ALL = "all"
"""Stands for every severity, or category, together."""

CAMPAIGN = Column("campaign", pa.string(), "name of the campaign, as in ratings", names=True)

HUMAN_ERRORS = Format(
    "human_errors",
    "how often people marked an error in the output words of a phenomenon's hits, and in control words",
    "human_errors.parquet",
    (
        CAMPAIGN,
        Column(
            "system", pa.string(), "name of the system; missing for all systems together", optional=True, names=True
        ),
        Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
        Column("kind", pa.string(), "as in sets"),
        Column("distance_from", pa.int32(), "as in sets"),
        Column("distance_below", pa.int32(), "as in sets", optional=True),
        Column("severity", pa.string(), "errors of this severity alone, in lower case; `all` for any"),
        Column(
            "category",
            pa.string(),
            "errors of this category alone, in lower case, before the stroke (`accuracy`) or all of it"
            " (`accuracy/addition`); `all` for any",
        ),
        Column("hits", pa.int32(), "hits at these distances"),
        Column("n", pa.int32(), "those that count: the output was rated, and has a word that the hit is linked to"),
        Column("segments", pa.int32(), "the segments that they are in"),
        Column("clusters", pa.int32(), "number of independent units: documents, or segments; `run` says which"),
        Column(
            "too_small", pa.bool_(), "fewer than 30 segments: such a row says nothing, and is in no family of tests"
        ),
        number("rate", "share of the n hits with an error in their words: mean over raters, then over hits"),
        number("low", "lower end of its 95 % interval"),
        number("high", "upper end of the interval"),
        Column("controlled", pa.int32(), "those of the n hits that have controls"),
        number(
            "chance",
            "the share of these that would be marked if the marks of each output were at another place in it, the same"
            " for all its words",
        ),
        number(
            "control",
            "the share that would be marked if they had as much beyond chance as their controls, at their place",
        ),
        number("difference", "rate of the controlled hits minus `control`"),
        *INTERVAL,
        number(
            "p",
            "of no difference, two-sided, by itself: a score test; missing where fewer than five marked hits are to be"
            " expected, or hits or controls tell less than ten clusters",
        ),
        P_BH,
        Column(
            "family", pa.int32(), "tests that were corrected together; ranges with the same hits are one", optional=True
        ),
        Column("run", pa.string(), "how the numbers were made"),
    ),
)

HUMAN_ERROR_HITS = Format(
    "human errors by hit",
    "a hit in the rated output of one system, with the errors that people marked in its words",
    "human_error_hits.parquet",
    (
        CAMPAIGN,
        Column("system", pa.string(), "name of the system", names=True),
        Column("segment_id", pa.int32(), "the segment"),
        Column("phenomenon", pa.string(), "id of the phenomenon", names=True),
        Column("head", pa.int32(), "as in hits"),
        Column("dependent", pa.int32(), "as in hits"),
        Column("distance_set", pa.int32(), "as in hits"),
        Column("words", STRINGS, "the words of the output that the two are linked to, in their order"),
        Column("raters", pa.int32(), "how many raters looked at the output"),
        Column("marked", pa.float64(), "share of them who marked an error in the words"),
        Column("errors", STRINGS, "each such error as `severity category`"),
        Column("spans", STRINGS, "the text that each of them marks"),
        Column("starts", NUMBERS, "where in the output it begins, in characters (code points), from 0"),
    ),
)
