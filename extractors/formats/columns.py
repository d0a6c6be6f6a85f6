"""Columns by the type of their values, and those that several tables have."""

from dataclasses import replace
from typing import Any

import pyarrow as pa

from extractors.formats.definition import NUMBERS, STRINGS, Column


def text(name: str, meaning: str, *, optional: bool = False, names: bool = False) -> Column:
    return Column(name, pa.string(), meaning, optional=optional, names=names)


def texts(name: str, meaning: str, *, optional: bool = False) -> Column:
    return Column(name, STRINGS, meaning, optional=optional)


def whole(name: str, meaning: str, *, optional: bool = False) -> Column:
    return Column(name, pa.int32(), meaning, optional=optional)


def wholes(name: str, meaning: str, *, optional: bool = False) -> Column:
    return Column(name, NUMBERS, meaning, optional=optional)


def flag(name: str, meaning: str, *, optional: bool = False) -> Column:
    return Column(name, pa.bool_(), meaning, optional=optional)


def number(name: str, meaning: str, *, optional: bool = True) -> Column:
    """Define a number, in most tables missing where a set has no segments, no controls, or too few of them."""
    return Column(name, pa.float64(), meaning, optional=optional)


def since(version: int, *columns: Column, default: Any = None) -> tuple[Column, ...]:
    """Mark columns as new in this version of a table."""
    return tuple(replace(column, since=version, default=default) for column in columns)


def interval(prefix: str = "", of: str = "its 95 % interval") -> tuple[Column, Column]:
    return number(f"{prefix}low", f"lower end of {of}"), number(f"{prefix}high", "upper end")


ALONE = "its 95 % interval, of this number alone"
"""An interval that accounts for no other."""
P_BH = number("p_bh", "p after Benjamini and Hochberg's correction; missing where nothing is tested")


def p_values(of: str, prefix: str = "") -> tuple[Column, ...]:
    return number(f"{prefix}p", f"{of}, two-sided, by itself"), replace(P_BH, name=f"{prefix}p_bh")


SYSTEM = text("system", "name of the system", names=True)
ANY_SYSTEM = replace(SYSTEM, meaning="name of the system; missing for all systems together", optional=True)
SEGMENT = whole("segment_id", "the segment")
PHENOMENON = text("phenomenon", "id of the phenomenon", names=True)
MINIMUM = whole("minimum_distance", "the set has the segments with a hit at this distance or a larger one")
RANGE = (
    text("kind", "as in sets: minimum, exact or bucket"),
    whole("distance_from", "smallest distance of the set"),
    whole("distance_below", "first distance too large; missing for a minimum", optional=True),
)
"""The distances of a set, as in the table of sets."""
AS_IN_SETS = tuple(replace(column, meaning="as in sets") for column in RANGE)
HIT = (SEGMENT, PHENOMENON, *(whole(name, "as in hits") for name in ("head", "dependent", "distance_set")))
"""Which hit of the table of hits a row is of."""
TESTED_DISTANCE = whole("distance", "minimum distance of the set that is tested, chosen before")
METRIC = text("metric", "name of the metric", names=True)
N = whole("n", "segments in the set")
TOO_SMALL = flag("too_small", "fewer than 30 segments: such a row says nothing, and is in no family of tests")
RUN = text("run", "how the numbers were made")
SIGNATURE = text("signature", "of the metric and of the test")
INTERVAL = interval("difference_", ALONE)
DETECTABLE = number(
    "detectable", "the true difference that the test finds four times in five where no other phenomenon has one"
)
NOT_COMPARED = whole("not_compared", "segments with fewer than two eligible controls, which are left out")
CONTROLS_NUMBER = number(
    "controls", "effective number of controls: how many of equal weight would tell as much (Kish 1965)"
)
ARTEFACTS = (
    whole(
        "artefacts",
        "segments of the tested set in which the audit names something in the place of a translation (of the system, or"
        " of any), such as a refusal",
    ),
    number("p_bh_without", "`p_bh` without segments with artefacts; missing where there are none, or too many"),
)
