"""The findings of a run: one row and one test for each phenomenon, of systems beyond human translations."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

TESTED = "tested"
"""The status of a row with a test; any other status says why there is none."""
TEXT = "about text: a second human reference is needed"
"""That of a set that could be tested, if it were known what it costs human translations."""
COMPARED = (TESTED, TEXT)
"""Those of the sets by which systems are compared with each other."""

_EXPECTED = col.since(
    2,
    col.number(
        "expected",
        "posterior mean of the true `beyond`: the estimate combined with what other test sets say of the"
        " phenomenon, and with how much phenomena and test sets differ; missing where that is not known",
    ),
    *col.interval("expected_", "its 95 % credible interval"),
    col.number("sign", "probability that the true `beyond` has the sign of `expected`"),
    col.whole("test_sets", "other test sets in which the phenomenon is known", optional=True),
)

_AGAIN = col.since(
    3,
    col.whole(
        "looked_up",
        "other test sets of the pair with enough segments of the phenomenon to measure it beyond people, by chrF;"
        " missing where there are none",
        optional=True,
    ),
    col.whole("found_again", "those of them in which its 95 % interval lies on the side of `beyond`", optional=True),
)

FINDINGS = Format(
    "findings",
    "a phenomenon: the difference between its set at the tested distance and the controls of that set, of the systems,"
    " of human translations, and of systems beyond those, by the primary metric; p-values are corrected over the rows"
    " that are tested",
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
        col.text(
            "baseline", "the human translations, with commas between; missing where none is needed", optional=True
        ),
        *col.SYSTEMS,
        *col.HUMANS,
        *col.BEYOND,
        col.number("skewness", "of the distribution of `beyond`, which interval and p account for"),
        col.whole("units", "as in effects", optional=True),
        *col.p_values("of systems losing as much as people"),
        col.whole("systems_n", "systems with a difference"),
        col.whole("below", "systems whose own difference, beyond that of people where these are known, is below 0"),
        col.DETECTABLE,
        *_EXPECTED,
        *_AGAIN,
        col.number("precision", "share of the detected hits that are right; missing where it is not known"),
        col.text(
            "precision_of",
            "which hits the precision is of: hits that a person read in some texts, or hits on treebanks",
            optional=True,
        ),
        col.number("precision_hits", "hits that it was measured on"),
        col.number("clean_difference", "estimate: beyond / precision, what a set of right hits alone would show"),
        *col.interval("clean_", "its 95 % interval, which accounts for the error of the precision, too"),
        col.SIGNATURE,
    ),
)
