"""What LingEval97's evaluation writes: accuracy of contrastive pairs in its groups, and the pairs that were lost."""

from extractors.formats import columns as col
from extractors.formats.definition import Format

PAIR_ACCURACY = Format(
    "pair_accuracy",
    "contrastive pairs of a group, as one system scored them",
    "pair_accuracy.csv",
    (
        col.text("system", "name of the system"),
        col.text("group", "the grouping of the pairs: total, category, distance, frequency, and so on"),
        col.text("name", "of the group: a kind of error (LingEval97's category), a distance, a frequency"),
        col.text("distance", "the distance, in groups that are divided by it too", optional=True),
        col.whole("correct", "pairs whose reference has the strictly better score"),
        col.whole("total", "pairs; never 0"),
        col.number("accuracy", "correct by total", optional=False),
    ),
)

LOST_PAIRS = Format(
    "lost_pairs",
    "a contrastive pair whose error a system scores as well as the reference, or better",
    "lost_pairs.tsv",
    (
        col.text("system", "name of the system"),
        col.text("item", "as in items"),
        col.text("phenomenon", "the kind of error"),
        col.whole("distance", "as in items", optional=True),
        col.whole("frequency", "as in items", optional=True),
        col.text("origin", "as in items", optional=True),
        col.number("margin", "by which the reference is better: zero or negative", optional=False),
        col.text("source", "the source text"),
        col.text("reference", "the right translation"),
        col.text("contrastive", "the same with one error"),
    ),
)
