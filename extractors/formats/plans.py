"""What a difference needs to be found in the ready-made sets of a pair."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

PLANS = Format(
    "plans",
    "a phenomenon: the segments and test sets that a true difference needs to be found four times in five by one test"
    " at 5 % (`challenge-sets plan -o`)",
    "plan.csv",
    (
        col.PHENOMENON,
        col.text("label", "its name in a sentence"),
        col.number("difference", "the true difference, in points of the metric"),
        col.whole("test_sets", "ready-made sets of the pair with the phenomenon"),
        col.whole("n", "segments with it in all of them"),
        col.whole("two_needs", "segments that two systems need, new minus old beyond controls", optional=True),
        col.whole(
            "two_test_sets",
            "the newest test sets that have so many; missing where all have too few, or variances are not known",
            optional=True,
        ),
        col.whole("n_humans", "segments in the test sets that have a second human reference"),
        col.whole("humans_needs", "segments that a system beyond human translations needs", optional=True),
        col.whole("humans_test_sets", "the newest test sets with two references that have so many", optional=True),
    ),
)
