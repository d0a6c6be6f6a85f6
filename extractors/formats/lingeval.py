"""What LingEval97's evaluation writes: accuracy of contrastive pairs in its groups, and the pairs that were lost."""

import pyarrow as pa

from extractors.formats.definition import Column, Format

PAIR_ACCURACY = Format(
    "pair_accuracy",
    "contrastive pairs of a group, as one system scored them",
    "pair_accuracy.csv",
    (
        Column("system", pa.string(), "name of the system"),
        Column("group", pa.string(), "the grouping of the pairs: total, category, distance, frequency, and so on"),
        Column("name", pa.string(), "of the group: a kind of error (LingEval97's category), a distance, a frequency"),
        Column("distance", pa.string(), "the distance, in groups that are divided by it too", optional=True),
        Column("correct", pa.int32(), "pairs whose reference has the strictly better score"),
        Column("total", pa.int32(), "pairs; never 0"),
        Column("accuracy", pa.float64(), "correct by total"),
    ),
)

LOST_PAIRS = Format(
    "lost_pairs",
    "a contrastive pair whose error a system scores as well as the reference, or better",
    "lost_pairs.tsv",
    (
        Column("system", pa.string(), "name of the system"),
        Column("item", pa.string(), "as in items"),
        Column("phenomenon", pa.string(), "the kind of error"),
        Column("distance", pa.int32(), "as in items", optional=True),
        Column("frequency", pa.int32(), "as in items", optional=True),
        Column("origin", pa.string(), "as in items", optional=True),
        Column("margin", pa.float64(), "by which the reference is better: zero or negative"),
        Column("source", pa.string(), "the source text"),
        Column("reference", pa.string(), "the right translation"),
        Column("contrastive", pa.string(), "the same with one error"),
        Column("output", pa.string(), "the system's own translation, where one was given", optional=True),
    ),
)
