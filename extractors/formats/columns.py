"""Columns that several tables of scores have."""

from dataclasses import replace

import pyarrow as pa

from extractors.formats.definition import Column


def number(name: str, meaning: str) -> Column:
    """A number that is missing where a set has no segments, no controls, or too few of them."""
    return Column(name, pa.float64(), meaning, optional=True)


P_BH = number("p_bh", "p after Benjamini and Hochberg's correction; missing where nothing is tested")


def p_values(of: str, prefix: str = "") -> tuple[Column, ...]:
    """The p-values of a family of tests."""
    return number(f"{prefix}p", f"{of}, two-sided, by itself"), replace(P_BH, name=f"{prefix}p_bh")


PHENOMENON = Column("phenomenon", pa.string(), "id of the phenomenon", names=True)
MINIMUM = Column("minimum_distance", pa.int32(), "the set has the segments with a hit at this distance or a larger one")
KIND = Column("kind", pa.string(), "as in sets: minimum, exact or bucket")
RANGE = (
    KIND,
    Column("distance_from", pa.int32(), "smallest distance of the set"),
    Column("distance_below", pa.int32(), "first distance too large; missing for a minimum", optional=True),
)
"""The distances of a set, as in the table of sets."""
TESTED_DISTANCE = Column("distance", pa.int32(), "minimum distance of the set that is tested, chosen before")
METRIC = Column("metric", pa.string(), "name of the metric", names=True)
N = Column("n", pa.int32(), "segments in the set")
INTERVAL = (
    number("difference_low", "lower end of its 95 % interval, of this number alone"),
    number("difference_high", "upper end of the interval"),
)
SELECTED_INTERVAL = (
    number("difference_low", "lower end of its 95 % interval, which for a finding accounts for the selection (FCR)"),
    INTERVAL[1],
)
DETECTABLE = number(
    "detectable", "the true difference that the test finds four times in five where no other phenomenon has one"
)
NOT_COMPARED = Column("not_compared", pa.int32(), "segments with fewer than two eligible controls, which are left out")
CONTROLS_NUMBER = number(
    "controls", "effective number of controls: how many of equal weight would tell as much (Kish 1965)"
)
