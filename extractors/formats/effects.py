"""The effect of a phenomenon on all systems together, at every distance."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

EFFECTS = Format(
    "effects",
    "the mean over the systems of the difference between a set and its controls, for every set and metric: a profile;"
    " findings has the one test of each phenomenon",
    "effects.parquet",
    (
        col.PHENOMENON,
        *col.RANGE,
        col.METRIC,
        col.N,
        col.NOT_COMPARED,
        col.CONTROLS_NUMBER,
        col.whole("systems", "systems with a difference"),
        col.number("difference", "mean over the systems of set minus controls"),
        *col.INTERVAL,
        col.number("standard_error", "of the difference; segments are drawn once for all systems"),
        col.whole(
            "units", "number of independent units in the set: documents, blocks of lines or segments", optional=True
        ),
        col.number("p", "of no difference, two-sided, by itself; a test only where findings has it"),
        col.whole("below", "systems whose own difference is below 0"),
        col.SIGNATURE,
    ),
)
