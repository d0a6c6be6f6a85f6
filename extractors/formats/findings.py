"""The findings of a run: one row and one test for each phenomenon."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

TESTED = "tested"
"""The status of a row with a test; any other status says why there is none."""

FINDINGS = Format(
    "findings",
    "a phenomenon: the mean over the systems of the difference between its set at the tested distance and the controls"
    " of that set, by the primary metric; p-values are corrected over the rows that are tested",
    "findings.parquet",
    (
        col.PHENOMENON,
        col.text("label", "its name in a sentence"),
        col.TESTED_DISTANCE,
        col.METRIC,
        col.text("status", "`tested`, or why there is no test"),
        col.text("chosen_by", "the texts that choose the segments of its sets: source, reference or outputs"),
        col.text(
            "same_as",
            "the phenomenon whose set has nearly the same segments and is tested for both; missing for none",
            optional=True,
        ),
        col.whole("n", "segments that are compared with controls"),
        col.NOT_COMPARED,
        col.CONTROLS_NUMBER,
        col.whole("systems", "systems with a difference"),
        col.number("difference", "mean over the systems of set minus controls"),
        *col.SELECTED_INTERVAL,
        *col.p_values("of no difference between set and controls in the mean over systems"),
        col.whole("below", "systems whose own difference is below 0"),
        col.DETECTABLE,
        col.number("precision", "share of the detected hits that are right; missing where it is not known"),
        col.text(
            "precision_of",
            "which hits the precision is of: hits that a person read in some texts, or hits on treebanks",
            optional=True,
        ),
        col.number("precision_hits", "hits that it was measured on"),
        col.number("clean_difference", "estimate: difference / precision, what a set of right hits alone would show"),
        *col.interval("clean_", "its 95 % interval, which accounts for the error of the precision, too"),
        col.SIGNATURE,
    ),
)
