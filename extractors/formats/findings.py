"""The findings of a run: one row and one test for each phenomenon."""

import pyarrow as pa

from extractors.formats.columns import (
    CONTROLS_NUMBER,
    DETECTABLE,
    METRIC,
    NOT_COMPARED,
    PHENOMENON,
    SELECTED_INTERVAL,
    TESTED_DISTANCE,
    number,
    p_values,
)
from extractors.formats.definition import Column, Format

TESTED = "tested"
"""The status of a row with a test; any other status says why there is none."""

FINDINGS = Format(
    "findings",
    "a phenomenon: the mean over the systems of the difference between its set at the tested distance and the controls"
    " of that set, by the primary metric; p-values are corrected over the rows that are tested",
    "findings.parquet",
    (
        PHENOMENON,
        Column("label", pa.string(), "its name in a sentence"),
        TESTED_DISTANCE,
        METRIC,
        Column("status", pa.string(), "`tested`, or why there is no test"),
        Column(
            "chosen_by", pa.string(), "the texts that choose the segments of its sets: source, reference or outputs"
        ),
        Column(
            "same_as",
            pa.string(),
            "the phenomenon whose set has nearly the same segments and is tested for both; missing for none",
            optional=True,
        ),
        Column("n", pa.int32(), "segments that are compared with controls"),
        NOT_COMPARED,
        CONTROLS_NUMBER,
        Column("systems", pa.int32(), "systems with a difference"),
        number("difference", "mean over the systems of set minus controls"),
        *SELECTED_INTERVAL,
        *p_values("of no difference between set and controls in the mean over systems"),
        Column("below", pa.int32(), "systems whose own difference is below 0"),
        DETECTABLE,
        number("precision", "share of the detected hits that are right; missing where it is not known"),
        Column(
            "precision_of",
            pa.string(),
            "the source of the precision: `reading` (a person read 20 or more hits in news) or `treebanks`",
            optional=True,
        ),
        number("precision_hits", "hits that it was measured on"),
        number("clean_difference", "estimate: difference / precision, what a set of right hits alone would show"),
        number("clean_low", "lower end of its 95 % interval, which accounts for the error of the precision, too"),
        number("clean_high", "upper end"),
        Column("signature", pa.string(), "of the metric and of the test"),
    ),
)
