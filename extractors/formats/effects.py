"""The effect of a phenomenon on all systems together, at every distance."""

import pyarrow as pa

from extractors.formats.columns import (
    CONTROLS_NUMBER,
    DETECTABLE,
    INTERVAL,
    METRIC,
    NOT_COMPARED,
    PHENOMENON,
    RANGE,
    SELECTED_INTERVAL,
    TESTED_DISTANCE,
    N,
    number,
    p_values,
)
from extractors.formats.definition import Column, Format

EFFECTS = Format(
    "effects",
    "the mean over the systems of the difference between a set and its controls, for every set and metric: a profile;"
    " findings has the one test of each phenomenon",
    "effects.parquet",
    (
        PHENOMENON,
        *RANGE,
        METRIC,
        N,
        NOT_COMPARED,
        CONTROLS_NUMBER,
        Column("systems", pa.int32(), "systems with a difference"),
        number("difference", "mean over the systems of set minus controls"),
        *INTERVAL,
        number("standard_error", "of the difference; segments are drawn once for all systems"),
        number("skewness", "of the difference's distribution, which interval and p account for"),
        Column(
            "units",
            pa.int32(),
            "number of independent units in the set: documents, blocks of lines or segments",
            optional=True,
        ),
        number("p", "of no difference, two-sided, by itself; a test only where findings has it"),
        Column("below", pa.int32(), "systems whose own difference is below 0"),
        Column("signature", pa.string(), "of the metric and of the test"),
    ),
)

POOLED_EFFECTS = Format(
    "pooled effects",
    "the mean of a phenomenon's differences over several corpora of a language pair, each weighted with its segments;"
    " sets, metric and controls are those of the findings of each corpus; p-values are corrected over the tested rows",
    "PAIR.parquet",
    (
        PHENOMENON,
        TESTED_DISTANCE,
        METRIC,
        Column("corpora", pa.int32(), "corpora with five segments or more that have controls"),
        Column("n", pa.int32(), "segments of them that have controls"),
        Column("status", pa.string(), "`tested`, or why there is no test, by the rules of findings"),
        number("difference", "mean over the corpora of the mean over their systems of set minus controls"),
        *SELECTED_INTERVAL,
        number("standard_error", "of the difference; corpora of the same texts count as fully correlated"),
        *p_values("of no difference"),
        DETECTABLE,
        number("spread", "standard deviation of the corpora's differences beyond that of chance"),
        Column("of", pa.string(), "the corpora, with the difference and the segments of each"),
    ),
)
