"""Columns that several tables of scores have."""

import pyarrow as pa

from extractors.formats.definition import Column


def number(name: str, meaning: str) -> Column:
    """A number that is missing where a set has no segments, no controls, or too few of them."""
    return Column(name, pa.float64(), meaning, optional=True)


def corrected(prefix: str = "") -> tuple[Column, ...]:
    """The p-value in the row above after the corrections for a family of tests."""
    return (
        number(f"{prefix}p_holm", "the same after Holm's correction; missing where too_small"),
        number(f"{prefix}p_bh", "the same after Benjamini and Hochberg's; missing where too_small"),
    )


CORRECTED = corrected()


def p_values(of: str, prefix: str = "") -> tuple[Column, ...]:
    """The p-values of a family of tests."""
    return number(f"{prefix}p", f"{of}, two-sided, by itself"), *corrected(prefix)


PHENOMENON = Column("phenomenon", pa.string(), "id of the phenomenon", names=True)
MINIMUM = Column("minimum_distance", pa.int32(), "the set has the segments with a hit at this distance or a larger one")
METRIC = Column("metric", pa.string(), "name of the metric", names=True)
N = Column("n", pa.int32(), "segments in the set")
RUN = Column("run", pa.string(), "how the sets were made: parser, aligner, phenomena, controls, version")
INTERVAL = (
    number("difference_low", "lower end of its 95 % interval, of this number alone"),
    number("difference_high", "upper end"),
)
CORRECTION = (
    Column(
        "family", pa.int32(), "tests that were corrected together; sets of the same segments are one", optional=True
    ),
    number("level", "the level at which this test was made after Benjamini and Hochberg's correction"),
    number("detectable", "the true difference that a test at that level finds four times in five"),
)
COMPARED = (
    Column(
        "too_small",
        pa.bool_(),
        "fewer than 30 segments, or than 30 that are compared with controls, or than 30 such controls, or than 10"
        " documents where these are drawn: no finding, and in no family of tests",
    ),
    Column("unmatched", pa.int32(), "segments of the set with fewer than two eligible controls, which are left out"),
    number("controls", "eligible controls, as the number of controls of equal weight that tell as much"),
    number("overlap", "share of the controls' weight that lies on segments of the set; 0 with the pool `rest`"),
)
"""What a difference to controls rests on."""
