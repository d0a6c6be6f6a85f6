"""The table of an effect pooled over many test sets, and of its value in each of them."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

SYSTEMS, PEOPLE = "systems", "humans"
"""Questions of one system: beyond the systems of its year, and beyond human translations."""
DIFFERENCE, INTERACTION = "difference", "interaction"
"""Questions of two systems: new minus old on the set, and the same less that on the controls."""

_QUESTION = col.text(
    "question",
    "`systems`: set minus controls of the system, less that of the year's systems; `humans`: less that of human"
    " translations; `difference`: new minus old on the set; `interaction`: less that on its controls",
)

OVER_TEST_SETS = Format(
    "over test sets",
    "a phenomenon over all test sets that have outputs; p-values are corrected over the phenomena of a question"
    " (`challenge-sets score wmt:PAIR`, `compare wmt:PAIR`)",
    "over_test_sets.csv",
    (
        _QUESTION,
        col.PHENOMENON,
        col.text("label", "its name in a sentence"),
        col.text("metric", "name of the metric"),
        col.whole("test_sets", "those in which it is measured"),
        col.whole("n", "segments with the phenomenon in all of them"),
        col.whole("units", "documents or blocks with such segments"),
        col.number("value", "mean over the test sets, each with the weight of its segments; better is higher"),
        *col.interval(),
        col.number("standard_error", "of the value"),
        *col.p_values("of no difference in these test sets"),
        col.number("detectable", "the true difference that the test finds four times in five"),
        col.flag("too_small", "fewer than 30 segments, or 10 documents or blocks: such a row says nothing"),
    ),
)

IN_TEST_SETS = Format(
    "in test sets",
    "what one test set says of a phenomenon (`challenge-sets score wmt:PAIR --tables`)",
    "in_test_sets.csv",
    (
        _QUESTION,
        col.PHENOMENON,
        col.text("test_set", "as sacreBLEU calls it"),
        col.whole("n", "segments with the phenomenon"),
        col.whole("units", "documents or blocks with such segments"),
        col.number("value", "as in over_test_sets"),
        col.number("standard_error", "of the value"),
    ),
)

TEST_SET_SCORES = Format(
    "test set scores",
    "a test set that has an output (`challenge-sets score wmt:PAIR --tables`)",
    "test_set_scores.csv",
    (
        col.text("test_set", "as sacreBLEU calls it"),
        col.SYSTEM,
        col.text("metric", "name of the metric"),
        col.N,
        col.number("score", "of all segments"),
        col.whole("rank", "1 and the number of the year's systems with a better score", optional=True),
        col.whole("systems", "systems of the year; missing where there are no outputs of theirs", optional=True),
        col.whole("references", "its references; of a ready-made set, the human ones"),
    ),
)
