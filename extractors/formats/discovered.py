"""Patterns that `challenge-sets discover` found."""

import pyarrow as pa

from extractors.formats.columns import METRIC, PHENOMENON, number, p_values
from extractors.formats.definition import NUMBERS, STRINGS, Column, Format

_AGAIN = "in confirmation"

DISCOVERED = Format(
    "discovered",
    "a pattern whose segments score otherwise than others of their length, and its test in other documents",
    "discovered.parquet",
    (
        PHENOMENON,
        Column("description", pa.string(), "the request in words"),
        Column("request", pa.string(), "as in phenomena.yaml"),
        METRIC,
        Column("status", pa.string(), "`confirmed`, `not confirmed`, or why it is not tested in confirmation"),
        Column(
            "same_as",
            pa.string(),
            "a known phenomenon of nearly the same segments; missing for none",
            optional=True,
        ),
        Column("copies", STRINGS, "descriptions of patterns of nearly the same segments, which are tested as this one"),
        Column("n", pa.int32(), "segments that are compared with controls in discovery"),
        number("difference", "mean over the systems of set minus controls"),
        number("difference_low", "lower end of its 95 % interval, of this number alone"),
        number("difference_high", "upper end of the interval"),
        *p_values("of no difference"),
        Column("again_n", pa.int32(), f"segments that are compared with controls {_AGAIN}"),
        number("again_difference", f"the difference {_AGAIN}"),
        number("again_difference_low", "lower end of its 95 % interval, of this number alone"),
        number("again_difference_high", "upper end"),
        *p_values(f"of no difference {_AGAIN}", "again_"),
        Column("example_ids", NUMBERS, "segments of discovery with the pattern, the shortest three"),
        Column("examples", STRINGS, "their source"),
    ),
)
